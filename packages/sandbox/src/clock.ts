/** The only source of time in the sandbox: it follows the machine's clock unless it is moved, set, or frozen. */
export type SandboxClock = {
  /** Current time in milliseconds since 1970. */
  nowMs(): number;
  /** Sets the clock; with `frozen`, it stands still until the next call. */
  set(nowMs: number, frozen?: boolean): void;
  /** Moves the clock by whole or fractional seconds; negative values move it back. */
  advance(seconds: number): void;
  isFrozen(): boolean;
  /** Runs `work` as if it were that time. */
  at<Result>(timeMs: number, work: () => Result): Result;
};

/** Creates a clock that starts at `startMs` (default: the machine's time) and then runs with real time. */
export function createClock(startMs?: number): SandboxClock {
  const realMs = (): number => Date.now();
  let offsetMs = startMs === undefined ? 0 : startMs - realMs();
  let frozenAtMs: number | undefined;
  let heldAtMs: number | undefined;
  const nowMs = (): number => heldAtMs ?? frozenAtMs ?? realMs() + offsetMs;
  return {
    nowMs,
    set(toMs, frozen) {
      frozenAtMs = frozen === true ? toMs : undefined;
      offsetMs = toMs - realMs();
    },
    advance(seconds) {
      const addedMs = seconds * 1000;
      offsetMs += addedMs;
      if (frozenAtMs !== undefined) frozenAtMs += addedMs;
    },
    isFrozen: () => frozenAtMs !== undefined,
    at(timeMs, work) {
      const before = heldAtMs;
      heldAtMs = timeMs;
      try {
        return work();
      } finally {
        heldAtMs = before;
      }
    },
  };
}

/**
 * Renders a time in the service's form: UTC with `Z` and six decimals, but no decimals for a whole second.
 * @source live service 2025-08, live notes 1.2
 */
export function wireTimeFromMs(timeMs: number): string {
  const iso = new Date(timeMs).toISOString();
  return iso.endsWith(".000Z") ? iso.replace(".000Z", "Z") : iso.replace(/(\.\d{3})Z$/, "$1000Z");
}

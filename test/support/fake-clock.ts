/** A clock for tests, which stands still until it's moved, or skips selected waits. */
export interface FakeClock {
  nowMs(): number;
  monotonicMs(): number;
  setTimer(delayMs: number, task: () => void): () => void;
  /** Moves the time and runs what falls due, in order. */
  advance(durationMs: number): void;
  /** Delays of the timers that were skipped, in order. */
  readonly skipped: readonly number[];
  /** Delays still ahead, shortest first. */
  pending(): number[];
}

interface Timer {
  readonly atMs: number;
  readonly task: () => void;
}

/** When fake clocks start: off the whole second, as almost every moment is. */
export const FAKE_START = "2026-11-20T00:00:00.637Z";

/**
 * The machine's uptime at the start: a count from the machine's start isn't a round number, and differs from an earlier
 * run's.
 */
const UP_MS = 86_461.25;

/**
 * Creates a fake clock that starts at {@link FAKE_START}.
 *
 * @param skips - timers for which it returns `true` run in the next turn, and the clock jumps forward by their delay
 */
export function createFakeClock(skips: (delayMs: number) => boolean = () => false): FakeClock {
  const startMs = Date.parse(FAKE_START);
  let elapsedMs = 0;
  const timers = new Set<Timer>();
  const skipped: number[] = [];

  const runDue = (untilMs: number): void => {
    for (;;) {
      const due = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      timers.delete(due);
      elapsedMs = Math.max(elapsedMs, due.atMs);
      due.task();
    }
    elapsedMs = Math.max(elapsedMs, untilMs);
  };

  return {
    skipped,
    nowMs: () => startMs + elapsedMs,
    monotonicMs: () => UP_MS + elapsedMs,
    setTimer: (delayMs, task) => {
      const timer = { atMs: elapsedMs + delayMs, task };
      timers.add(timer);
      const soon = skips(delayMs)
        ? setImmediate(() => {
            if (!timers.delete(timer)) return;
            skipped.push(delayMs);
            elapsedMs = Math.max(elapsedMs, timer.atMs);
            task();
          })
        : undefined;
      return () => {
        timers.delete(timer);
        if (soon !== undefined) clearImmediate(soon);
      };
    },
    advance: (durationMs) => runDue(elapsedMs + durationMs),
    pending: () => [...timers].map(({ atMs }) => atMs - elapsedMs).sort((a, b) => a - b),
  };
}

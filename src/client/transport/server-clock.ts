import type { Clock } from "./clock.ts";

/** Knows the service's time. */
export interface ServerClock {
  /** Reads a `Date` header; an unreadable or absent one changes nothing. */
  readonly observe: (dateHeader: string | undefined) => void;
  /** The service's time now, to the second; `undefined` before the first `Date` header. */
  readonly now: () => Date | undefined;
}

/** Creates a server clock that continues from the latest `Date` header with the given clock. */
export function createServerClock(clock: Clock): ServerClock {
  let seen: { readonly serverMs: number; readonly atMs: number } | undefined;
  return {
    observe: (dateHeader) => {
      const serverMs = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
      if (!Number.isNaN(serverMs)) seen = { serverMs, atMs: clock.monotonicMs() };
    },
    now: () => (seen === undefined ? undefined : new Date(seen.serverMs + clock.monotonicMs() - seen.atMs)),
  };
}

import type { Clock } from "./clock.ts";
import { createSlidingWindow } from "./sliding-window.ts";

/** Reads and writes have slots of their own, so that a long list never holds up a write. */
export type SlotKind = "read" | "write";

/** Upper bounds of one limiter. */
export interface LimiterLimits {
  /** Requests within any 60 seconds; the service allows 480. */
  readonly requestsPerMinute: number;
  /** Requests within any 3600 seconds; the service allows 4800. */
  readonly requestsPerHour: number;
  /** Reads under way at once. */
  readonly maxReads: number;
  /** Writes under way at once. */
  readonly maxWrites: number;
}

/** How waiting for a slot ended. */
export type SlotResult =
  | { readonly kind: "slot"; readonly waitedMs: number; readonly release: () => void }
  | { readonly kind: "aborted" }
  /** The service asked for a pause that is longer than the caller may wait. */
  | { readonly kind: "paused"; readonly retryAfterMs: number };

/** Why a request has to wait: the service asked for a pause, our own rate limit, or no free slot. */
export type WaitReason = "paused" | "rate_limit" | "concurrency";

/** What a caller wants from the limiter. */
export interface SlotRequest {
  readonly kind: SlotKind;
  readonly signal?: AbortSignal | undefined;
  /** Longest pause in milliseconds, asked for by the service, that is waited for. */
  readonly maxPauseMs: number;
  /** Called once when the request cannot go at once. */
  readonly onWait?: ((reason: WaitReason, waitMs: number) => void) | undefined;
}

/** Paces all requests of one host and one credential. */
export interface Limiter {
  /** Waits for a slot; `release` must be called when the body of the answer is consumed. */
  acquire(request: SlotRequest): Promise<SlotResult>;
  /** Lets no request start for this many milliseconds; a longer pause already set stays. */
  pause(durationMs: number): void;
  /** Applies the limits of one more client; the strictest of all clients hold. */
  tighten(limits: LimiterLimits): void;
}

interface Waiter extends SlotRequest {
  readonly sinceMs: number;
  readonly settle: (result: SlotResult) => void;
}

/** Makes a limiter; use `sharedLimiter` to get the one that all clients of a key share. */
export function createLimiter(clock: Clock, initial: LimiterLimits): Limiter {
  let limits = initial;
  const minute = createSlidingWindow(limits.requestsPerMinute, 60_000);
  const hour = createSlidingWindow(limits.requestsPerHour, 3_600_000);
  const queues: Record<SlotKind, Waiter[]> = { write: [], read: [] };
  const busy: Record<SlotKind, number> = { write: 0, read: 0 };
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | undefined;

  const pauseMs = (nowMs: number): number => Math.max(0, pausedUntilMs - nowMs);
  const rateMs = (nowMs: number): number => Math.max(minute.waitMs(nowMs), hour.waitMs(nowMs));
  const hasRoom = (kind: SlotKind): boolean => busy[kind] < (kind === "read" ? limits.maxReads : limits.maxWrites);

  const grant = (waiter: Waiter, nowMs: number): void => {
    minute.record(nowMs);
    hour.record(nowMs);
    busy[waiter.kind] += 1;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      busy[waiter.kind] -= 1;
      pump();
    };
    waiter.settle({ kind: "slot", waitedMs: nowMs - waiter.sinceMs, release });
  };

  const pump = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
    const nowMs = clock.monotonicMs();
    let blockedMs = Math.max(pauseMs(nowMs), rateMs(nowMs));
    for (const kind of ["write", "read"] as const) {
      while (blockedMs === 0 && hasRoom(kind) && queues[kind].length > 0) {
        grant(queues[kind].shift() as Waiter, nowMs);
        blockedMs = rateMs(nowMs);
      }
    }
    const waiting = queues.read.length + queues.write.length;
    if (waiting > 0 && blockedMs > 0) cancelTimer = clock.setTimer(Math.ceil(blockedMs), pump);
  };

  const remove = (waiter: Waiter): void => {
    queues[waiter.kind] = queues[waiter.kind].filter((other) => other !== waiter);
  };

  const announce = (waiter: Waiter): void => {
    if (!queues[waiter.kind].includes(waiter)) return;
    const nowMs = clock.monotonicMs();
    const pausedMs = pauseMs(nowMs);
    const limitedMs = rateMs(nowMs);
    if (pausedMs > 0) waiter.onWait?.("paused", pausedMs);
    else waiter.onWait?.(limitedMs > 0 ? "rate_limit" : "concurrency", limitedMs);
  };

  return {
    acquire: (request) =>
      new Promise((resolve) => {
        const nowMs = clock.monotonicMs();
        if (request.signal?.aborted) return resolve({ kind: "aborted" });
        const pausedMs = pauseMs(nowMs);
        if (pausedMs > request.maxPauseMs) return resolve({ kind: "paused", retryAfterMs: pausedMs });
        const onAbort = (): void => {
          remove(waiter);
          resolve({ kind: "aborted" });
        };
        const waiter: Waiter = {
          ...request,
          sinceMs: nowMs,
          settle: (result) => {
            request.signal?.removeEventListener("abort", onAbort);
            resolve(result);
          },
        };
        request.signal?.addEventListener("abort", onAbort, { once: true });
        queues[request.kind].push(waiter);
        pump();
        announce(waiter);
      }),
    pause: (durationMs) => {
      const nowMs = clock.monotonicMs();
      pausedUntilMs = Math.max(pausedUntilMs, nowMs + durationMs);
      const retryAfterMs = pauseMs(nowMs);
      for (const waiter of [...queues.write, ...queues.read]) {
        if (retryAfterMs <= waiter.maxPauseMs) continue;
        remove(waiter);
        waiter.settle({ kind: "paused", retryAfterMs });
      }
      pump();
    },
    tighten: (more) => {
      limits = {
        requestsPerMinute: Math.min(limits.requestsPerMinute, more.requestsPerMinute),
        requestsPerHour: Math.min(limits.requestsPerHour, more.requestsPerHour),
        maxReads: Math.min(limits.maxReads, more.maxReads),
        maxWrites: Math.min(limits.maxWrites, more.maxWrites),
      };
      minute.setLimit(limits.requestsPerMinute);
      hour.setLimit(limits.requestsPerHour);
      pump();
    },
  };
}

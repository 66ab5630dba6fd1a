import type { Clock } from "./clock.ts";
import { createSlidingWindow } from "./sliding-window.ts";
import type { SlidingWindow } from "./sliding-window.ts";

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
export function createLimiter(clock: Clock, limits: LimiterLimits): Limiter {
  return new PacedLimiter(clock, limits);
}

class PacedLimiter implements Limiter {
  readonly #clock: Clock;
  readonly #minute: SlidingWindow;
  readonly #hour: SlidingWindow;
  readonly #queues: Record<SlotKind, Waiter[]> = { write: [], read: [] };
  readonly #busy: Record<SlotKind, number> = { write: 0, read: 0 };
  #limits: LimiterLimits;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, limits: LimiterLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#minute = createSlidingWindow(limits.requestsPerMinute, 60_000);
    this.#hour = createSlidingWindow(limits.requestsPerHour, 3_600_000);
  }

  acquire(request: SlotRequest): Promise<SlotResult> {
    return new Promise((resolve) => {
      if (request.signal?.aborted) return resolve({ kind: "aborted" });
      const nowMs = this.#clock.monotonicMs();
      const pausedMs = this.#pauseMs(nowMs);
      if (pausedMs > request.maxPauseMs) return resolve({ kind: "paused", retryAfterMs: pausedMs });
      const onAbort = (): void => {
        this.#remove(waiter);
        resolve({ kind: "aborted" });
        // Sets the alarm anew: with nobody waiting it must not keep the process alive.
        this.#pump();
      };
      const waiter: Waiter = {
        ...request,
        sinceMs: nowMs,
        settle: (result) => {
          request.signal?.removeEventListener("abort", onAbort);
          resolve(result);
        },
      };
      request.signal?.addEventListener("abort", onAbort);
      this.#queues[request.kind].push(waiter);
      this.#pump();
      this.#announce(waiter);
    });
  }

  pause(durationMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + durationMs);
    const retryAfterMs = this.#pauseMs(nowMs);
    for (const waiter of [...this.#queues.write, ...this.#queues.read]) {
      if (retryAfterMs <= waiter.maxPauseMs) continue;
      this.#remove(waiter);
      waiter.settle({ kind: "paused", retryAfterMs });
    }
    this.#pump();
  }

  tighten(more: LimiterLimits): void {
    const limits = this.#limits;
    this.#limits = {
      requestsPerMinute: Math.min(limits.requestsPerMinute, more.requestsPerMinute),
      requestsPerHour: Math.min(limits.requestsPerHour, more.requestsPerHour),
      maxReads: Math.min(limits.maxReads, more.maxReads),
      maxWrites: Math.min(limits.maxWrites, more.maxWrites),
    };
    this.#minute.setLimit(this.#limits.requestsPerMinute);
    this.#hour.setLimit(this.#limits.requestsPerHour);
    this.#pump();
  }

  #pauseMs(nowMs: number): number {
    return Math.max(0, this.#pausedUntilMs - nowMs);
  }

  #rateMs(nowMs: number): number {
    return Math.max(this.#minute.waitMs(nowMs), this.#hour.waitMs(nowMs));
  }

  #hasRoom(kind: SlotKind): boolean {
    return this.#busy[kind] < (kind === "read" ? this.#limits.maxReads : this.#limits.maxWrites);
  }

  /** Lets every request go that may go now, writes first, and sets the alarm for the next one. */
  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const nowMs = this.#clock.monotonicMs();
    let blockedMs = Math.max(this.#pauseMs(nowMs), this.#rateMs(nowMs));
    for (const kind of ["write", "read"] as const) {
      while (blockedMs === 0 && this.#hasRoom(kind)) {
        const waiter = this.#queues[kind].shift();
        if (waiter === undefined) break;
        this.#grant(waiter, nowMs);
        blockedMs = this.#rateMs(nowMs);
      }
    }
    const waiting = this.#queues.read.length + this.#queues.write.length;
    if (waiting > 0 && blockedMs > 0) {
      this.#cancelTimer = this.#clock.setTimer(Math.ceil(blockedMs), () => this.#pump());
    }
  }

  #grant(waiter: Waiter, nowMs: number): void {
    this.#minute.record(nowMs);
    this.#hour.record(nowMs);
    this.#busy[waiter.kind] += 1;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      this.#busy[waiter.kind] -= 1;
      this.#pump();
    };
    waiter.settle({ kind: "slot", waitedMs: nowMs - waiter.sinceMs, release });
  }

  #remove(waiter: Waiter): void {
    this.#queues[waiter.kind] = this.#queues[waiter.kind].filter((other) => other !== waiter);
  }

  #announce(waiter: Waiter): void {
    if (!this.#queues[waiter.kind].includes(waiter)) return;
    const nowMs = this.#clock.monotonicMs();
    const pausedMs = this.#pauseMs(nowMs);
    const rateMs = this.#rateMs(nowMs);
    if (pausedMs > 0) waiter.onWait?.("paused", pausedMs);
    else waiter.onWait?.(rateMs > 0 ? "rate_limit" : "concurrency", rateMs);
  }
}

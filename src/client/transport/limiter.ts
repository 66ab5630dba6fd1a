import type { Clock } from "./clock.ts";
import { createSlidingWindow } from "./sliding-window.ts";
import type { SlidingWindow } from "./sliding-window.ts";

/** Reads and writes have separate slots, so a long list never delays a write. */
export type SlotKind = "read" | "write";

/** Upper bounds of one limiter. */
export interface LimiterLimits {
  /** Requests in any 60 seconds; the service allows 480. */
  readonly requestsPerMinute: number;
  /** Requests in any 3600 seconds; the service allows 4800. */
  readonly requestsPerHour: number;
  /** Concurrent reads. */
  readonly maxReads: number;
  /** Concurrent writes. */
  readonly maxWrites: number;
}

/** How waiting for a slot ended. */
export type SlotResult =
  | { readonly kind: "slot"; readonly waitedMs: number; readonly release: () => void }
  | { readonly kind: "aborted" }
  /** A separate limit of the service is used up for longer than the caller is willing to wait. */
  | { readonly kind: "refused"; readonly retryAfterMs: number }
  /** The ledger that grants permits to all processes of the credential is gone. */
  | { readonly kind: "lost" }
  /** The service asked for a pause that is longer than the caller is willing to wait. */
  | { readonly kind: "paused"; readonly retryAfterMs: number };

/** Why a request has to wait: the service asked for a pause, our own rate limit, or no free slot. */
export type WaitReason = "paused" | "rate_limit" | "concurrency";

/** One request's share of the requests that all processes of a credential can send together. */
export interface Permit {
  /** The request is over: no part of it reaches the service from now on. */
  end(): void;
  /** The request wasn't sent, so its permit doesn't count. */
  giveBack(): void;
}

/** Receives the result of an ask for a permit: `waits` at most once, then one of the others. */
export interface PermitAnswer {
  granted(permit: Permit): void;
  waits(waitMs: number): void;
  refused(retryAfterMs: number): void;
  lost(): void;
}

/** Requests a permit, and never answers before it returns. The returned function withdraws the request. */
export type AskPermit = (answer: PermitAnswer) => () => void;

/** A caller's request for a slot. */
export interface SlotRequest {
  readonly kind: SlotKind;
  readonly signal?: AbortSignal | undefined;
  /** Longest pause of the service, in milliseconds, that the caller waits for. */
  readonly maxPauseMs: number;
  /** Called once if the request can't start immediately. */
  readonly onWait?: ((reason: WaitReason, waitMs: number) => void) | undefined;
  /** Set if a request also needs a permit, which is asked for when nothing in this process delays the request. */
  readonly askPermit?: AskPermit | undefined;
}

/** Paces all requests of one host and one credential. */
export interface Limiter {
  /** Waits for a slot; `release` must be called after the body of the response was read. */
  acquire(request: SlotRequest): Promise<SlotResult>;
  /** Starts no request for this many milliseconds; doesn't shorten an existing pause. */
  pause(durationMs: number): void;
  /** Applies the limits of another client; the strictest of all clients apply. */
  tighten(limits: LimiterLimits): void;
}

interface Waiter extends SlotRequest {
  readonly sinceMs: number;
  readonly settle: (result: SlotResult) => void;
  permit?: Permit;
  /** Takes the ask for a permit back; set after the ask. */
  takeBack?: () => void;
}

/** Creates a limiter; use `sharedLimiter` to get the one that all clients of a key share. */
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
      const onAbort = (): void => this.#dismiss(waiter, { kind: "aborted" });
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
      if (retryAfterMs > waiter.maxPauseMs) this.#dismiss(waiter, { kind: "paused", retryAfterMs });
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

  /** How many more requests of a kind can run. */
  #room(kind: SlotKind): number {
    return Math.max(0, (kind === "read" ? this.#limits.maxReads : this.#limits.maxWrites) - this.#busy[kind]);
  }

  /** Starts every request that can start now, writes first, and sets the alarm for the next one. */
  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const nowMs = this.#clock.monotonicMs();
    let left = this.#pauseMs(nowMs) > 0 ? 0 : Math.min(this.#minute.free(nowMs), this.#hour.free(nowMs));
    for (const kind of ["write", "read"] as const) {
      // A request that waits for a permit counts for both limits, or more permits would be asked for than can be used.
      const next = this.#queues[kind].slice(0, Math.min(left, this.#room(kind)));
      left -= next.length;
      for (const waiter of next) if (this.#hasPermit(waiter)) this.#grant(waiter, nowMs);
    }
    const blockedMs = Math.max(this.#pauseMs(nowMs), this.#rateMs(nowMs));
    const waiting = this.#queues.read.length + this.#queues.write.length;
    if (waiting > 0 && blockedMs > 0) {
      this.#cancelTimer = this.#clock.setTimer(Math.ceil(blockedMs), () => this.#pump());
    }
  }

  /** Whether a request needs no permit or has one; asks for it the first time. */
  #hasPermit(waiter: Waiter): boolean {
    if (waiter.askPermit === undefined || waiter.permit !== undefined) return true;
    waiter.takeBack ??= waiter.askPermit({
      granted: (permit) => {
        waiter.permit = permit;
        this.#pump();
      },
      waits: (waitMs) => waiter.onWait?.("rate_limit", waitMs),
      refused: (retryAfterMs) => this.#dismiss(waiter, { kind: "refused", retryAfterMs }),
      lost: () => this.#dismiss(waiter, { kind: "lost" }),
    });
    return false;
  }

  #grant(waiter: Waiter, nowMs: number): void {
    this.#remove(waiter);
    this.#minute.record(nowMs);
    this.#hour.record(nowMs);
    this.#busy[waiter.kind] += 1;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      this.#busy[waiter.kind] -= 1;
      waiter.permit?.end();
      this.#pump();
    };
    waiter.settle({ kind: "slot", waitedMs: nowMs - waiter.sinceMs, release });
  }

  /** Rejects a request that hasn't started. */
  #dismiss(waiter: Waiter, result: SlotResult): void {
    this.#remove(waiter);
    if (waiter.permit === undefined) waiter.takeBack?.();
    else waiter.permit.giveBack();
    waiter.settle(result);
    // Sets the alarm again: without waiting requests, it must not keep the process alive.
    this.#pump();
  }

  #remove(waiter: Waiter): void {
    const queue = this.#queues[waiter.kind];
    const index = queue.indexOf(waiter);
    if (index !== -1) queue.splice(index, 1);
  }

  #announce(waiter: Waiter): void {
    // The ledger itself reports how long a permit takes.
    if (waiter.takeBack !== undefined || !this.#queues[waiter.kind].includes(waiter)) return;
    const nowMs = this.#clock.monotonicMs();
    const pausedMs = this.#pauseMs(nowMs);
    const rateMs = this.#rateMs(nowMs);
    if (pausedMs > 0) waiter.onWait?.("paused", pausedMs);
    else waiter.onWait?.(rateMs > 0 ? "rate_limit" : "concurrency", rateMs);
  }
}

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
  /** What the service counts by itself is used up for longer than the caller may wait. */
  | { readonly kind: "refused"; readonly retryAfterMs: number }
  /** Whoever hands out permits for all processes of the credential is gone. */
  | { readonly kind: "lost" }
  /** The service asked for a pause that is longer than the caller may wait. */
  | { readonly kind: "paused"; readonly retryAfterMs: number };

/** Why a request has to wait: the service asked for a pause, our own rate limit, or no free slot. */
export type WaitReason = "paused" | "rate_limit" | "concurrency";

/** One request's share of what all processes of a credential may send together. */
export interface Permit {
  /** The request is over: nothing of it reaches the service any more. */
  end(): void;
  /** The request was not sent, so that its permit counts for nothing. */
  giveBack(): void;
}

/** Learns what became of an ask for a permit; `waits` at most once, then one of the others. */
export interface PermitAnswer {
  granted(permit: Permit): void;
  waits(waitMs: number): void;
  refused(retryAfterMs: number): void;
  lost(): void;
}

/** Asks for a permit, and never answers before it returns; what it returns takes the ask back. */
export type AskPermit = (answer: PermitAnswer) => () => void;

/** What a caller wants from the limiter. */
export interface SlotRequest {
  readonly kind: SlotKind;
  readonly signal?: AbortSignal | undefined;
  /** Longest pause in milliseconds, asked for by the service, that is waited for. */
  readonly maxPauseMs: number;
  /** Called once when the request cannot go at once. */
  readonly onWait?: ((reason: WaitReason, waitMs: number) => void) | undefined;
  /** Where a request needs a permit as well; it is asked for when nothing in this process holds the request up. */
  readonly askPermit?: AskPermit | undefined;
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
  permit?: Permit;
  /** Takes the ask for a permit back; set once it was made. */
  takeBack?: () => void;
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

  /** How many more requests of a kind may be under way. */
  #room(kind: SlotKind): number {
    return Math.max(0, (kind === "read" ? this.#limits.maxReads : this.#limits.maxWrites) - this.#busy[kind]);
  }

  /** Lets every request go that may go now, writes first, and sets the alarm for the next one. */
  #pump(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const nowMs = this.#clock.monotonicMs();
    let left = this.#pauseMs(nowMs) > 0 ? 0 : Math.min(this.#minute.free(nowMs), this.#hour.free(nowMs));
    for (const kind of ["write", "read"] as const) {
      // Who waits for a permit keeps a place in both limits, or more permits would be asked for than can be used.
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

  /** Sends a request away that was not let go. */
  #dismiss(waiter: Waiter, result: SlotResult): void {
    this.#remove(waiter);
    if (waiter.permit === undefined) waiter.takeBack?.();
    else waiter.permit.giveBack();
    waiter.settle(result);
    // Sets the alarm anew: with nobody waiting it must not keep the process alive.
    this.#pump();
  }

  #remove(waiter: Waiter): void {
    const queue = this.#queues[waiter.kind];
    const index = queue.indexOf(waiter);
    if (index !== -1) queue.splice(index, 1);
  }

  #announce(waiter: Waiter): void {
    // Whoever hands out permits says for itself how long that takes.
    if (waiter.takeBack !== undefined || !this.#queues[waiter.kind].includes(waiter)) return;
    const nowMs = this.#clock.monotonicMs();
    const pausedMs = this.#pauseMs(nowMs);
    const rateMs = this.#rateMs(nowMs);
    if (pausedMs > 0) waiter.onWait?.("paused", pausedMs);
    else waiter.onWait?.(rateMs > 0 ? "rate_limit" : "concurrency", rateMs);
  }
}

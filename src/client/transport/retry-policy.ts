import type { TransportPhase } from "./errors.ts";
import type { Random } from "./clock.ts";

/** The methods the client sends. */
export type Method = "GET" | "HEAD" | "PUT" | "DELETE" | "POST" | "PATCH";

/** How one attempt ended, as far as the policy depends on it. */
export type Outcome =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly retryAfterMs: number | undefined;
      /** The service itself refused before it did anything: see `TransportOptions.isOwnThrottle`. */
      readonly isOwnThrottle: boolean;
    }
  | { readonly kind: "loss"; readonly phase: TransportPhase; readonly isPermanent: boolean };

/** What to do after an attempt; `minimumMs` is set if the service asked for a wait. */
export type Decision =
  | { readonly again: false }
  | { readonly again: true; readonly minimumMs: number | undefined; readonly maxAttempts: number };

const STOP: Decision = { again: false };
const MAX_ATTEMPTS_LOSS = 5;
const MAX_ATTEMPTS_REFUSED = 10;
const MAX_ATTEMPTS_SERVER_ERROR = 3;

/** Whether a method only reads. */
export function isRead(method: Method): boolean {
  return method === "GET" || method === "HEAD";
}

/** The method that decides about repeating a request: a request that only reads is as harmless as GET, whatever its method. */
export function judgedMethod(request: { readonly method: Method; readonly readsOnly?: boolean | undefined }): Method {
  return request.readsOnly === true ? "GET" : request.method;
}

/** Whether sending the same request twice has the same effect as sending it once. */
function isRepeatable(method: Method): boolean {
  return method !== "POST" && method !== "PATCH";
}

/**
 * Decides whether the same request is sent again.
 *
 * | ending | GET, HEAD | PUT, DELETE | POST, PATCH |
 * |---|---|---|---|
 * | nothing was sent | again | again | again |
 * | lost after sending, timeout | again | again | stop |
 * | 429 in the service's own form | again | again | again |
 * | any other 429 | again | again | stop |
 * | 502, 503, 504, with or without Retry-After | again | again | stop |
 * | 500 | again, at most twice | stop | stop |
 *
 * A gateway that returns 429 or 503 instead of the service might have passed the request on before. Such a write is never
 * sent again here: the caller looks for its effect.
 */
export function decide(method: Method, outcome: Outcome): Decision {
  if (outcome.kind === "loss") {
    if (outcome.isPermanent) return STOP;
    const unsent = outcome.phase === "connect" || outcome.phase === "queue";
    return unsent || isRepeatable(method) ? again(undefined, MAX_ATTEMPTS_LOSS) : STOP;
  }
  const { status, retryAfterMs, isOwnThrottle } = outcome;
  if (status === 429) {
    return isOwnThrottle || isRepeatable(method) ? again(retryAfterMs, MAX_ATTEMPTS_REFUSED) : STOP;
  }
  if (status === 503 && retryAfterMs !== undefined && isRepeatable(method)) {
    return again(retryAfterMs, MAX_ATTEMPTS_REFUSED);
  }
  if (status === 502 || status === 503 || status === 504) {
    return isRepeatable(method) ? again(undefined, MAX_ATTEMPTS_LOSS) : STOP;
  }
  if (status === 500 && isRead(method)) return again(undefined, MAX_ATTEMPTS_SERVER_ERROR);
  return STOP;
}

/**
 * Whether a write might have been carried out although it ended like this.
 *
 * @returns always `false` for reads
 */
export function mayHaveBeenApplied(method: Method, outcome: Outcome): boolean {
  if (isRead(method)) return false;
  if (outcome.kind === "loss") return outcome.phase !== "connect" && outcome.phase !== "queue";
  if (outcome.status === 429) return !outcome.isOwnThrottle;
  return outcome.status >= 500 || outcome.status === 303 || outcome.status === 408;
}

function again(minimumMs: number | undefined, maxAttempts: number): Decision {
  return { again: true, minimumMs, maxAttempts };
}

const BASE_MS = 250;
const MAX_MS = 20_000;

/**
 * The wait before the next attempt if the service named none: exponential with full jitter.
 *
 * @param attempt - attempts so far, from 1
 * @returns milliseconds, 0 to 20 000
 */
export function backoffMs(attempt: number, random: Random): number {
  const ceilingMs = Math.min(MAX_MS, BASE_MS * 2 ** Math.min(attempt - 1, 30));
  return Math.floor(random() * ceilingMs);
}

/**
 * Reads a `Retry-After` header: whole seconds or an HTTP date.
 *
 * @param nowMs - wall-clock time in milliseconds, for dates; a date in the past gives 0
 * @returns milliseconds to wait, or `undefined` if the header is absent or unreadable
 * @source RFC 9110 section 10.2.3
 */
export function retryAfterMsFrom(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse itself would accept "5.5" or "-3" as a date.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

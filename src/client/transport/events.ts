/** What happened to a request. */
export type TransportEventType = "request" | "response" | "failure" | "wait" | "redirect";

/**
 * One thing that happened on the wire; always has every key, `null` where one does not apply.
 *
 * Header and body contents are never part of it. All texts are redacted.
 */
export interface TransportEvent {
  readonly type: TransportEventType;
  /** When it happened, ISO 8601 in UTC. */
  readonly at: string;
  /** Number of the call within its client, from 1; the attempts of one call share it. */
  readonly call: number;
  /** Attempt within the call, from 1; 0 while the first still waits for its turn. */
  readonly attempt: number;
  readonly method: string;
  readonly origin: string;
  /** The path template. */
  readonly route: string;
  /** The filled path with its query. */
  readonly path: string;
  readonly status: number | null;
  /** Milliseconds from the start of the attempt. */
  readonly durationMs: number | null;
  /** Milliseconds that the call is going to wait (`wait` only). */
  readonly waitMs: number | null;
  /** Why: an error code, or `retry_after`, `backoff`, `rate_limit`. */
  readonly reason: string | null;
  readonly requestId: string | null;
  /** Size of the sent body (`request`) or of the received one (`response`), in bytes. */
  readonly bodyBytes: number | null;
}

/** Receives events; what it throws is ignored, so that watching never changes a request. */
export type OnEvent = (event: TransportEvent) => void;

/** What happened to a request. */
export type TransportEventType = "request" | "response" | "failure" | "wait" | "redirect";

/**
 * Something that happened to a request; always has every key, with `null` for those that don't apply.
 *
 * It never contains headers or bodies. All strings are redacted.
 */
export interface TransportEvent {
  readonly type: TransportEventType;
  /** When it happened, ISO 8601 in UTC. */
  readonly at: string;
  /** Number of the call within its client, from 1; the attempts of one call share it. */
  readonly call: number;
  /** Attempt in the call, from 1; 0 while the first one still waits for its turn. */
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
  /** Milliseconds that the call will wait (only `wait`). */
  readonly waitMs: number | null;
  /** Why: an error code, or `retry_after`, `backoff`, `rate_limit`. */
  readonly reason: string | null;
  readonly requestId: string | null;
  /** Size of the sent body (`request`) or of the received one (`response`), in bytes. */
  readonly bodyBytes: number | null;
}

/** Receives events. Errors that it throws are ignored, so a listener never changes a request. */
export type OnEvent = (event: TransportEvent) => void;

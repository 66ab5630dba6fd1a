import type { Dispatcher } from "undici";
import type { Clock } from "./clock.ts";
import type { TransportPhase } from "./errors.ts";
import type { Method } from "./retry-policy.ts";

/** One request as it goes on the wire. */
export interface ExchangeRequest {
  readonly origin: string;
  readonly method: Method;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds for the whole attempt: connecting, sending, and the last byte of the body. */
  readonly timeoutMs: number;
  /** Largest accepted answer in bytes. */
  readonly maxBodyBytes: number;
}

/** A complete answer. */
export interface ExchangeAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** Lower-case names; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Why an attempt has no complete answer. */
export type LossCode = "connect_failed" | "connection_lost" | "timeout" | "aborted" | "response_too_large";

/** An attempt without a complete answer. */
export interface ExchangeLoss {
  readonly kind: "loss";
  readonly code: LossCode;
  /** Where it stopped; after `connect` the request may have reached the service. */
  readonly phase: TransportPhase;
  /** Another attempt cannot end differently: a bad certificate, an answer that is too large, an aborted call. */
  readonly isPermanent: boolean;
  readonly cause: unknown;
}

const SEND_ERROR_CODES = new Set(["EPIPE", "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH"]);

/**
 * Sends one request once and reads the whole answer.
 *
 * The invariant: the promise settles exactly once, and when it settles nothing of the request goes on. A request that
 * was given up before its connection was there is never written; one that undici would write a second time is stopped.
 */
export function exchange(
  dispatcher: Dispatcher,
  clock: Clock,
  request: ExchangeRequest,
): Promise<ExchangeAnswer | ExchangeLoss> {
  return new Promise((resolve) => {
    let phase: TransportPhase = "connect";
    let controller: Dispatcher.DispatchController | undefined;
    let isSettled = false;
    let status = 0;
    let headers: Record<string, string> = {};
    let bodyBytes = 0;
    const chunks: Buffer[] = [];

    const settle = (result: ExchangeAnswer | ExchangeLoss): void => {
      if (isSettled) return;
      isSettled = true;
      cancelTimeout();
      request.signal?.removeEventListener("abort", onAbort);
      resolve(result);
      if (result.kind === "loss") controller?.abort(new Error("given up"));
    };
    const lose = (code: LossCode, cause: unknown, isPermanent: boolean): void =>
      settle({ kind: "loss", code, phase, isPermanent, cause });
    const onAbort = (): void => lose("aborted", request.signal?.reason, true);
    const cancelTimeout = clock.setTimer(request.timeoutMs, () => lose("timeout", undefined, false));
    const failFrom = (error: unknown): void => {
      if (phase === "connect") return lose("connect_failed", error, isPermanentConnectError(error));
      if (phase === "headers" && SEND_ERROR_CODES.has(codeOf(error))) phase = "send";
      lose("connection_lost", error, false);
    };
    const tooLarge = (): void => lose("response_too_large", undefined, true);

    if (request.signal?.aborted) return onAbort();
    request.signal?.addEventListener("abort", onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        if (isSettled) return started.abort(new Error("given up"));
        controller = started;
        if (phase !== "connect") return lose("connection_lost", new Error("the connection was lost while sending"), false);
        phase = "headers";
      },
      onResponseStart: (_controller, statusCode, received) => {
        if (statusCode < 200) return;
        phase = "body";
        status = statusCode;
        headers = plainHeaders(received);
        if (Number(headers["content-length"] ?? 0) > request.maxBodyBytes) tooLarge();
      },
      onResponseData: (_controller, chunk) => {
        bodyBytes += chunk.length;
        if (bodyBytes > request.maxBodyBytes) return tooLarge();
        chunks.push(chunk);
      },
      onResponseEnd: () => settle({ kind: "answer", status, headers, body: Buffer.concat(chunks) }),
      onResponseError: (_controller, error) => failFrom(error),
    };
    try {
      dispatcher.dispatch(dispatchOptions(request), handler);
    } catch (error) {
      failFrom(error);
    }
  });
}

function dispatchOptions(request: ExchangeRequest): Dispatcher.DispatchOptions {
  return {
    origin: request.origin,
    method: request.method,
    path: request.path,
    headers: { ...request.headers },
    body: request.body ?? null,
    // The attempt's own timer covers these; two clocks would race.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

function plainHeaders(received: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : "";
}

/** TLS trust problems and refused arguments stay as they are however often one tries. */
function isPermanentConnectError(error: unknown): boolean {
  const code = codeOf(error);
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|UND_ERR_INVALID_ARG|UND_ERR_CLOSED|UND_ERR_DESTROYED/.test(code);
}

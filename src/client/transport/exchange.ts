import type { Dispatcher } from "undici";
import type { Sockets } from "./dispatcher.ts";
import type { Clock } from "./clock.ts";
import type { TransportPhase } from "./errors.ts";
import type { Method } from "./retry-policy.ts";

/** One request as it is sent. */
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
  /** Largest accepted response in bytes. */
  readonly maxBodyBytes: number;
}

/** A complete response. */
export interface ExchangeAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** Lower-case names; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Why an attempt has no complete response. */
export type LossCode = "connect_failed" | "connection_lost" | "timeout" | "aborted" | "response_too_large";

/** An attempt without a complete response. */
export interface ExchangeLoss {
  readonly kind: "loss";
  readonly code: LossCode;
  /** Where it stopped; after `connect`, the request might have reached the service. */
  readonly phase: TransportPhase;
  /** Another attempt would end the same way: a bad certificate, too large a response, an aborted call. */
  readonly isPermanent: boolean;
  readonly cause: unknown;
}

type RawHeaders = Record<string, string | string[] | undefined>;

const SEND_ERROR_CODES = new Set(["EPIPE", "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH"]);

/**
 * Sends one request once and reads the whole response.
 *
 * The invariant: the promise settles exactly once, and then no part of the request is still running. A request that was
 * given up before it had a connection is never written. A request that undici would write a second time is stopped.
 */
export function exchange(
  sockets: Sockets,
  clock: Clock,
  request: ExchangeRequest,
): Promise<ExchangeAnswer | ExchangeLoss> {
  return new Promise((resolve) => new Exchange(request, resolve).start(sockets, clock));
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: ExchangeRequest;
  readonly #resolve: (result: ExchangeAnswer | ExchangeLoss) => void;
  readonly #chunks: Buffer[] = [];
  #phase: TransportPhase = "connect";
  #controller: Dispatcher.DispatchController | undefined;
  #cancelTimeout: (() => void) | undefined;
  #isSettled = false;
  #status = 0;
  #headers: Record<string, string> = {};
  #bodyBytes = 0;

  constructor(request: ExchangeRequest, resolve: (result: ExchangeAnswer | ExchangeLoss) => void) {
    this.#request = request;
    this.#resolve = resolve;
  }

  start(sockets: Sockets, clock: Clock): void {
    const { signal, timeoutMs } = this.#request;
    if (signal?.aborted) return this.#onAbort();
    signal?.addEventListener("abort", this.#onAbort);
    this.#cancelTimeout = clock.setTimer(timeoutMs, () => this.#lose("timeout", undefined, false));
    sockets.dispatch(dispatchOptions(this.#request), this, (error) => this.#fail(error));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isSettled) return controller.abort(new Error("given up"));
    this.#controller = controller;
    if (this.#phase !== "connect") return this.#lose("connection_lost", new Error("lost while sending"), false);
    this.#phase = "headers";
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: RawHeaders): void {
    if (status < 200) return;
    this.#phase = "body";
    this.#status = status;
    this.#headers = plainHeaders(headers);
    if (Number(this.#headers["content-length"] ?? 0) > this.#request.maxBodyBytes) this.#refuseSize();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes > this.#request.maxBodyBytes) return this.#refuseSize();
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle({
      kind: "answer",
      status: this.#status,
      headers: this.#headers,
      body: Buffer.concat(this.#chunks),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  readonly #onAbort = (): void => this.#lose("aborted", this.#request.signal?.reason, true);

  #refuseSize(): void {
    this.#lose("response_too_large", undefined, true);
  }

  #fail(error: unknown): void {
    if (this.#phase === "connect") return this.#lose("connect_failed", error, isPermanentConnectError(error));
    if (this.#phase === "headers" && SEND_ERROR_CODES.has(codeOf(error))) this.#phase = "send";
    this.#lose("connection_lost", error, false);
  }

  #lose(code: LossCode, cause: unknown, isPermanent: boolean): void {
    this.#settle({ kind: "loss", code, phase: this.#phase, isPermanent, cause });
  }

  #settle(result: ExchangeAnswer | ExchangeLoss): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#cancelTimeout?.();
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
    this.#resolve(result);
    if (result.kind === "loss") this.#controller?.abort(new Error("given up"));
  }
}

function dispatchOptions(request: ExchangeRequest): Dispatcher.DispatchOptions {
  return {
    origin: request.origin,
    method: request.method,
    path: request.path,
    headers: { ...request.headers },
    body: request.body ?? null,
    // The attempt's own timer covers these; two timers would race.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

function plainHeaders(received: RawHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  }
  return plain;
}

function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

/** TLS trust problems and refused arguments don't change with another attempt. */
function isPermanentConnectError(error: unknown): boolean {
  const code = codeOf(error);
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|UND_ERR_INVALID_ARG|UND_ERR_CLOSED|UND_ERR_DESTROYED/.test(
    code,
  );
}

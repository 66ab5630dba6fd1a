import type { TransportRequest } from "./contract.ts";
import { TransportError, type TransportErrorParts } from "./errors.ts";
import type { ExchangeLoss, LossCode } from "./exchange.ts";
import type { Redactor } from "./redact.ts";
import { isRead, judgedMethod } from "./retry-policy.ts";

/** The state of a call, for its errors. */
export interface LossState {
  readonly request: TransportRequest;
  readonly attempts: number;
  readonly mayHaveBeenApplied: boolean;
}

/** The parts of the client that the texts use. */
export interface LossContext {
  readonly host: { readonly origin: string };
  readonly redactor: Redactor;
  readonly requestTimeoutMs: number;
  readonly maxBodyBytes: number;
}

/** The error for a call whose last attempt got no complete response. */
export function lossError(state: LossState, loss: ExchangeLoss, context: LossContext): TransportError {
  const { request, attempts } = state;
  const words = [
    `${LOSS_WORDS[loss.code](context, loss)} (${whatOf(request, context.redactor)}, ${attemptsText(attempts)}).`,
    doubtText(state),
    state.mayHaveBeenApplied ? "" : NEXT_STEPS[loss.code],
  ];
  return new TransportError({
    code: loss.code,
    message: words.filter((word) => word !== "").join(" "),
    phase: loss.phase,
    requestMayHaveBeenApplied: state.mayHaveBeenApplied,
    method: request.method,
    route: request.route,
    attempts,
    retryable: !loss.isPermanent,
    cause: loss.cause === undefined ? undefined : context.redactor.cause(loss.cause),
  });
}

/** The error for a call whose signal aborted before anything was sent. */
export function queueAbortError(state: LossState, redactor: Redactor): TransportError {
  const { request, attempts } = state;
  const message = `The request was stopped before it was sent${attempts > 0 ? " again" : ""} (${whatOf(request, redactor)}). ${doubtText(state)}`;
  return queueError(state, {
    code: "aborted",
    message: message.trimEnd(),
    cause: redactor.cause(request.signal?.reason),
  });
}

/** The error for a call that would have to wait longer than its budget because the key is throttled. */
export function pauseError(state: LossState, retryAfterMs: number, redactor: Redactor): TransportError {
  return queueError(state, {
    code: "rate_limit_pause",
    message:
      `The service asked this API key to pause for ${Math.ceil(retryAfterMs / 1000)} more seconds, which is longer than the retry budget. ` +
      `${whatOf(state.request, redactor)} wasn't sent. Run again after that time, or raise the retry budget (retryBudgetSeconds).`,
    retryable: true,
    retryAfterMs,
  });
}

/** The error for a call if the service's separate limit has no room for longer than the call is willing to wait. */
export function separateLimitError(state: LossState, retryAfterMs: number, redactor: Redactor): TransportError {
  const { separateLimit } = state.request;
  return queueError(state, {
    code: "budget_used_up",
    message:
      `The fleet's budget has no room for ${separateLimit?.kind ?? "it"} of ${separateLimit?.of ?? "this key"} for ${Math.ceil(retryAfterMs / 1000)} more seconds. ` +
      `${whatOf(state.request, redactor)} wasn't sent. ${doubtText(state)}`.trimEnd() +
      " Run the fleet again after that time.",
    retryable: true,
    retryAfterMs,
  });
}

/** The error for a call that wasn't sent because the fleet that started this process has ended. */
export function ledgerLostError(state: LossState, redactor: Redactor): TransportError {
  const { request, attempts } = state;
  return queueError(state, {
    code: "budget_lost",
    message:
      `The fleet that started this program has ended, so nothing keeps its requests within the limits of the service. ` +
      `${whatOf(request, redactor)} wasn't sent${attempts > 0 ? " again" : ""}. ${doubtText(state)}`.trimEnd() +
      " Run `orgform fleet resume`, which continues from its record.",
  });
}

/** The error for a call on a closed client. */
export function closedError(request: TransportRequest, redactor: Redactor): TransportError {
  const message = `The client is closed, so ${whatOf(request, redactor)} wasn't sent. Create a new client.`;
  return queueError({ request, attempts: 0, mayHaveBeenApplied: false }, { code: "client_closed", message });
}

type QueueParts = Pick<TransportErrorParts, "code" | "message" | "cause" | "retryable" | "retryAfterMs">;

/** The error for a call that was waiting for its turn: nothing was sent. */
function queueError({ request, attempts, mayHaveBeenApplied }: LossState, parts: QueueParts): TransportError {
  const { method, route } = request;
  return new TransportError({
    ...parts,
    phase: "queue",
    requestMayHaveBeenApplied: mayHaveBeenApplied,
    method,
    route,
    attempts,
  });
}

const NEXT_STEPS: Record<LossCode, string> = {
  connect_failed: "Check the host setting, name resolution, the proxy, and the certificate of the host.",
  connection_lost: "Run again.",
  timeout: "Run again, or raise the time limit of a request (requestTimeoutSeconds).",
  aborted: "Run again.",
  response_too_large: "Check that the host setting names the service's API.",
};

const LOSS_WORDS: Record<LossCode, (context: LossContext, loss: ExchangeLoss) => string> = {
  connect_failed: ({ host, redactor }, { cause }) =>
    redactor.text(`Couldn't connect to ${host.origin}: ${causeText(redactor, cause)}`),
  connection_lost: ({ host, redactor }, { phase, cause }) =>
    redactor.text(`The connection to ${host.origin} was lost ${whenOf(phase)}: ${causeText(redactor, cause)}`),
  timeout: ({ host, requestTimeoutMs }, { phase }) =>
    `${host.origin} sent no complete response within ${requestTimeoutMs} ms (stopped in phase ${phase})`,
  aborted: (_context, { phase }) => `The request was interrupted ${whenOf(phase)}`,
  response_too_large: ({ maxBodyBytes }) => `The response is larger than the accepted ${maxBodyBytes} bytes`,
};

function whenOf(phase: ExchangeLoss["phase"]): string {
  return phase === "body" ? "in the middle of the response" : "before a response arrived";
}

function causeText(redactor: Redactor, cause: unknown): string {
  const { message, code } = redactor.cause(cause);
  const words = message.replace(/\s+/g, " ").trim().slice(0, 300);
  return words === "" ? (code ?? "no reason given") : words;
}

/** The request as the service's own refusals name it: with its IDs, without a query. */
function whatOf({ method, path }: TransportRequest, redactor: Redactor): string {
  return redactor.text(`${method} ${path.split("?")[0] ?? ""}`);
}

function attemptsText(attempts: number): string {
  return attempts === 1 ? "1 attempt" : `${attempts} attempts`;
}

function doubtText({ request, mayHaveBeenApplied }: LossState): string {
  if (isRead(judgedMethod(request))) return "";
  return mayHaveBeenApplied ? "The change may have been made. Check before you repeat it." : "Nothing was changed.";
}

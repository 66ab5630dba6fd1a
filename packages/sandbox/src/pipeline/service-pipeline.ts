import { REFUSAL_REASON } from "../coverage.ts";
import { findAnswerFault } from "../wire/check-response.ts";
import { authenticate } from "./authenticate.ts";
import { csvAnswer, wantsCsv } from "./csv.ts";
import type { Answer, Exchange, Operation } from "./exchange.ts";
import { answerIn, operationIn } from "./route.ts";
import { pathText } from "./request-path.ts";
import { checkScope, refuseAgent, refuseUndeclared } from "./permission.ts";
import { ServiceError, methodNotAllowed, notFound, sandboxError, serverFailure, throttled } from "./service-error.ts";

/**
 * The steps of a request, in this order; the first step that throws ends it. Faults aren't in the list: they act around
 * it, before or after.
 * @source live service 2025-08: unknown paths need no key (11:507), permission comes before throttling (12:6-8),
 * bodies are read last (11:506)
 */
const STEPS: readonly ((exchange: Exchange) => void)[] = [
  findOperation,
  authenticateUnlessPublic,
  checkPermission,
  limitRate,
  negotiateFormat,
  act,
  checkAnswer,
];

const READ_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Runs the pipeline for one request and always returns a response. */
export function answerRequest(exchange: Exchange): Answer {
  const { store } = exchange.world;
  const isWrite = !READ_METHODS.has(exchange.request.method);
  try {
    store.transaction(() => runSteps(exchange), isWrite);
  } catch (error) {
    exchange.answer = answerFromError(error);
  }
  const answer = exchange.answer ?? answerFromError(serverFailure());
  return withRouteHeaders(exchange, wantsCsv(exchange) ? csvAnswer(exchange, answer) : answer);
}

/** A refusal is a response like any other: earlier records, such as the use of a key, stay. */
function runSteps(exchange: Exchange): void {
  try {
    for (const step of STEPS) step(exchange);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    exchange.answer = answerFromError(error);
  }
}

function findOperation(exchange: Exchange): void {
  const { match, request } = exchange;
  if (match.kind === "unknown") throw notFound("Endpoint not found.");
  if (match.kind === "refused") {
    const detail = `The sandbox doesn't support ${request.method} ${match.template}. ${REFUSAL_REASON}`;
    throw sandboxError(501, "not_implemented", detail);
  }
}

function operationOf(exchange: Exchange): Operation | undefined {
  const method = exchange.request.method === "HEAD" ? "GET" : exchange.request.method;
  return operationIn(exchange.match.route, method, exchange.world.dialect);
}

function authenticateUnlessPublic(exchange: Exchange): void {
  if (operationOf(exchange)?.scope !== "public") authenticate(exchange);
}

/**
 * For a scoped key, the check for a declared scope comes before the check of the method; the parent of the path is
 * looked up in between.
 * @source live notes on persons and events, 1.4
 */
function checkPermission(exchange: Exchange): void {
  if (exchange.request.method === "OPTIONS" || exchange.key === undefined) return;
  const operation = operationOf(exchange);
  const declared = operation?.scope ?? exchange.match.route?.scopeOfOthers ?? "no scoped key";
  const scope = typeof declared === "function" ? declared(exchange) : declared;
  refuseUndeclared(exchange, exchange.key, scope);
  operation?.locate?.(exchange);
  checkScope(exchange.key, scope);
  if (operation === undefined) throw methodNotAllowed(exchange.request.method);
  operation.authorize(exchange);
  refuseAgent(exchange, scope);
}

function limitRate(exchange: Exchange): void {
  const { world, key } = exchange;
  const { rateLimit, rateLimitScale } = world.settings();
  if (key === undefined || !rateLimit) return;
  const limits = exchange.match.route?.limits;
  const waitSeconds = world.limiter.take(key.id, world.clock.nowMs(), { limits, scale: rateLimitScale });
  if (waitSeconds !== undefined) throw throttled(waitSeconds);
}

/** A `?format=` that the route doesn't have gives 404. @source first recording, "list csv" */
function negotiateFormat(exchange: Exchange): void {
  const format = exchange.query.get("format");
  if (format !== null && format !== "json" && !wantsCsv(exchange)) throw notFound();
}

function act(exchange: Exchange): void {
  const route = exchange.match.route;
  if (exchange.request.method === "OPTIONS") {
    exchange.answer = { status: 200, headers: {}, body: metadataOf(route?.title ?? "") };
    return;
  }
  exchange.answer = operationOf(exchange)?.handle(exchange);
}

/** @source live service 2025-08, first recording "options" and flow 11:510 */
function metadataOf(name: string): unknown {
  const parses = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];
  return { name, description: "", renders: ["application/json"], parses };
}

function checkAnswer(exchange: Exchange): void {
  const operation = operationOf(exchange);
  if (operation === undefined) return;
  const { dialect } = exchange.world;
  const fault = findAnswerFault(answerIn(operation, dialect), exchange.answer?.body, dialect);
  if (fault === undefined) return;
  const where = `${exchange.request.method} ${exchange.match.template}`;
  throw sandboxError(500, "answer_departs_from_description", `${where}: ${fault}.`);
}

function answerFromError(error: unknown): Answer {
  if (!(error instanceof ServiceError)) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { status: 500, headers: {}, body: { type: "sandbox_error", code: "defect", detail, attr: null } };
  }
  const { type, code, attr, message } = error;
  return { status: error.status, headers: error.headers, body: { type, code, detail: message, attr } };
}

/** Minimum size of a compressed response, in bytes. @source live service 2025-08, flows 10:4-5 and 11:792 */
const COMPRESSED_FROM = 200;

function withRouteHeaders(exchange: Exchange, answer: Answer): Answer {
  const allow = exchange.match.route?.allow ?? "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS";
  const headers = { Allow: allow, Vary: varyOf(exchange, answer), ...exchange.pathHeaders, ...answer.headers };
  // An empty header means that the response leaves it out.
  return { ...answer, headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== "")) };
}

function varyOf({ match, request }: Exchange, { body, text }: Answer): string {
  const vary = match.route?.vary ?? "origin";
  if (request.method !== "GET" || match.route?.compressible?.(pathText(request.url)) !== true) return vary;
  const length = (text ?? JSON.stringify(body) ?? "").length;
  return length < COMPRESSED_FROM ? vary : `${vary}, Accept-Encoding`;
}

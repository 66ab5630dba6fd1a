import type { Answer, Exchange } from "../pipeline/exchange.ts";
import type { Page } from "../pipeline/page.ts";
import { throttled } from "../pipeline/service-error.ts";
import { answerRequest } from "../pipeline/service-pipeline.ts";
import { isDictionary } from "../wire/read-value.ts";
import type { ActiveFault } from "./fault-board.ts";

/** What is sent over the socket: a response, a delayed one, a truncated one, or only a reset. */
export type Delivery = {
  readonly answer: Answer | undefined;
  /** Milliseconds to hold the finished response. */
  readonly holdMs?: number;
  /** Announces the whole body, sends half of it, then cuts the connection. */
  readonly truncated?: boolean;
};

const HTML = "<!doctype html><html><body><h1>Something else answered</h1></body></html>";

/** Runs a request with a fault, or normally without one. The caller handles delays before the request is applied. */
export function deliver(exchange: Exchange, fault: ActiveFault | undefined): Delivery {
  if (fault === undefined) return { answer: answerRequest(exchange) };
  switch (fault.kind) {
    case "delay":
      return { answer: answerRequest(exchange) };
    case "status":
      return { answer: statusAnswer(fault) };
    case "status-after":
      answerRequest(exchange);
      return { answer: statusAnswer(fault) };
    case "delay-after":
      return { answer: answerRequest(exchange), holdMs: fault.delayMs ?? 0 };
    case "reset-before":
      return { answer: undefined };
    case "reset-after":
      answerRequest(exchange);
      return { answer: undefined };
    case "truncate":
      return { answer: answerRequest(exchange), truncated: true };
    case "wrong-content-type":
      return { answer: textAnswer(fault.status ?? 200, fault.contentType ?? "text/html; charset=utf-8", HTML) };
    case "not-json":
      return { answer: textAnswer(fault.status ?? 200, "application/json", '{"results": [') };
    case "rate-limited":
      return { answer: throttledAnswer(exchange, fault) };
    case "redirect":
      return { answer: { status: fault.status ?? 302, headers: { Location: fault.location ?? "/moved/" } } };
    case "stale":
      return { answer: exchange.world.store.beforeLastWrite(() => answerRequest(exchange)) };
    default:
      return { answer: bendPage(exchange, fault) };
  }
}

function statusAnswer(fault: ActiveFault): Answer {
  const status = fault.status ?? 500;
  const headers = {
    ...fault.headers,
    ...(fault.contentType === undefined ? {} : { "Content-Type": fault.contentType }),
  };
  if (typeof fault.body === "string") return { status, headers, text: fault.body };
  const detail = "A server error occurred.";
  const body = fault.body === undefined ? { type: "server_error", code: "error", detail, attr: null } : fault.body;
  return status === 204 ? { status, headers } : { status, headers, body };
}

function textAnswer(status: number, contentType: string, text: string): Answer {
  return { status, headers: { "Content-Type": contentType }, text };
}

function throttledAnswer(exchange: Exchange, fault: ActiveFault): Answer {
  const wanted = fault.retryAfter === undefined ? 1 : fault.retryAfter;
  const error = throttled(typeof wanted === "number" ? Math.ceil(wanted) : 1);
  const body = { type: error.type, code: error.code, detail: error.message, attr: error.attr };
  // An HTTP date has whole seconds; two seconds ahead is at least one second away.
  const date = new Date(exchange.world.clock.nowMs() + 2000).toUTCString();
  const headers: Record<string, string> =
    wanted === null ? {} : { "Retry-After": wanted === "date" ? date : String(wanted) };
  return { status: 429, headers: { ...headers, ...fault.headers }, body };
}

/** Changes one page of a list; other responses stay unchanged. */
function bendPage(exchange: Exchange, fault: ActiveFault): Answer {
  if (fault.kind === "short-page") exchange.maxPageRows = shortPageRows(exchange);
  const answer = answerRequest(exchange);
  if (answer.status !== 200) return answer;
  const page = answer.body as Page;
  if (fault.kind === "empty-list") return { ...answer, body: emptied(answer.body) };
  if (fault.kind === "wrong-count") return { ...answer, body: { ...page, count: fault.count ?? page.count + 1 } };
  if (fault.kind === "drop-item") return { ...answer, body: { ...page, results: page.results.slice(0, -1) } };
  if (fault.kind === "omit-fields") return { ...answer, body: inPart(answer.body, new Set(fault.fields)) };
  if (fault.kind === "duplicate-item") return { ...answer, body: withRepeatedItem(exchange, page) };
  return answer;
}

/** The response of a list without rows, in the list's form. */
function emptied(body: unknown): unknown {
  return Array.isArray(body) ? [] : { count: 0, next: null, previous: null, results: [] };
}

/** The response of a list whose rows lack some fields. */
function inPart(body: unknown, omitted: ReadonlySet<string>): unknown {
  if (!Array.isArray(body)) return isDictionary(body) ? { ...body, results: inPart(body["results"], omitted) } : body;
  return body.map((row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !omitted.has(name))));
}

/** Half the rows of the page, but at least one, so following the links ends. */
function shortPageRows(exchange: Exchange): number {
  const answer = answerRequest(exchange);
  const rows = answer.status === 200 ? (answer.body as Page).results.length : 0;
  return Math.max(1, Math.ceil(rows / 2));
}

/** Puts the last item of the previous page first; on the first page, its own first item. */
function withRepeatedItem(exchange: Exchange, page: Page): Page {
  const offset = Number(exchange.query.get("offset") ?? 0);
  const query = new URLSearchParams(exchange.query);
  query.set("offset", String(Math.max(0, offset - 1)));
  query.set("limit", "1");
  const before = answerRequest({ ...exchange, query }).body as Page;
  const repeated = offset > 0 ? before.results[0] : page.results[0];
  return repeated === undefined ? page : { ...page, results: [repeated, ...page.results] };
}

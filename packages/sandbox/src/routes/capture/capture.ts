import { readTime } from "../../analytics/dates.ts";
import { chainOf } from "../../analytics/elements.ts";
import { type AcceptedEvent, accept } from "../../analytics/ingestion.ts";
import type { Properties } from "../../analytics/rows.ts";
import { isIn } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import type { ProjectRow } from "../../store/rows.ts";
import { dictionaryIn } from "../../wire/read-value.ts";
import type { World } from "../../world.ts";
import { CaptureRefusal, readPayload } from "./payload.ts";

/** Maximum size in bytes of a single event or a list of events, and of a batch. @source live notes on persons and events, 7.1 */
const MAX_SINGLE_BYTES = 2 * 1024 * 1024;
const MAX_BATCH_BYTES = 20 * 1024 * 1024;
/** Characters of a distinct ID that are kept. @source live notes on persons and events, 1.9 */
const DISTINCT_ID_CHARS = 200;
const TOKEN_CHARS = 64;

/** Accepts one event, a list, or a batch. @source live notes on persons and events, 7.2 */
export const captureEvents = (exchange: Exchange): Answer => capture(exchange, MAX_SINGLE_BYTES);
/** Accepts a batch. @source as above */
export const captureBatch = (exchange: Exchange): Answer => capture(exchange, MAX_BATCH_BYTES);

function capture(exchange: Exchange, maxBytes: number): Answer {
  try {
    const { events, token } = readPayload(exchange.request, exchange.query, maxBytes);
    checkToken(token);
    const row = exchange.world.store.tables.projects.one({ api_token: token });
    const project = row?.number;
    const accepted = events.map((event) => readEvent(exchange, event, project ?? 0));
    // An unknown token is no reason to refuse: the events are lost. @source live notes on persons and events, 7.3
    if (project !== undefined) accept(exchange.world, accepted);
    if (row !== undefined && accepted.length > 0) noteFirstEvent(exchange.world, row);
    return { status: 200, headers: {}, body: { status: "Ok" } };
  } catch (error) {
    if (!(error instanceof CaptureRefusal)) throw error;
    return { status: error.status, headers: { "Content-Type": "text/plain; charset=utf-8" }, text: error.message };
  }
}

/**
 * Since 2026, the service keeps a deleted project for a while if the project received an event. @source service
 * 2026-09, projects.md
 */
function noteFirstEvent(world: World, row: ProjectRow): void {
  if (row.ingested_event || !isIn(world.dialect, { since: "2026-09" })) return;
  world.store.tables.projects.put({ ...row, ingested_event: true });
}

/** @source live notes on persons and events, 7.3; the texts are inferred, except for personal keys */
function checkToken(token: string): void {
  const reason =
    token === ""
      ? "empty"
      : token.length > TOKEN_CHARS
        ? "too_long"
        : token.startsWith("phx_")
          ? "personal_api_key"
          : token.includes("\0")
            ? "null_byte"
            : [...token].every((letter) => letter <= "\x7f")
              ? undefined
              : "not_ascii";
  if (reason !== undefined) throw new CaptureRefusal(401, `API key is not valid: ${reason}`);
}

function readEvent(exchange: Exchange, event: Properties, project: number): AcceptedEvent {
  const { world } = exchange;
  const name = event["event"];
  if (typeof name !== "string" || name === "")
    throw new CaptureRefusal(400, "event submitted with an empty event name");
  const own = dictionaryIn(event["properties"]);
  const properties: Record<string, unknown> = { ...own };
  for (const key of ["$set", "$set_once"]) if (event[key] !== undefined) properties[key] = event[key];
  const { $elements, $elements_chain, ...shown } = properties;
  const written = Array.isArray($elements) ? chainOf($elements) : "";
  return {
    uuid: (typeof event["uuid"] === "string" ? canonicalUuid(event["uuid"]) : undefined) ?? world.identifiers.uuid(),
    project,
    event: name,
    distinct_id: distinctIdIn(event, own),
    timestamp_ms: timeOf(event, world.clock.nowMs()),
    properties: shown,
    elements_chain: typeof $elements_chain === "string" ? $elements_chain : written,
  };
}

/** A value of any kind, as a string; the top level wins. @source live notes on persons and events, 7.2 */
function distinctIdIn(event: Properties, properties: Properties): string {
  const value = event["distinct_id"] ?? event["$distinct_id"] ?? properties["distinct_id"];
  if (value === undefined || value === null) throw new CaptureRefusal(400, "event submitted without a distinct_id");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const cut = [...text].slice(0, DISTINCT_ID_CHARS).join("");
  if (cut === "") throw new CaptureRefusal(400, "event submitted with an empty distinct_id");
  return cut;
}

function timeOf(event: Properties, nowMs: number): number {
  const written = event["timestamp"];
  const timeMs = typeof written === "string" ? readTime(written, nowMs) : undefined;
  if (timeMs !== undefined) return timeMs;
  const offset = event["offset"];
  return typeof offset === "number" && Number.isFinite(offset) ? Math.round(nowMs - offset) : nowMs;
}

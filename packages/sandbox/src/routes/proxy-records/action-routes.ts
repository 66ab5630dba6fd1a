import type { Dialect } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import {
  type Answer,
  type Exchange,
  type Operation,
  type Route,
  type ScopeRule,
  callerOf,
  organizationIdOf,
} from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { ADMINISTER_ORGANIZATION } from "../../pipeline/permission.ts";
import { notFound } from "../../pipeline/service-error.ts";
import { type AnswerSpec, findAnswerFault } from "../../wire/check-response.ts";
import { PROXY_RECORD } from "../../wire/proxy-record.ts";
import { dictionaryIn } from "../../wire/read-value.ts";
import { pickFields } from "../members/show.ts";
import { diagnosisOf } from "./diagnosis.ts";
import { type ProxyRecordRow, moveTo, proxyRecordsOf } from "./rows.ts";
import { startWaiting } from "./states.ts";

/** A refusal in its own form, without type and code. @source service 2026-09, proxy-records.md */
export function refusal(status: number, detail: string): Answer {
  return { status, headers: {}, body: { detail } };
}

type Check = Extract<AnswerSpec, { kind: "checked" }>["check"];

/** A response, or a refusal in that form. */
export const orRefused =
  (check: Check): Check =>
  (body, dialect) =>
    Object.keys(dictionaryIn(body)).join() === "detail" ? undefined : check(body, dialect);

/** Renders a proxy record. @source live service 2025-08, first recording "proxy list" */
export function showProxyRecord(exchange: Exchange, row: ProxyRecordRow): Record<string, unknown> {
  return pickFields(PROXY_RECORD, exchange.world.dialect, { ...row });
}

/** The problem of a response that should be a record. */
export function findFaultInRecord(body: unknown, dialect: Dialect): string | undefined {
  return findAnswerFault({ kind: "one", resource: PROXY_RECORD }, body, dialect);
}

/** The record of the organization in the path. */
export function recordInPath(exchange: Exchange<"id">): ProxyRecordRow {
  const row = proxyRecordsOf(exchange.world).get(canonicalUuid(exchange.match.parameters.id) ?? "");
  if (row === undefined || row.organization !== organizationIdOf(exchange)) throw notFound();
  return row;
}

/**
 * The service's code of about July 2026 declares no scope for either; its command line of 2026-09-16 uses both with a
 * key.
 * @source service 2026-09, proxy-records.md, table
 */
const scopeOfActions = ({ world }: Exchange): ScopeRule =>
  world.settings().proxyActionsTakeKeys ? ADMINISTER_ORGANIZATION.scope : "no scoped key";

const action = (handle: Operation<"id">["handle"], check: Check): Route<"id" | "organization_id">["operations"] => ({
  POST: {
    ...ADMINISTER_ORGANIZATION,
    scope: scopeOfActions,
    handle,
    answers: inAll({ kind: "checked", check: orRefused(check) }),
  },
});

const has =
  (...names: string[]): Check =>
  (body) =>
    Object.keys(dictionaryIn(body)).join() === names.join() ? undefined : `the answer should have ${names.join()}`;

const AT = "/api/organizations/:organization_id/proxy_records/:id/";

/** Requests that a person can make for a proxy record. @source service 2026-09, proxy-records.md */
export const PROXY_RECORD_ACTIONS: readonly Route[] = [
  route({
    template: `${AT}retry/`,
    title: "Retry",
    allow: "POST, OPTIONS",
    since: "2026-09",
    operations: action(retry, findFaultInRecord),
  }),
  route({
    template: `${AT}diagnose/`,
    title: "Diagnose",
    allow: "POST, OPTIONS",
    since: "2026-09",
    operations: action(diagnose, has("ran_at", "summary", "checks")),
  }),
];

function retry(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  const row = recordInPath(exchange);
  if (row.status !== "erroring" && row.status !== "timed_out") {
    return refusal(400, `Cannot retry proxy in ${row.status} state.`);
  }
  // The seven days of checks begin again.
  const waiting = moveTo(world, row, "waiting", null);
  startWaiting(world, waiting);
  return { status: 200, headers: {}, body: showProxyRecord(exchange, waiting) };
}

const COOLDOWN_MS = 30_000;
const TOO_SOON = "A diagnostic was just run for this proxy. Please wait a few seconds before trying again.";

function diagnose(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  const row = recordInPath(exchange);
  const { singletons } = world.store.tables;
  const id = `proxy-diagnosis:${row.id}:${callerOf(exchange).id}`;
  const lastMs = singletons.get(id)?.value;
  const nowMs = world.clock.nowMs();
  if (typeof lastMs === "number" && nowMs - lastMs < COOLDOWN_MS) return refusal(429, TOO_SOON);
  singletons.put({ id, value: nowMs });
  return { status: 200, headers: {}, body: diagnosisOf(world, row) };
}

import { hasQuirk } from "../../dialects.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, bodyOf, callerOf, organizationIdOf } from "../../pipeline/exchange.ts";
import { type Route, inAll } from "../../pipeline/find-route.ts";
import { pageOf } from "../../pipeline/page.ts";
import { ADMINISTER_ORGANIZATION, READ_ORGANIZATION } from "../../pipeline/permission.ts";
import {
  failureInLive,
  invalid,
  notFound,
  sandboxError,
  serverFailure,
  unguarded,
} from "../../pipeline/service-error.ts";
import { PROXY_RECORD } from "../../wire/proxy-record.ts";
import { type FieldValues, readBody } from "../../wire/read-body.ts";
import { pickFields } from "../members/show.ts";
import { wireNow } from "../organizations/rows.ts";
import { type ProxyRecordRow, proxyRecordsOf, targetOf } from "./rows.ts";
import { startRemoval, startWaiting } from "./states.ts";

const ONE = inAll({ kind: "one", resource: PROXY_RECORD });

/** The two routes of proxy records. @source live service 2025-08, departures and flow 9; live notes 9 */
export const PROXY_RECORD_ROUTES: readonly Route[] = [
  {
    template: "/api/organizations/:organization_id/proxy_records/",
    title: "Proxy Record List",
    allow: "GET, POST, HEAD, OPTIONS",
    operations: {
      GET: {
        ...READ_ORGANIZATION,
        handle: listRecords,
        answers: {
          documented: { kind: "page", resource: PROXY_RECORD },
          "2025-08": { kind: "list", resource: PROXY_RECORD },
        },
        isList: true,
      },
      POST: { ...ADMINISTER_ORGANIZATION, handle: postRecord, answers: ONE },
    },
  },
  {
    template: "/api/organizations/:organization_id/proxy_records/:id/",
    title: "Proxy Record Instance",
    allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
    operations: {
      GET: {
        ...READ_ORGANIZATION,
        handle: (exchange) => answerOne(exchange, recordOfItsOwn(exchange), 200),
        answers: ONE,
      },
      PUT: { ...ADMINISTER_ORGANIZATION, handle: (exchange) => changeRecord(exchange, false), answers: ONE },
      PATCH: { ...ADMINISTER_ORGANIZATION, handle: (exchange) => changeRecord(exchange, true), answers: ONE },
      DELETE: {
        ...ADMINISTER_ORGANIZATION,
        handle: removeRecord,
        answers: { documented: { kind: "nothing" }, "2025-08": { kind: "checked", check: findFaultInRemoval } },
      },
    },
  },
];

/** Renders a proxy record. @source live service 2025-08, first recording "proxy list" */
function showProxyRecord(exchange: Exchange, row: ProxyRecordRow): Record<string, unknown> {
  return pickFields(PROXY_RECORD, exchange.world.dialect, row);
}

function answerOne(exchange: Exchange, row: ProxyRecordRow, status: number): Answer {
  return { status, headers: {}, body: showProxyRecord(exchange, row) };
}

/** Newest first. */
function listRecords(exchange: Exchange): Answer {
  const rows = proxyRecordsOf(exchange.world)
    .where({ organization: organizationIdOf(exchange) })
    .reverse();
  const show = (row: ProxyRecordRow): unknown => showProxyRecord(exchange, row);
  if (!hasQuirk(exchange.world.dialect, "proxyRecordsAreBareList")) return pageOf(exchange, rows, show);
  return { status: 200, headers: {}, body: rows.map(show) };
}

/** Whatever the running service does not take is a server failure. @source live service 2025-08, flow 9:6-17 */
function readRecordBody(exchange: Exchange, partial: boolean): FieldValues {
  const { dialect } = exchange.world;
  return unguarded(exchange, () => readBody(PROXY_RECORD, bodyOf(exchange), { dialect, partial }));
}

function postRecord(exchange: Exchange): Answer {
  const { world } = exchange;
  const domain = String(readRecordBody(exchange, false)["domain"]);
  if (proxyRecordsOf(world).one({ domain }) !== undefined) {
    throw failureInLive(exchange, invalid("unique", "proxy record with this domain already exists.", "domain"));
  }
  const organization = organizationIdOf(exchange);
  const now = wireNow(world);
  const row = proxyRecordsOf(world).put({
    id: world.identifiers.uuid(),
    organization,
    domain,
    target_cname: targetOf(organization, domain),
    status: "waiting",
    message: null,
    created_at: now,
    updated_at: now,
    created_by: callerOf(exchange).number,
  });
  startWaiting(world, row);
  return answerOne(exchange, row, hasQuirk(world.dialect, "proxyRecordCallsAnswer200") ? 200 : 201);
}

/** A record that is read or changed by its own address. */
function recordOfItsOwn(exchange: Exchange): ProxyRecordRow {
  if (hasQuirk(exchange.world.dialect, "proxyRecordIsOnlyListed")) throw serverFailure();
  return recordInPath(exchange);
}

function recordInPath(exchange: Exchange): ProxyRecordRow {
  const row = proxyRecordsOf(exchange.world).get(canonicalUuid(exchange.match.parameters["id"] ?? "") ?? "");
  if (row === undefined || row.organization !== organizationIdOf(exchange)) throw notFound();
  return row;
}

function changeRecord(exchange: Exchange, partial: boolean): Answer {
  const row = recordOfItsOwn(exchange);
  const { domain = row.domain } = readRecordBody(exchange, partial);
  if (domain === row.domain) return answerOne(exchange, row, 200);
  // The contract lists the operation without a body; no service is known that lets a record move to another domain.
  throw sandboxError(501, "not_implemented", "The sandbox does not change the domain of a proxy record.");
}

/** An unknown record is a server failure in the running service. @source live service 2025-08, flow 9:39-87 */
function removeRecord(exchange: Exchange): Answer {
  startRemoval(
    exchange.world,
    unguarded(exchange, () => recordInPath(exchange)),
  );
  const isLive = hasQuirk(exchange.world.dialect, "proxyRecordCallsAnswer200");
  return isLive ? { status: 200, headers: {}, body: { success: true } } : { status: 204, headers: {} };
}

function findFaultInRemoval(body: unknown): string | undefined {
  return JSON.stringify(body) === '{"success":true}' ? undefined : "the answer should be that it succeeded";
}

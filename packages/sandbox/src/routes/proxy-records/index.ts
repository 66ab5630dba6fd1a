import type { Family } from "../../family.ts";
import { PROXY_RECORD_CONTROL } from "./control.ts";
import { PROXY_RECORDS_TABLE, type ProxyRecordRow, proxyRecordsOf, quotaOf, targetOf } from "./rows.ts";
import { PROXY_RECORD_JOBS, startRemoval, startWaiting } from "./states.ts";
import { type Dialect, hasQuirk } from "../../dialects.ts";
import { type Answer, bodyOf, callerOf, type Exchange, organizationIdOf, type Route } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { pageOf } from "../../pipeline/page.ts";
import { ADMINISTER_ORGANIZATION, READ_ORGANIZATION } from "../../pipeline/permission.ts";
import {
  failureInLive,
  invalid,
  invalidInput,
  sandboxError,
  serverFailure,
  unguarded,
} from "../../pipeline/service-error.ts";
import { findAnswerFault } from "../../wire/check-response.ts";
import { parsedUrl } from "../../wire/parsed-url.ts";
import { PROXY_RECORD, PROXY_RECORD_CHANGE, PROXY_RECORD_CREATION } from "../../wire/proxy-record.ts";
import { type FieldValues, readBody } from "../../wire/read-body.ts";
import { dictionaryIn } from "../../wire/read-value.ts";
import { wireNow } from "../organizations/rows.ts";
import {
  findFaultInRecord,
  orRefused,
  PROXY_RECORD_ACTIONS,
  recordInPath,
  refusal,
  showProxyRecord,
} from "./action-routes.ts";

const ONE = inAll({ kind: "one", resource: PROXY_RECORD });

/** The routes of proxy records. @source live service 2025-08, departures and flow 9; live notes 9 */
const PROXY_RECORD_ROUTES: readonly Route[] = [
  route({
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
          "2026-09": { kind: "checked", check: findFaultInList },
        },
        isList: true,
      },
      POST: {
        ...ADMINISTER_ORGANIZATION,
        handle: postRecord,
        answers: { ...ONE, "2026-09": { kind: "checked", check: orRefused(findFaultInRecord) } },
      },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/proxy_records/:id/",
    title: "Proxy Record Instance",
    allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
    operations: {
      GET: {
        ...READ_ORGANIZATION,
        handle: (exchange) => answerOne(exchange, recordOfItsOwn(exchange), 200),
        answers: ONE,
      },
      PUT: {
        ...ADMINISTER_ORGANIZATION,
        handle: (exchange) => changeRecord(exchange, false),
        answers: ONE,
        until: "2025-08",
      },
      PATCH: { ...ADMINISTER_ORGANIZATION, handle: patchRecord, answers: ONE },
      DELETE: {
        ...ADMINISTER_ORGANIZATION,
        handle: removeRecord,
        answers: { documented: { kind: "nothing" }, "2025-08": { kind: "checked", check: findFaultInRemoval } },
      },
    },
  }),
  ...PROXY_RECORD_ACTIONS,
];

function answerOne(exchange: Exchange, row: ProxyRecordRow, status: number): Answer {
  return { status, headers: {}, body: showProxyRecord(exchange, row) };
}

function findFaultInList(body: unknown, dialect: Dialect): string | undefined {
  const { results, max_proxy_records: most, ...rest } = dictionaryIn(body);
  if (!Number.isInteger(most) || Object.keys(rest).length > 0) return "the list is not records and their limit";
  return findAnswerFault({ kind: "list", resource: PROXY_RECORD }, results, dialect);
}

/** Newest first. */
function listRecords(exchange: Exchange): Answer {
  const rows = proxyRecordsOf(exchange.world)
    .where({ organization: organizationIdOf(exchange) })
    .reverse();
  const { world } = exchange;
  const show = (row: ProxyRecordRow): unknown => showProxyRecord(exchange, row);
  if (hasQuirk(world.dialect, "proxyListShowsQuota")) {
    const max_proxy_records = quotaOf(world, organizationIdOf(exchange));
    return { status: 200, headers: {}, body: { results: rows.map(show), max_proxy_records } };
  }
  if (!hasQuirk(world.dialect, "proxyRecordsAreBareList")) return pageOf(exchange, rows, show);
  return { status: 200, headers: {}, body: rows.map(show) };
}

/** The name of a new record, or of one that is written again. */
function readDomain(exchange: Exchange, partial: boolean): string | undefined {
  const { dialect } = exchange.world;
  const isUnguarded = hasQuirk(dialect, "proxyBodiesAreUnguarded");
  const resource = hasQuirk(dialect, "proxyRootRedirects") ? PROXY_RECORD_CREATION : PROXY_RECORD;
  const read = (): FieldValues => readBody(resource, bodyOf(exchange), { dialect, partial });
  const { domain } = isUnguarded ? unguarded(exchange, read) : read();
  return typeof domain === "string" ? domain : undefined;
}

/** Maximum number of characters in the column. @source live service 2025-08, flow 9:6-17 */
const COLUMN_CHARS = 64;

function postRecord(exchange: Exchange): Answer {
  const { world } = exchange;
  const domain = readDomain(exchange, false) ?? "";
  const organization = organizationIdOf(exchange);
  const count = proxyRecordsOf(world).count({ organization });
  const quota = quotaOf(world, organization);
  if (hasQuirk(world.dialect, "proxyRecordsHaveQuota") && count >= quota) {
    return refusal(400, `Maximum of ${quota} proxy records per organization.`);
  }
  // Neither the column's length nor uniqueness is checked first: both are failures even in services that check bodies.
  // @source proxy-records.md, the creation's code
  if (domain.length > COLUMN_CHARS) throw serverFailure();
  if (proxyRecordsOf(world).one({ domain }) !== undefined) {
    throw failureInLive(exchange, invalid("unique", "proxy record with this domain already exists.", "domain"));
  }
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
    root_redirect_url: null,
    root_redirect_supported: true,
  });
  startWaiting(world, row);
  return answerOne(exchange, row, hasQuirk(world.dialect, "proxyRecordCreationAnswers200") ? 200 : 201);
}

/** A record that is read or changed by its own URL. */
function recordOfItsOwn(exchange: Exchange<"id">): ProxyRecordRow {
  if (hasQuirk(exchange.world.dialect, "proxyRecordIsOnlyListed")) throw serverFailure();
  return recordInPath(exchange);
}

function changeRecord(exchange: Exchange<"id">, partial: boolean): Answer {
  const row = recordOfItsOwn(exchange);
  const domain = readDomain(exchange, partial) ?? row.domain;
  if (domain === row.domain) return answerOne(exchange, row, 200);
  // The contract lists the operation without a body; no known service can move a record to another domain.
  throw sandboxError(501, "not_implemented", "The sandbox can't change the domain of a proxy record.");
}

/**
 * Only the target of the root can be changed, and only behind a switch of the service; the response while it is off
 * isn't known. @source service 2026-09, proxy-records.md, PATCH
 */
function patchRecord(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  if (!hasQuirk(world.dialect, "proxyRootRedirects")) return changeRecord(exchange, true);
  const row = recordInPath(exchange);
  if (!world.settings().proxyRootRedirects) {
    const what = "The response while redirects of a proxy's root are turned off is not known.";
    throw sandboxError(501, "not_implemented", `${what} To turn them on, use the setting proxyRootRedirects.`);
  }
  const values = readBody(PROXY_RECORD_CHANGE, bodyOf(exchange), { dialect: world.dialect, partial: true });
  if (!("root_redirect_url" in values)) return answerOne(exchange, row, 200);
  const sent = values["root_redirect_url"];
  const root_redirect_url = typeof sent === "string" && sent !== "" ? sent : null;
  if (root_redirect_url !== null) checkRedirect(row, root_redirect_url);
  const changed = { ...row, root_redirect_url, updated_at: wireNow(world) };
  return answerOne(exchange, proxyRecordsOf(world).put(changed), 200);
}

/**
 * An HTTPS URL with the same registrable domain, here its last two labels, without credentials, and not the proxy's
 * own; the texts are the sandbox's own.
 */
function checkRedirect(row: ProxyRecordRow, address: string): void {
  const refuse = (detail: string): Error => invalidInput(detail, "root_redirect_url");
  if (!row.root_redirect_supported) throw refuse("This proxy does not support a redirect of its root.");
  const registrable = (host: string): string => host.split(".").slice(-2).join(".");
  const url = parsedUrl(address);
  if (url?.protocol !== "https:") throw refuse("Enter a valid HTTPS URL.");
  if (`${url.username}${url.password}` !== "") throw refuse("The URL may not have a user or a password.");
  if (url.hostname === row.domain.toLowerCase()) throw refuse("The URL would lead back to the proxy.");
  if (registrable(url.hostname) === registrable(row.domain)) return;
  throw refuse("The URL must be of the same domain as the proxy.");
}

/** An unknown record is a server failure in the service of 2025-08. @source live service 2025-08, flow 9:39-87 */
function removeRecord(exchange: Exchange<"id">): Answer {
  const { world } = exchange;
  const find = (): ProxyRecordRow => recordInPath(exchange);
  startRemoval(world, hasQuirk(world.dialect, "proxyBodiesAreUnguarded") ? unguarded(exchange, find) : find());
  const hasBody = hasQuirk(world.dialect, "proxyRecordRemovalAnswers200");
  return hasBody ? { status: 200, headers: {}, body: { success: true } } : { status: 204, headers: {} };
}

function findFaultInRemoval(body: unknown): string | undefined {
  return JSON.stringify(body) === '{"success":true}' ? undefined : "the answer should be that it succeeded";
}

/** Proxy records. */
export const PROXY_RECORDS: Family = {
  name: "proxy-records",
  place: 8,
  routes: PROXY_RECORD_ROUTES,
  tables: [PROXY_RECORDS_TABLE],
  jobs: { once: PROXY_RECORD_JOBS },
  control: PROXY_RECORD_CONTROL,
};

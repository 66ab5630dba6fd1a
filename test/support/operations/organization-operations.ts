import {
  DOMAIN,
  EXPORT,
  ID,
  INVITE,
  MEMBER,
  ORGANIZATION,
  page,
  RECORD,
  ROLE,
  ROLE_MEMBERSHIP,
  logLine,
} from "./answers.ts";
import { operation, PLACES } from "./operation.ts";
import type { ClientOperation } from "./operation.ts";

const { organization_id: ORG, user__uuid: USER, role_id: ROLE_ID } = PLACES;
const BASE = "/api/organizations/";
const EXPORTS = `${BASE}:organization_id/batch_exports/`;
const DOMAINS = `${BASE}:organization_id/domains/`;
const INVITES = `${BASE}:organization_id/invites/`;
const MEMBERS = `${BASE}:organization_id/members/`;
const RECORDS = `${BASE}:organization_id/proxy_records/`;
const ROLES = `${BASE}:organization_id/roles/`;
const MEMBERSHIPS = `${ROLES}:role_id/role_memberships/`;

/** The response to a write can have no body. */
const write = { empty: [undefined] } as const;
const noRows = { empty: [[]] } as const;
const gone = [204] as const;
const one = { id: ID };
const destination = { type: "NoOp", config: null };
const linesOf = async <T>(lines: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
};

const organizations: readonly ClientOperation[] = [
  operation(
    ["GET", BASE, "organizations.list"],
    (api) => api.organizations.list().all(),
    [200, page(ORGANIZATION)],
    [ORGANIZATION],
  ),
  operation(
    ["POST", BASE, "organizations.create"],
    (api) => api.organizations.create({ name: "Acme" }),
    [201, ORGANIZATION],
    ORGANIZATION,
    write,
  ),
  operation(
    ["GET", `${BASE}:id/`, "organizations.get"],
    (api) => api.organizations.get(ORG),
    [200, ORGANIZATION],
    ORGANIZATION,
    { id: ORG },
  ),
  operation(
    ["PATCH", `${BASE}:id/`, "organizations.update"],
    (api) => api.organizations.update(ORG, { name: "B" }),
    [200, ORGANIZATION],
    ORGANIZATION,
    { id: ORG, ...write },
  ),
  operation(
    ["DELETE", `${BASE}:id/`, "organizations.delete"],
    (api) => api.organizations.delete(ORG),
    gone,
    undefined,
    { id: ORG, ...write },
  ),
];

const batchExports: readonly ClientOperation[] = [
  operation(
    ["GET", EXPORTS, "batchExports.list"],
    (api) => api.batchExports.list(ORG).all(),
    [200, page(EXPORT)],
    [EXPORT],
  ),
  operation(
    ["POST", EXPORTS, "batchExports.create"],
    (api) => api.batchExports.create(ORG, { name: "n", interval: "hour", destination }),
    [201, EXPORT],
    EXPORT,
    write,
  ),
  operation(
    ["GET", `${EXPORTS}:id/`, "batchExports.get"],
    (api) => api.batchExports.get(ORG, ID),
    [200, EXPORT],
    EXPORT,
    one,
  ),
  operation(
    ["PATCH", `${EXPORTS}:id/`, "batchExports.update"],
    (api) => api.batchExports.update(ORG, ID, { name: "n" }),
    [200, EXPORT],
    EXPORT,
    { ...one, ...write },
  ),
  operation(
    ["DELETE", `${EXPORTS}:id/`, "batchExports.delete"],
    (api) => api.batchExports.delete(ORG, ID),
    gone,
    undefined,
    { ...one, ...write },
  ),
  operation(
    ["POST", `${EXPORTS}:id/backfill/`, "batchExports.backfill"],
    (api) => api.batchExports.backfill(ORG, ID, { end_at: "2026-11-20T00:00:00Z" }),
    [200, { backfill_id: "b" }],
    { backfill_id: "b" },
    { ...one, ...write },
  ),
  operation(
    ["GET", `${EXPORTS}:id/logs/`, "batchExports.logs"],
    (api) => linesOf(api.batchExports.logs(ORG, ID)),
    [200, page(logLine)],
    [logLine],
    { ...one, ...noRows },
  ),
  operation(
    ["POST", `${EXPORTS}:id/pause/`, "batchExports.pause"],
    (api) => api.batchExports.pause(ORG, ID),
    [200, { paused: true }],
    { paused: true },
    { ...one, ...write },
  ),
  operation(
    ["POST", `${EXPORTS}:id/unpause/`, "batchExports.unpause"],
    (api) => api.batchExports.unpause(ORG, ID),
    [200, { paused: false }],
    { paused: false },
    { ...one, ...write },
  ),
];

const domains: readonly ClientOperation[] = [
  operation(["GET", DOMAINS, "domains.list"], (api) => api.domains.list(ORG).all(), [200, page(DOMAIN)], [DOMAIN]),
  operation(
    ["POST", DOMAINS, "domains.create"],
    (api) => api.domains.create(ORG, { domain: "a.example" }),
    [201, DOMAIN],
    DOMAIN,
    write,
  ),
  operation(["GET", `${DOMAINS}:id/`, "domains.get"], (api) => api.domains.get(ORG, ID), [200, DOMAIN], DOMAIN, one),
  operation(
    ["PATCH", `${DOMAINS}:id/`, "domains.update"],
    (api) => api.domains.update(ORG, ID, { saml_entity_id: "" }),
    [200, DOMAIN],
    DOMAIN,
    { ...one, ...write },
  ),
  operation(["DELETE", `${DOMAINS}:id/`, "domains.delete"], (api) => api.domains.delete(ORG, ID), gone, undefined, {
    ...one,
    ...write,
  }),
  operation(
    ["POST", `${DOMAINS}:id/verify/`, "domains.verify"],
    (api) => api.domains.verify(ORG, ID),
    [200, DOMAIN],
    DOMAIN,
    { ...one, ...write },
  ),
];

const people: readonly ClientOperation[] = [
  operation(["GET", INVITES, "invites.list"], (api) => api.invites.list(ORG).all(), [200, page(INVITE)], [INVITE]),
  operation(
    ["POST", INVITES, "invites.create"],
    (api) => api.invites.create(ORG, { target_email: "b@example.com" }),
    [201, INVITE],
    INVITE,
    write,
  ),
  operation(["DELETE", `${INVITES}:id/`, "invites.delete"], (api) => api.invites.delete(ORG, ID), gone, undefined, {
    ...one,
    ...write,
  }),
  operation(
    ["POST", `${INVITES}bulk/`, "invites.bulk"],
    (api) => api.invites.bulk(ORG, [{ target_email: "b@example.com" }]),
    [201, [INVITE]],
    [INVITE],
    write,
  ),
  operation(["GET", MEMBERS, "members.list"], (api) => api.members.list(ORG).all(), [200, page(MEMBER)], [MEMBER]),
  operation(
    ["PATCH", `${MEMBERS}:user__uuid/`, "members.update"],
    (api) => api.members.update(ORG, USER, { level: 8 }),
    [200, MEMBER],
    MEMBER,
    write,
  ),
  operation(
    ["DELETE", `${MEMBERS}:user__uuid/`, "members.delete"],
    (api) => api.members.delete(ORG, USER),
    gone,
    undefined,
    write,
  ),
  operation(["GET", ROLES, "roles.list"], (api) => api.roles.list(ORG).all(), [200, page(ROLE)], [ROLE]),
  operation(
    ["POST", ROLES, "roles.create"],
    (api) => api.roles.create(ORG, { name: "Engineers" }),
    [201, ROLE],
    ROLE,
    write,
  ),
  operation(["GET", `${ROLES}:id/`, "roles.get"], (api) => api.roles.get(ORG, ID), [200, ROLE], ROLE, one),
  operation(
    ["PATCH", `${ROLES}:id/`, "roles.update"],
    (api) => api.roles.update(ORG, ID, { name: "E" }),
    [200, ROLE],
    ROLE,
    { ...one, ...write },
  ),
  operation(["DELETE", `${ROLES}:id/`, "roles.delete"], (api) => api.roles.delete(ORG, ID), gone, undefined, {
    ...one,
    ...write,
  }),
  operation(
    ["GET", MEMBERSHIPS, "roleMemberships.list"],
    (api) => api.roleMemberships.list(ORG, ROLE_ID).all(),
    [200, page(ROLE_MEMBERSHIP)],
    [ROLE_MEMBERSHIP],
  ),
  operation(
    ["POST", MEMBERSHIPS, "roleMemberships.create"],
    (api) => api.roleMemberships.create(ORG, ROLE_ID, { user_uuid: USER }),
    [201, ROLE_MEMBERSHIP],
    ROLE_MEMBERSHIP,
    write,
  ),
  operation(
    ["DELETE", `${MEMBERSHIPS}:id/`, "roleMemberships.delete"],
    (api) => api.roleMemberships.delete(ORG, ROLE_ID, ID),
    gone,
    undefined,
    { ...one, ...write },
  ),
];

const proxyRecords: readonly ClientOperation[] = [
  operation(
    ["GET", RECORDS, "proxyRecords.list"],
    (api) => api.proxyRecords.list(ORG).all(),
    [200, [RECORD]],
    [RECORD],
  ),
  operation(
    ["POST", RECORDS, "proxyRecords.create"],
    (api) => api.proxyRecords.create(ORG, { domain: "e.example.com" }),
    [200, RECORD],
    RECORD,
    write,
  ),
  operation(
    ["GET", `${RECORDS}:id/`, "proxyRecords.get"],
    (api) => api.proxyRecords.get(ORG, ID),
    [200, RECORD],
    RECORD,
    one,
  ),
  operation(
    ["PATCH", `${RECORDS}:id/`, "proxyRecords.update"],
    (api) => api.proxyRecords.update(ORG, ID, {}),
    [200, RECORD],
    RECORD,
    { ...one, ...write },
  ),
  operation(
    ["DELETE", `${RECORDS}:id/`, "proxyRecords.delete"],
    (api) => api.proxyRecords.delete(ORG, ID),
    [200, { success: true }],
    undefined,
    { ...one, ...write },
  ),
];

/** The operations of organizations, their people, and their objects, except projects and pipeline items. */
export const ORGANIZATION_OPERATIONS = [...organizations, ...batchExports, ...domains, ...people, ...proxyRecords];

import type { AnyResource } from "../../src/model/definition.ts";
import type { Values } from "../../src/model/json-value.ts";
import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { Row } from "./conformance-row.ts";
import { type RowDeclaration, whole } from "./row-declaration.ts";
import * as access from "./rows-access.ts";
import * as batchExport from "./rows-batch-export.ts";
import * as domainSso from "./rows-domain-sso.ts";
import * as domainVerification from "./rows-domain-verification.ts";
import * as domain from "./rows-domain.ts";
import * as hogFunction from "./rows-hog-function.ts";
import * as identityProvider from "./rows-identity-provider.ts";
import * as integration from "./rows-integration.ts";
import * as invite from "./rows-invite.ts";
import * as member from "./rows-member.ts";
import * as membership from "./rows-membership.ts";
import * as organizationMembers from "./rows-organization-members.ts";
import * as organizationSettings from "./rows-organization-settings.ts";
import * as organization from "./rows-organization.ts";
import * as pipelineItems from "./rows-pipeline-items.ts";
import * as project from "./rows-project.ts";
import * as proxyRecordValidation from "./rows-proxy-record-validation.ts";
import * as proxyRecord from "./rows-proxy-record.ts";
import * as roleMembership from "./rows-role-membership.ts";
import * as role from "./rows-role.ts";

/** A row, limited to the features of a dialect's service. */
export function rowIn(declared: Row, dialect: Dialect): Row {
  const row = dialect === "2026-09" ? { ...declared, ...declared.newest } : declared;
  const lacking = new Set(row.lacking?.[dialect]);
  const held = <T extends Readonly<Record<string, unknown>>>(values: T): T =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !lacking.has(name))) as T; // -- optional keys are omitted
  const requests = dialect === "2026-09" ? { ...row.requests, ...row.newestRequests } : row.requests;
  const { edit, ...rest } = row;
  return {
    ...rest,
    ...(edit === undefined || lacking.has(edit.field) ? {} : { edit }),
    requests,
    full: (seeded) => held(row.full(seeded)),
    changes: (seeded) => held(row.changes(seeded)),
    removals: held(row.removals),
  };
}

/** The operations on the object of a row, one after another in a table. */
export const VERBS = ["create", "take over", "update", "delete"] as const;

export type Verb = (typeof VERBS)[number];

/** The requests of a verb in a dialect if nothing goes wrong. The row belongs to the dialect. */
export function requestsFor(row: Row, verb: Verb, dialect: Dialect): readonly string[] {
  if (verb === "take over") return withReferences(row, row.existing.ownRequests);
  if (verb === "update") return updateRequests(row);
  if (verb === "delete") return row.requests.delete;
  return withReferences(
    row,
    dialect === "documented" ? (row.documentedCreate ?? row.requests.create) : row.requests.create,
  );
}

/** A preview of a change looks for the objects that the new inputs refer to after all its other requests. */
function updateRequests({ previewRequests = [], changeReferences = [], requests: { update } }: Row): readonly string[] {
  const place = previewRequests.length;
  return [...update.slice(0, place), ...changeReferences, ...update.slice(place)];
}

/** Requests with those for the inputs' references, which come last in a check. */
function withReferences({ checkRequests = [], references = [] }: Row, requests: readonly string[]): readonly string[] {
  const firstWrite = requests.findIndex((one) => !one.startsWith("GET"));
  const place = Math.min(checkRequests.length, firstWrite < 0 ? requests.length : firstWrite);
  return [...requests.slice(0, place), ...references, ...requests.slice(place)];
}

/** The files `rows-*.ts`. */
const FILES: readonly object[] = [
  access,
  batchExport,
  domainSso,
  domainVerification,
  domain,
  hogFunction,
  identityProvider,
  integration,
  invite,
  member,
  membership,
  organizationMembers,
  organizationSettings,
  organization,
  pipelineItems,
  project,
  proxyRecordValidation,
  proxyRecord,
  roleMembership,
  role,
];

/** One row for each resource, in the order of their names. A table test fails if a resource or a field has no row. */
export const ROWS: readonly Row[] = FILES.flatMap(rowsOf).sort((one, other) =>
  orderOf(one) < orderOf(other) ? -1 : 1,
);

function orderOf({ resource, variant = "" }: Row): string {
  return `${resource} ${variant}`;
}

/** The rows that a file exports as `...Row` or `...Rows`. */
function rowsOf(file: object): readonly Row[] {
  const exported = Object.entries(file as Readonly<Record<string, RowDeclaration | readonly RowDeclaration[]>>); // -- by the names
  return exported.filter(([name]) => /Rows?$/u.test(name)).flatMap(([, rows]) => [rows].flat().map(whole));
}

/** The methods of the requests that change these fields: one for all of a body, and those of their own. */
export function methodsOfChanges(row: Row, seeded: Values, names: readonly string[]): string[] {
  const changes = row.changes(seeded);
  const own = names.flatMap((name) => changes[name]?.writes ?? []);
  return names.some((name) => changes[name]?.writes === undefined) ? [row.changeMethod ?? "PATCH", ...own] : own;
}

/** Names of the resources that the tables would omit. */
export function withoutRow(definitions: readonly AnyResource[], rows: readonly Row[]): string[] {
  const known = new Set(rows.map(({ resource }) => resource));
  return definitions.map(({ name }) => name).filter((name) => !known.has(name));
}

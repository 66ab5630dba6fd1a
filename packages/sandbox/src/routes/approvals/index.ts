import type { Family } from "../../family.ts";
import { APPROVAL_CONTROL } from "./control.ts";
import { type ChangeRow, CHANGES_TABLE, POLICIES_TABLE, type PolicyRow } from "./rows.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, callerOf, type Exchange, projectOf, type Route } from "../../pipeline/exchange.ts";
import { inAll, underProject } from "../../pipeline/route.ts";
import { pageOf } from "../../pipeline/page.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import { notFound } from "../../pipeline/service-error.ts";
import type { Table } from "../../store/table.ts";
import { APPROVAL_POLICY, CHANGE_REQUEST } from "../../wire/approval.ts";
import type { ResourceSpec } from "../../wire/field.ts";
import type { World } from "../../world.ts";
import { showUserOf } from "../members/show.ts";
import { roleMembershipsOf } from "../roles/rows.ts";

type Row = { readonly id: string; readonly project: number; readonly created_at: string };

/** A noun that keys with the scope can read. */
type Noun<OneRow extends Row> = {
  readonly name: string;
  readonly title: string;
  readonly resource: ResourceSpec;
  readonly tableOf: (world: World) => Table<OneRow>;
  readonly fits: (row: OneRow, query: URLSearchParams) => boolean;
  readonly show: (exchange: Exchange, row: OneRow) => Record<string, unknown>;
};

const POLICIES: Noun<PolicyRow> = {
  name: "approval_policies",
  title: "Approval Policy",
  resource: APPROVAL_POLICY,
  tableOf: ({ store }) => store.table(POLICIES_TABLE),
  fits: ({ action_key, enabled }, query) =>
    isAsked(query, "action_key", action_key) && isAsked(query, "enabled", String(enabled)),
  show: ({ world }, { project: _project, created_by, ...row }) => ({
    ...row,
    created_by: showUserOf(world, created_by),
    updated_at: null,
  }),
};

const CHANGES: Noun<ChangeRow> = {
  name: "change_requests",
  title: "Change Request",
  resource: CHANGE_REQUEST,
  tableOf: ({ store }) => store.table(CHANGES_TABLE),
  fits: ({ action_key, state, resource_type, resource_id }, query) =>
    isAsked(query, "action_key", action_key) &&
    isAsked(query, "resource_type", resource_type) &&
    isAsked(query, "resource_id", resource_id ?? "") &&
    (query.get("state") ?? state).split(",").includes(state),
  show: showChange,
};

/** Reading of approvals: policies are created in a browser. @source service 2026-09, other-organization-scoped.md; key-operations */
const APPROVAL_ROUTES: readonly Route[] = [...routesOf(POLICIES), ...routesOf(CHANGES)];

function routesOf<OneRow extends Row>(noun: Noun<OneRow>): Route[] {
  const { name, title, resource } = noun;
  const read = { ...inProject, scope: "approvals:read" } as const;
  const route = { allow: "GET, HEAD, OPTIONS", since: "2026-09" } as const;
  return [
    ...underProject(`${name}/`, {
      ...route,
      title: `${title} List`,
      operations: {
        GET: {
          ...read,
          handle: (exchange) => listOf(exchange, noun),
          answers: inAll({ kind: "page", resource }),
          isList: true,
        },
      },
    }),
    ...underProject(`${name}/:id/`, {
      ...route,
      title: `${title} Instance`,
      operations: {
        GET: { ...read, handle: (exchange) => oneOf(exchange, noun), answers: inAll({ kind: "one", resource }) },
      },
    }),
  ];
}

/** Newest first. @source the service's code of early 2026, as read in public */
function listOf<OneRow extends Row>(exchange: Exchange, noun: Noun<OneRow>): Answer {
  const { number } = projectOf(exchange);
  const rows = noun
    .tableOf(exchange.world)
    .all()
    .filter((row) => row.project === number && noun.fits(row, exchange.query))
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  return pageOf(exchange, rows, (row) => noun.show(exchange, row));
}

function oneOf<OneRow extends Row>(exchange: Exchange<"id">, noun: Noun<OneRow>): Answer {
  const row = noun.tableOf(exchange.world).get(canonicalUuid(exchange.match.parameters.id) ?? "");
  if (row?.project !== projectOf(exchange).number) throw notFound();
  return { status: 200, headers: {}, body: noun.show(exchange, row) };
}

/** Nobody votes in the sandbox. The policy names who can; the requester can only if it says so. @source as for lists */
function showChange(exchange: Exchange, { project: _project, created_by, ...row }: ChangeRow): Record<string, unknown> {
  const { world } = exchange;
  const caller = callerOf(exchange);
  const { allow_self_approve, users, roles } = row.policy_snapshot;
  const isRequester = created_by === caller.id;
  const hasRole = (role: unknown): boolean =>
    roleMembershipsOf(world).one({ role: String(role), user: caller.id }) !== undefined;
  const isNamed =
    (Array.isArray(users) && users.includes(caller.number)) || (Array.isArray(roles) && roles.some(hasRole));
  return {
    ...row,
    validation_errors: null,
    validated_at: null,
    created_by: showUserOf(world, created_by),
    applied_by: null,
    updated_at: null,
    applied_at: null,
    apply_error: "",
    result_data: null,
    approvals: [],
    can_approve: isNamed && (!isRequester || allow_self_approve === true),
    can_cancel: isRequester && row.state === "pending",
    is_requester: isRequester,
    user_decision: null,
  };
}

function isAsked(query: URLSearchParams, name: string, value: string): boolean {
  return (query.get(name) ?? value) === value;
}

/** The changes that need approval, and those that wait for it. */
export const APPROVALS: Family = {
  name: "approvals",
  routes: APPROVAL_ROUTES,
  tables: [POLICIES_TABLE, CHANGES_TABLE],
  control: APPROVAL_CONTROL,
};

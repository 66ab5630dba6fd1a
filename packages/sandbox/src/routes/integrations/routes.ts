import { hasQuirk } from "../../dialects.ts";
import {
  type Answer,
  type Exchange,
  type Operation,
  type Route,
  type ScopeRule,
  bodyOf,
  callerOf,
  hasParameter,
  projectOf,
} from "../../pipeline/exchange.ts";
import { inAll, underProject } from "../../pipeline/route.ts";
import { pageOfTable } from "../../pipeline/page.ts";
import { membershipIn } from "../../pipeline/permission.ts";
import { inProject } from "../../pipeline/project-scope.ts";
import { denied, invalidInput, notFound, sandboxError } from "../../pipeline/service-error.ts";
import { INTEGRATION } from "../../wire/integration.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { readBody } from "../../wire/read-body.ts";
import type { World } from "../../world.ts";
import { administersProject } from "../../access/levels.ts";
import { exportsOf } from "../batch-exports/rows.ts";
import { type HogFunctionRow, hogFunctionsOf } from "../hog-functions/rows.ts";
import { wireNow } from "../organizations/rows.ts";
import { ANSWERED, listConnected } from "./connected.ts";
import { partsOf } from "./kinds.ts";
import type { MakerContext } from "./maker.ts";
import { refuseLaterKind } from "./older-kinds.ts";
import { type Connection, type IntegrationRow, integrationsOf, showIntegration } from "./rows.ts";

const ONE = inAll({ kind: "one", resource: INTEGRATION });
const needs =
  (scope: ScopeRule) =>
  ({ world }: Exchange): ScopeRule =>
    hasQuirk(world.dialect, "integrationsNeedKeysWithoutScopes") ? "no scoped key" : scope;
const READ = { scope: needs("integration:read"), ...inProject } as const;
const WRITE = { scope: needs("integration:write"), ...inProject } as const;

/** Routes that ask the connected service, or that belong to a browser: they exist, with unknown responses. */
const CONNECTED: readonly (readonly [suffix: string, method: "GET" | "POST" | "PATCH", scope: ScopeRule])[] = [
  ["authorize", "GET", "no scoped key"],
  ["request_access", "POST", "integration:write"],
  [":id/email", "PATCH", "no scoped key"],
  [":id/email/verify", "POST", "no scoped key"],
  ...["channels", "users", "github_repos", "github_branches", "github_teams", "jira_projects", "linear_teams"].map(
    (action) => [`:id/${action}`, "GET", "integration:read"] as const,
  ),
];

/** The routes among them that services of 2025-08 have. @source PostHog/posthog posthog/api/integration.py (mid 2025) */
const CONNECTED_BEFORE: readonly string[] = ["authorize", ":id/email/verify", ":id/channels", ":id/linear_teams"];

/** Integrations of a project. @source service 2026-09, integrations.md; 2025-08, newer facts, integrations */
export const INTEGRATION_ROUTES: readonly Route[] = [
  ...underProject("integrations/", {
    title: "Integration List",
    allow: "GET, POST, HEAD, OPTIONS",
    since: "2025-08",
    operations: {
      GET: {
        ...READ,
        handle: listIntegrations,
        answers: inAll({ kind: "page", resource: INTEGRATION }),
        isList: true,
      },
      POST: { ...WRITE, handle: postIntegration, answers: ONE },
    },
  }),
  ...underProject("integrations/:id/", {
    title: "Integration Instance",
    allow: "GET, DELETE, HEAD, OPTIONS",
    since: "2025-08",
    operations: {
      GET: { ...READ, handle: getIntegration, answers: ONE },
      DELETE: { ...WRITE, handle: removeIntegration, answers: inAll({ kind: "nothing" }) },
    },
    // An integration can't be changed, only created again. @source service 2026-09, integrations.md, routes
    scopeOfOthers: needs("integration:write"),
  }),
  ...CONNECTED.flatMap(([suffix, method, scope]) =>
    underProject(`integrations/${suffix}/`, {
      title: "Integration Instance",
      allow: `${method}, OPTIONS`,
      since: CONNECTED_BEFORE.includes(suffix) ? "2025-08" : "2026-09",
      operations: {
        [method]: { scope: needs(scope), ...inProject, ...connectedBy(suffix) },
      },
    }),
  ),
];

function listIntegrations(exchange: Exchange): Answer {
  const { number: project } = projectOf(exchange);
  const kind = isFree(exchange.world) ? null : exchange.query.get("kind");
  const match = kind === null ? { project } : { project, kind };
  return pageOfTable(exchange, integrationsOf(exchange.world), match, "seq", (row) =>
    showIntegration(exchange.world, row),
  );
}

function integrationInPath(exchange: Exchange<"id">): IntegrationRow {
  const number = Number(exchange.match.parameters.id);
  const row = Number.isInteger(number) ? integrationsOf(exchange.world).one({ number }) : undefined;
  if (row?.project !== projectOf(exchange).number) throw notFound();
  return row;
}

function getIntegration(exchange: Exchange<"id">): Answer {
  return { status: 200, headers: {}, body: showIntegration(exchange.world, integrationInPath(exchange)) };
}

const isFree = ({ dialect }: World): boolean => hasQuirk(dialect, "integrationsAreFree");

function mayAdminister(exchange: Exchange): boolean {
  if (isFree(exchange.world)) return true;
  const project = projectOf(exchange);
  const membership = membershipIn(exchange, project.organization);
  return membership !== undefined && administersProject(exchange.world, membership, project);
}

/** An integration in use stays; the text for a caller who isn't an admin is inferred. @source integrations.md, Delete */
function removeIntegration(exchange: Exchange<"id">): Answer {
  const row = integrationInPath(exchange);
  if (!mayAdminister(exchange)) throw denied("You don't have sufficient permissions in the project.");
  const all = isFree(exchange.world) ? [] : Object.entries(usersOf(exchange.world, row));
  const users = all.filter(([, names]) => names.length > 0);
  if (users.length > 0) {
    const list = users.map(([what, names]) => `${what}: ${names.toSorted().join(", ")}`).join(" and ");
    const detail = `This integration is used by ${list}. Update them to use a different integration before disconnecting it.`;
    throw invalidInput(detail, null);
  }
  integrationsOf(exchange.world).delete(row.id);
  return { status: 204, headers: {} };
}

/**
 * Names of the objects that use an integration, or the ID of an object without a name. The sandbox doesn't have
 * workflows, which can also use one.
 */
function usersOf(world: World, { number, project }: IntegrationRow): Readonly<Record<string, readonly string[]>> {
  const functions = hogFunctionsOf(world)
    .where({ project })
    .filter((row) => row.enabled && !row.deleted && namesIntegration(row, number));
  const exports = exportsOf(world)
    .where({ project, is_deleted: false })
    .filter(({ destination }) => destination.integration === number);
  return {
    "enabled data pipelines": functions.map(({ id, name }) => name ?? id),
    "batch exports": exports.map(({ name }) => name),
  };
}

/** Only inputs of that type count, by number or as an object with the number. @source the service's code of 2026 */
function namesIntegration({ inputs, inputs_schema }: HogFunctionRow, integration: number): boolean {
  return inputs_schema.some(({ key, type }) => {
    if (type !== "integration") return false;
    const value = inputs[key]?.["value"];
    return String(isDictionary(value) ? value["integrationId"] : value) === String(integration);
  });
}

function postIntegration(exchange: Exchange): Answer {
  const { kind, config = {} } = readBody(INTEGRATION, bodyOf(exchange), {
    dialect: exchange.world.dialect,
    partial: false,
    checks: { kind: (kind) => refuseKind(exchange.world, String(kind)) },
  });
  const { number } = projectOf(exchange);
  const row = putIntegration(exchange.world, number, {
    kind: String(kind),
    config,
    maker: callerOf(exchange).id,
    mayOverwrite: mayAdminister(exchange),
  });
  return { status: 201, headers: {}, body: showIntegration(exchange.world, row) };
}

function refuseKind({ dialect }: World, kind: string): void {
  if (dialect === "2025-08") return refuseLaterKind(kind);
  if (kind !== "slack-posthog-code") return;
  throw invalidInput("This integration kind is deprecated and can no longer be created.", "kind");
}

type NewIntegration = {
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly maker: string | null;
  /** Default: true, as for the control plane. */
  readonly mayOverwrite?: boolean;
  /** For a kind that is connected in a browser: the other service's data, and the identity. */
  readonly connected?: { readonly identity: string; readonly connection: Connection };
};

/** Creates an integration, or overwrites the one with the same identity if the kind does that. */
export function putIntegration(
  world: World,
  project: number,
  { kind, config, maker, mayOverwrite = true, connected }: NewIntegration,
): IntegrationRow {
  const { clash, keepsMaker, ...parts } =
    connected === undefined
      ? { ...partsOf(kind, config, placeIn(world, project)) }
      : { clash: undefined, keepsMaker: undefined, config, secrets: {}, ...connected };
  const table = integrationsOf(world);
  const before = table.where({ project, kind }).find(({ identity }) => identity === parts.identity);
  if (before !== undefined && clash !== undefined) throw clash;
  if (before !== undefined && !mayOverwrite) {
    throw denied("Editing an existing integration requires project admin access.");
  }
  if (before !== undefined) {
    return table.put({ ...before, ...parts, created_by: keepsMaker === true ? before.created_by : maker });
  }
  const number = world.store.counters.next("integrations");
  return table.put({
    id: String(number),
    number,
    project,
    kind,
    ...parts,
    created_at: wireNow(world),
    created_by: maker,
  });
}

function placeIn(world: World, project: number): MakerContext {
  const { projects } = world.store.tables;
  const organizationOf = (number: number): string | undefined => projects.one({ number })?.organization;
  const organization = organizationOf(project);
  return {
    dialect: world.dialect,
    project,
    nowSeconds: Math.floor(world.clock.nowMs() / 1000),
    isElsewhere: (fits) =>
      integrationsOf(world)
        .all()
        .some((row) => fits(row) && organizationOf(row.project) !== organization),
  };
}

/** Answers an action from the control plane's data of the other service, in 2026-09. */
function connectedBy(suffix: string): Pick<Operation, "handle" | "answers"> {
  const action = suffix.replace(":id/", "");
  if (!ANSWERED.includes(action)) return { handle: notKnown, answers: inAll({ kind: "nothing" }) };
  return {
    handle: (exchange) =>
      exchange.world.dialect === "2026-09" && hasParameter(exchange, "id")
        ? listConnected(exchange, action, integrationInPath(exchange))
        : notKnown(exchange),
    answers: inAll({ kind: "checked", check: () => undefined }),
  };
}

/** A route whose response the facts don't show. */
function notKnown(exchange: Exchange): never {
  if (hasParameter(exchange, "id")) integrationInPath(exchange);
  const what = `${exchange.request.method} ${exchange.match.template}`;
  throw sandboxError(501, "not_implemented", `The service's response to ${what} is not known.`);
}

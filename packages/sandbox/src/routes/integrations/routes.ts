import { type Answer, type Exchange, bodyOf, callerOf, projectOf } from "../../pipeline/exchange.ts";
import { type Route, inAll } from "../../pipeline/find-route.ts";
import { pageOfTable } from "../../pipeline/page.ts";
import { membershipIn } from "../../pipeline/permission.ts";
import { inProject, underProject } from "../../pipeline/project-scope.ts";
import { denied, invalid, notFound } from "../../pipeline/service-error.ts";
import { INTEGRATION } from "../../wire/integration.ts";
import { readBody } from "../../wire/read-body.ts";
import type { World } from "../../world.ts";
import { administersProject } from "../access-control/levels.ts";
import { exportsOf } from "../batch-exports/rows.ts";
import { wireNow } from "../organizations/rows.ts";
import { partsOf } from "./kinds.ts";
import { type IntegrationRow, integrationsOf, showIntegration } from "./rows.ts";

const ONE = inAll({ kind: "one", resource: INTEGRATION });
const READ = { scope: "integration:read", ...inProject } as const;
const WRITE = { scope: "integration:write", ...inProject } as const;

/** Integrations of a project. @source service 2026-09, integrations.md; that older services have them is not in the facts */
export const INTEGRATION_ROUTES: readonly Route[] = [
  ...underProject("integrations/", {
    title: "Integration List",
    allow: "GET, POST, HEAD, OPTIONS",
    since: "2026-09",
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
    since: "2026-09",
    operations: {
      GET: { ...READ, handle: getIntegration, answers: ONE },
      DELETE: { ...WRITE, handle: removeIntegration, answers: inAll({ kind: "nothing" }) },
    },
    // There is no change of one: it is made again. @source service 2026-09, integrations.md, routes
    scopeOfOthers: "integration:write",
  }),
];

function listIntegrations(exchange: Exchange): Answer {
  const { number: project } = projectOf(exchange);
  const kind = exchange.query.get("kind");
  const match = kind === null ? { project } : { project, kind };
  return pageOfTable(exchange, integrationsOf(exchange.world), match, "seq", (row) =>
    showIntegration(exchange.world, row),
  );
}

function integrationInPath(exchange: Exchange): IntegrationRow {
  const number = Number(exchange.match.parameters["id"]);
  const row = Number.isInteger(number) ? integrationsOf(exchange.world).one({ number }) : undefined;
  if (row?.project !== projectOf(exchange).number) throw notFound();
  return row;
}

function getIntegration(exchange: Exchange): Answer {
  return { status: 200, headers: {}, body: showIntegration(exchange.world, integrationInPath(exchange)) };
}

function mayAdminister(exchange: Exchange): boolean {
  const project = projectOf(exchange);
  const membership = membershipIn(exchange, project.organization);
  return membership !== undefined && administersProject(exchange.world, membership, project);
}

/** What an export still uses stays; the words for a caller below admin are inferred. @source integrations.md, Delete */
function removeIntegration(exchange: Exchange): Answer {
  const { id, number, project } = integrationInPath(exchange);
  if (!mayAdminister(exchange)) throw denied("You don't have sufficient permissions in the project.");
  const users = exportsOf(exchange.world)
    .where({ project, is_deleted: false })
    .filter(({ destination }) => destination.integration === number)
    .map(({ name }) => name);
  if (users.length > 0) {
    const detail = `This integration is used by batch exports: ${users.join(", ")}. Update them to use a different integration before disconnecting it.`;
    throw invalid("invalid_input", detail, null);
  }
  integrationsOf(exchange.world).delete(id);
  return { status: 204, headers: {} };
}

function postIntegration(exchange: Exchange): Answer {
  const { kind, config = {} } = readBody(INTEGRATION, bodyOf(exchange), {
    dialect: exchange.world.dialect,
    partial: false,
  });
  const { number } = projectOf(exchange);
  const row = putIntegration(exchange.world, number, {
    kind: String(kind),
    config: config as Record<string, unknown>,
    maker: callerOf(exchange).id,
    mayOverwrite: mayAdminister(exchange),
  });
  return { status: 201, headers: {}, body: showIntegration(exchange.world, row) };
}

type NewIntegration = {
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly maker: string | null;
  /** Default: yes, as for the control plane. */
  readonly mayOverwrite?: boolean;
};

/** Makes an integration, or overwrites the one of its identity where the kind does that. */
export function putIntegration(
  world: World,
  project: number,
  { kind, config, maker, mayOverwrite = true }: NewIntegration,
): IntegrationRow {
  const { isNamedOnce, ...parts } = partsOf(kind, config);
  const table = integrationsOf(world);
  const before = table.where({ project, kind }).find(({ identity }) => identity === parts.identity);
  if (before !== undefined && isNamedOnce) {
    throw invalid("invalid_input", `An integration named '${parts.identity}' already exists`, null);
  }
  if (before !== undefined && !mayOverwrite) {
    throw denied("Editing an existing integration requires project admin access.");
  }
  if (before !== undefined) return table.put({ ...before, ...parts });
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

import { z } from "zod";
import { controlError, controlRoute, controlRouteWith } from "../../control/family-control.ts";
import type { ControlRoute, Family } from "../../family.ts";
import { INTEGRATION_ROUTES, putIntegration } from "./routes.ts";
import { INTEGRATIONS_TABLE, integrationsOf } from "./rows.ts";

/** An object of the other service; fields besides ID and name are kept as given. */
const things = z.array(z.looseObject({ id: z.union([z.string(), z.number().int()]), name: z.string() })).default([]);
const LISTS = { channels: things, users: things, repositories: things, projects: things, teams: things };

const newIntegration = z.strictObject({
  project: z.number().int(),
  kind: z.string().min(1),
  config: z.record(z.string(), z.unknown()),
  connection: z.strictObject({ id: z.string().min(1), name: z.string().min(1), ...LISTS }).optional(),
});

/** Kinds for which the sandbox shows the connected service's objects. */
const CONNECTED = ["github", "jira", "linear", "slack"];

const CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "integrations", (world) => integrationsOf(world).where({})),
  controlRoute("DELETE", "integrations/:id", (world, { parameters }) => {
    const row = integrationsOf(world).get(parameters.id);
    if (row === undefined) throw controlError(404, "There is no such integration.");
    integrationsOf(world).delete(row.id);
    return {};
  }),
  controlRouteWith("POST", "integrations", newIntegration, (world, { body }) => {
    const { project, kind, config, connection } = body;
    if (world.store.tables.projects.one({ number: project }) === undefined) {
      throw controlError(404, `There is no project ${project}.`);
    }
    if (connection === undefined) return putIntegration(world, project, { kind, config, maker: null });
    if (!CONNECTED.includes(kind)) throw controlError(400, `Only ${CONNECTED.join(", ")} can have a connection.`);
    const { id: identity, ...told } = connection;
    return putIntegration(world, project, { kind, config, maker: null, connected: { identity, connection: told } });
  }),
];

/** Connects projects with other services, and stores the credentials of batch exports. */
export const INTEGRATIONS: Family = {
  name: "integrations",
  routes: INTEGRATION_ROUTES,
  tables: [INTEGRATIONS_TABLE],
  control: CONTROL,
};

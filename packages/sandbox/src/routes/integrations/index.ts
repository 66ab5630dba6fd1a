import { z } from "zod";
import { controlError } from "../../control/control-error.ts";
import type { ControlRoute, Family } from "../../family.ts";
import { INTEGRATION_ROUTES, putIntegration } from "./routes.ts";
import { INTEGRATIONS_TABLE, integrationsOf } from "./rows.ts";

const newIntegration = z.strictObject({
  project: z.number().int(),
  kind: z.string().min(1),
  config: z.record(z.string(), z.unknown()),
});

const CONTROL: readonly ControlRoute[] = [
  { method: "GET", path: "integrations", handle: (world) => integrationsOf(world).where({}) },
  {
    method: "DELETE",
    path: "integrations/:id",
    handle(world, { parameters }) {
      const row = integrationsOf(world).get(parameters["id"] ?? "");
      if (row === undefined) throw controlError(404, "There is no such integration.");
      integrationsOf(world).delete(row.id);
      return {};
    },
  },
  {
    method: "POST",
    path: "integrations",
    body: newIntegration,
    handle(world, { body }) {
      const { project, kind, config } = newIntegration.parse(body);
      if (world.store.tables.projects.one({ number: project }) === undefined) {
        throw controlError(404, `There is no project ${project}.`);
      }
      return putIntegration(world, project, { kind, config, maker: null });
    },
  },
];

/** What connects projects with other services, and holds the credentials of batch exports. */
export const INTEGRATIONS: Family = {
  name: "integrations",
  routes: INTEGRATION_ROUTES,
  tables: [INTEGRATIONS_TABLE],
  control: CONTROL,
};

import { z } from "zod";
import { controlError, controlRoute, controlRouteWith, givenIn } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";
import { type ConfigRow, configsOf } from "./rows.ts";

const text = z.string().optional();

const patch = z.strictObject({
  name: text,
  config_scope: z.string().nullable().optional(),
  oidc_issuer_url: text,
  oidc_client_secret: text,
  saml_entity_id: text,
  saml_x509_cert: text,
  scim_enabled: z.boolean().optional(),
});

/** Identity provider configs for tests. */
export const CONFIG_CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "identity-provider-configs", (world, { query }) => {
    const organization = query["organization"];
    return configsOf(world).where(organization === undefined ? {} : { organization });
  }),
  controlRouteWith("PATCH", "identity-provider-configs/:id", patch, (world, { parameters, body }) =>
    configsOf(world).put({ ...configOf(world, parameters.id), ...givenIn(body) }),
  ),
  controlRoute("DELETE", "identity-provider-configs/:id", (world, { parameters }) =>
    configsOf(world).delete(configOf(world, parameters.id).id),
  ),
];

function configOf(world: World, id: string): ConfigRow {
  const row = configsOf(world).get(id);
  if (row === undefined) throw controlError(404, `There is no identity provider config ${id}.`);
  return row;
}

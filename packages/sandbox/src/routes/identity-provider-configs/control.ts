import { z } from "zod";
import { controlError } from "../../control/control-error.ts";
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

/** What tests see and do of identity provider configs. */
export const CONFIG_CONTROL: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "identity-provider-configs",
    handle: (world, { query }) => {
      const organization = query["organization"];
      return configsOf(world).where(organization === undefined ? {} : { organization });
    },
  },
  {
    method: "PATCH",
    path: "identity-provider-configs/:id",
    body: patch,
    handle: (world, { parameters, body }) =>
      configsOf(world).put({ ...configOf(world, parameters["id"]), ...(body as Partial<ConfigRow>) }),
  },
  {
    method: "DELETE",
    path: "identity-provider-configs/:id",
    handle: (world, { parameters }) => configsOf(world).delete(configOf(world, parameters["id"]).id),
  },
];

function configOf(world: World, id = ""): ConfigRow {
  const row = configsOf(world).get(id);
  if (row === undefined) throw controlError(404, `There is no identity provider config ${id}.`);
  return row;
}

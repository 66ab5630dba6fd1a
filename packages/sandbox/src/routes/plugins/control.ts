import { z } from "zod";
import { controlError, controlRoute, controlRouteWith, givenIn } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";
import { readArchives, writeArchives } from "./archives.ts";
import { readCatalogue, writeCatalogue } from "./catalogue.ts";
import { type PluginRow, addPlugin, nextPluginNumber, pluginsOf } from "./rows.ts";

const fields = z.strictObject({
  name: z.string().nullable().optional(),
  description: z.string().nullable().optional(),
  plugin_type: z.string().nullable().optional(),
  is_global: z.boolean().optional(),
  capabilities: z.unknown().optional(),
  metrics: z.unknown().optional(),
  public_jobs: z.unknown().optional(),
});
const newItem = fields.extend({ organizationId: z.string(), url: z.string().nullable().optional() });

/** The service's own version isn't known, so a `posthogVersion` can't be compared with it. */
const manifest = z.looseObject({
  name: z.string(),
  main: z.string().optional(),
  posthogVersion: z.undefined().optional(),
});
const files = z
  .record(z.string(), z.string())
  .refine(hasGoodManifest, "plugin.json should be JSON with a name, without posthogVersion, and with its main file");
const archives = z.record(z.string(), z.array(z.strictObject({ tag: z.string().min(1), files })));
const catalogue = z.array(z.record(z.string(), z.unknown()));

/** Replaces the plugin server, which sets capabilities, and servers on the internet, for tests. */
export const PLUGIN_CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "plugins", listItems),
  controlRouteWith("POST", "plugins", newItem, (world, { body }) => makeItem(world, body)),
  controlRouteWith("PATCH", "plugins/:id", fields, (world, { parameters, body }) =>
    pluginsOf(world).put({ ...itemOf(world, parameters.id), ...givenIn(body) }),
  ),
  controlRoute("DELETE", "plugins/:id", (world, { parameters }) =>
    pluginsOf(world).delete(itemOf(world, parameters.id).id),
  ),
  controlRoute("GET", "plugin-archives", readArchives),
  controlRouteWith("PUT", "plugin-archives", archives, (world, { body }) => writeArchives(world, body)),
  controlRoute("GET", "plugin-repository", (world) => readCatalogue(world) ?? null),
  controlRouteWith("PUT", "plugin-repository", catalogue, (world, { body }) => writeCatalogue(world, body)),
];

/** Without the part of a URL that can be secret. */
function listItems(world: World): unknown {
  return pluginsOf(world)
    .all()
    .map(({ url: _url, shown_url, ...row }) => ({ ...row, url: shown_url }));
}

function makeItem(world: World, body: z.output<typeof newItem>): PluginRow {
  const { organizationId, ...values } = givenIn(body);
  if (world.store.tables.organizations.get(organizationId) === undefined) {
    throw controlError(404, `There is no organization ${organizationId}.`);
  }
  const defaults = { plugin_type: "source", url: null };
  const made = { ...defaults, ...values, number: nextPluginNumber(world), organization: organizationId };
  return addPlugin(world, made);
}

function itemOf(world: World, id: string): PluginRow {
  const row = pluginsOf(world).get(id);
  if (row === undefined) throw controlError(404, `There is no pipeline item ${id}.`);
  return row;
}

/** Other faults of an archive fail in unknown ways. */
function hasGoodManifest(each: Readonly<Record<string, string>>): boolean {
  const { "plugin.json": text, ...rest } = each;
  if (text === undefined) return true;
  const { success, data } = manifest.safeParse(jsonOf(text));
  if (!success) return false;
  const mains = data.main === undefined ? ["index.js", "index.ts"] : [data.main];
  return [...mains, "frontend.tsx", "site.ts"].some((name) => Object.hasOwn(rest, name));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { hasQuirk } from "../../dialects.ts";
import { pathText } from "../../pipeline/request-path.ts";
import { type Table, defineTable } from "../../store/table.ts";
import { PLUGIN } from "../../wire/plugin.ts";
import type { World } from "../../world.ts";
import { pickFields } from "../members/show.ts";

/** Source files by name; null for a file that was removed although it didn't exist. @source live service 2025-08, flow 8:302 */
export type PluginFiles = Readonly<Record<string, string | null>>;

/** A pipeline item of any family; `id` is the number as a string. */
export type PluginRow = {
  readonly id: string;
  readonly number: number;
  readonly organization: string;
  readonly plugin_type: string | null;
  readonly name: string | null;
  readonly description: string | null;
  /** With the query that responses omit: it can contain a token. */
  readonly url: string | null;
  /** The same without the query. */
  readonly shown_url: string | null;
  readonly icon: string | null;
  readonly config_schema: unknown;
  readonly tag: string | null;
  readonly latest_tag: string | null;
  readonly is_global: boolean;
  readonly capabilities: unknown;
  readonly metrics: unknown;
  readonly public_jobs: unknown;
  readonly files: PluginFiles;
};

export const PLUGINS_TABLE = defineTable<PluginRow>("plugins", {
  indexes: [["organization", "number"], ["is_global"], ["url"], ["shown_url"]],
  within: "organization",
});

/** The pipeline items of a world. */
export function pluginsOf(world: World): Table<PluginRow> {
  return world.store.table(PLUGINS_TABLE);
}

/** Defaults of a new item. @source live service 2025-08, flow 8:292 */
const DEFAULTS = {
  plugin_type: null,
  name: null,
  description: null,
  icon: null,
  config_schema: {},
  tag: null,
  latest_tag: null,
  is_global: false,
  capabilities: {},
  metrics: {},
  public_jobs: {},
  files: {},
} as const;

/** The required and optional values of a new item. */
export type NewPlugin = Pick<PluginRow, "number" | "organization" | "url"> & Partial<PluginRow>;

/** Stores a new item. */
export function addPlugin(world: World, item: NewPlugin): PluginRow {
  const shown_url = item.url === null ? null : withoutQuery(item.url);
  return pluginsOf(world).put({ ...DEFAULTS, ...item, id: String(item.number), shown_url });
}

/** Items are numbered across all organizations; the number of a refused one isn't used again. @source flow 8:289-292 */
export function nextPluginNumber(world: World): number {
  const { singletons } = world.store.tables;
  const number = Number(singletons.get("counter:plugins")?.value ?? 0) + 1;
  singletons.put({ id: "counter:plugins", value: number });
  return number;
}

/** A URL without the part that can be secret. @source live service 2025-08, flow 8:273 */
export function withoutQuery(url: string): string {
  return pathText(url);
}

/** Renders an item. @source live service 2025-08, flow 8:1 */
export function showPlugin(world: World, row: PluginRow): Record<string, unknown> {
  const organization = world.store.tables.organizations.get(row.organization);
  if (organization === undefined) throw new Error(`pipeline item ${row.id} has lost its organization`);
  const { dialect } = world;
  return pickFields(PLUGIN, dialect, {
    ...row,
    id: row.number,
    url: row.shown_url === "" ? null : row.shown_url,
    organization_id: organization.id,
    organization_name: organization.name,
    hog_function_migration_available: hasQuirk(dialect, "migrationAvailabilityIsBoolean") ? false : "false",
  });
}

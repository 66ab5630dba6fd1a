import type { FieldSpec, ResourceSpec } from "./field.ts";

const CONTRACT = "contract, Pipeline item";
const WRITTEN = "live service 2025-08, flow 8:273-292";

const text = (name: string, maxChars?: number): FieldSpec => ({
  name,
  type: "text",
  nullable: true,
  writable: true,
  blank: true,
  ...(maxChars === undefined ? {} : { maxChars }),
  source: WRITTEN,
});

/** A pipeline item; `url`, which isn't among the fields, is accepted only on creation. @source contract; flow 8 */
export const PLUGIN: ResourceSpec = {
  name: "Plugin",
  fields: [
    { name: "id", type: "integer", source: CONTRACT },
    { ...text("plugin_type"), choices: ["local", "custom", "repository", "source", "inline"] },
    text("name", 200),
    text("description"),
    { name: "url", type: "text", nullable: true, source: `${WRITTEN}, for what is hidden of it` },
    text("icon", 800),
    // A list of settings, an object, or any other value that was sent.
    { name: "config_schema", type: "any", writable: true, source: WRITTEN },
    text("tag", 200),
    { name: "latest_tag", type: "text", nullable: true, source: CONTRACT },
    { name: "is_global", type: "boolean", writable: true, source: "live service 2025-08, flow 8:313-331" },
    { name: "organization_id", type: "uuid", source: CONTRACT },
    { name: "organization_name", type: "text", source: CONTRACT },
    { name: "capabilities", type: "any", writable: true, source: "live service 2025-08, flow 8:174-258" },
    { name: "metrics", type: "any", nullable: true, writable: true, source: WRITTEN },
    { name: "public_jobs", type: "any", nullable: true, writable: true, source: WRITTEN },
    { name: "hog_function_migration_available", type: "boolean", types: { documented: "text" }, source: CONTRACT },
  ],
};

/** The response to a check for updates. @source live notes 7.2 */
export const PLUGIN_UPDATES: ResourceSpec = {
  name: "PluginUpdates",
  fields: [{ name: "plugin", type: "object", of: PLUGIN, source: "live notes 7.2" }],
};

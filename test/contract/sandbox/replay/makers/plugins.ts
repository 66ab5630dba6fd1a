import type { Maker } from "./maker.ts";

/** Capabilities that put an item into the path's family. */
const CAPABILITIES: Readonly<Record<string, unknown>> = {
  pipeline_destinations: { methods: ["onEvent"] },
  pipeline_transformations: { methods: ["processEvent"] },
  pipeline_import_apps: { scheduled_tasks: ["runEveryHour"] },
};

/** A pipeline item that no row names. */
export const makePlugin: Maker = async (stage, path) => {
  const family = path.split("/").at(-2) ?? "";
  const item = await stage.call("POST", path, {
    plugin_type: "source",
    name: "s",
    description: "d",
    capabilities: CAPABILITIES[family] ?? {},
  });
  return Number(item["id"]);
};

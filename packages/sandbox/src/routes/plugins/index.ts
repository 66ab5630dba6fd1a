import type { Family } from "../../family.ts";
import { PLUGIN_CONTROL } from "./control.ts";
import { pluginsOverview } from "./overview.ts";
import { PLUGIN_ROUTES } from "./routes.ts";
import { PLUGINS_TABLE } from "./rows.ts";

/** The five families of pipeline items, which are views of one kind of row. */
export const PLUGINS: Family = {
  name: "plugins",
  place: 9,
  routes: PLUGIN_ROUTES,
  tables: [PLUGINS_TABLE],
  control: PLUGIN_CONTROL,
  overview: pluginsOverview,
};

import type { Section } from "../../family.ts";
import { sectionOf } from "../../page/section.ts";
import type { World } from "../../world.ts";
import { pluginsOf } from "./rows.ts";
import { PLUGIN_VIEWS } from "./views.ts";

/** Pipeline items on the page, with the families that show them. */
export function pluginsOverview(world: World, organization: string): Section {
  return sectionOf(
    "Pipeline items",
    pluginsOf(world),
    { organization },
    {
      Number: ({ id }) => id,
      Name: ({ name }) => name ?? "",
      Families: ({ capabilities }) =>
        PLUGIN_VIEWS.filter((view) => view.shows(capabilities))
          .map((view) => view.noun)
          .join(", "),
      Global: ({ is_global }) => (is_global ? "yes" : ""),
    },
  );
}

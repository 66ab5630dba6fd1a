import type { Family } from "../../family.ts";
import { ACCESS_CONTROL_CONTROL } from "./control.ts";
import { ACCESS_CONTROL_ROUTES } from "./routes.ts";
import { GUARDED_OBJECTS_TABLE, RULES_TABLE } from "../../access/rules.ts";

/** Who may do how much in projects. */
export const ACCESS_CONTROL: Family = {
  name: "access-control",
  routes: ACCESS_CONTROL_ROUTES,
  tables: [RULES_TABLE, GUARDED_OBJECTS_TABLE],
  control: ACCESS_CONTROL_CONTROL,
};

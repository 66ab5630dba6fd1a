import type { Family } from "../../family.ts";
import { HOG_FUNCTION_CONTROL } from "./control.ts";
import { addMissingDefaults } from "./default-function.ts";
import { HOG_FUNCTION_ROUTES } from "./routes.ts";
import { HOG_FUNCTIONS_TABLE, HOG_LOGS_TABLE, HOG_REVISIONS_TABLE } from "./rows.ts";

/** Code that events of a project go through, and what it is made from. */
export const HOG_FUNCTIONS: Family = {
  name: "hog-functions",
  routes: HOG_FUNCTION_ROUTES,
  tables: [HOG_FUNCTIONS_TABLE, HOG_LOGS_TABLE, HOG_REVISIONS_TABLE],
  control: HOG_FUNCTION_CONTROL,
  dialectChanged: addMissingDefaults,
};

import type { Family } from "../../family.ts";
import { APPROVAL_CONTROL } from "./control.ts";
import { APPROVAL_ROUTES } from "./routes.ts";
import { CHANGES_TABLE, POLICIES_TABLE } from "./rows.ts";

/** Which changes need somebody's approval, and what waits for one. */
export const APPROVALS: Family = {
  name: "approvals",
  routes: APPROVAL_ROUTES,
  tables: [POLICIES_TABLE, CHANGES_TABLE],
  control: APPROVAL_CONTROL,
};

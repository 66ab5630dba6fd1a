import type { Family } from "../../family.ts";
import { ORGANIZATION_ROUTES } from "./routes.ts";

/** Organizations. */
export const ORGANIZATIONS: Family = { name: "organizations", routes: ORGANIZATION_ROUTES };

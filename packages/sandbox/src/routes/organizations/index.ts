import type { Family } from "../../family.ts";
import { ORGANIZATION_ROUTES } from "./routes.ts";
import { carryFeaturesOver, finishDeletion } from "./rows.ts";

/** Organizations. */
export const ORGANIZATIONS: Family = {
  name: "organizations",
  place: 2,
  routes: ORGANIZATION_ROUTES,
  jobs: { once: { "delete organization": finishDeletion } },
  dialectChanged: carryFeaturesOver,
};

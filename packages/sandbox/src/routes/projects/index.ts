import type { Family } from "../../family.ts";
import { PROJECT_CONTROL } from "./control.ts";
import { finishAllDeletions, finishDeletion } from "./deletion.ts";
import { PROJECT_ROUTES } from "./routes.ts";

/** Projects, by way of their organization and directly. */
export const PROJECTS: Family = {
  name: "projects",
  place: 3,
  routes: PROJECT_ROUTES,
  control: PROJECT_CONTROL,
  jobs: { once: { "delete project": finishDeletion } },
  dialectChanged: finishAllDeletions,
};

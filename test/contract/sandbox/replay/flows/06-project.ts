import type { FlowScript } from "../flow-script.ts";
import { OWNER, ROLE_ORGANIZATION, type Stage } from "../stage.ts";

/** A project of the second organization that no row creates. */
const FOREIGN_PROJECT = 9;

const limitProjects = (stage: Stage, project_limit: number | null): void =>
  void stage.sandbox.control.updateOrganization(stage.firstId, { project_limit });

export const PROJECT_FLOW: FlowScript = {
  now: "2026-11-20T23:02:00Z",
  prepare(stage) {
    const second = stage.addOrganization(ROLE_ORGANIZATION, OWNER, "Role org");
    stage.identities.bind(FOREIGN_PROJECT, stage.projectsOf(second)[0] ?? 0, "project");
    stage.setCurrent(OWNER, stage.firstId);
  },
  setups: {
    // This is already true: a create makes the new project the current one.
    "owner current project = the newest": () => undefined,
    "organizations_projects limit 1": (stage) => limitProjects(stage, 1),
    "limit removed": (stage) => limitProjects(stage, null),
  },
};

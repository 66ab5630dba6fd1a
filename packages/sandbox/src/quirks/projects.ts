import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about projects. */
export const PROJECTS_QUIRKS = {
  projectNamesAreUnique: {
    statement:
      "Two projects of an organization can't have the same name, regardless of case, not even while one of them is being deleted: 409.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "seen",
    source: "service 2026-09, projects.md, Rules; the type of the refusal is inferred",
  },
  projectDeletionTakesTime: {
    statement:
      "A deleted project can be read by ID for two days, but isn't listed; if it never received an event, it is deleted immediately.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "seen",
    source: "service 2026-09, projects.md, Deletion",
  },
  projectNameIsPickedFree: {
    statement:
      'A project that is made without a name gets a free one: "Default project", "Default project 2" and so on.',
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, projects.md, Writable fields",
  },
  membersMayCreateProjects: {
    statement:
      "Members can create projects if the organization and its plan allow it; otherwise an error tells them to ask an admin, before the plan's limit is checked.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, projects.md, Rules, cross-cutting.md, Permission texts",
  },
  projectLimitIsNamed: {
    statement:
      "At the plan's limit of projects, the refusal names the maximum; no plan allows more than 2,000, and that refusal has its own text.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, projects.md, Rules",
  },
  modifiersAreMerged: {
    statement:
      "`modifiers` and `conversations_settings` are merged into the project's values instead of replacing them.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "live service 2025-08, flow 6:125-127; service 2026-09, projects.md, Writable fields",
  },
  projectPatchNeedsWrite: {
    statement: "A key needs `project:write` for every change of a project, even if only settings change.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, projects.md, Rules",
  },
  productCallsTakeProjectRead: {
    statement: "The two product operations require `project:read` instead of a scope that no key has.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, projects.md, first table",
  },
  environmentsAreProjects: {
    statement:
      "Paths below environments work like those below projects, with headers that announce their removal; they can also change an environment.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "told",
    source: "live service 2025-08, flow 6:9, 6:14; service 2026-09, cross-cutting.md, Environments",
  },
} as const satisfies Record<string, Quirk>;

import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about projects. */
export const PROJECTS_QUIRKS = {
  projectNamesAreUnique: {
    statement:
      "Two projects of an organization cannot have one name, whatever its capitals, not even while one of them is being deleted: 409.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "seen",
    source: "service 2026-09, projects.md, Rules; the type of the refusal is inferred",
  },
  projectDeletionTakesTime: {
    statement:
      "A deleted project is kept for two days, by its id and out of the list, and goes at once when no event ever came in.",
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
      "Members create projects where the organization and its plan let them; without that they are told to ask an admin, before the limit of the plan is asked.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, projects.md, Rules, cross-cutting.md, Permission texts",
  },
  projectLimitIsNamed: {
    statement:
      "Where the plan has no room for one more project the refusal speaks of its maximum; no plan has more than 2,000, which is refused in words of its own.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, projects.md, Rules",
  },
  modifiersAreMerged: {
    statement:
      "`modifiers` and `conversations_settings` of a project are merged into what it has, not put in its place.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "live service 2025-08, flow 6:125-127; service 2026-09, projects.md, Writable fields",
  },
  projectPatchNeedsWrite: {
    statement: "A key needs `project:write` for every change of a project, also of settings alone.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, projects.md, Rules",
  },
  productCallsTakeProjectRead: {
    statement: "The two calls about products ask for `project:read` instead of a scope that no key has.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, projects.md, first table",
  },
  environmentsAreProjects: {
    statement:
      "Paths below environments are answered as those below projects, with headers that tell of their end; an environment is changed by them, too.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "told",
    source: "live service 2025-08, flow 6:9, 6:14; service 2026-09, cross-cutting.md, Environments",
  },
} as const satisfies Record<string, Quirk>;

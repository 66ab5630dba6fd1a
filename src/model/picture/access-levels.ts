/** Levels of a kind of resource, lowest first, with the level without any rule, and the highest level. */
export interface AccessLevels {
  readonly all: readonly string[];
  readonly builtIn: string;
  readonly highest: string;
}

/** @source service 2026-09, access-control.md, table of levels */
const OF_PROJECTS: AccessLevels = { all: ["none", "member", "admin"], builtIn: "admin", highest: "admin" };
const OF_KINDS: AccessLevels = { all: ["none", "viewer", "editor", "manager"], builtIn: "editor", highest: "manager" };

/** Kinds with levels of their own. @source service 2026-09, access-control.md, table of resources */
const OTHER_LEVELS: Readonly<Record<string, Partial<AccessLevels>>> = {
  activity_log: { builtIn: "viewer", highest: "viewer" },
  toolbar: { builtIn: "viewer", highest: "viewer" },
  data_deletion: { builtIn: "none" },
};

/** Kinds that use the rules of another kind. @source service 2026-09, access-control.md, children */
const UMBRELLAS: Readonly<Record<string, string>> = {
  session_recording_playlist: "session_recording",
  warehouse_table: "warehouse_objects",
  warehouse_view: "warehouse_objects",
  dataset: "llm_analytics",
  llm_provider_key: "llm_analytics",
  llm_prompt: "llm_analytics",
  account: "customer_analytics",
  customer_journey: "customer_analytics",
  customer_task: "customer_analytics",
  experiment_saved_metric: "experiment",
  experiment_holdout: "experiment",
  dashboard_template: "dashboard",
  marketing_analytics: "web_analytics",
  vision_alert: "replay_scanner",
};

/** Kinds whose rules have no effect. @source as above, resource_access_controls */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(["organization", "plugin"]);

/** The kind that represents the project itself. */
export const PROJECT = "project";

/** The levels of a project, or of a kind of resource. */
export function accessLevelsOf(kind: string): AccessLevels {
  if (kind === PROJECT) return OF_PROJECTS;
  return { ...OF_KINDS, ...(Object.hasOwn(OTHER_LEVELS, kind) ? OTHER_LEVELS[kind] : {}) };
}

/** The kind whose rules apply to a kind; undefined if there is none. */
export function ruledBy(kind: string): string | undefined {
  if (WITHOUT_EFFECT.has(kind)) return undefined;
  return Object.hasOwn(UMBRELLAS, kind) ? UMBRELLAS[kind] : kind;
}

/** Every word for a level. */
export const LEVEL_WORDS: readonly string[] = [...new Set([...OF_PROJECTS.all, ...OF_KINDS.all])];

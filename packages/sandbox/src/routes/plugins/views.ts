import { isDictionary } from "../../wire/read-value.ts";

/** One of the five families of pipeline items: a part of the path, and the items that it shows. */
export type PluginView = {
  readonly noun: string;
  /** As in the response to OPTIONS. */
  readonly title: string;
  readonly shows: (capabilities: unknown) => boolean;
};

/** The methods of a destination; a transformation has another one. */
const DESTINATION_METHODS = ["onEvent", "composeWebhook"] as const;
const TRANSFORMATION_METHOD = "processEvent";

/** All of them are views of one table. @source live notes 7.3; live service 2025-08, flow 8:174-258 */
export const PLUGIN_VIEWS: readonly PluginView[] = [
  { noun: "plugins", title: "Plugin", shows: () => true },
  {
    noun: "pipeline_destinations",
    title: "Pipeline Destinations",
    shows: (capabilities) => DESTINATION_METHODS.some((method) => listsMethod(capabilities, method)),
  },
  {
    noun: "pipeline_transformations",
    title: "Pipeline Transformations",
    shows: (capabilities) => listsMethod(capabilities, TRANSFORMATION_METHOD),
  },
  {
    noun: "pipeline_frontend_apps",
    title: "Pipeline Frontend Apps",
    shows: (capabilities) => !hasKey(capabilities, "methods") && !hasKey(capabilities, "scheduled_tasks"),
  },
  { noun: "pipeline_import_apps", title: "Pipeline Import Apps", shows: isImportApp },
];

/**
 * Scheduled tasks, or only methods that belong to no other family. A string instead of the list of methods counts as
 * that method here, and as none elsewhere, so `{"methods": "onEvent"}` is in no family.
 * @source live service 2025-08, flow 8:204-227, 8:253-258
 */
function isImportApp(capabilities: unknown): boolean {
  const tasks = valueAt(capabilities, "scheduled_tasks");
  if (tasks !== undefined && !(Array.isArray(tasks) && tasks.length === 0)) return true;
  const methods = valueAt(capabilities, "methods");
  if (methods === undefined) return false;
  return [...DESTINATION_METHODS, TRANSFORMATION_METHOD].every(
    (method) => methods !== method && !listsMethod(capabilities, method),
  );
}

function listsMethod(capabilities: unknown, method: string): boolean {
  const methods = valueAt(capabilities, "methods");
  return Array.isArray(methods) && methods.includes(method);
}

/** The database treats an item of a list, and also a string itself, as a key. @source live notes 7.3 */
function hasKey(capabilities: unknown, key: string): boolean {
  if (Array.isArray(capabilities)) return capabilities.includes(key);
  return capabilities === key || valueAt(capabilities, key) !== undefined;
}

function valueAt(capabilities: unknown, key: string): unknown {
  return isDictionary(capabilities) && Object.hasOwn(capabilities, key) ? capabilities[key] : undefined;
}

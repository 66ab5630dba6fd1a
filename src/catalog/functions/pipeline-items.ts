import * as z from "zod";

import type { Api } from "../../client/client.ts";
import type { Call } from "../../model/call.ts";
import { field } from "../../model/field.ts";
import { isJson, isRecord } from "../../model/json-value.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../fields/field-types.ts";
import { SUCCESSOR } from "../resources/pipeline-item/retired-items.ts";
import { activityFields, json } from "./fields.ts";
import { declareFunction, declareRead } from "./declare.ts";
import { shown, shownRows } from "./shown.ts";

const FAMILIES = [
  "plugins",
  "pipelineDestinations",
  "pipelineFrontendApps",
  "pipelineImportApps",
  "pipelineTransformations",
] as const;

const family = field(z.enum(FAMILIES).default("plugins"), {
  doc: "Family to use: `plugins` has all items, and `pipelineDestinations`, `pipelineFrontendApps`, `pipelineImportApps`, or `pipelineTransformations` only the items of its kind.",
});

const all = { organizationId: organizationIdInput, family };
const one = { ...all, itemId: field(z.string().regex(/^[1-9]\d*$/u), { doc: "Number of the item, as a string." }) };

const EXAMPLE = { organizationId: EXAMPLE_ORGANIZATION, itemId: "42" };

/** Scoped keys can't call these functions. @source departures 2025-08 */
const CLOSED = {
  scopes: [],
  alternative: "Otherwise, open the item in the service's web interface.",
  successor: SUCCESSOR,
} as const;

const WRITE = { ...CLOSED, effect: "write", repeat: "safe" } as const;

const everyFamily = (operation: string): string[] => FAMILIES.map((name) => `${name}.${operation}`);

const versionFields = {
  name: field(z.string().optional(), { doc: "Name of the item." }),
  tag: field(z.string().optional(), { doc: "Version of the item." }),
  latestTag: field(z.string().optional(), { doc: "Newest version at the item's URL." }),
};

export const checkPluginForUpdates = declareFunction({
  ...WRITE,
  name: "checkPluginForUpdates",
  doc: "Checks for a newer version of a pipeline item, and lets the service store its number.",
  operations: everyFamily("checkForUpdates"),
  arguments: one,
  result: versionFields,
  example: EXAMPLE,
  plan: ({ itemId }) => `check for a newer version of pipeline item ${itemId}`,
  run: async (args, { api, options }) => {
    const answer = await api[args.family].checkForUpdates(args.organizationId, Number(args.itemId), options);
    return shown(versionFields, answer?.plugin ?? (await item(api, args, options)));
  },
});

export const upgradePlugin = declareFunction({
  ...WRITE,
  name: "upgradePlugin",
  doc: "Upgrades a pipeline item to its newest version, unless it has its own source.",
  operations: everyFamily("upgrade"),
  arguments: one,
  result: versionFields,
  example: EXAMPLE,
  plan: ({ itemId }) => `upgrade pipeline item ${itemId} to its newest version`,
  run: async (args, { api, options }) => {
    const answer = await api[args.family].upgrade(args.organizationId, Number(args.itemId), options);
    return shown(versionFields, answer ?? (await item(api, args, options)));
  },
});

/** Reads the item itself if a service returns nothing for the operation, as in the contract. */
function item(api: Api, args: ItemArguments, options: Call) {
  return api.plugins.get(args.organizationId, Number(args.itemId), options);
}

const files = field(z.record(z.string(), z.string()), { doc: "Source files by name." });

const filesIfAny = field(z.record(z.string(), z.string()).optional(), {
  doc: "Source files by name; absent if the service doesn't show them.",
});

export const getPluginSource = declareRead({
  ...CLOSED,
  name: "getPluginSource",
  doc: "Reads the source files of a pipeline item.",
  operations: everyFamily("source"),
  arguments: one,
  result: { files: filesIfAny },
  example: EXAMPLE,
  run: async (args, { api, options }) =>
    filesIn(await api[args.family].source(args.organizationId, Number(args.itemId), options)),
});

interface ItemArguments {
  readonly organizationId: string;
  readonly family: (typeof FAMILIES)[number];
  readonly itemId: string;
}

/** The service shows a file that was removed before it existed as null. The contract shows no response. */
function filesIn(sent: Readonly<Record<string, string | null>> | undefined): { files?: Record<string, string> } {
  if (sent === undefined) return {};
  const entries = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== null);
  return { files: Object.fromEntries(entries) };
}

export const updatePluginSource = declareFunction({
  ...WRITE,
  name: "updatePluginSource",
  doc: "Writes source files of a pipeline item and keeps its other files.",
  notes: [
    "If your program manages the item, set its `source` instead. Otherwise this call causes drift.",
    "`plugin.json` must be JSON. The service accepts other text, but then every later call for the item fails.",
  ],
  operations: everyFamily("updateSource"),
  arguments: {
    ...one,
    files,
    remove: field(z.array(z.string()).optional(), { doc: "Names of files to remove." }),
  },
  result: { files: filesIfAny },
  example: { ...EXAMPLE, files: { "index.ts": "export function processEvent(event) { return event }" } },
  validate: (args) => sourceProblems(args["files"], args["remove"]),
  plan: (args) => `write ${Object.keys(args.files).join(", ")} of pipeline item ${args.itemId}`,
  run: async (args, { api, options }) => {
    const removed = Object.fromEntries((args.remove ?? []).map((name) => [name, null]));
    const { organizationId, itemId } = args;
    const sent = { ...args.files, ...removed };
    const answer = await api[args.family].updateSource(organizationId, Number(itemId), sent, options);
    return filesIn(answer);
  },
});

function sourceProblems(given: unknown, remove: unknown) {
  const named = isRecord(given) ? given : {};
  const twice = (Array.isArray(remove) ? remove : []).filter((name) => Object.hasOwn(named, String(name)));
  const manifest = named["plugin.json"];
  return [
    ...twice.map((name) => ({ path: "remove", reason: `names ${String(name)}, which the same call writes` })),
    ...(typeof manifest !== "string" || isJson(manifest)
      ? []
      : [
          {
            path: 'files["plugin.json"]',
            reason: "must be JSON: otherwise every later call for the item fails",
          },
        ]),
  ];
}

export const listPluginActivity = declareRead({
  ...CLOSED,
  name: "listPluginActivity",
  doc: "Lists the activity of the pipeline items in the account's current project, newest first.",
  operations: everyFamily("activity"),
  arguments: all,
  result: activityFields,
  example: { organizationId: EXAMPLE_ORGANIZATION },
  rows: (args, { api, options }) => shownRows(activityFields, api[args.family].activity(args.organizationId, options)),
});

const entry = { entry: json("Entry, in the service's own form.") };

/** A list with rows that only the service defines. */
async function* entriesOf(rows: Promise<readonly unknown[]>) {
  for (const row of await rows) yield { entry: row as z.core.util.JSONType };
}

export const listPluginRepository = declareRead({
  ...CLOSED,
  name: "listPluginRepository",
  doc: "Lists the pipeline items that you can install.",
  operations: everyFamily("repository"),
  arguments: all,
  result: entry,
  example: { organizationId: EXAMPLE_ORGANIZATION },
  rows: (args, { api, options }) => entriesOf(api[args.family].repository(args.organizationId, options)),
});

export const listUnsubscribeConfigs = declareRead({
  ...CLOSED,
  name: "listUnsubscribeConfigs",
  doc: "Lists the settings of the pipeline items that export unsubscribes.",
  operations: everyFamily("exportsUnsubscribeConfigs"),
  arguments: all,
  result: entry,
  example: { organizationId: EXAMPLE_ORGANIZATION },
  rows: (args, { api, options }) => entriesOf(api[args.family].exportsUnsubscribeConfigs(args.organizationId, options)),
});

const numberField = { itemId: field(z.string(), { doc: "Number of the item, as a string." }) };

export const listUnusedPlugins = declareRead({
  ...CLOSED,
  name: "listUnusedPlugins",
  doc: "Lists the numbers of pipeline items that no project uses.",
  notes: ["They can include items of other organizations."],
  operations: everyFamily("unused"),
  arguments: all,
  result: numberField,
  example: { organizationId: EXAMPLE_ORGANIZATION },
  async *rows(args, { api, options }) {
    for (const itemId of await api[args.family].unused(args.organizationId, options)) yield { itemId: String(itemId) };
  },
});

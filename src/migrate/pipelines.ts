import { kebabCase, wordsOf, wordsOfName } from "../adopt/names.ts";
import { valueOf } from "../adopt/program.ts";
import { hogFunction } from "../catalog/resources/hog-function/hog-function.ts";
import { isOfGeoip } from "../catalog/resources/hog-function/hog-function-guards.ts";
import {
  pipelineDestination,
  pipelineFrontendApp,
  pipelineImportApp,
  pipelineTransformation,
  plugin,
} from "../catalog/resources/pipeline-item/pipeline-items.ts";
import { project } from "../catalog/resources/project/project.ts";
import type { HogFunctionWire } from "../client/hog-functions/hog-function-wire.ts";
import type { ProjectRowWire } from "../client/projects/project-wire.ts";
import type { RecordedObject } from "../driver/driver.ts";
import type { AnyResource } from "../model/definition.ts";
import { formatId } from "../model/identity.ts";
import { isRecord } from "../model/json-value.ts";
import { importedObject } from "./imported-object.ts";
import type { Change, NewObject } from "./migration.ts";
import { textIn } from "./recorded-text.ts";
import { byOrganization, rowsOf, type Search } from "./search.ts";

/** The kinds of items, each with the type of function that replaced it. @source service 2026-09, hog-functions.md */
const KINDS: readonly (readonly [AnyResource, string])[] = [
  [pipelineTransformation, "transformation"],
  [pipelineDestination, "destination"],
  [pipelineFrontendApp, "site_app"],
  [pipelineImportApp, "source_webhook"],
  [plugin, ""],
];

/** The type of an item's code, by the methods that it names. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/processEvent/u, "transformation"],
  [/onEvent|exportEvents|composeWebhook/u, "destination"],
];

/** The code of a site app, which the service still runs unchanged. */
const SITE = "site.ts";

/** Changes of pipeline items, if the service has hog functions. */
export async function pipelineChanges(search: Search): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [definition, type] of KINDS) {
    for (const [organizationId, items] of byOrganization(search.objects, definition)) {
      const projects = await rowsOf<ProjectRowWire>(search, project, { organizationId });
      const [first] = projects;
      if (first === undefined || !(await hasFunctions(search, String(first.id)))) continue;
      for (const object of items) {
        changes.push(
          await (isGeoip(object) ? geoipChange(search, object, projects) : stubChange(search, object, type, projects)),
        );
      }
    }
  }
  return changes;
}

async function hasFunctions({ context }: Search, projectId: string): Promise<boolean> {
  return context.session.lists.isServed(hogFunction, { projectId }, context.call);
}

const nameOf = (object: RecordedObject): string => textIn(object, "name") || object.id;

/** The service's own GeoIP code, which every project already runs in its new form. */
function isGeoip(object: RecordedObject): boolean {
  return /^geoip$/iu.test(textIn(object, "name")) || /posthog-plugin-geoip/iu.test(textIn(object, "url"));
}

async function geoipChange(
  search: Search,
  object: RecordedObject,
  projects: readonly ProjectRowWire[],
): Promise<Change> {
  const parts: Pick<Change, "made" | "secrets" | "decisions">[] = [];
  for (const { id } of projects) {
    const projectId = String(id);
    const rows = await rowsOf<HogFunctionWire>(search, hogFunction, { projectId });
    const own = rows.find(isOfGeoip);
    if (own === undefined) continue;
    const functionId = formatId(hogFunction.identity.parts, { projectId, functionId: own.id });
    if (!search.objects.some((one) => one.resource === hogFunction.name && one.id === functionId)) {
      parts.push(await importedObject(search, hogFunction, functionId));
    }
  }
  return {
    finding: `${JSON.stringify(nameOf(object))} is now a function of each project. The migration imports these functions.`,
    made: parts.flatMap(({ made = [] }) => made),
    secrets: parts.flatMap(({ secrets = [] }) => secrets),
    decisions: parts.flatMap(({ decisions = [] }) => decisions),
    leaving: [{ object }],
  };
}

function stubChange(
  search: Search,
  object: RecordedObject,
  ofKind: string,
  projects: readonly ProjectRowWire[],
): Change {
  const name = nameOf(object);
  const source = sourceOf(object);
  const type = typeOf(object, ofKind, source);
  const base = kebabCase(search.names.give(wordsOf(name), ["function"]));
  const site = type === "site_app" ? source[SITE] : undefined;
  const old = Object.entries(source).map(([file, text]) => [`${base}.${file}.txt`, text] as const);
  const code = site === undefined ? `${base}.hog` : `${base}.${SITE}.txt`;
  const files = { ...Object.fromEntries(old), ...(site === undefined ? { [code]: stubOf(name, type) } : {}) };
  const made = projects.map(({ id, name: where }): NewObject => ({
    definition: hogFunction,
    id: "",
    words: search.names.give([...wordsOf(where), ...wordsOf(name)], wordsOfName(hogFunction.name)),
    isThere: false,
    inputs: {
      projectId: valueOf(String(id)),
      type: valueOf(type),
      name: valueOf(name),
      ...(typeof object.inputs["description"] === "string"
        ? { description: valueOf(object.inputs["description"]) }
        : {}),
      hog: { kind: "file", path: `${search.folder}/${code}` },
      enabled: valueOf(false),
    },
  }));
  return {
    finding: `The pipeline item ${JSON.stringify(name)} becomes a hog function of the type ${type} in each project, disabled at first.`,
    made,
    leaving: [{ object }],
    files,
    decisions: decisionsOf(object, {
      name,
      type,
      code: `${search.folder}/${code}`,
      isCarried: site !== undefined,
      hasSource: old.length > 0,
    }),
  };
}

function sourceOf({ inputs }: RecordedObject): Readonly<Record<string, string>> {
  const { source } = inputs;
  const files = isRecord(source) ? Object.entries(source) : [];
  return Object.fromEntries(files.filter((one): one is [string, string] => typeof one[1] === "string"));
}

function typeOf({ inputs }: RecordedObject, ofKind: string, source: Readonly<Record<string, string>>): string {
  if (ofKind !== "") return ofKind;
  const { capabilities } = inputs;
  const methods = isRecord(capabilities) ? capabilities["methods"] : undefined;
  const known = TYPES.find(([pattern]) => pattern.test(JSON.stringify(methods ?? [])))?.[1];
  return known ?? (source[SITE] === undefined ? "destination" : "site_app");
}

const RESTS: Readonly<Record<string, string>> = {
  transformation: "return event\n",
  site_app: "export function onLoad() {}\n",
  source_webhook: "return {'httpResponse': {'status': 501, 'body': 'Not written yet'}}\n",
};

function stubOf(name: string, type: string): string {
  const title = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  return `// ${title}: rewrite the old code here, then enable the function.\n${RESTS[type] ?? "print('Not written yet')\n"}`;
}

interface Carried {
  readonly name: string;
  readonly type: string;
  readonly code: string;
  readonly isCarried: boolean;
  readonly hasSource: boolean;
}

function decisionsOf(
  { inputs, resource }: RecordedObject,
  { name, type, code, isCarried, hasSource }: Carried,
): string[] {
  const title = JSON.stringify(name);
  const { url, configSchema, capabilities } = inputs;
  const tasks: unknown = isRecord(capabilities) ? capabilities["scheduledTasks"] : undefined;
  const where = hasSource ? "is beside it" : typeof url === "string" ? `is at ${url}` : "isn't in the state";
  const isOfAnyFamily = resource === plugin.name;
  return [
    isCarried
      ? `${title}: the code of the site app is copied unchanged. Check it, then enable the function in the projects where the item was enabled.`
      : `${title}: ${code} does nothing yet. Rewrite the old code there. The old code ${where}. Then enable the function in the projects where the item was enabled.`,
    `${title}: remove the functions of projects that don't need it. The old item keeps working where it is enabled, until you turn it off in the service's web interface.`,
    ...(isOfAnyFamily
      ? [`${title}: is ${type} the right type? The item names no methods, or methods of several types.`]
      : []),
    ...(typeof configSchema === "string" && configSchema !== "{}" && configSchema !== "[]"
      ? [
          `${title}: the item has settings, but the service doesn't show their values. Declare them as \`inputsSchema\` and \`inputs\`.`,
        ]
      : []),
    ...(Array.isArray(tasks) && tasks.length > 0
      ? [`${title}: the service has no replacement for scheduled tasks. Where will they run?`]
      : []),
    ...(type === "source_webhook"
      ? [`${title}: a function accepts events only through a webhook. For tables, use the service's warehouse sources.`]
      : []),
  ];
}

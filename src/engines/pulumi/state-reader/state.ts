import * as z from "zod";

import { servedNamed } from "../../../app/served.ts";
import { type AnyResource, fieldsOf, STATE_VERSION } from "../../../model/definition.ts";
import { pathText } from "../../../model/field-path.ts";
import { withSeparateSecrets, joinValues, splitValues } from "../../../model/parts.ts";
import { secretPaths } from "../../../model/secret-texts.ts";
import { isRecord, pick, type Values } from "../../../model/json-value.ts";
import { type RecordedObject, upgraded } from "../../../driver/driver.ts";
import type { RecordedState } from "../../engine.ts";

/** The key that marks a record as a secret, and its value. @source pulumi sdk/go/common/resource/sig */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Our types: of dynamic resources, and of the native plugin. */
export const ORGFORM_TYPE = /^(?:pulumi-nodejs:dynamic\/orgform|orgform:index):(?<resource>\w+)$/u;

/** The place of the host in a provider's own entry: the dynamic provider has it with the configuration's namespace. */
const HOSTS: Readonly<Record<string, string>> = {
  "pulumi:providers:pulumi-nodejs": "orgform:host",
  "pulumi:providers:orgform": "host",
};

/** Whether a record represents a secret. */
export const isSealed = (value: Values): boolean => value[SIGNATURE] === SECRET;

const entrySchema = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
  provider: z.string().default(""),
  external: z.boolean().default(false),
  delete: z.boolean().default(false),
});

/** When the engine wrote the state. @source pulumi sdk/go/common/apitype/core.go, ManifestV1 */
const manifestSchema = z.looseObject({ time: z.string().optional() });

const deploymentSchema = z.looseObject({
  manifest: manifestSchema.optional(),
  resources: z.array(entrySchema).nullable().default([]),
});

/** The output of `pulumi stack export`, and the engine's files in a folder or bucket. */
const stateSchema = z.union([
  z.looseObject({ deployment: deploymentSchema }),
  z.looseObject({ checkpoint: z.looseObject({ latest: deploymentSchema.nullable().default(null) }) }),
]);

type Entry = z.output<typeof entrySchema>;

/** Whether JSON looks like a state of Pulumi. */
export function isPulumiState(json: unknown): boolean {
  return isRecord(json) && ("deployment" in json || "checkpoint" in json);
}

/**
 * Reads a state of Pulumi: what `pulumi stack export` prints, or a checkpoint of the engine's own storage.
 *
 * Secrets are encrypted there and stay so: their properties are listed as unreadable.
 *
 * @throws ZodError when the JSON has another form
 */
export function readPulumiState(json: unknown): RecordedState {
  const state = stateSchema.parse(json);
  const deployment = "deployment" in state ? state.deployment : state.checkpoint.latest;
  const { resources, manifest } = (deployment ?? {}) as Partial<z.output<typeof deploymentSchema>>; // -- looseObject forgets it
  const entries = resources ?? [];
  const hosts = new Map(entries.flatMap((entry) => hostIn(entry) ?? []));
  const objects: RecordedObject[] = [];
  const unknown: string[] = [];
  for (const entry of entries) {
    const name = ORGFORM_TYPE.exec(entry.type)?.groups?.["resource"];
    // An object that is only looked up belongs to others; an object that waits for its deletion is already replaced.
    if (name === undefined || entry.id === undefined || entry.external || entry.delete) continue;
    const definition = servedNamed(name);
    if (definition === undefined) unknown.push(entry.urn);
    else objects.push(objectFrom(entry, definition, hosts));
  }
  return { objects, unknown, revision: manifest?.time };
}

function hostIn({ type, urn, id, inputs }: Entry): [string, string][] | undefined {
  const host = inputs[HOSTS[type] ?? ""];
  return typeof host === "string" ? [[`${urn}::${id ?? ""}`, host]] : undefined;
}

/** The name of a provider that the program makes itself; the engine gives its own ones names of this form. */
function providerIn(reference: string): string | undefined {
  const name = reference.split("::").at(-2);
  return name === undefined || /^default(?:_|$)/u.test(name) ? undefined : name;
}

function objectFrom(
  { urn, id = "", inputs, outputs, provider }: Entry,
  definition: AnyResource,
  hosts: ReadonlyMap<string, string>,
): RecordedObject {
  const names = new Set(fieldsOf(withSeparateSecrets(definition), "inputs").map(([name]) => name));
  const [declared, state] = [opened(definition, inputs), opened(definition, outputs)];
  const version = state.values[STATE_VERSION];
  const unreadable = [...declared.sealed].filter((name) => names.has(name));
  const readable = (values: Values): Values => {
    const parts = Object.entries(splitValues(definition, values)).filter(([name]) => !unreadable.includes(name));
    return joinValues(definition, Object.fromEntries(parts));
  };
  return {
    resource: definition.name,
    address: urn.split("::").at(-1) ?? urn,
    handle: urn,
    id,
    inputs: readable(
      pick(
        upgraded(definition, declared.values, version),
        fieldsOf(definition, "inputs").map(([name]) => name),
      ),
    ),
    state: readable(upgraded(definition, state.values, version)),
    unreadable,
    fingerprints: {},
    host: hosts.get(provider),
    provider: providerIn(provider),
  };
}

/**
 * Properties without values that only the engine and the program use, and without encrypted ones: a secret inside of an
 * input separately, or else the whole property that contains it.
 */
function opened(
  definition: AnyResource,
  properties: Values,
): { readonly values: Values; readonly sealed: ReadonlySet<string> } {
  const members = new Set(secretPaths(definition).map(pathText));
  const sealed = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("__")) continue;
    const clear = openedValue(value, [name]);
    const isWhole = clear.sealed.some((path) => !members.has(pathText(path)) || path.length === 1);
    for (const path of clear.sealed) sealed.add(isWhole ? name : pathText(path));
    if (!isWhole) values[name] = clear.value;
  }
  return { values, sealed };
}

/** A value as far as it can be read, and its unreadable places. */
interface Opened {
  readonly value: unknown;
  readonly sealed: readonly Path[];
}

type Path = readonly (string | number)[];

/** A value with its secrets opened if the file has them in plain text, as `--show-secrets` writes them. */
function openedValue(value: unknown, path: Path): Opened {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => openedValue(item, [...path, index]));
    return { value: items.map((item) => item.value), sealed: items.flatMap(({ sealed }) => sealed) };
  }
  if (!isRecord(value)) return { value, sealed: [] };
  if (isSealed(value)) {
    const { plaintext } = value;
    const isClear = typeof plaintext === "string";
    return isClear ? openedValue(JSON.parse(plaintext), path) : { value: undefined, sealed: [path] };
  }
  const entries = Object.entries(value).map(([key, item]) => [key, openedValue(item, [...path, key])] as const);
  return {
    value: Object.fromEntries(entries.map(([key, item]) => [key, item.value])),
    sealed: entries.flatMap(([, { sealed }]) => sealed),
  };
}

import * as z from "zod";

import { servedNamed } from "../../../app/served.ts";
import { fieldsOf } from "../../../model/definition.ts";
import { isRecord, pick, type Values } from "../../../model/json-value.ts";
import type { RecordedObject } from "../../../driver/driver.ts";
import type { RecordedState } from "../../engine.ts";

/** The key that marks a record as a secret, and its value. @source pulumi sdk/go/common/resource/sig */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Our types: of dynamic resources, and of the native plugin. */
const OURS = /^(?:pulumi-nodejs:dynamic\/orgform|orgform:index):(?<resource>\w+)$/u;

/** Where a provider's own entry holds the host: the dynamic one has it with the namespace of the configuration. */
const HOSTS: Readonly<Record<string, string>> = {
  "pulumi:providers:pulumi-nodejs": "orgform:host",
  "pulumi:providers:orgform": "host",
};

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

const deploymentSchema = z.looseObject({ resources: z.array(entrySchema).nullable().default([]) });

/** What `pulumi stack export` writes, and what the engine keeps in a folder or bucket. */
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
  const entries = (deployment as z.output<typeof deploymentSchema> | null)?.resources ?? []; // -- looseObject forgets it
  const hosts = new Map(entries.flatMap((entry) => hostIn(entry) ?? []));
  const objects: RecordedObject[] = [];
  const unknown: string[] = [];
  for (const entry of entries) {
    const name = OURS.exec(entry.type)?.groups?.["resource"];
    // What is only looked up belongs to others; what waits for its deletion is replaced already.
    if (name === undefined || entry.id === undefined || entry.external || entry.delete) continue;
    const definition = servedNamed(name);
    if (definition === undefined) unknown.push(entry.urn);
    else objects.push(objectFrom(entry, name, new Set(fieldsOf(definition, "inputs").map(([input]) => input)), hosts));
  }
  return { objects, unknown };
}

function hostIn({ type, urn, id, inputs }: Entry): [string, string][] | undefined {
  const host = inputs[HOSTS[type] ?? ""];
  return typeof host === "string" ? [[`${urn}::${id ?? ""}`, host]] : undefined;
}

function objectFrom(
  { urn, id = "", inputs, outputs, provider }: Entry,
  resource: string,
  names: ReadonlySet<string>,
  hosts: ReadonlyMap<string, string>,
): RecordedObject {
  const [declared, state] = [opened(inputs), opened(outputs)];
  const unreadable = [...declared.sealed].filter((name) => names.has(name));
  const readable = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !unreadable.includes(name)));
  return {
    resource,
    address: urn.split("::").at(-1) ?? urn,
    id,
    inputs: readable(pick(declared.values, names)),
    state: readable(state.values),
    unreadable,
    fingerprints: {},
    host: hosts.get(provider),
  };
}

/** Properties without what stands between engine and program, and without those in which something is encrypted. */
function opened(properties: Values): { readonly values: Values; readonly sealed: ReadonlySet<string> } {
  const sealed = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("__")) continue;
    const clear = openedValue(value);
    if (clear.isSealed) sealed.add(name);
    else values[name] = clear.value;
  }
  return { values, sealed };
}

type Opened = { readonly isSealed: true } | { readonly isSealed: false; readonly value: unknown };

/** A value with its secrets opened where the file holds them in clear, as `--show-secrets` writes them. */
function openedValue(value: unknown): Opened {
  if (!isRecord(value) && !Array.isArray(value)) return { isSealed: false, value };
  if (isRecord(value) && value[SIGNATURE] === SECRET) {
    const { plaintext } = value;
    return typeof plaintext === "string" ? openedValue(JSON.parse(plaintext)) : { isSealed: true };
  }
  const items: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const clear = openedValue(item);
    if (clear.isSealed) return clear;
    items.push([key, clear.value]);
  }
  const isList = Array.isArray(value);
  return { isSealed: false, value: isList ? items.map(([, item]) => item) : Object.fromEntries(items) };
}

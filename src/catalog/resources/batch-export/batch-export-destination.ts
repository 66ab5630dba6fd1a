import * as z from "zod";

import type { BatchExportDestination, BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { Before } from "../../../model/call.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { isRecord, parsedJson, sameValue, type Values } from "../../../model/json-value.ts";
import { fieldNames, fieldRef, message } from "../../../model/messages.ts";
import { nearest } from "../../../model/suggest.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import {
  ALL_SECRETS,
  CHOICES,
  COMMON_CONFIG,
  COMPRESSIONS,
  COPY_INPUTS,
  defaultsOf,
  DESTINATION_TYPES,
  destinationType,
  type DestinationType,
  isLaterS3,
  OLD_S3,
  type SettingKind,
  wireKey,
} from "./batch-export-types.ts";

const SCHEMAS = {
  text: z.string().optional(),
  number: z.number().optional(),
  boolean: z.boolean().optional(),
  list: z.array(z.string()).optional(),
} as const;

/** Every setting of any type, with its kind: no name has two. */
const ALL_CONFIG: Readonly<Record<string, SettingKind>> = Object.assign(
  {},
  ...Object.values(DESTINATION_TYPES).map(({ config }) => config),
  COMMON_CONFIG,
) as Readonly<Record<string, SettingKind>>; // -- Object.assign of a list forgets the types

const config = z.strictObject(
  Object.fromEntries(Object.entries(ALL_CONFIG).map(([name, kind]) => [name, SCHEMAS[kind]])),
);

/** Where an export writes to, without secrets. */
export const destinationSchema = z.strictObject({
  type: z.string().min(1),
  config: config.optional(),
  otherConfig: z.record(z.string(), z.string()).optional(),
  integrationId: z
    .string()
    .regex(/^[1-9]\d*$/u, "expected the number of an integration, as text")
    .optional(),
});

/** The secrets of a destination. */
export const credentialsSchema = z.strictObject({
  ...Object.fromEntries([...ALL_SECRETS].map((name) => [name, z.string().optional()])),
  [COPY_INPUTS]: z.string().refine(isRecordText, "expected a JSON object").optional(),
  other: z.record(z.string(), z.string()).optional(),
});

function isRecordText(text: string): boolean {
  return isRecord(parsedJson(text));
}

/** A destination as a program declares it. */
export type Destination = z.output<typeof destinationSchema>;

/** A destination without what means nothing, such as a format that goes without saying: the form in which two are compared. */
export function sameDestination({ type, config: given, otherConfig, integrationId }: Destination): Destination {
  const defaults = defaultsOf(type);
  const kinds = kindsByKey(type);
  const all = Object.entries(present(otherConfig));
  // A setting by the service's name is the same as by ours: a type may have been unknown when the program was written.
  const known = all.flatMap(([key, value]) => {
    const setting = kinds.get(key);
    return setting === undefined ? [] : [[setting.name, settingFrom(setting.kind, value)] as const];
  });
  const settings = Object.fromEntries(
    [...known, ...Object.entries(present(given))].filter(([name, value]) => value !== defaults[name]),
  );
  const others = Object.fromEntries(all.filter(([key]) => !kinds.has(key))) as Record<string, string>;
  return {
    type,
    ...(Object.keys(settings).length === 0 ? {} : { config: settings }),
    ...(Object.keys(others).length === 0 ? {} : { otherConfig: others }),
    ...(integrationId === undefined || integrationId === null ? {} : { integrationId }),
  } as Destination; // -- the settings were checked one by one
}

function present(values: unknown): Record<string, unknown> {
  const entries = isRecord(values) ? Object.entries(values) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}

function kindsByKey(type: string): ReadonlyMap<string, { readonly name: string; readonly kind: SettingKind }> {
  return new Map(Object.entries(settingsOf(type)).map(([name, kind]) => [wireKey(name), { name, kind }]));
}

function settingsOf(type: string): Readonly<Record<string, SettingKind>> {
  const known = destinationType(type);
  return known === undefined ? {} : { ...known.config, ...COMMON_CONFIG };
}

/**
 * What the service shows of a destination, in the model's words; secrets are left out wherever it shows them.
 *
 * The service of 2026 may have moved an export from S3 to one of the types that came after it, with an integration for its
 * credentials. To a program that declares S3 it is the same export as before.
 *
 * @param declared - what a program declares; absent for an object that is imported or listed
 * @source service 2026-09, batch-exports.md, destination object
 */
export function destinationFromWire(
  { type: shownType, config: shown, integration }: BatchExportWire["destination"],
  declared?: Destination | null,
): Destination {
  const isMoved = declared?.type === OLD_S3 && isLaterS3(shownType);
  const type = isMoved ? OLD_S3 : shownType;
  const kinds = kindsByKey(type);
  const settings: Record<string, unknown> = {};
  const others: Record<string, string> = {};
  for (const [key, value] of Object.entries(present(shown))) {
    const setting = kinds.get(key);
    if (setting !== undefined) settings[setting.name] = settingFrom(setting.kind, value);
    else if (!isSecretKey(key) && !isLeftOver(type, key)) {
      others[key] = typeof value === "string" ? value : JSON.stringify(value);
    }
  }
  // Its address lies in the integration now.
  if (isMoved && declared.config?.["endpointUrl"] !== undefined)
    settings["endpointUrl"] = declared.config["endpointUrl"];
  const isLinked =
    integration !== undefined && integration !== null && (!isMoved || declared.integrationId !== undefined);
  return sameDestination({
    type,
    config: settings,
    otherConfig: others,
    ...(isLinked ? { integrationId: String(integration) } : {}),
  } as Destination); // -- see settingFrom
}

/** After a write the service shows what was sent, later its own text for it. @source flow 7:2, 7:8, 7:14, 7:37 */
function settingFrom(kind: SettingKind, value: unknown): unknown {
  if (kind === "number") return Number(value);
  if (kind === "boolean") return value === true || /^true$/iu.test(String(value));
  if (kind === "list") return Array.isArray(value) ? value.map(String) : [String(value)];
  return String(value);
}

/** Keys of S3 that exports still hold which the service moved: it takes them no more, and passes them over. */
function isLeftOver(type: string, key: string): boolean {
  return LEFT_OVER.has(key) && isLaterS3(type);
}

const LEFT_OVER: ReadonlySet<string> = new Set(["legacy_parquet_extension", "endpoint_url"]);

function isSecretKey(key: string): boolean {
  return [...ALL_SECRETS].some((name) => wireKey(name) === key);
}

/** What is known of the export before a change. */
type Known = Before<Pick<BatchExportWire, "destination">>;

/** What is to be sent of a destination: either side may be absent, `null` credentials are taken away. */
export interface DestinationChange {
  readonly destination?: Destination | undefined;
  readonly credentials?: Values | null | undefined;
}

/**
 * A destination as the service takes it. It puts what is sent over what it holds and never forgets a key, so that what
 * left the program is sent as null; and it wants the type every time.
 *
 * @source live-organizations 6.4; live service 2025-08, flow 7:96-118
 */
export function destinationToWire(
  { destination, credentials }: DestinationChange,
  before?: Known,
): BatchExportDestination | undefined {
  const held = before?.wire.destination;
  // What the service moved to a later type stays of that one, and its credentials lie elsewhere.
  const isMoved = held !== undefined && isLaterS3(held.type) && destination?.type === OLD_S3;
  const type = isMoved ? held.type : (destination?.type ?? held?.type);
  if (type === undefined || (destination === undefined && credentials === undefined)) return undefined;
  const integration = destination?.integrationId === undefined ? held?.integration : Number(destination.integrationId);
  return {
    type,
    config: {
      ...(destination === undefined ? {} : settingsToWire({ ...destination, type }, held)),
      ...(credentials === undefined || isLaterS3(type) ? {} : secretsToWire(type, credentials, before)),
    },
    // Some types want it named with every change of the destination.
    ...(integration === undefined || integration === null ? {} : { integration }),
  };
}

/** All settings: the service judges some by others, and only by those that are sent. @source flow 7:120-122 */
function settingsToWire(
  { type, config: given, otherConfig }: Destination,
  held: BatchExportWire["destination"] | undefined,
): Record<string, unknown> {
  const all = Object.entries({ ...byWireKey(given), ...present(otherConfig) });
  const sent: Record<string, unknown> = Object.fromEntries(all.filter(([key]) => !isLeftOver(type, key)));
  // Null is never taken for the default: it is refused, fails, or is what the next run works with. @source flow 7:38-40
  const defaults = byWireKey(defaultsOf(type));
  for (const [key, value] of Object.entries(held?.config ?? {})) {
    if (key in sent || isSecretKey(key) || isLeftOver(type, key)) continue;
    if (key in defaults) sent[key] = defaults[key];
    else if (value !== null) sent[key] = null;
  }
  return sent;
}

/** The secrets that differ from the last ones given; all there may be where those are not known. */
function secretsToWire(type: string, credentials: Values | null, before: Known | undefined): Values {
  const wanted = byWireKey(credentials);
  if (before === undefined) return wanted;
  const last = before.state["credentials"];
  const unseen = Object.fromEntries((destinationType(type)?.secrets ?? []).map((name) => [wireKey(name), undefined]));
  const there = isRecord(last) ? byWireKey(last) : unseen;
  const gone = Object.keys(there).filter((key) => !(key in wanted));
  return {
    ...Object.fromEntries(gone.map((key) => [key, null])),
    ...Object.fromEntries(Object.entries(wanted).filter(([key, value]) => !sameValue(value, there[key]))),
  };
}

/** Named values under the service's keys, beside those of `other`, which has these already. */
function byWireKey(values: unknown): Record<string, unknown> {
  const { other, ...named } = present(values);
  const valueOf = (name: string, value: unknown): unknown => (name === COPY_INPUTS ? JSON.parse(String(value)) : value);
  const entries = Object.entries(named).map(([name, value]) => [wireKey(name), valueOf(name, value)] as const);
  return { ...Object.fromEntries(entries), ...present(other) };
}

/** What a destination and its credentials contradict each other in; what is not known yet is not judged. */
export function destinationProblems({ destination, credentials = {} }: Values): Problem[] {
  if (!isRecord(destination) || containsUnknown(destination["type"])) return [];
  const type = String(destination["type"]);
  const known = destinationType(type);
  const given = { config: destination["config"] ?? {}, credentials };
  if (known === undefined) return unknownTypeProblems(type, given);
  const isLinked = destination["integrationId"] !== undefined;
  const others = present(destination["otherConfig"]);
  const required = (isLinked ? known.requiredLinked : undefined) ?? known.required;
  const lacking = required.flatMap((name) => {
    const side = known.secrets.includes(name) ? "credentials" : "config";
    const values = given[side];
    if (!isRecord(values) || present(values)[name] !== undefined || wireKey(name) in others) return [];
    return [{ path: pathOf(side, name), reason: `is required for a destination of the type ${type}` }];
  });
  const foreign = [
    ...foreignKeys("config", given.config, Object.keys(settingsOf(type)), type),
    ...foreignKeys("credentials", given.credentials, [...known.secrets, "other"], type),
  ];
  return [...lacking, ...foreign, ...choiceProblems(type, given.config), ...linkProblems(type, known, destination)];
}

/** @source service 2026-09, batch-exports.md, destination object */
function linkProblems(type: string, known: DestinationType, { integrationId, otherConfig }: Values): Problem[] {
  const path = "destination.integrationId";
  if (integrationId === undefined) {
    // Who gives settings by the service's names may have written them for one that took credentials beside them.
    const isNeeded = known.isAlwaysLinked === true && otherConfig === undefined;
    return isNeeded ? [{ path, reason: `is required for a destination of the type ${type}` }] : [];
  }
  if (known.requiredLinked !== undefined) return [];
  const later = type === OLD_S3 ? "; AwsS3 and S3Compatible take one" : "";
  return [{ path, reason: `is nothing that a destination of the type ${type} has${later}` }];
}

/** One problem, at the type, whatever stands beside it. */
function unknownTypeProblems(type: string, given: Readonly<Record<"config" | "credentials", unknown>>): Problem[] {
  const names = Object.keys(DESTINATION_TYPES);
  const near = nearest(type, names);
  // Two letters of difference are much in so short a word, and a newer service may have such a type.
  const isOnlySpelling = names.some((name) => name.toLowerCase() === type.toLowerCase());
  const credentials = isRecord(given.credentials) ? { ...given.credentials, other: undefined } : {};
  const named = [...Object.keys(present(given.config)), ...Object.keys(present(credentials))];
  if (!isOnlySpelling && named.length === 0) return [];
  const hint =
    near === undefined || (!isOnlySpelling && near.length < SHORTEST_GUESSED)
      ? message`Orgform knows ${names.join(", ")}; for a newer type give settings in ${fieldRef("destination.otherConfig")} and secrets in ${fieldRef("credentials.other")}, by the service's names`
      : `did you mean ${JSON.stringify(near)}?`;
  return [
    {
      path: "destination.type",
      reason: message`is ${JSON.stringify(type)}, which is no type that Orgform knows; ${hint}`,
    },
  ];
}

/** The shortest name of a type that is guessed from other letters. */
const SHORTEST_GUESSED = 4;

function choiceProblems(type: string, config: unknown): Problem[] {
  const given = present(config);
  const chosen = Object.entries(CHOICES[type] ?? {}).flatMap(([name, allowed]) =>
    notAmong(name, given[name], allowed, ""),
  );
  const format = given["fileFormat"] ?? defaultsOf("S3")["fileFormat"];
  if ((type !== OLD_S3 && !isLaterS3(type)) || chosen.length > 0 || typeof format !== "string") return chosen;
  return notAmong("compression", given["compression"], COMPRESSIONS[format] ?? [], ` for ${format}`);
}

function notAmong(name: string, value: unknown, allowed: readonly string[], beside: string): Problem[] {
  if (typeof value !== "string" || allowed.includes(value)) return [];
  const near = nearest(value, allowed);
  const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
  const choices = allowed.map((one) => JSON.stringify(one)).join(", ");
  return [
    {
      path: `destination.config.${name}`,
      reason: `expected one of ${choices}${beside}, found ${JSON.stringify(value)}${hint}`,
    },
  ];
}

function foreignKeys(
  side: "config" | "credentials",
  values: unknown,
  taken: readonly string[],
  type: string,
): Problem[] {
  const takes = taken.length === 0 ? "none" : fieldNames(taken);
  return Object.keys(present(values))
    .filter((name) => !taken.includes(name))
    .map((name) => ({
      path: pathOf(side, name),
      reason: message`is nothing that a destination of the type ${type} has; it takes ${takes}`,
    }));
}

function pathOf(side: "config" | "credentials", name: string): string {
  return side === "config" ? `destination.config.${name}` : `credentials.${name}`;
}

import * as z from "zod";

import type { BatchExportDestination, BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import { member } from "../../../model/block.ts";
import type { Before } from "../../../model/call.ts";
import { isRecord, parsedJson, sameValue, type Values } from "../../../model/json-value.ts";
import { fieldRef, message } from "../../../model/messages.ts";
import {
  blockOf,
  blockSchemas,
  blocksIn,
  integrationNumber,
  type PlainDestination,
  plainOf,
  settingDoc,
} from "./batch-export-blocks.ts";
import {
  ALL_SECRETS,
  COMMON_CONFIG,
  COPY_INPUTS,
  defaultsOf,
  DESTINATION_TYPES,
  destinationType,
  isFile,
  isLaterS3,
  OLD_S3,
  SCHEMAS,
  type SettingKind,
  wireKey,
} from "./batch-export-types.ts";

/** Every setting of any type, with its kind: no name has two. */
const ALL_CONFIG: Readonly<Record<string, SettingKind>> = Object.assign(
  {},
  ...Object.values(DESTINATION_TYPES).map(({ config }) => config),
  COMMON_CONFIG,
) as Readonly<Record<string, SettingKind>>; // -- Object.assign of a list forgets the types

const config = z.strictObject(
  Object.fromEntries(
    Object.entries(ALL_CONFIG).map(([name, kind]) => [
      name,
      member(SCHEMAS[kind].optional(), { doc: settingDoc(name) }),
    ]),
  ),
);

const integrationId = integrationNumber.optional();
const otherConfig = z.record(z.string(), z.string()).optional();

/** Where an export writes to, as look-ups show it: the form that both are compared in. */
export const plainDestinationSchema = z.strictObject({
  type: member(z.string().min(1), { doc: "The type." }),
  config: member(config.optional(), { doc: "Settings of the type." }),
  otherConfig: member(otherConfig, { doc: "Settings that Orgform does not know, under the service's names." }),
  integrationId: member(integrationId, { doc: "Number of the integration that holds the credentials, as text." }),
});

/** What took the place of the form of 0.1.0. */
export const BLOCK_INSTEAD = message`Give the block of the type in ${fieldRef("destination")}: it has its settings and secrets, and ${fieldRef("integrationId")} for the credentials of an Integration.`;

/** Where an export writes to: one block, or the form of 0.1.0, whose secrets stand in an input of their own. */
export const destinationSchema = z.strictObject({
  ...blockSchemas,
  type: member(z.string().min(1).optional(), {
    deprecation: BLOCK_INSTEAD,
    doc: `Deprecated for a type that has a block. The type, such as "NoOp" or one that only a newer service knows.`,
  }),
  config: member(config.optional(), {
    deprecation: BLOCK_INSTEAD,
    doc: "Deprecated: use the block of the type. Settings of the type.",
  }),
  otherConfig: member(otherConfig, {
    doc: "Settings that Orgform does not know, under the service's names; only beside a type.",
  }),
  integrationId: member(integrationId, {
    deprecation: BLOCK_INSTEAD,
    doc: "Deprecated: use the block of the type. Number of the integration that holds the credentials, as text.",
  }),
});

/** The secrets of a destination. */
export const credentialsSchema = z.strictObject({
  ...Object.fromEntries(
    [...ALL_SECRETS].map((name) => [name, member(z.string().optional(), { doc: settingDoc(name) })]),
  ),
  [COPY_INPUTS]: member(z.string().refine(isRecordText, "expected a JSON object").optional(), {
    doc: settingDoc(COPY_INPUTS),
  }),
  other: member(z.record(z.string(), z.string()).optional(), {
    doc: "Secrets that Orgform does not know, under the service's names.",
  }),
});

function isRecordText(text: string): boolean {
  return isRecord(parsedJson(text));
}

/** A destination as a program declares it. */
export type Destination = z.output<typeof destinationSchema>;

/** A destination without what means nothing, such as a format that goes without saying: the form in which two are compared. */
export function sameDestination(destination: Destination): Destination {
  const { type, config: given, otherConfig, integrationId } = plainOf(destination);
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

/** The members of a record that have a value. */
export function present(values: unknown): Record<string, unknown> {
  const entries = isRecord(values) ? Object.entries(values) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}

function kindsByKey(type: string): ReadonlyMap<string, { readonly name: string; readonly kind: SettingKind }> {
  return new Map(Object.entries(settingsOf(type)).map(([name, kind]) => [wireKey(name), { name, kind }]));
}

/** What a type takes, with its kind; nothing of one that is not known. */
export function settingsOf(type: string): Readonly<Record<string, SettingKind>> {
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
export function destinationFromWire(wire: BatchExportWire["destination"], declared?: Destination | null): Destination {
  const plain = plainFromWire(wire, declared === undefined || declared === null ? undefined : plainOf(declared));
  const isOpen = plain.otherConfig !== undefined;
  // What is not declared is shown as a block, unless it has more than that can hold.
  const isBlock = declared === undefined || declared === null ? !isOpen : blocksIn(declared).length > 0;
  return isBlock ? asBlock(plain) : plain;
}

function asBlock(destination: Destination): Destination {
  const { type = "", config: settings, integrationId } = destination;
  const block = blockOf(type);
  if (block === undefined) return destination;
  return { [block]: { ...settings, ...(integrationId === undefined ? {} : { integrationId }) } };
}

function plainFromWire(
  { type: shownType, config: shown, integration }: BatchExportWire["destination"],
  declared: PlainDestination | undefined,
): Destination {
  const isMoved = declared?.type === OLD_S3 && isLaterS3(shownType);
  const type = isMoved ? OLD_S3 : shownType;
  const kinds = kindsByKey(type);
  const settings: Record<string, unknown> = {};
  const others: Record<string, string> = {};
  for (const [key, value] of Object.entries(present(shown))) {
    const setting = kinds.get(key);
    if (setting !== undefined) settings[setting.name] = settingFrom(setting.kind, value);
    else if (!isSecretKey(key) && !isLeftOver(shownType, key)) {
      others[key] = typeof value === "string" ? value : JSON.stringify(value);
    }
  }
  // Its address lies in the integration now.
  if (isMoved && isRecord(declared.config) && declared.config["endpointUrl"] !== undefined)
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
  return LEFT_OVER.has(key) && isFile(type) && type !== OLD_S3;
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
  { destination: changed, credentials: changedCredentials }: DestinationChange,
  before?: Known,
): BatchExportDestination | undefined {
  const held = before?.wire.destination;
  const { destination, credentials } = asPlain({ destination: changed, credentials: changedCredentials }, before);
  // What the service moved to a later type stays of that one, and its credentials lie elsewhere.
  const isMoved = held !== undefined && isLaterS3(held.type) && destination?.type === OLD_S3;
  const type = isMoved ? held.type : (destination?.type ?? held?.type);
  if (type === undefined || (destination === undefined && credentials === undefined)) return undefined;
  const integration = destination?.integrationId === undefined ? held?.integration : Number(destination.integrationId);
  return {
    type,
    config: {
      ...(destination === undefined ? {} : settingsToWire({ ...destination, type }, held)),
      ...(isLaterS3(type) ? {} : { ...secretsIn(destination), ...secretsToWire(type, credentials, before) }),
    },
    // Some types want it named with every change of the destination.
    ...(integration === undefined || integration === null ? {} : { integration }),
  };
}

/** A change whichever way it is declared. */
interface PlainChange {
  readonly destination?: PlainDestination | undefined;
  readonly credentials?: Values | null | undefined;
}

/**
 * What changes of a destination. In a block its secrets stand, those alone that differ. Where a program went over to the
 * block, the credentials that it gave before go there, and those count that it gives now.
 */
function asPlain({ destination, credentials }: DestinationChange, before: Known | undefined): PlainChange {
  const desired = (destination ?? before?.desired["destination"]) as Destination | undefined; // -- checked by its type before
  const plain = desired === undefined ? undefined : plainOf(desired);
  if (plain?.block === undefined) return { destination: destination === undefined ? undefined : plain, credentials };
  if (credentials === undefined) return { destination: destination === undefined ? undefined : plain };
  const whole = plainOf(before?.desired["destination"] as Destination);
  return { destination: { ...plain, secrets: {} }, credentials: { ...whole.secrets } };
}

/** The secrets of a block under the service's names; null takes one away. */
function secretsIn(destination: PlainDestination | undefined): Values {
  const secrets = Object.entries(destination?.secrets ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    secrets.map(([name, value]) => [wireKey(name), value === null ? null : secretToWire(name, value)]),
  );
}

function secretToWire(name: string, value: unknown): unknown {
  return name === COPY_INPUTS ? JSON.parse(String(value)) : value;
}

/** All settings: the service judges some by others, and only by those that are sent. @source flow 7:120-122 */
function settingsToWire(
  { type, config: given, otherConfig, block }: PlainDestination,
  held: BatchExportWire["destination"] | undefined,
): Record<string, unknown> {
  const all = Object.entries({ ...byWireKey(given), ...present(otherConfig) });
  const sent: Record<string, unknown> = Object.fromEntries(all.filter(([key]) => !isLeftOver(type, key)));
  // Null is never taken for the default: it is refused, fails, or is what the next run works with. @source flow 7:38-40
  const defaults = byWireKey(defaultsOf(type));
  const known = kindsByKey(type);
  for (const [key, value] of Object.entries(held?.config ?? {})) {
    if (key in sent || isSecretKey(key) || isLeftOver(type, key)) continue;
    // A block has no place for what Orgform does not know: the service may have put it there.
    if (block !== undefined && !known.has(key)) continue;
    if (key in defaults) sent[key] = defaults[key];
    else if (value !== null) sent[key] = null;
  }
  return sent;
}

/** The secrets that differ from the last ones given; all there may be where those are not known. */
function secretsToWire(type: string, credentials: Values | null | undefined, before: Known | undefined): Values {
  if (credentials === undefined) return {};
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
  const entries = Object.entries(named).map(([name, value]) => [wireKey(name), secretToWire(name, value)] as const);
  return { ...Object.fromEntries(entries), ...present(other) };
}

import type * as z from "zod";

import type { BatchExportDestination, BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { Before } from "../../../model/call.ts";
import { isRecord, parsedJson, type Values } from "../../../model/json-value.ts";
import { blockOf, type Declared, declaredBy, type destinationSchema, OTHER } from "./batch-export-blocks.ts";
import {
  ALL_SECRETS,
  COMMON_CONFIG,
  COPY_INPUTS,
  defaultsOf,
  destinationType,
  isFile,
  isLaterS3,
  OLD_S3,
  type SettingKind,
  wireKey,
} from "./batch-export-types.ts";

/** A destination as a program declares it. */
export type Destination = z.output<typeof destinationSchema>;

/** A destination without what means nothing, such as a format that goes without saying: the form in which two are compared. */
export function sameDestination(destination: unknown): unknown {
  const declared = declaredBy(destination);
  if (declared === undefined) return destination;
  const { block, type, config, integrationId } = declared;
  const defaults = defaultsOf(String(type));
  const settings = Object.entries(present(config)).filter(([name, value]) => value !== defaults[name]);
  return {
    block,
    type,
    config: Object.fromEntries(settings),
    ...(integrationId === undefined ? {} : { integrationId }),
  };
}

/** The members of a record that have a value. */
export function present(values: unknown): Record<string, unknown> {
  const entries = isRecord(values) ? Object.entries(values) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}

/** The settings of a type by the service's names, each with its own name and kind; none of a type that is not known. */
export function settingsByKey(
  type: string,
): ReadonlyMap<string, { readonly name: string; readonly kind: SettingKind }> {
  const known = destinationType(type);
  const kinds: Readonly<Record<string, SettingKind>> = known === undefined ? {} : { ...known.config, ...COMMON_CONFIG };
  return new Map(Object.entries(kinds).map(([name, kind]) => [wireKey(name), { name, kind }]));
}

/**
 * What the service shows of a destination, in the model's words; secrets are left out wherever it shows them.
 *
 * The service of 2026 may have moved an export from S3 to one of the types that came after it, with an integration for its
 * credentials. To a program that declares S3 it is the same export as before.
 *
 * @param destination - what a program declares; absent for an object that is imported or listed
 * @source service 2026-09, batch-exports.md, destination object
 */
export function destinationFromWire(
  { type: shownType, config: shown, integration }: BatchExportWire["destination"],
  destination?: unknown,
): Destination {
  const declared = declaredBy(destination);
  const isMoved = declared?.type === OLD_S3 && isLaterS3(shownType);
  const type = isMoved ? OLD_S3 : shownType;
  const isLinked =
    integration !== undefined && integration !== null && (!isMoved || declared.integrationId !== undefined);
  const link = isLinked ? { integrationId: String(integration) } : {};
  // Of the settings in that block nothing is known but what was given.
  if (blockOf(type) === OTHER || (declared?.block === OTHER && declared.type === type)) {
    return { [OTHER]: { type, ...link } };
  }
  const kinds = settingsByKey(type);
  const defaults = defaultsOf(type);
  const settings: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(present(shown))) {
    const setting = kinds.get(key);
    if (setting === undefined) continue;
    const read = settingFrom(setting.kind, value);
    if (read !== defaults[setting.name]) settings[setting.name] = read;
  }
  // Its address lies in the integration now.
  const { endpointUrl } = isMoved ? declared.config : {};
  return { [blockOf(type)]: { ...settings, ...present({ endpointUrl }), ...link } };
}

/** After a write the service shows what was sent, later its own text for it. @source flow 7:2, 7:8, 7:14, 7:37 */
export function settingFrom(kind: SettingKind, value: unknown): unknown {
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

/**
 * A destination as the service takes it. It puts what is sent over what it holds and never forgets a key, so that what
 * left the program is sent as null; and it wants the type every time.
 *
 * @param destination - all settings, and of the secrets those that are to be sent; null takes one away
 * @source live-organizations 6.4; live service 2025-08, flow 7:96-118
 */
export function destinationToWire(
  destination: Destination | undefined,
  before?: Known,
): BatchExportDestination | undefined {
  const held = before?.wire.destination;
  const declared = declaredBy(destination);
  if (declared === undefined) return undefined;
  // What the service moved to a later type stays of that one, and its credentials lie elsewhere.
  const isMoved = held !== undefined && isLaterS3(held.type) && declared.type === OLD_S3;
  const type = isMoved ? held.type : String(declared.type);
  const { integrationId } = declared;
  const integration = integrationId === undefined ? held?.integration : Number(integrationId);
  return {
    type,
    config: {
      ...settingsToWire(declared, type, held),
      ...(isLaterS3(type) && declared.block !== OTHER ? {} : secretsToWire(declared, before)),
    },
    // Some types want it named with every change of the destination.
    ...(integration === undefined || integration === null ? {} : { integration }),
  };
}

/** All settings: the service judges some by others, and only by those that are sent. @source flow 7:120-122 */
function settingsToWire(
  { block, config }: Declared,
  type: string,
  held: BatchExportWire["destination"] | undefined,
): Record<string, unknown> {
  if (block === OTHER) return {};
  const given = Object.entries(byWireKey(present(config)));
  const sent: Record<string, unknown> = Object.fromEntries(given.filter(([key]) => !isLeftOver(type, key)));
  // Null is never taken for the default: it is refused, fails, or is what the next run works with. @source flow 7:38-40
  const defaults = byWireKey(defaultsOf(type));
  const known = settingsByKey(type);
  for (const [key, value] of Object.entries(held?.config ?? {})) {
    // A block has no place for what Orgform does not know: the service may have put it there.
    if (key in sent || isSecretKey(key) || isLeftOver(type, key) || !known.has(key)) continue;
    if (key in defaults) sent[key] = defaults[key];
    else if (value !== null) sent[key] = null;
  }
  return sent;
}

/** The secrets of a block under the service's names; null takes one away. */
function secretsToWire({ block, secrets }: Declared, before: Known | undefined): Values {
  if (block === OTHER) return openToWire(secrets["config"], before);
  const given = Object.entries(secrets).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [
      wireKey(name),
      name === COPY_INPUTS && typeof value === "string" ? parsedJson(value) : value,
    ]),
  );
}

/** Everything under the service's names, and null for what was given before and is given no more. */
function openToWire(config: unknown, before: Known | undefined): Values {
  if (config === undefined) return {};
  const given = Object.entries(present(config)).map(([key, text]) => [key, openValue(String(text))] as const);
  const last = declaredBy(before?.state["destination"]);
  const gone = last?.block === OTHER ? Object.keys(present(last.secrets["config"])) : [];
  return { ...Object.fromEntries(gone.map((key) => [key, null])), ...Object.fromEntries(given) };
}

/** Lists and objects stand in texts; every other text is what it is. */
function openValue(text: string): unknown {
  const value = /^\s*[[{]/u.test(text) ? parsedJson(text) : undefined;
  return typeof value === "object" && value !== null ? value : text;
}

/** Values under the service's names instead of the model's. */
function byWireKey(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [wireKey(name), value]));
}

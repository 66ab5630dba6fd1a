import type * as z from "zod";

import type { BatchExportDestination, BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { Before } from "../../../model/call.ts";
import { isRecord, parsedJson, type Values } from "../../../model/json-value.ts";
import { blockOf, type Declared, declaredBy, type destinationSchema, OTHER } from "./batch-export-blocks.ts";
import {
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

/** The comparison form of a destination: without values that have no effect, such as a default format. */
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

/** The fields of a record that have a value. */
export function present(values: unknown): Record<string, unknown> {
  const entries = isRecord(values) ? Object.entries(values) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}

/** A type's settings by the service's names, each with our name and kind; none for an unknown type. */
export function settingsByKey(
  type: string,
): ReadonlyMap<string, { readonly name: string; readonly kind: SettingKind }> {
  const known = destinationType(type);
  const kinds: Readonly<Record<string, SettingKind>> = known === undefined ? {} : { ...known.config, ...COMMON_CONFIG };
  return new Map(Object.entries(kinds).map(([name, kind]) => [wireKey(name), { name, kind }]));
}

/**
 * The service's destination in the model's names, without secrets, even if the service shows them.
 *
 * The service of 2026 might have moved an export from S3 to one of the newer types, with an integration for its
 * credentials. A program that declares S3 still sees the same export.
 *
 * @param destination - the declaration of a program; absent for an imported or listed object
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
  // Only the declared settings of that block are known.
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
  // Its address is in the integration now.
  const { endpointUrl } = isMoved ? declared.config : {};
  return { [blockOf(type)]: { ...settings, ...present({ endpointUrl }), ...link } };
}

/** After a write, the service shows what was sent; later it shows its own form. @source flow 7:2, 7:8, 7:14, 7:37 */
export function settingFrom(kind: SettingKind, value: unknown): unknown {
  if (kind === "number") return Number(value);
  if (kind === "boolean") return value === true || /^true$/iu.test(String(value));
  if (kind === "list") return Array.isArray(value) ? value.map(String) : [String(value)];
  return String(value);
}

/** S3 keys that moved exports still have. The service ignores them, and no longer accepts them. */
function isLeftOver(type: string, key: string): boolean {
  return LEFT_OVER.has(key) && isFile(type) && type !== OLD_S3;
}

const LEFT_OVER: ReadonlySet<string> = new Set(["legacy_parquet_extension", "endpoint_url"]);

/** What is known about the export before a change. */
type Known = Before<Pick<BatchExportWire, "destination">>;

/**
 * A destination in the service's form. The service merges what is sent into the stored settings and never removes a
 * key, so settings that left the program are sent as null. It requires the type every time.
 *
 * @param destination - all settings, and only the secrets to send; null removes one
 * @source live-organizations 6.4; live service 2025-08, flow 7:96-118
 */
export function destinationToWire(
  destination: Destination | undefined,
  before?: Known,
): BatchExportDestination | undefined {
  const held = before?.wire.destination;
  const declared = declaredBy(destination);
  if (declared === undefined) return undefined;
  // If the service moved an export to a newer type, the export keeps that type, and an integration has its credentials.
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
    // Some types require it with every change of the destination.
    ...(integration === undefined || integration === null ? {} : { integration }),
  };
}

/**
 * All settings, because the service checks a setting only against others in the same request. @source flow 7:120-122
 */
function settingsToWire(
  { block, config }: Declared,
  type: string,
  held: BatchExportWire["destination"] | undefined,
): Record<string, unknown> {
  if (block === OTHER) return {};
  const given = Object.entries(byWireKey(present(config)));
  const sent: Record<string, unknown> = Object.fromEntries(given.filter(([key]) => !isLeftOver(type, key)));
  // Null never means the default: the service refuses it, fails, or uses it in the next run. @source flow 7:38-40
  const defaults = byWireKey(defaultsOf(type));
  const known = settingsByKey(type);
  for (const [key, value] of Object.entries(held?.config ?? {})) {
    // A block has no field for secrets, nor for settings that Orgform doesn't know, which the service might have added.
    if (key in sent || isLeftOver(type, key) || !known.has(key)) continue;
    if (key in defaults) sent[key] = defaults[key];
    else if (value !== null) sent[key] = null;
  }
  return sent;
}

/** The secrets of a block under the service's names; null removes one. */
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

/** All settings under the service's names, with null for settings that left the program. */
function openToWire(config: unknown, before: Known | undefined): Values {
  if (config === undefined) return {};
  const given = Object.entries(present(config)).map(([key, text]) => [key, openValue(String(text))] as const);
  const last = declaredBy(before?.state["destination"]);
  const gone = last?.block === OTHER ? Object.keys(present(last.secrets["config"])) : [];
  return { ...Object.fromEntries(gone.map((key) => [key, null])), ...Object.fromEntries(given) };
}

/** Lists and objects are JSON strings; other strings stay unchanged. */
function openValue(text: string): unknown {
  const value = /^\s*[[{]/u.test(text) ? parsedJson(text) : undefined;
  return typeof value === "object" && value !== null ? value : text;
}

/** Values under the service's names instead of the model's names. */
function byWireKey(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [wireKey(name), value]));
}

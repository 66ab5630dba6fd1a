import { FINGERPRINTS, STATE_VERSION } from "../../../model/definition.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { fieldName, fieldNames, fieldRef, message, type Text } from "../../../model/messages.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import { blockOf, blocksIn, OTHER, secretPlaces } from "./batch-export-blocks.ts";
import { present, settingFrom, settingsByKey } from "./batch-export-destination.ts";
import { destinationType, wireKey } from "./batch-export-types.ts";

/** The flat form of a destination before blocks. Secrets were in the separate field `credentials`. */
const FLAT = ["type", "config", "otherConfig", "integrationId"] as const;

/**
 * Migrates a state from version 1 to version 2: the flat form becomes the type's block, or `other` if that block
 * doesn't have all fields.
 *
 * @param state - names inside `config` and `credentials` can be the model's or the service's
 */
export function withBlock(state: Values): Record<string, unknown> {
  const { credentials, [FINGERPRINTS]: fingerprints, ...rest } = state;
  const destination = blockFrom(state["destination"], credentials);
  const { credentials: known, ...others } = isRecord(fingerprints) ? fingerprints : {};
  const kept = { ...others, ...marksFrom(known, destination) };
  return {
    ...rest,
    [STATE_VERSION]: 2,
    ...(destination === undefined ? {} : { destination }),
    ...(Object.keys(kept).length === 0 ? {} : { [FINGERPRINTS]: kept }),
  };
}

/** The destination as a block; a value that isn't in the flat form stays unchanged. */
function blockFrom(destination: unknown, credentials: unknown): unknown {
  if (!isRecord(destination) || blocksIn(destination).length > 0) return destination;
  const { type, integrationId } = present(destination);
  if (typeof type !== "string") return destination;
  const given = namedIn(destination, credentials);
  const link = integrationId === undefined ? {} : { integrationId };
  const typed = typedMembers(type, given);
  if (typed !== undefined) return { [blockOf(type)]: { ...typed, ...link } };
  const config = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, textFrom(value)]));
  return { [OTHER]: { type, ...(Object.keys(config).length === 0 ? {} : { config }), ...link } };
}

/** Settings and secrets of the flat form under the service's names. */
function namedIn({ config, otherConfig }: Values, credentials: unknown): Values {
  const { other, ...secrets } = present(credentials);
  const named = Object.entries({ ...present(config), ...secrets });
  return {
    ...Object.fromEntries(named.map(([name, value]) => [wireKey(name), value])),
    ...present(otherConfig),
    ...present(other),
  };
}

/** The fields of the type's block; undefined if the block lacks one of them. */
function typedMembers(type: string, given: Values): Values | undefined {
  const known = destinationType(type);
  if (known === undefined) return undefined;
  const settings = settingsByKey(type);
  const secrets = new Map(known.secrets.map((name) => [wireKey(name), name]));
  const members: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const setting = settings.get(key);
    const name = setting?.name ?? secrets.get(key);
    if (name === undefined) return undefined;
    members[name] = setting === undefined || value === UNKNOWN ? value : settingFrom(setting.kind, value);
  }
  return members;
}

function textFrom(value: unknown): unknown {
  if (typeof value === "string" || value === UNKNOWN) return value;
  return JSON.stringify(value);
}

/** The state's hashes, one for each secret. A hash of all secrets together proves nothing about a single secret. */
function marksFrom(known: unknown, destination: unknown): Values {
  if (typeof known !== "string" || known.startsWith("scrypt:") || !isRecord(destination)) return {};
  const [block] = blocksIn(destination);
  if (block === undefined) return {};
  return Object.fromEntries(secretPlaces(block).map((place) => [place, known]));
}

/** Refuses a program in the flat form, and shows the block to write. */
export function flatProblems({ destination, credentials }: Values): Problem[] {
  const written = isRecord(destination) ? destination : {};
  const flat = FLAT.filter((name) => written[name] !== undefined && written[name] !== null);
  const [block] = blocksIn(written);
  if (flat.length === 0 && credentials === undefined) return [];
  if (block === undefined)
    return [{ path: "destination", reason: message`${FORMER}. ${blockToWrite(written, credentials)}` }];
  const places = [...flat.map((name) => `destination.${name}`), ...(credentials === undefined ? [] : ["credentials"])];
  const reason = message`${FORMER}. ${fieldName(`destination.${block}`)} holds everything: remove this`;
  return places.map((path) => ({ path, reason }));
}

const FORMER = "belongs to the form with type, config, and credentials, which Orgform no longer accepts";

function blockToWrite(destination: Values, credentials: unknown): Text {
  const { type } = destination;
  if (typeof type !== "string") {
    return message`Write the block of its type, such as ${fieldRef("destination.postgres")}, with the settings and the credentials in it`;
  }
  const block = blockFrom({ ...destination, type }, credentials);
  const [name = OTHER] = isRecord(block) ? blocksIn(block) : [];
  const members = isRecord(block) && isRecord(block[name]) ? block[name] : {};
  const same = "The export stays the same";
  if (name !== OTHER) {
    const held = fieldNames(Object.keys(members));
    return message`Write the block ${fieldName(`destination.${name}`)} instead${Object.keys(members).length === 0 ? "" : message`, with ${held}`}. ${same}`;
  }
  const keys = Object.keys(present(members["config"]));
  const link = members["integrationId"] === undefined ? "" : message`, ${fieldName("integrationId")}`;
  const held = keys.length === 0 ? "" : message`, and in ${fieldName("config")}, as strings, ${keys.join(", ")}`;
  return message`Write the block ${fieldName("destination.other")} instead, with ${fieldRef("type", type)}${link}${held}. ${same}`;
}

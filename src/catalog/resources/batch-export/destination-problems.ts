import type { Problem } from "../../../model/diagnostics.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { fieldName, fieldNames, fieldRef, message } from "../../../model/messages.ts";
import { nearest } from "../../../model/suggest.ts";
import { containsUnknown, UNKNOWN } from "../../../model/unknown.ts";
import { BLOCK_NAMES, blocksIn, plainOf } from "./batch-export-blocks.ts";
import { present, settingsOf } from "./batch-export-destination.ts";
import {
  CHOICES,
  COMPRESSIONS,
  defaultsOf,
  DESTINATION_TYPES,
  destinationType,
  type DestinationType,
  isFile,
  OLD_S3,
  wireKey,
} from "./batch-export-types.ts";

/** What the form of 0.1.0 is made of. */
const FLAT = ["type", "config", "otherConfig", "integrationId"] as const;

/** What a destination and its credentials contradict each other in; what is not known yet is not judged. */
export function destinationProblems({ destination, credentials }: Values): Problem[] {
  if (!isRecord(destination)) return [];
  const [block, second] = blocksIn(destination);
  if (block === undefined) return flatProblems(destination, credentials ?? {});
  const at = `destination.${block}`;
  if (second !== undefined) {
    const reason = message`stands beside ${fieldName(at)}: an export has one destination; give one of the two`;
    return [{ path: `destination.${second}`, reason }];
  }
  const beside = FLAT.filter((name) => destination[name] !== undefined).map((name) => `destination.${name}`);
  const also = [...beside, ...(credentials === undefined ? [] : ["credentials"])];
  if (also.length > 0) {
    const reason = message`stands beside ${fieldName(at)}, which holds everything of a destination; give one of the two`;
    return also.map((path) => ({ path, reason }));
  }
  return destination[block] === UNKNOWN ? [] : blockProblems(destination, block);
}

function blockProblems(destination: Values, block: string): Problem[] {
  const { type, config, secrets = {}, integrationId } = plainOf(destination);
  const known = destinationType(type);
  if (known === undefined) return [];
  const given = { ...present(config), ...present(secrets) };
  const required = (integrationId === undefined ? undefined : known.requiredLinked) ?? known.required;
  const link =
    known.requiredLinked === undefined ? "" : message`; or give ${fieldRef(`destination.${block}.integrationId`)}`;
  const lacking = required
    .filter((name) => given[name] === undefined)
    .map((name) => ({
      path: `destination.${block}.${name}`,
      reason: message`is required for a destination of the type ${type}${link}`,
    }));
  return [...lacking, ...choiceProblems(type, given, `destination.${block}`)];
}

function flatProblems(destination: Values, credentials: unknown): Problem[] {
  const { type } = destination;
  if (containsUnknown(type)) return [];
  if (typeof type !== "string") {
    const blocks = fieldNames(BLOCK_NAMES.map((name) => `destination.${name}`));
    return [{ path: "destination", reason: message`says nowhere where to: give one of ${blocks}` }];
  }
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
  const choices = choiceProblems(type, given.config, "destination.config");
  return [...lacking, ...foreign, ...choices, ...linkProblems(type, known, destination)];
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

function choiceProblems(type: string, config: unknown, at: string): Problem[] {
  const given = present(config);
  const chosen = Object.entries(CHOICES[type] ?? {}).flatMap(([name, allowed]) =>
    notAmong(`${at}.${name}`, given[name], allowed, ""),
  );
  const format = given["fileFormat"] ?? defaultsOf(OLD_S3)["fileFormat"];
  if (!isFile(type) || chosen.length > 0 || typeof format !== "string") return chosen;
  return notAmong(`${at}.compression`, given["compression"], COMPRESSIONS[format] ?? [], ` for ${format}`);
}

function notAmong(path: string, value: unknown, allowed: readonly string[], beside: string): Problem[] {
  if (typeof value !== "string" || allowed.includes(value)) return [];
  const near = nearest(value, allowed);
  const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
  const choices = allowed.map((one) => JSON.stringify(one)).join(", ");
  return [{ path, reason: `expected one of ${choices}${beside}, found ${JSON.stringify(value)}${hint}` }];
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

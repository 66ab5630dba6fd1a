import type { Problem } from "../../../model/diagnostics.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { fieldName, fieldNames, fieldRef, message } from "../../../model/messages.ts";
import { nearest } from "../../../model/suggest.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import { BLOCK_NAMES, blockOf, blocksIn, declaredBy, OTHER } from "./batch-export-blocks.ts";
import { present } from "./batch-export-destination.ts";
import {
  CHOICES,
  COMPRESSIONS,
  defaultsOf,
  DESTINATION_TYPES,
  destinationType,
  isFile,
  OLD_S3,
} from "./batch-export-types.ts";

/** Contradictions within a destination. Skips unknown values. */
export function destinationProblems({ destination }: Values): Problem[] {
  if (!isRecord(destination)) return [];
  const [block, second] = blocksIn(destination);
  if (block === undefined) {
    const blocks = fieldNames(BLOCK_NAMES.map((name) => `destination.${name}`));
    return [{ path: "destination", reason: message`is empty: set one of ${blocks}` }];
  }
  if (second !== undefined) {
    const reason = message`is set together with ${fieldName(`destination.${block}`)}, but an export has one destination; remove one of them`;
    return [{ path: `destination.${second}`, reason }];
  }
  if (destination[block] === UNKNOWN) return [];
  return block === OTHER ? otherProblems(destination) : blockProblems(destination, block);
}

function blockProblems(destination: Values, block: string): Problem[] {
  const { type, config, secrets, integrationId } = declaredBy(destination) ?? {};
  const known = destinationType(String(type));
  if (known === undefined) return [];
  const given = { ...present(config), ...present(secrets) };
  const required = (integrationId === undefined ? undefined : known.requiredLinked) ?? known.required;
  const link =
    known.requiredLinked === undefined ? "" : message`; or give ${fieldRef(`destination.${block}.integrationId`)}`;
  const lacking = required
    .filter((name) => given[name] === undefined)
    .map((name) => ({
      path: `destination.${block}.${name}`,
      reason: message`is required for a destination of the type ${String(type)}${link}`,
    }));
  return [...lacking, ...choiceProblems(String(type), given, `destination.${block}`)];
}

/** An unknown type might belong to a newer service, unless it differs from a known type only in case. */
function otherProblems(destination: Values): Problem[] {
  const { type } = declaredBy(destination) ?? {};
  if (typeof type !== "string" || destinationType(type) !== undefined) return [];
  const meant = Object.keys(DESTINATION_TYPES).find((name) => name.toLowerCase() === type.toLowerCase());
  if (meant === undefined) return [];
  const reason = message`is ${JSON.stringify(type)}, which isn't a type; use the block ${fieldName(`destination.${blockOf(meant)}`)}`;
  return [{ path: `destination.${OTHER}.type`, reason }];
}

function choiceProblems(type: string, given: Values, at: string): Problem[] {
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

import type { HogFunctionWire } from "../../../client/hog-functions/hog-function-wire.ts";
import type { Before, DeletionTarget } from "../../../model/call.ts";
import { isRecord, parsedJson, type Values } from "../../../model/json-value.ts";
import { heldInputs } from "./hog-function-inputs.ts";
import { heldFilters } from "./hog-function-json.ts";
import { takesMappings } from "./hog-function-problems.ts";

/**
 * The mappings that a change carries which does not set them: one version of the service takes a change without them for
 * one that removes them. Undefined where nobody knows them.
 *
 * @source service 2026-09, hog-functions.md, rules: "mappings and PATCH (doubtful)"
 */
export function keptMappings({ wire, state }: Before<HogFunctionWire>): unknown {
  if (!takesMappings(wire.type)) return null;
  return wire.mappings === undefined ? statedMappings(state) : heldMappings(wire.mappings);
}

/** The mappings that a removal carries: a person may restore the function. Only what state does not hold is looked for. */
export async function mappingsOfRemoved({ look, state }: DeletionTarget<HogFunctionWire>): Promise<unknown> {
  const stated = statedMappings(state);
  if (stated !== undefined) return stated;
  const wire = await look();
  return wire?.mappings === undefined ? undefined : heldMappings(wire.mappings);
}

/** What state holds of them: null for types that take none, undefined where it does not say. */
function statedMappings({ type, mappings }: Values): unknown {
  if (typeof type === "string" && !takesMappings(type)) return null;
  return typeof mappings === "string" ? parsedJson(mappings) : undefined;
}

/** Mappings that the service shows, in the form in which it takes them. */
export function heldMappings(mappings: unknown): unknown {
  if (!Array.isArray(mappings)) return null;
  return mappings.filter(isRecord).map(({ inputs, filters, ...rest }) => ({
    ...rest,
    inputs: isRecord(inputs) ? heldInputs(inputs) : {},
    filters: heldFilters(filters),
  }));
}

import type { HogFunctionWire } from "../../../client/hog-functions/hog-function-wire.ts";
import type { Before, DeletionTarget } from "../../../model/call.ts";
import { isRecord, parsedJson, type Values } from "../../../model/json-value.ts";
import { resendableInputs } from "./hog-function-inputs.ts";
import { resendableFilters } from "./hog-function-json.ts";
import { takesMappings } from "./hog-function-problems.ts";

/**
 * The mappings to include in a change that doesn't set them, because one version of the service deletes mappings that a
 * change lacks. Undefined if unknown.
 *
 * @source service 2026-09, hog-functions.md, rules: "mappings and PATCH (doubtful)"
 */
export function keptMappings({ wire, state }: Before<HogFunctionWire>): unknown {
  if (!takesMappings(wire.type)) return null;
  return wire.mappings === undefined ? statedMappings(state) : resendableMappings(wire.mappings);
}

/**
 * The mappings to include in a removal, because a person might restore the function. Read only if the state lacks them.
 */
export async function mappingsOfRemoved({ look, state }: DeletionTarget<HogFunctionWire>): Promise<unknown> {
  const stated = statedMappings(state);
  if (stated !== undefined) return stated;
  const wire = await look();
  return wire?.mappings === undefined ? undefined : resendableMappings(wire.mappings);
}

/** The state's mappings: null for types without mappings, undefined if the state lacks them. */
function statedMappings({ type, mappings }: Values): unknown {
  if (typeof type === "string" && !takesMappings(type)) return null;
  return typeof mappings === "string" ? parsedJson(mappings) : undefined;
}

/** The service's mappings in the form that it accepts. */
export function resendableMappings(mappings: unknown): unknown {
  if (!Array.isArray(mappings)) return null;
  return mappings.filter(isRecord).map(({ inputs, filters, ...rest }) => ({
    ...rest,
    inputs: isRecord(inputs) ? resendableInputs(inputs) : {},
    filters: resendableFilters(filters),
  }));
}

import * as z from "zod";
import { rowsOf } from "./pages.ts";
import type { StreamSource } from "./stream.ts";

const valueSchema = z.looseObject({
  /** Always text: numbers, yes and no are spelled out. */
  name: z.union([z.string(), z.number(), z.boolean()], "expected a text, a number or a yes or no").transform(String),
  /** How many have it; only for persons. */
  count: z.number().int().optional(),
});

/**
 * A value of a property as the service sends it.
 *
 * @source live-persons-and-events 3.11, 4.3
 */
export type PropertyValueWire = z.output<typeof valueSchema>;

/** The values of a property: a plain array or, in newer services, an envelope; never in pages. */
export function valuesAt(
  at: Pick<StreamSource<PropertyValueWire>, "route" | "params" | "query" | "repeated">,
): StreamSource<PropertyValueWire> {
  return { ...at, page: rowsOf(valueSchema), idOf: ({ name }) => name, sizeParameter: null, isBodyOptional: true };
}

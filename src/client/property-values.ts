import * as z from "zod";
import { rowsOf } from "./pages.ts";
import type { StreamSource } from "./stream.ts";

/**
 * A condition on properties; if there are several, all of them must hold.
 *
 * @source live-persons-and-events 6
 */
export interface PropertyFilter {
  readonly key: string;
  /** A list matches any of its elements; omitted for `is_set` and `is_not_set`. */
  readonly value?: unknown;
  /**
   * `exact` (the default), `is_not`, `icontains`, `not_icontains`, `regex`, `not_regex`, `gt`, `gte`, `lt`, `lte`,
   * `is_set`, `is_not_set`, `is_date_exact`, `is_date_before`, `is_date_after`; newer services have more.
   */
  readonly operator?: string | undefined;
  /** `event`, `person`, `cohort` (with the key `id`), `group`, `element`, `session`, and more. */
  readonly type?: string | undefined;
  /** Number of the group type, for `group`. */
  readonly group_type_index?: number | undefined;
}

const valueSchema = z.looseObject({
  /** Always a string: numbers and Booleans are spelled out. */
  name: z.union([z.string(), z.number(), z.boolean()], "expected a text, a number or a yes or no").transform(String),
  /** How many persons have it; absent for events. */
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

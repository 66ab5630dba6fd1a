import { type Table, defineTable } from "../../store/table.ts";
import type { World } from "../../world.ts";
import type { InputSchema, Inputs } from "./inputs.ts";

type Dictionary = Readonly<Record<string, unknown>>;

/** An additional set of inputs and filters of a destination. */
export type Mapping = {
  readonly name: string;
  readonly inputs_schema: readonly InputSchema[];
  readonly inputs: Inputs;
  readonly filters: Dictionary;
};

/**
 * The contents of a function: a draft and a revision store them, without the values of secrets. @source the service's
 * code of 2026
 */
export type FunctionContent = Pick<
  HogFunctionRow,
  "hog" | "inputs_schema" | "inputs" | "filters" | "mappings" | "masking"
>;

/** A stored function; the service's additions are computed when it is shown. @source service 2026-09, hog-functions.md */
export type HogFunctionRow = {
  readonly id: string;
  readonly project: number;
  readonly type: string;
  readonly name: string | null;
  readonly description: string;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly updated_at: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly hog: string;
  readonly inputs_schema: readonly InputSchema[];
  readonly inputs: Inputs;
  /** Values of secret inputs, which no response shows. */
  readonly secrets: Inputs;
  readonly filters: Dictionary;
  readonly masking: Dictionary | null;
  readonly mappings: readonly Mapping[] | null;
  readonly icon_url: string | null;
  readonly template_id: string | null;
  readonly execution_order: number | null;
  readonly batch_export_id: string | null;
  /** Counts changes of the function's contents. */
  readonly version: number;
  /** The unpublished draft; absent if there is none. */
  readonly draft?: { readonly content: FunctionContent; readonly updated_at: string };
};

export const HOG_FUNCTIONS_TABLE = defineTable<HogFunctionRow>("hog_functions", {
  indexes: [["project"]],
  within: "project",
});

/** Hog functions of a world, including deleted ones. */
export const hogFunctionsOf = ({ store }: World): Table<HogFunctionRow> => store.table(HOG_FUNCTIONS_TABLE);

export function contentOf({
  hog,
  inputs_schema,
  inputs,
  filters,
  mappings,
  masking,
}: FunctionContent): FunctionContent {
  return { hog, inputs_schema, inputs, filters, mappings, masking };
}

/** The contents of a function between two changes. */
export type HogRevisionRow = {
  readonly id: string;
  readonly project: number;
  readonly hog_function: string;
  readonly version: number;
  readonly created_at: string;
  /** Null for the form before the first recorded change. */
  readonly created_by: string | null;
  readonly content: FunctionContent;
};

export const HOG_REVISIONS_TABLE = defineTable<HogRevisionRow>("hog_function_revisions", {
  indexes: [["hog_function", "version"], ["project"]],
  within: "project",
});

/** A line of a function's log. */
export type HogLogRow = {
  readonly id: string;
  readonly project: number;
  readonly hog_function: string;
  readonly instance_id: string;
  readonly timestamp_ms: number;
  readonly level: string;
  readonly message: string;
};

export const HOG_LOGS_TABLE = defineTable<HogLogRow>("hog_function_logs", {
  indexes: [["hog_function", "timestamp_ms"], ["project"]],
  within: "project",
});

/** The last position in the order of functions of a type; 0 if none has a position. */
export function lastOrderOf(world: World, project: number, type: string): number {
  const rows = hogFunctionsOf(world).where({ project });
  const orders = rows.filter((row) => row.type === type && !row.deleted).map((row) => row.execution_order ?? 0);
  return Math.max(0, ...orders);
}

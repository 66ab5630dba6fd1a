import * as z from "zod";

import { userSchema } from "../user.ts";
import { anything, instantText, nonEmptyText, textOrNull, wholeOrNull } from "../wire.ts";

/** The definition of one input of a function; undeclared fields are kept unchanged. */
const inputSchema = z.looseObject({
  key: nonEmptyText,
  /** string, number, boolean, dictionary, choice, json, integration, email and more. */
  type: z.string(),
  /** Whether its value is never shown. */
  secret: z.boolean().optional(),
  required: z.boolean().optional(),
  default: anything,
});

const inputSchemas = z
  .array(inputSchema)
  .nullish()
  .transform((all) => all ?? []);

/** The value of a function's input, or a marker for a secret value. */
const input = z.looseObject({ value: anything, templating: z.string().nullish(), secret: z.boolean().optional() });

const templateParts = {
  id: nonEmptyText,
  name: z.string(),
  description: textOrNull,
  code: z.string().nullable().default(null),
  code_language: textOrNull,
  inputs_schema: inputSchemas,
  type: z.string(),
  /** alpha, beta, stable, deprecated, hidden, ... */
  status: textOrNull,
  free: z.boolean().optional(),
  icon_url: textOrNull,
  filters: anything,
  masking: anything,
};

export const hogFunctionTemplateSchema = z.looseObject(templateParts);

/**
 * A template as the service sends it; undeclared fields are kept unchanged.
 *
 * @source service 2026-09, hog-functions.md, templates
 */
export type HogFunctionTemplateWire = z.output<typeof hogFunctionTemplateSchema>;

export const hogFunctionSchema = z.looseObject({
  id: nonEmptyText,
  type: z.string(),
  name: textOrNull,
  description: textOrNull,
  enabled: z.boolean(),
  hog: z.string().nullable().default(null),
  inputs_schema: inputSchemas,
  inputs: z
    .record(z.string(), input.nullable())
    .nullish()
    .transform((all) => all ?? {}),
  filters: anything,
  masking: anything,
  mappings: anything,
  icon_url: textOrNull,
  /** The template of the function, if the service shows it. */
  template: z
    .looseObject({ ...templateParts, name: textOrNull, type: textOrNull })
    .nullable()
    .default(null),
  execution_order: wholeOrNull,
  created_at: instantText,
  /** `null` for functions that the service itself created. */
  created_by: userSchema.nullable().default(null),
});

/**
 * A hog function as the service sends it; undeclared fields are kept unchanged.
 *
 * @source service 2026-09, hog-functions.md, fields
 */
export type HogFunctionWire = z.output<typeof hogFunctionSchema>;

/** One input in a body: a value, or a marker that keeps the stored secret. */
export type HogFunctionInput =
  | { readonly value: unknown; readonly templating?: string | undefined }
  | { readonly secret: true };

/** Writable fields of a hog function; omitted fields stay unchanged. */
export interface HogFunctionBody {
  /** At most 400 characters; not unique. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** At most 100 KB. */
  readonly hog?: string | undefined;
  readonly inputs_schema?: unknown;
  /** All inputs: an omitted input loses its value. */
  readonly inputs?: Readonly<Record<string, HogFunctionInput>> | undefined;
  readonly filters?: unknown;
  readonly masking?: unknown;
  readonly mappings?: unknown;
  readonly icon_url?: string | null | undefined;
  /** For transformations; the service runs one without a place last. */
  readonly execution_order?: number | undefined;
}

/** Body of a create request; the type can't be changed later. */
export type HogFunctionCreateBody = HogFunctionBody & {
  readonly type: string;
  readonly template_id?: string | undefined;
};

/** Parameters of a test run with one event. */
export interface InvocationBody {
  /** The event and related data, as the function sees it; by default, the service makes one up. */
  readonly globals?: unknown;
  /** Whether requests to other services are only logged, not sent. */
  readonly mock_async_functions: boolean;
  /** The function in the form of a change request. */
  readonly configuration: unknown;
}

const invocationLine = z.looseObject({ level: z.string().default(""), message: z.string().default("") });

/** The result of a test run. */
export const invocationSchema = z.looseObject({
  status: z.string(),
  logs: z
    .array(invocationLine)
    .nullish()
    .transform((all) => all ?? []),
  /** The event after a transformation. */
  result: anything,
  errors: z
    .array(z.coerce.string())
    .nullish()
    .transform((all) => all ?? []),
});

/** The result of a test run, as the service sends it. */
export type InvocationWire = z.output<typeof invocationSchema>;

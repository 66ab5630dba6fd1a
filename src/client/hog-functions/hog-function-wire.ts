import * as z from "zod";

import { userSchema } from "../user.ts";
import { anything, instantText, nonEmptyText, textOrNull, wholeOrNull } from "../wire.ts";

/** One input that a function has; further members are kept as they came. */
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

/** What a function has an input set to: its value, or that there is a secret one. */
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
 * A template as the service sends it; fields beyond the declared ones are kept as they came.
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
  /** What the function was made from, as far as the service tells. */
  template: z
    .looseObject({ ...templateParts, name: textOrNull, type: textOrNull })
    .nullable()
    .default(null),
  execution_order: wholeOrNull,
  created_at: instantText,
  /** `null` for what the service made itself. */
  created_by: userSchema.nullable().default(null),
});

/**
 * A hog function as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source service 2026-09, hog-functions.md, fields
 */
export type HogFunctionWire = z.output<typeof hogFunctionSchema>;

/** One input in a body: a value, or that the stored secret stays. */
export type HogFunctionInput =
  | { readonly value: unknown; readonly templating?: string | undefined }
  | { readonly secret: true };

/** Fields of a hog function that can be written; leave out what should stay. */
export interface HogFunctionBody {
  /** At most 400 characters; not unique. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** At most 100 KB. */
  readonly hog?: string | undefined;
  readonly inputs_schema?: unknown;
  /** All of them: what is left out has no value any more. */
  readonly inputs?: Readonly<Record<string, HogFunctionInput>> | undefined;
  readonly filters?: unknown;
  readonly masking?: unknown;
  readonly mappings?: unknown;
  readonly icon_url?: string | null | undefined;
  /** Of transformations; the service puts one without a place last. */
  readonly execution_order?: number | undefined;
}

/** Body of a create call; the type is never changed again. */
export type HogFunctionCreateBody = HogFunctionBody & {
  readonly type: string;
  readonly template_id?: string | undefined;
};

/** What a function does with an event that it is tried with. */
export interface InvocationBody {
  /** The event and what goes with it, as the function sees it; the service makes one up when it is left out. */
  readonly globals?: unknown;
  /** Whether calls to other services are only noted and not made. */
  readonly mock_async_functions: boolean;
  /** The function as it would be sent in a change. */
  readonly configuration: unknown;
}

const invocationLine = z.looseObject({ level: z.string().default(""), message: z.string().default("") });

/** What came of trying a function. */
export const invocationSchema = z.looseObject({
  status: z.string(),
  logs: z
    .array(invocationLine)
    .nullish()
    .transform((all) => all ?? []),
  /** What a transformation made of the event. */
  result: anything,
  errors: z
    .array(z.coerce.string())
    .nullish()
    .transform((all) => all ?? []),
});

/** What came of trying a function, as the service sends it. */
export type InvocationWire = z.output<typeof invocationSchema>;

import * as z from "zod";

import { field } from "../../../model/field.ts";
import { isRecord, parsedJson } from "../../../model/json-value.ts";
import { fieldRef, message, typeRef } from "../../../model/messages.ts";
import { jsonTextInput, jsonToWire, withoutSecretDefaults } from "../../fields/json-text.ts";
import { projectIdInput } from "../../fields/field-types.ts";
import type { HogFunctionWire } from "../../../client/hog-functions/hog-function-wire.ts";
import type { Sending } from "../../../model/wire/codec.ts";
import { inputsFromWire, inputsToSend, liquidFromWire } from "./hog-function-inputs.ts";
import {
  filtersFromWire,
  sameFilters,
  sameInputs,
  sameMappings,
  sameMasking,
  sameSchema,
  shownJson,
} from "./hog-function-json.ts";
import { besideTemplate, custom, type FunctionBody, same } from "./hog-function-wire.ts";

/** The type of older destinations that the service migrated. Only the service creates it. */
export const LEGACY_DESTINATION = "legacy_destination";

/** @source service 2026-09, hog-functions.md, fields; two more types are closed to keys, or behind a flag */
const FUNCTION_TYPES = [
  "destination",
  "transformation",
  "site_app",
  "site_destination",
  "internal_destination",
  "source_webhook",
  LEGACY_DESTINATION,
] as const;

const MOST_BYTES = 100 * 1024;

/** @source service 2026-09, hog-functions.md, fields */
const MOST_ORDER = 32_767;

const trimmed = (text: string): string => text.trim();

const jsonObject = () =>
  jsonTextInput().refine((text) => isRecord(parsedJson(text)), "expected JSON text of an object");

const jsonList = () =>
  jsonTextInput().refine((text) => Array.isArray(parsedJson(text)), "expected JSON text of a list");

/** The service accepts inputs only together. */
const allInputs = (_given: unknown, sending: Sending<HogFunctionWire>): FunctionBody => ({
  inputs: inputsToSend(sending),
});

/** Enabling a function without its order would move it to the end. @source service 2026-09, hog-functions.md, fields */
function switched(enabled: boolean, { before }: Sending<HogFunctionWire>): FunctionBody {
  const order = enabled ? before?.desired["executionOrder"] : undefined;
  return { enabled, ...(typeof order === "number" ? { execution_order: order } : {}) };
}

const what = {
  type: field(z.enum(FUNCTION_TYPES), {
    wire: same("type"),
    doc: 'Type of the function: "destination", "transformation", "site_app", "site_destination", "internal_destination", or "source_webhook". An imported function can be a "legacy_destination", which only the service creates.',
    onChange: "replace",
  }),
  templateId: field(z.string().min(1).optional(), {
    doc: message`ID of the function's template, such as \`template-webhook\`. ${typeRef("getHogFunctionTemplate")} reads a template.`,
    wire: custom(
      ({ template }) => template?.id,
      (templateId: string) => ({ template_id: templateId }),
    ),
    onChange: "replace",
  }),
  hog: field(
    z
      .string()
      .min(1)
      .refine((text) => new TextEncoder().encode(text).length <= MOST_BYTES, "expected at most 100 KB of code")
      .optional(),
    {
      doc: "Source code in Hog, or in TypeScript for a function that runs on a site, at most 100 KB. Default: the template's code. The preview doesn't parse it.",
      wire: custom(
        besideTemplate(
          "hog",
          ({ hog }) => hog,
          ({ code }) => code?.trim(),
        ),
        // A value that left the program reverts to the template's value.
        (hog: string | null, { before }) => ({ hog: hog ?? before?.wire.template?.code ?? undefined }),
      ),
      serviceDefault: null,
      normalize: trimmed,
    },
  ),
} as const;

const settings = {
  inputsSchema: field(jsonList().optional(), {
    doc: "Inputs that the function takes, as JSON text: a list of objects with `key`, `type`, `label`, `required`, `secret`, `default`, and other fields. Default: the template's inputs.",
    wire: custom(
      besideTemplate(
        "inputsSchema",
        ({ inputs_schema: schema }) => shownJson(sameSchema, schema),
        ({ inputs_schema: schema }) => shownJson(sameSchema, schema),
      ),
      (text: string | null, { before }) => ({
        inputs_schema: text === null ? (before?.wire.template?.inputs_schema ?? []) : parsedJson(text),
      }),
    ),
    serviceDefault: null,
    normalize: sameSchema,
    secret: { withoutSecrets: withoutSecretDefaults },
  }),
  inputs: field(jsonObject().optional(), {
    doc: message`Values of inputs by key, as JSON text of an object. Values of secret inputs belong in ${fieldRef("secretInputs")}.`,
    wire: custom((row, { declared }) => inputsFromWire(row, declared?.["inputs"]), allInputs),
    serviceDefault: "{}",
    normalize: sameInputs,
    isRelinked: true,
  }),
  liquidInputs: field(z.array(z.string()).optional(), {
    doc: message`Keys of the ${fieldRef("inputs")} that are written in Liquid; all others are in Hog.`,
    wire: custom(liquidFromWire, allInputs),
    serviceDefault: [],
    normalize: (keys: readonly string[]) => keys.toSorted(),
  }),
  secretInputs: field(z.record(z.string(), z.string()).optional(), {
    doc: "Values of secret inputs by key. Write a value that isn't text as JSON text.",
    wire: custom(() => undefined, allInputs),
    secret: true,
    returned: "never",
    serviceDefault: {},
  }),
  filters: field(jsonObject().optional(), {
    doc: "Filters for the events that the function gets, as JSON text: an object with `events`, `actions`, `properties`, `filter_test_accounts`, and `source`.",
    wire: custom(
      besideTemplate("filters", filtersFromWire, ({ filters }) => shownJson(sameFilters, filters)),
      (text: string) => ({ filters: parsedJson(text) }),
    ),
    serviceDefault: "{}",
    normalize: sameFilters,
  }),
  masking: field(jsonObject().optional(), {
    doc: "Rule for skipping equal events, as JSON text: an object with `ttl` (60 to 86,400 seconds), `hash`, and `threshold`.",
    wire: custom(
      ({ masking }) => shownJson(sameMasking, masking),
      (text: string | null) => ({ masking: jsonToWire(text) }),
    ),
    serviceDefault: null,
    normalize: sameMasking,
  }),
  mappings: field(jsonList().optional(), {
    doc: "Sets of filters and inputs of a destination, as JSON text: a list of objects with `name`, `filters`, `inputs_schema`, and `inputs`.",
    wire: custom(
      ({ mappings }) => shownJson(sameMappings, mappings),
      (text: string | null) => ({ mappings: jsonToWire(text) }),
    ),
    serviceDefault: null,
    normalize: sameMappings,
    isRelinked: true,
  }),
} as const;

/** Inputs of a hog function. @source service 2026-09, hog-functions.md, fields */
export const hogFunctionInputs = {
  projectId: projectIdInput,
  ...what,
  name: field(z.string().max(400).regex(/\S/u, "expected a name that is not blank"), {
    doc: "Name of the function, 1 to 400 characters, not unique.",
    wire: same("name"),
    normalize: trimmed,
  }),
  description: field(z.string().optional(), {
    doc: "What the function does.",
    wire: custom(
      besideTemplate(
        "description",
        ({ description }) => description,
        ({ description }) => description,
      ),
      (description: string) => ({ description }),
    ),
    serviceDefault: "",
    normalize: trimmed,
  }),
  enabled: field(z.boolean().optional(), {
    doc: "Whether the function runs. The service's default is false.",
    wire: custom(({ enabled }) => enabled, switched),
    serviceDefault: false,
  }),
  ...settings,
  executionOrder: field(z.number().int().min(0).max(MOST_ORDER).optional(), {
    doc: "Order of a transformation among those of the project, 0 to 32,767, the lowest first. Default: last.",
    wire: custom(
      ({ execution_order: order }) => order ?? undefined,
      (order: number) => ({ execution_order: order }),
    ),
  }),
  iconUrl: field(z.string().optional(), {
    doc: "URL of the function's icon.",
    wire: custom(
      besideTemplate(
        "iconUrl",
        ({ icon_url: url }) => url,
        ({ icon_url: url }) => url,
      ),
      (url: string | null) => ({ icon_url: url }),
    ),
    serviceDefault: null,
  }),
  rotate: field(z.string().optional(), {
    doc: "Any text. A new text sends all secret inputs again, for example after an import.",
    onChange: "resend",
  }),
  allowDuplicateName: field(z.boolean().default(false), {
    doc: "Whether to allow a second function of the same type and name in a project. Default false.",
    onChange: "none",
  }),
} as const;

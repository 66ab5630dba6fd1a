import * as z from "zod";

import { field } from "../../../model/field.ts";
import { isRecord, parsedJson } from "../../../model/json-value.ts";
import { fieldRef, message } from "../../../model/messages.ts";
import { jsonTextInput } from "../../fields/json-text.ts";
import { projectIdInput } from "../../fields/project-id.ts";
import { withoutSecretDefaults } from "../../fields/secret-defaults.ts";
import { sameFilters, sameInputs, sameMappings, sameMasking, sameSchema } from "./hog-function-json.ts";

/** What the service makes of destinations from before hog functions; nobody else makes one. */
export const LEGACY_DESTINATION = "legacy_destination";

/** @source service 2026-09, hog-functions.md, fields; two more types are closed to keys, or behind a switch */
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

const what = {
  type: field(z.enum(FUNCTION_TYPES), {
    doc: 'What the function is: "destination", "transformation", "site_app", "site_destination", "internal_destination" or "source_webhook"; an imported one can be "legacy_destination", which the service alone makes.',
    onChange: "replace",
  }),
  templateId: field(z.string().min(1).optional(), {
    doc: "Id of the template that it is made from, such as `template-webhook`; HogFunctionTemplate shows one.",
    onChange: "replace",
  }),
  hog: field(
    z
      .string()
      .min(1)
      .refine((text) => new TextEncoder().encode(text).length <= MOST_BYTES, "expected at most 100 KB of code")
      .optional(),
    {
      doc: "Source code in Hog, or in TypeScript for what runs on a site, at most 100 KB; by default that of the template. The preview doesn't parse it.",
      serviceDefault: null,
      normalize: trimmed,
    },
  ),
} as const;

const settings = {
  inputsSchema: field(jsonList().optional(), {
    doc: "What inputs the function has, as JSON text: a list of objects with `key`, `type`, `label`, `required`, `secret`, `default` and more; by default those of the template.",
    serviceDefault: null,
    normalize: sameSchema,
    withoutSecrets: withoutSecretDefaults,
  }),
  inputs: field(jsonObject().optional(), {
    doc: message`Values of inputs by their keys, as JSON text of an object; those of secret ones belong into ${fieldRef("secretInputs")}.`,
    serviceDefault: "{}",
    normalize: sameInputs,
  }),
  liquidInputs: field(z.array(z.string()).optional(), {
    doc: message`Keys of the ${fieldRef("inputs")} that are written in Liquid; all others are in Hog.`,
    serviceDefault: [],
    normalize: (keys: readonly string[]) => keys.toSorted(),
  }),
  secretInputs: field(z.record(z.string(), z.string()).optional(), {
    doc: "Values of secret inputs by their keys; where an input is no text, its value as JSON text.",
    secret: true,
    writeOnly: true,
    serviceDefault: {},
    // A function that is taken over keeps those that it has; nobody is asked for them.
    membersFor: () => [],
  }),
  filters: field(jsonObject().optional(), {
    doc: "Which events go through the function, as JSON text: an object with `events`, `actions`, `properties`, `filter_test_accounts` and `source`.",
    serviceDefault: "{}",
    normalize: sameFilters,
  }),
  masking: field(jsonObject().optional(), {
    doc: "When equal events are passed over, as JSON text: an object with `ttl` (60 to 86,400 seconds), `hash` and `threshold`.",
    serviceDefault: null,
    normalize: sameMasking,
  }),
  mappings: field(jsonList().optional(), {
    doc: "Sets of filters and inputs of a destination, as JSON text: a list of objects with `name`, `filters`, `inputs_schema` and `inputs`.",
    serviceDefault: null,
    normalize: sameMappings,
  }),
} as const;

/** Inputs of a hog function. @source service 2026-09, hog-functions.md, fields */
export const hogFunctionInputs = {
  projectId: projectIdInput,
  ...what,
  name: field(z.string().max(400).regex(/\S/u, "expected a name that is not blank"), {
    doc: "Name of the function, 1 to 400 characters, not unique.",
    normalize: trimmed,
  }),
  description: field(z.string().optional(), {
    doc: "What the function does.",
    serviceDefault: "",
    normalize: trimmed,
  }),
  enabled: field(z.boolean().optional(), {
    doc: "Whether the function runs; the service's default is false.",
    serviceDefault: false,
  }),
  ...settings,
  executionOrder: field(z.number().int().min(0).max(MOST_ORDER).optional(), {
    doc: "Place of a transformation among those of the project, 0 to 32,767, the lowest first; by default the last one.",
  }),
  iconUrl: field(z.string().optional(), { doc: "Address of the function's picture.", serviceDefault: null }),
  rotate: field(z.string().optional(), {
    doc: "Any text; another one sends all secret inputs once more, for instance after an import.",
    onChange: "none",
    resends: true,
  }),
  allowDuplicateName: field(z.boolean().default(false), {
    doc: "Lets create make a second function of the same type and name in a project. Default false.",
    onChange: "none",
  }),
} as const;

import { aTypeName, fieldRef, typeName, message } from "../../model/messages.ts";
import * as z from "zod";

import type { HogFunctionWire } from "../../client/client.ts";
import { member } from "../../model/block.ts";
import { field } from "../../model/field.ts";
import { parsedJson } from "../../model/json-value.ts";
import { EXAMPLE_HOG_FUNCTION, projectIdInput, uuid } from "../fields/field-types.ts";
import { resendableInputs } from "../resources/hog-function/hog-function-inputs.ts";
import {
  sameFilters,
  sameMappings,
  sameMasking,
  sameSchema,
  shownJson,
} from "../resources/hog-function/hog-function-json.ts";
import { declareFunction, declareRead } from "./declare.ts";
import { EXAMPLE_PROJECT, filledText, json, jsonIfAny } from "./fields.ts";
import { shown, shownRows } from "./shown.ts";

const one = {
  projectId: projectIdInput,
  functionId: field(uuid("hog function"), { doc: "ID (UUID) of the hog function." }),
};

const EXAMPLE = { projectId: EXAMPLE_PROJECT, functionId: EXAMPLE_HOG_FUNCTION };

/** @source service 2026-09, hog-functions.md */
const SINCE = "Services have had hog functions since 2025. Since 2026, keys can test them and read their logs.";

const templateFields = {
  name: field(z.string(), { doc: "Name of the template." }),
  description: field(z.string().optional(), { doc: "What functions with this template do." }),
  type: field(z.string(), {
    doc: message`Type of functions with this template, as ${aTypeName("HogFunction")} declares it.`,
  }),
  code: field(z.string().optional(), { doc: "Source code of the template." }),
  codeLanguage: field(z.string().optional(), { doc: "Language of the code: `hog`, `typescript`, or `javascript`." }),
  inputsSchema: json(
    "Inputs of its functions: a list of objects with `key`, `type`, `required`, `secret`, and other fields.",
  ),
  status: field(z.string().optional(), {
    doc: "Status, such as `stable`, `beta`, `alpha`, `deprecated`, or `hidden`.",
  }),
  free: field(z.boolean().optional(), { doc: "Whether every plan includes it." }),
};

export const getHogFunctionTemplate = declareRead({
  name: "getHogFunctionTemplate",
  doc: "Looks up a template of hog functions by its ID.",
  notes: [
    message`A ${typeName("HogFunction")} with that ${fieldRef("templateId")} has these inputs, and must declare the required ones.`,
    SINCE,
  ],
  scopes: ["hog_function:read"],
  operations: ["hogFunctions.template"],
  arguments: {
    projectId: projectIdInput,
    templateId: field(filledText, { doc: "ID of the template, such as `template-webhook`." }),
  },
  result: templateFields,
  example: { projectId: EXAMPLE_PROJECT, templateId: "template-webhook" },
  since: SINCE,
  run: async ({ projectId, templateId }, { api, options }) => {
    const template = await api.hogFunctions.template(projectId, templateId, options);
    return shown(templateFields, template);
  },
});

const logLine = z.object({
  level: member(z.string(), { doc: "DEBUG, LOG, INFO, WARN, or ERROR." }),
  message: member(z.string(), { doc: "Text of the message." }),
});

const trial = {
  status: field(z.string(), { doc: "Result, in the service's words: `success` or `error`." }),
  logs: field(z.array(logLine), { doc: "Log lines of the function." }),
  result: jsonIfAny("Event after the transformation."),
  errors: field(z.array(z.string()), { doc: "Errors of the function." }),
};

export const testHogFunction = declareFunction({
  name: "testHogFunction",
  doc: "Tests a hog function, as stored in the service, with one event.",
  notes: [
    "The test logs the function's calls to other services instead of making them, and doesn't change the function. Secret inputs stay in the service.",
    SINCE,
  ],
  effect: "write",
  repeat: "safe",
  scopes: ["hog_function:write"],
  operations: ["hogFunctions.invoke", "hogFunctions.get"],
  arguments: {
    ...one,
    globals: jsonIfAny(
      "Data for the function: an object with `event`, `person`, `project`, and other fields. Default: sample data of the service.",
    ),
  },
  result: trial,
  example: { ...EXAMPLE, globals: { event: { event: "$pageview", distinct_id: "ann" } } },
  since: SINCE,
  plan: ({ functionId }) => `test hog function ${functionId}`,
  run: async ({ projectId, functionId, globals }, { api, options }) => {
    const held = await api.hogFunctions.get(projectId, functionId, options);
    const body = { ...(globals === undefined ? {} : { globals }), mock_async_functions: true };
    const configuration = configurationOf(held);
    const answer = await api.hogFunctions.invoke(projectId, functionId, { ...body, configuration }, options);
    const { status = "success", logs = [], result, errors = [] } = answer ?? {};
    return {
      status,
      logs: logs.map(({ level, message }) => ({ level, message })),
      ...(result === undefined || result === null ? {} : { result: result as z.core.util.JSONType }), // -- it came as JSON
      errors,
    };
  },
});

/** The function in the form of a request: without the service's additions, and with its secrets unchanged. */
function configurationOf(held: HogFunctionWire): Record<string, unknown> {
  const parsed = (text: string | null): unknown => (text === null ? null : parsedJson(text));
  return {
    type: held.type,
    name: held.name,
    enabled: held.enabled,
    hog: held.hog,
    inputs_schema: parsed(shownJson(sameSchema, held.inputs_schema)),
    inputs: resendableInputs(held.inputs),
    filters: parsed(shownJson(sameFilters, held.filters ?? {})),
    masking: parsed(shownJson(sameMasking, held.masking)),
    mappings: parsed(shownJson(sameMappings, held.mappings)),
  };
}

const lineFields = {
  timestamp: field(z.string(), { doc: "Time of the line, ISO 8601." }),
  level: field(z.string(), { doc: "DEBUG, LOG, INFO, WARN, or ERROR." }),
  message: field(z.string(), { doc: "Text of the message." }),
  instanceId: field(z.string().optional(), { doc: "ID of the run." }),
};

export const listHogFunctionLogs = declareRead({
  name: "listHogFunctionLogs",
  doc: "Lists the log lines of a hog function, newest first.",
  notes: [SINCE],
  scopes: ["hog_function:read"],
  operations: ["hogFunctions.logs"],
  arguments: {
    ...one,
    after: field(filledText.optional(), { doc: "Start of the time range, exclusive, ISO 8601." }),
    before: field(filledText.optional(), { doc: "End of the time range, exclusive, ISO 8601." }),
    level: field(z.array(filledText).optional(), { doc: "Levels to include." }),
    search: field(filledText.optional(), { doc: "Text to find in the messages." }),
    runId: field(filledText.optional(), { doc: "ID of the run whose lines to list." }),
  },
  result: lineFields,
  example: { ...EXAMPLE, level: ["ERROR"] },
  since: SINCE,
  rows: ({ projectId, functionId, after, before, level, search, runId }, { api, options }) => {
    const query = { after, before, level, search, instance_id: runId };
    return shownRows(lineFields, api.hogFunctions.logs(projectId, functionId, query, options));
  },
});

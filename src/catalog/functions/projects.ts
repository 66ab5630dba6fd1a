import * as z from "zod";

import { field } from "../../model/field.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../fields/field-types.ts";
import { activityFields, EXAMPLE_PROJECT, filledText, jsonIfAny } from "./fields.ts";
import { declareFunction, declareRead } from "./declare.ts";
import { shownRows } from "./shown.ts";
import { isRecord } from "../../model/json-value.ts";
import { fieldRef, message } from "../../model/messages.ts";

const place = {
  organizationId: organizationIdInput,
  projectId: field(z.string().regex(/^[1-9]\d{0,18}$/u, "expected a number"), {
    doc: "Number of the project, as a string.",
  }),
};

const EXAMPLE = { organizationId: EXAMPLE_ORGANIZATION, projectId: EXAMPLE_PROJECT };

export const listProjectActivity = declareRead({
  name: "listProjectActivity",
  doc: "Lists the activity of a project, newest first.",
  notes: ["The activity doesn't include changes of its name and description."],
  scopes: [],
  operations: ["projects.activity"],
  arguments: place,
  result: activityFields,
  example: EXAMPLE,
  alternative: "Otherwise, open the activity log in the project's settings in the web interface.",
  rows: (args, { api, options }) =>
    shownRows(activityFields, api.projects.activity(args.organizationId, args.projectId, options)),
});

export const getDemoDataState = declareRead({
  name: "getDemoDataState",
  doc: "Checks whether the service is creating demo data for a project.",
  scopes: [],
  operations: ["projects.isGeneratingDemoData"],
  arguments: place,
  result: {
    isGenerating: field(z.boolean().optional(), {
      doc: "Whether the service is creating demo data; absent if the service doesn't say.",
    }),
  },
  example: EXAMPLE,
  alternative: "Otherwise, wait until listEvents returns the first event of the project.",
  run: async (args, { api, options }) => {
    const state = await api.projects.isGeneratingDemoData(args.organizationId, args.projectId, options);
    return state === undefined ? {} : { isGenerating: state.is_generating_demo_data };
  },
});

export const resetProjectToken = declareFunction({
  name: "resetProjectToken",
  doc: message`Gives a project a new ${fieldRef("apiToken")}, and the old token stops working immediately.`,
  notes: [
    "Clients with the old token lose their events until they use the new one.",
    "A declared Project shows its new token after the next refresh.",
  ],
  effect: "destructive",
  repeat: "once",
  scopes: [],
  operations: ["projects.resetToken"],
  arguments: place,
  result: { apiToken: field(z.string(), { doc: "The new token.", secret: true }) },
  example: EXAMPLE,
  alternative: "Otherwise, reset the token in the project's settings in the web interface.",
  plan: ({ projectId }) => `reset the token of project ${projectId}`,
  confirmation: ({ projectId }) => ({ words: `reset the token of project ${projectId}` }),
  run: async (args, { api, options }) => {
    const { organizationId, projectId } = args;
    const answer =
      (await api.projects.resetToken(organizationId, projectId, options)) ??
      (await api.projects.get(organizationId, projectId, options));
    return { apiToken: answer.api_token };
  },
});

const intent = {
  ...place,
  productType: field(filledText.max(255), { doc: "Product, such as surveys, 1 to 255 characters." }),
  intentContext: field(filledText.optional(), { doc: "Source of the interest, in your own words." }),
  metadata: jsonIfAny("Further data to store, as an object."),
};

/** An intent in the service's form. */
function bodyOf(args: { productType: string; intentContext?: string; metadata?: unknown }) {
  return {
    product_type: args.productType,
    intent_context: args.intentContext,
    metadata: isRecord(args.metadata) ? args.metadata : undefined,
  };
}

function metadataProblems({ metadata }: Readonly<Record<string, unknown>>) {
  const isObject = typeof metadata === "object" && metadata !== null && !Array.isArray(metadata);
  return metadata === undefined || isObject ? [] : [{ path: "metadata", reason: "must be an object" }];
}

const NOTED = { outcome: field(z.enum(["noted"]), { doc: "`noted` if the service accepted it." }) };

/** @source departures 2025-08: keys with named scopes are refused; `*` and unscoped keys aren't. */
const INTENT = {
  effect: "write",
  repeat: "safe",
  scopes: [],
  notes: ["The service of 2026 accepts keys with the scope project:read."],
  arguments: intent,
  result: NOTED,
  example: { ...EXAMPLE, productType: "surveys" },
  validate: metadataProblems,
  alternative:
    "Keys can't have the scope team:read. Use a key with all scopes, or open the product in the web interface, which records the same.",
} as const;

export const addProductIntent = declareFunction({
  ...INTENT,
  name: "addProductIntent",
  doc: "Records that a project is interested in a product of the service.",
  operations: ["projects.addProductIntent"],
  plan: ({ productType, projectId }) => `record an interest in ${productType} for project ${projectId}`,
  run: async (args, { api, options }) => {
    await api.projects.addProductIntent(args.organizationId, args.projectId, bodyOf(args), options);
    return { outcome: "noted" } as const;
  },
});

export const completeProductOnboarding = declareFunction({
  ...INTENT,
  name: "completeProductOnboarding",
  doc: "Records that a product of the service was set up in a project.",
  operations: ["projects.completeProductOnboarding"],
  plan: ({ productType, projectId }) => `record that ${productType} was set up in project ${projectId}`,
  run: async (args, { api, options }) => {
    await api.projects.completeProductOnboarding(args.organizationId, args.projectId, bodyOf(args), options);
    return { outcome: "noted" } as const;
  },
});

import type { Tool } from "@orgform/mcp";
import { callAnyFunction, callReadFunction } from "./tools/calls.ts";
import { readPage, searchDocs } from "./tools/documentation.ts";
import { describeFunction, listFunctions } from "./tools/functions.ts";
import { adopt, doctor, surveyOrganization } from "./tools/organization.ts";
import { describeResource, listResources } from "./tools/resources.ts";
import { drift, plan } from "./tools/stacks.ts";
import { validateInputs } from "./tools/validate.ts";
import type { Workspace } from "./workspace.ts";

/** Every tool, those that write among them: which are offered is the server's business. */
export const toolsIn = (workspace: Workspace): readonly Tool[] => [
  listResources,
  describeResource,
  listFunctions,
  describeFunction,
  searchDocs,
  readPage,
  validateInputs(workspace),
  plan(workspace),
  drift(workspace),
  doctor(workspace),
  surveyOrganization(workspace),
  callReadFunction(workspace),
  callAnyFunction(workspace),
  adopt(workspace),
];

/** What a model reads before anything else. */
export const INSTRUCTIONS =
  "Orgform declares organizations of a product-analytics service in Pulumi, Terraform, OpenTofu and CDK programs. " +
  "Before you write a resource, read describe_resource and its reference page; check what you wrote with " +
  "validate_inputs, then with plan. Import what exists (survey_organization) instead of declaring it anew. Never write " +
  "an API key or another secret into a file: the key comes from the environment. Changes are made by people, or by the " +
  "engine's own command after they have seen the plan.";

import type { Tool } from "@orgform/mcp";
import type { Pages } from "./pages.ts";
import { callAnyFunction, callReadFunction } from "./tools/calls.ts";
import { readPage, searchDocs } from "./tools/documentation.ts";
import { describeFunction, listFunctions } from "./tools/functions.ts";
import { access, adopt, check, doctor, surveyOrganization } from "./tools/organization.ts";
import { describeResource, listResources } from "./tools/resources.ts";
import { drift, plan } from "./tools/stacks.ts";
import { validateInputs } from "./tools/validate.ts";
import type { Workspace } from "./workspace.ts";

/** Every tool, those that write among them: which are offered is the server's business. */
export const toolsIn = (workspace: Workspace, pages: Pages): readonly Tool[] => [
  listResources,
  describeResource,
  listFunctions,
  describeFunction,
  searchDocs(pages),
  readPage(pages),
  validateInputs(workspace),
  plan(workspace),
  drift(workspace),
  doctor(workspace),
  surveyOrganization(workspace),
  access(workspace),
  check(workspace),
  callReadFunction(workspace),
  callAnyFunction(workspace),
  adopt(workspace),
];

/** The text that a model reads first. */
export const INSTRUCTIONS =
  "Orgform declares organizations of a product-analytics service in Pulumi, Terraform, OpenTofu, and CDK programs. " +
  "Before you write a resource, call describe_resource and read its reference page. Check the code with validate_inputs, " +
  "then with plan. Import existing objects (survey_organization) instead of creating them again. Never write an API key " +
  "or another secret into a file: the key comes from the environment. People make changes, or the engine's own command " +
  "does after they have seen the plan.";

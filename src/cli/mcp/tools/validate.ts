import type { Tool } from "@orgform/mcp";
import * as z from "zod";
import { settingText } from "../../../app/settings.ts";
import { settingFromOtherInput } from "../../../driver/driver.ts";
import { check } from "../../../model/check.ts";
import type { Stray } from "../../../engines/engine.ts";
import { engineNamed } from "../../../engines/index.ts";
import { type AnyResource, fieldsOf } from "../../../model/definition.ts";
import { deprecationWarningOf } from "../../../model/deprecations.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { stepsOf } from "../../../model/field-path.ts";
import type { Values } from "../../../model/json-value.ts";
import { message, printed, type Spelling, typeName } from "../../../model/messages.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import { defineTool, jsonAnswer } from "../define-tool.ts";
import { ENGINE, resourceNamed } from "./resources.ts";
import type { Workspace } from "../workspace.ts";

/** The tool that checks a resource's inputs, as a preview does first. */
export const validateInputs = ({ environment }: Workspace): Tool =>
  defineTool({
    name: "validate_inputs",
    title: "Validate inputs of a resource",
    description:
      "Checks the inputs of one resource before you write or run a program, with the rules that a preview checks first. " +
      "Sends no request. Each problem has the field, the cause, and the next step. If an input refers to another " +
      "resource, leave out its value and name the input in `references`.",
    inputs: {
      resource: z.string().describe("Name of the resource: Domain, orgform_domain or orgform:index:Domain."),
      inputs: z
        .record(z.string(), z.unknown())
        .describe("Inputs of the program, with the engine's names. Use placeholders for secrets, never the real ones."),
      references: z
        .array(z.string())
        .default([])
        .describe("Names of inputs whose values are known only after other resources exist."),
      engine: ENGINE,
    },
    run: ({ resource, inputs, references, engine }) => {
      const definition = resourceNamed(resource);
      const { programWriter } = engineNamed(engine);
      const written = { ...inputs, ...Object.fromEntries(references.map((name) => [name, UNKNOWN])) };
      const { inputs: known, strays } = programWriter.inputsIn(definition, written);
      return jsonAnswer(
        judged(definition, known, { strays, spelling: programWriter.spelling(definition), environment }),
      );
    },
  });

interface Judging {
  readonly strays: readonly Stray[];
  readonly spelling: Spelling;
  readonly environment: NodeJS.ProcessEnv;
}

function judged(definition: AnyResource, known: Values, { strays, spelling, environment }: Judging) {
  const organizationId = settingText("organizationId", { configured: () => undefined, environment });
  const howToSet = (): string => "set the environment variable ORGFORM_ORGANIZATION_ID";
  const { problems } = check(
    definition,
    { ...settingFromOtherInput(definition, known), ...known },
    { organizationId, howToSet },
  );
  const found = [
    ...strays.map(({ field, near }) => ({
      field,
      cause: printed(message`is not a field of ${typeName(definition.name)}`, spelling),
      next: near === undefined ? "Remove it; describe_resource names the fields." : `Write ${near} instead.`,
    })),
    ...problems.map((problem) => told(definition, problem, spelling)),
  ];
  const deprecated = deprecationWarningOf(definition);
  return {
    resource: definition.name,
    valid: found.length === 0,
    problems: found,
    ...(deprecated === undefined ? {} : { deprecated: printed(deprecated, spelling) }),
    next:
      found.length === 0
        ? "The inputs are valid. Write the resource, then run plan, which also checks the service and the state."
        : "Fix every problem, then validate again.",
  };
}

/** A problem with the field's description, which shows what to write instead. */
function told(definition: AnyResource, { path, reason }: Problem, spelling: Spelling) {
  const [name] = stepsOf(path);
  const rules = fieldsOf(definition, "inputs").find(([field]) => field === name)?.[1];
  return {
    field: path === "" ? printed(typeName(definition.name), spelling) : spelling.field(path),
    cause: printed(reason, spelling),
    next:
      rules === undefined
        ? "Remove it, or write it as describe_resource names it."
        : `Give a value that fits the field's description: ${printed(rules.doc, spelling)}`,
  };
}

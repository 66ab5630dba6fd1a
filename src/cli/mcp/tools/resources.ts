import type { Tool } from "@orgform/mcp";
import * as z from "zod";
import { served } from "../../../app/served.ts";
import { resources } from "../../../catalog/resources/index.ts";
import type { Engine, EngineName } from "../../../engines/engine.ts";
import { engineNamed, engines } from "../../../engines/index.ts";
import { type AnyResource, fieldsOf } from "../../../model/definition.ts";
import { deprecationOf } from "../../../model/deprecations.ts";
import type { Field } from "../../../model/field.ts";
import { effectOf } from "../../../model/diff.ts";
import { firstLine, printed } from "../../../model/messages.ts";
import { kebabName } from "../../../model/names.ts";
import { fieldSchema, inputFacts } from "../../field-facts.ts";
import { defineTool, jsonAnswer } from "../define-tool.ts";
import { nearest } from "../../../model/suggest.ts";
import { UsageError } from "../../usage-error.ts";

/** The effect of a change of an input, in words. */
const CHANGES = {
  update: "in place",
  replace: "replaces the object",
  store: "only in the state; nothing is sent",
} as const;

const ENGINE_NAMES = engines.map(({ name }) => name) as [EngineName, ...EngineName[]]; // -- there are two

/** The argument that says for which engine a program is. */
export const ENGINE = z
  .enum(ENGINE_NAMES)
  .default("pulumi")
  .describe(
    "Engine of the program, which decides the names: pulumi, or terraform (also for OpenTofu). Default pulumi.",
  );

/** The tool that lists the resources. */
export const listResources: Tool = defineTool({
  name: "list_resources",
  title: "List resources",
  description:
    "Lists every resource that a program can declare, with a summary. Leaves out resources that call a function once, " +
    "unless you ask for them. Use describe_resource for the inputs of one.",
  inputs: { runOnce: z.boolean().default(false).describe("Also the resources that call a function once.") },
  run: ({ runOnce }) => (runOnce ? served : resources).map(lineOf).join("\n"),
});

function lineOf(definition: AnyResource): string {
  const types = engines.map(({ programWriter }) => programWriter.typeName(definition));
  const mark = deprecationOf(definition) === undefined ? "" : " Deprecated.";
  return `${definition.name} (${types.join(", ")}): ${printed(firstLine(definition.doc))}${mark}`;
}

/** The tool that returns the schema of one resource. */
export const describeResource: Tool = defineTool({
  name: "describe_resource",
  title: "Describe a resource",
  description:
    "Describes the inputs and outputs of one resource as JSON: types with limits, required inputs, changes that replace " +
    "the object, secrets, the form of its ID, and the API key's scopes. Its page (read_page) has examples in every language.",
  inputs: {
    resource: z.string().describe("Name of the resource: Domain, orgform_domain or orgform:index:Domain."),
    engine: ENGINE,
  },
  run: ({ resource, engine }) => jsonAnswer(factsOf(resourceNamed(resource), engineNamed(engine))),
});

function factsOf(definition: AnyResource, { programWriter }: Engine): Record<string, unknown> {
  const { name, kind, doc, notes, identity, scopes, naturalKey } = definition;
  const deprecation = deprecationOf(definition);
  const spelling = programWriter.spelling(definition);
  const byName = (side: "inputs" | "outputs", facts: (field: string, rules: Field) => Record<string, unknown>) =>
    Object.fromEntries(
      fieldsOf(definition, side).map(([field, rules]) => [spelling.field(field), facts(field, rules)]),
    );
  const page = kind === "action" ? "reference/functions/index.md" : `reference/${kebabName(name)}.md`;
  return {
    resource: name,
    type: programWriter.typeName(definition),
    kind,
    doc: printed(doc, spelling),
    ...(deprecation === undefined ? {} : { deprecated: printed(deprecation, spelling) }),
    notes: notes.map((note) => printed(note, spelling)),
    inputs: byName("inputs", (_field, rules) => ({
      ...inputFacts(rules, spelling),
      change: CHANGES[effectOf(definition, rules)],
    })),
    outputs: byName("outputs", (_field, { doc: own, secret, ...rules }) => ({
      doc: printed(own, spelling),
      ...(secret === true ? { secret } : {}),
      schema: fieldSchema({ doc: own, ...rules }, spelling),
    })),
    id: identity.parts.map((part: string) => `<${spelling.field(part)}>`).join("/"),
    recognisedBy: (naturalKey?.fields ?? []).map(String),
    scopes,
    page,
  };
}

/** The resource of that name, by any of its names: `Domain`, `orgform_domain`, `orgform:index:Domain`. @throws UsageError */
export function resourceNamed(text: string): AnyResource {
  const wanted = text.split(":").at(-1) ?? "";
  const found = served.find((one) => namesOf(one).includes(wanted));
  if (found !== undefined) return found;
  const near = nearest(
    wanted,
    served.map(({ name }) => name),
  );
  const hint = near === undefined ? "list_resources lists them all." : `Did you mean ${near}?`;
  throw new UsageError(`There is no resource ${text}. ${hint}`);
}

const namesOf = (definition: AnyResource): string[] => [
  definition.name,
  kebabName(definition.name),
  ...engines.map(({ programWriter }) => programWriter.typeName(definition)),
];

import { isAction } from "../../../model/action.ts";
import { ADOPT, type AnyResource, DELETION_PROTECTION, fieldsOf } from "../../../model/definition.ts";
import { deprecationOf } from "../../../model/deprecations.ts";
import { type Field, isOptional } from "../../../model/field.ts";
import { shapeOf } from "../../../model/shape.ts";
import { kebabName } from "../../../model/names.ts";
import { deletesBeforeReplacement } from "../../../model/hook-of.ts";
import { secretPaths } from "../../../model/secret-texts.ts";
import { typescriptExample } from "./examples.ts";
import { memberDoc, tagOf, typeText } from "./type-text.ts";
import { printed } from "../../../model/messages.ts";

/** Declares the classes and argument types of all resources for Pulumi programs; each engine makes the classes. */
export function pulumiClasses(resources: readonly AnyResource[]): string {
  const parts = resources.map((definition) => `${argsOf(definition)}\n\n${classOf(definition)}`);
  return `// Written by \`npm run gen\` from src/catalog/resources; do not edit.
import type * as pulumi from "@pulumi/pulumi";

${parts.join("\n\n")}
`;
}

/** The facts from which an engine creates the class of a resource. */
export function pulumiResourceType(definition: AnyResource): object {
  const secret = (side: "inputs" | "outputs"): string[] =>
    fieldsOf(definition, side)
      .filter(([, declared]) => declared.secret === true)
      .map(([name]) => name);
  const members = secretPaths(definition).filter(({ length }) => length > 1);
  return {
    name: definition.name,
    module: kebabName(definition.name),
    isLookedUp: !isAction(definition),
    inputs: inputsOf(definition).map(([name]) => name),
    secretInputs: secret("inputs"),
    secretOutputs: [...secret("inputs"), ...secret("outputs")],
    outputs: outputsOf(definition).map(([name]) => name),
    ...(members.length === 0 ? {} : { secretMembers: members }),
    ...(deletesBeforeReplacement(definition) ? {} : { createsReplacementFirst: true }),
    ...(DELETION_PROTECTION in definition.inputs ? { protectedBy: DELETION_PROTECTION } : {}),
  };
}

function argsOf(definition: AnyResource): string {
  const fields = fieldsOf(definition, "inputs").map(([name, declared]) => {
    const type = typeText(shapeOf(declared), (text) => `pulumi.Input<${text}>`, memberDoc);
    return isOptional(declared)
      ? `${docOf(declared)}\n  readonly ${name}?: pulumi.Input<${type}> | undefined;`
      : `${docOf(declared)}\n  readonly ${name}: pulumi.Input<${type}>;`;
  });
  return `/** Arguments of {@link ${definition.name}}. */\nexport interface ${definition.name}Args {\n${fields.join("\n")}\n}`;
}

function classOf(definition: AnyResource): string {
  const { name } = definition;
  const deprecation = deprecationOf(definition);
  const properties = [...inputsOf(definition), ...outputsOf(definition)].map(
    ([field, declared]) =>
      `${docOf(declared)}\n  readonly ${field}: pulumi.Output<${typeText(shapeOf(declared), undefined, memberDoc)}${isAbsentable(declared) ? " | undefined" : ""}>;`,
  );
  const id = definition.identity.parts.map((part) => `<${part}>`).join("/");
  const note = isAction(definition)
    ? definition.notes.map((note) => printed(note)).join("\n * ")
    : `The id has the form \`${id}\`.`;
  return `/**
 * ${printed(definition.doc)}
 *
 * ${note}${exampleOf(definition)}${deprecation === undefined ? "" : `\n *\n *${tagOf(deprecation)}`}
 */
export declare class ${name} extends pulumi.CustomResource {
${properties.join("\n")}

  /** ${printed(definition.doc)} */
  constructor(name: string, args: ${name}Args, options?: pulumi.CustomResourceOptions);
${isAction(definition) ? "" : getterOf(name, id)}}`;
}

/** The example that editors show for the class: the program on its reference page, where it is compiled. */
function exampleOf(definition: AnyResource): string {
  const { example } = definition;
  if (example === undefined) return "";
  // The end of a comment inside the example would end this one.
  const program = typescriptExample(definition, example).replaceAll("*/", String.raw`*\/`);
  return ["", "", "@example", "```ts", ...program.split("\n"), "```"].join("\n * ").replaceAll(/ +$/gmu, "");
}

/** A lookup of an existing object; the state of a last run isn't one. */
function getterOf(name: string, id: string): string {
  return `
  /**
   * Looks up an existing object without managing it.
   *
   * @param id - \`${id}\`. Its last part can be the object's name instead.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): ${name};
`;
}

/** The inputs that are properties of the object too: all but the order to adopt. */
function inputsOf(definition: AnyResource): [string, Field][] {
  return fieldsOf(definition, "inputs").filter(([name]) => name !== ADOPT);
}

/** The outputs that aren't also inputs. */
function outputsOf(definition: AnyResource): [string, Field][] {
  return fieldsOf(definition, "outputs").filter(([name]) => !(name in definition.inputs));
}

function isAbsentable(declared: Field): boolean {
  return (
    declared.fromConfig === undefined && declared.schema.safeParse(undefined).data === undefined && isOptional(declared)
  );
}

function docOf({ doc }: Field): string {
  return `  /** ${printed(doc)} */`;
}

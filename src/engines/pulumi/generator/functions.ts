import { pascalName } from "../../../model/names.ts";
import { isAnyJson } from "../../../model/any-json.ts";
import { programArgumentsOf } from "../../../app/program-calls.ts";
import { type Field, isOptional } from "../../../model/field.ts";
import { type AnyFunction, givesRows, resultOf } from "../../../model/function.ts";
import { shapeOf } from "../../../model/shape.ts";
import { memberDoc, typeText } from "./type-text.ts";
import { printed } from "../../../model/messages.ts";

/** Declares the functions for Pulumi programs, direct and as outputs; each engine makes the calls. */
export function pulumiFunctions(functions: readonly AnyFunction[]): string {
  return `// Written by \`npm run gen\` from src/catalog/functions; do not edit.
import type * as pulumi from "@pulumi/pulumi";

import type { InputsOf, Outcome } from "./call-types.ts";

${functions.map(functionText).join("\n\n")}
`;
}

/** The facts from which an engine creates the calls of a function. */
export function pulumiFunctionType(definition: AnyFunction): object {
  return {
    name: definition.name,
    isRows: givesRows(definition),
    isSecret: resultOf(definition).some(([, rules]) => rules.secret === true),
    isWrite: definition.effect !== "read",
  };
}

function functionText(definition: AnyFunction): string {
  const { name, doc, notes = [], effect } = definition;
  const [args, result] = [`${pascalName(name)}CallArgs`, `${pascalName(name)}CallResult`];
  const isRows = givesRows(definition);
  const isOptionalArgs = programArgumentsOf(definition).every(([, rules]) => isOptional(rules));
  const given = isRows ? `{ readonly items: ${result}[] }` : result;
  const direct = isRows ? `AsyncIterable<${result}>` : `Promise<${effect === "read" ? result : `Outcome<${result}>`}>`;
  const mark = isOptionalArgs ? "?" : "";
  const about = (...more: readonly string[]): string =>
    `/**\n * ${[doc, ...notes, ...more].map((text) => printed(text)).join("\n * ")}\n */`;
  return `${interfaceText(`/** Arguments of {@link ${name}}. */`, args, programArgumentsOf(definition), isOptional)}

${interfaceText(`/** ${isRows ? "A row" : "Result"} of {@link ${name}}. */`, result, resultOf(definition), isAbsentable)}

${about(...(effect === "read" ? [] : [WRITES]))}
export declare function ${name}(args${mark}: ${args}): ${direct};

${about(isRows ? ROWS : "As an output. Arguments can be outputs, and secret or unknown values stay secret or unknown.", ...(effect === "read" ? [] : [WRITES]))}
export declare function ${name}Output(args${mark}: InputsOf<${args}>): pulumi.Output<${given}>;`;
}

const WRITES = "A preview sends no request. Outside of previews, the call is refused without `onEveryRun`.";
const ROWS =
  "As an output, with all rows in memory, so set `limit`. Arguments can be outputs, and secret or unknown values stay secret or unknown.";

function interfaceText(
  head: string,
  name: string,
  fields: readonly (readonly [string, Field])[],
  mayLack: (rules: Field) => boolean,
): string {
  const members = fields.map(([field, rules]) => {
    const type = isAnyJson(rules) ? "unknown" : typeText(shapeOf(rules), undefined, memberDoc);
    const own = mayLack(rules) ? `${field}?: ${type} | undefined` : `${field}: ${type}`;
    return `  /** ${printed(rules.doc)} */\n  readonly ${own};`;
  });
  return `${head}\nexport interface ${name} {\n${members.join("\n")}\n}`;
}

function isAbsentable(rules: Field): boolean {
  return rules.schema.safeParse(undefined).success;
}

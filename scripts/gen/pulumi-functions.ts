import { pascalName } from "../../src/model/names.ts";
import { programArgumentsOf } from "../../src/app/program-calls.ts";
import { type Field, isOptional } from "../../src/model/field.ts";
import { type AnyFunction, givesRows, resultOf } from "../../src/model/function.ts";
import { shapeOf } from "../../src/model/shape.ts";
import { typeText } from "./type-text.ts";

/** Writes the functions for Pulumi programs: direct and as outputs; the calls lie next to them. */
export function pulumiFunctions(functions: readonly AnyFunction[]): string {
  return `// Written by \`npm run gen\` from src/catalog/functions; do not edit.
import type * as pulumi from "@pulumi/pulumi";

import type { InputsOf, Outcome } from "../program/output-form.ts";
import { call, callOutput, rows } from "./calls.ts";

${functions.map(functionText).join("\n\n")}
`;
}

function functionText(definition: AnyFunction): string {
  const { name, doc, notes = [], effect } = definition;
  const [args, result] = [`${pascalName(name)}CallArgs`, `${pascalName(name)}CallResult`];
  const isRows = givesRows(definition);
  const isOptionalArgs = programArgumentsOf(definition).every(([, rules]) => isOptional(rules));
  const given = isRows ? `{ readonly items: ${result}[] }` : result;
  const direct = isRows ? `AsyncIterable<${result}>` : `Promise<${effect === "read" ? result : `Outcome<${result}>`}>`;
  const isSecret = resultOf(definition).some(([, rules]) => rules.secret === true);
  const marks = JSON.stringify({ isSecret, isWrite: effect !== "read" });
  const initial = isOptionalArgs ? " = {}" : "";
  const about = (...more: readonly string[]): string => `/**\n * ${[doc, ...notes, ...more].join("\n * ")}\n */`;
  return `${interfaceText(`/** Arguments of {@link ${name}}. */`, args, programArgumentsOf(definition), isOptional)}

${interfaceText(`/** ${isRows ? "A row" : "What came"} of {@link ${name}}. */`, result, resultOf(definition), isAbsentable)}

${about(...(effect === "read" ? [] : [WRITES]))}
export function ${name}(args: ${args}${initial}): ${direct} {
  return ${isRows ? "rows" : "call"}("${name}", args);
}

${about(isRows ? ROWS : "As an output: arguments may be outputs, and what is secret or not known yet stays so.", ...(effect === "read" ? [] : [WRITES]))}
export function ${name}Output(args: InputsOf<${args}>${initial}): pulumi.Output<${given}> {
  return callOutput("${name}", args, ${marks});
}`;
}

const WRITES = "A preview makes no request. Refused outside of one without `onEveryRun`.";
const ROWS =
  "As an output, with all rows in memory: bound them by `limit`. Arguments may be outputs, and what is secret or not known yet stays so.";

function interfaceText(
  head: string,
  name: string,
  fields: readonly (readonly [string, Field])[],
  mayLack: (rules: Field) => boolean,
): string {
  const members = fields.map(([field, rules]) => {
    const type = rules.isJson === true ? "unknown" : typeText(shapeOf(rules));
    const own = mayLack(rules) ? `${field}?: ${type} | undefined` : `${field}: ${type}`;
    return `  /** ${rules.doc} */\n  readonly ${own};`;
  });
  return `${head}\nexport interface ${name} {\n${members.join("\n")}\n}`;
}

function isAbsentable(rules: Field): boolean {
  return rules.schema.safeParse(undefined).success;
}

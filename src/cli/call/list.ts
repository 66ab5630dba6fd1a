import { type AnyFunction, argumentsOf, givesRows } from "../../model/function.ts";
import { printed } from "../../model/messages.ts";
import { kebabName } from "../../model/names.ts";
import { inputFacts } from "../field-facts.ts";

/** The facts about a function for a program that chooses one. */
export function functionFacts(definition: AnyFunction): Record<string, unknown> {
  const { name, effect, repeat, scopes, doc } = definition;
  return {
    name,
    command: kebabName(name),
    doc: printed(doc),
    effect,
    repeat,
    scopes,
    givesRows: givesRows(definition),
    arguments: Object.fromEntries(argumentsOf(definition).map(([argument, rules]) => [argument, inputFacts(rules)])),
  };
}

/** Widest line of the table, as of a help text. */
const WIDEST = 100;

/** All functions by subject, one line each; the subject of a function follows from its requests. */
export function functionTable(functions: readonly AnyFunction[]): string {
  const width = Math.max(...functions.map(({ name }) => kebabName(name).length)) + 2;
  const line = ({ name, effect, doc }: AnyFunction): string =>
    clipped(`  ${kebabName(name).padEnd(width)}${effect.padEnd(12)}${printed(doc)}`);
  const linesOf = (group: string): string[] => functions.filter((one) => groupOf(one) === group).map(line);
  return [...new Set(functions.map(groupOf))]
    .toSorted()
    .map((group) => `${group}:\n${linesOf(group).join("\n")}\n`)
    .join("\n");
}

function groupOf({ operations, finds, lists }: AnyFunction): string {
  const noun = (finds ?? lists)?.collection?.name ?? operations[0]?.split(".")[0] ?? "others";
  const words = kebabName(noun).replaceAll("-", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function clipped(line: string): string {
  return line.length <= WIDEST ? line : `${line.slice(0, WIDEST - 3)}...`;
}

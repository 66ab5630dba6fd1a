import { defaultOf, isOptional } from "../../model/field.ts";
import { type AnyFunction, argumentsOf, givesRows } from "../../model/function.ts";
import { kebabName } from "../../model/names.ts";
import { type Shape, shapeOf } from "../../model/shape.ts";
import { FLAG_SPELLING, type FlagKind, kindOf } from "./flags.ts";
import { printed } from "../../model/messages.ts";

const VALUES: Readonly<Record<FlagKind, string>> = {
  text: " TEXT",
  number: " N",
  "yes or no": "",
  list: " A,B,...",
  JSON: " JSON",
};

/** The help text of one function. */
export function functionHelp(definition: AnyFunction): string {
  const { doc, notes = [], effect, scopes, alternative } = definition;
  const command = kebabName(definition.name);
  const rows = argumentsOf(definition).map(([name, rules]) => {
    const kind = kindOf(rules);
    const more = kind === "list" || kind === "JSON" ? ` Or --${kebabName(name)}-file FILE.` : "";
    const initial = defaultOf(rules);
    const how = isOptional(rules)
      ? initial === true
        ? `--no-${kebabName(name)}`
        : `--${kebabName(name)}`
      : `--${kebabName(name)}`;
    const need = isOptional(rules) ? "" : "Required. ";
    return [`  ${how}${VALUES[kind]}`, `${need}${printed(rules.doc, FLAG_SPELLING)}${more}`] as const;
  });
  const width = Math.max(...rows.map(([flag]) => flag.length), 16) + 2;
  const keys = scopes.length === 0 ? "a key without scopes" : `a key with ${scopes.join(" and ")}`;
  return [
    `Usage: orgform call ${command} [flags]`,
    "",
    printed(doc),
    ...notes,
    "",
    `Effect: ${effect}. Needs ${keys}.${alternative === undefined ? "" : ` ${printed(alternative, FLAG_SPELLING)}`}`,
    "",
    "Arguments:",
    ...rows.map(([flag, text]) => `${flag.padEnd(width)}${text}`),
    "",
    "Flags:",
    ...[
      ["  --json", givesRows(definition) ? "Print one JSON array." : "Print JSON."],
      ...(givesRows(definition) ? [["  --format WORD", "ndjson (default), csv or json."]] : []),
      ...(effect === "read" ? [] : [["  --dry-run", "Say what would be done, and send nothing."]]),
      ["  --host URL", "Address of the service. Default: ORGFORM_HOST or POSTHOG_HOST."],
    ].map(([flag = "", text = ""]) => `${flag.padEnd(width)}${text}`),
    "",
  ].join("\n");
}

/** What there is to know of a function for a program that chooses one. */
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
    arguments: Object.fromEntries(argumentsOf(definition).map(([argument, rules]) => [argument, argumentFacts(rules)])),
  };
}

function argumentFacts(rules: Parameters<typeof shapeOf>[0]): Record<string, unknown> {
  const { $schema: _, ...schema } = shapeOf(rules) as Shape & { readonly $schema?: string };
  return { doc: printed(rules.doc), required: !isOptional(rules) && rules.fromConfig === undefined, schema };
}

/** All functions, one line each. */
export function functionTable(functions: readonly AnyFunction[]): string {
  const width = Math.max(...functions.map(({ name }) => kebabName(name).length)) + 2;
  return functions
    .map(({ name, effect, doc }) => `${kebabName(name).padEnd(width)}${effect.padEnd(12)}${printed(doc)}\n`)
    .join("");
}

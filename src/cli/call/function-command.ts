import { Option } from "commander";
import { defaultOf, type Field, isOptional } from "../../model/field.ts";
import { type AnyFunction, argumentsOf, givesRows } from "../../model/function.ts";
import { printed } from "../../model/messages.ts";
import { kebabName } from "../../model/names.ts";
import { CliCommand } from "../command.ts";
import { FILE, FLAG_SPELLING, type FlagKind, kindOf, LONG, NO, wordsFor } from "./flags.ts";
import { ROW_FORMATS } from "./print.ts";

const VALUES: Readonly<Record<FlagKind, string>> = {
  text: " <TEXT>",
  number: " <N>",
  "yes or no": "",
  list: " <A,B,...>",
  JSON: " <JSON>",
};

/** The command of one function; its flags are the function's arguments. */
export function functionCommand(definition: AnyFunction): CliCommand {
  const { effect } = definition;
  const command = new CliCommand(kebabName(definition.name))
    .summary(printed(definition.doc))
    .description(descriptionOf(definition))
    .optionsGroup("Arguments:");
  for (const option of argumentsOf(definition).flatMap(([name, rules]) => optionsOf(kebabName(name), rules))) {
    command.addOption(option);
  }
  command.optionsGroup("Flags:").option("--json", givesRows(definition) ? "Print one JSON array." : "Print JSON.");
  if (givesRows(definition))
    command.choice("--format <WORD>", "Output format: ndjson (default), csv, or json.", ROW_FORMATS);
  if (effect !== "read") command.option("--dry-run", "Show what the call would do, and send nothing.");
  return command.option("--host <URL>", "URL of the service. Default: ORGFORM_HOST or POSTHOG_HOST.");
}

function descriptionOf({ doc, notes = [], effect, scopes, alternative }: AnyFunction): string {
  const keys = scopes.length === 0 ? "an unscoped key" : `a key with ${scopes.join(" and ")}`;
  const needs = `Effect: ${effect}. Needs ${keys}.${alternative === undefined ? "" : ` ${printed(alternative, FLAG_SPELLING)}`}`;
  return [printed(doc), ...notes.map((note) => printed(note)), "", needs].join("\n");
}

/** The flags of one argument: the one that the help shows, and others that mean the opposite or name a file. */
function optionsOf(flag: string, rules: Field): Option[] {
  const kind = kindOf(rules);
  const more = LONG.has(kind) ? ` Or --${flag}${FILE} FILE.` : "";
  const text = `${isOptional(rules) ? "" : "Required. "}${printed(rules.doc, FLAG_SPELLING)}${more}`;
  if (kind === "yes or no") {
    const [yes, no] = [new Option(`--${flag}`, text), new Option(`--${NO}${flag}`, text)];
    // A separate flag instead of commander's negation, so both together are refused.
    no.negate = false;
    const isOnByItself = isOptional(rules) && defaultOf(rules) === true;
    return [yes.hideHelp(isOnByItself), no.hideHelp(!isOnByItself)];
  }
  const direct = new Option(`--${flag}${VALUES[kind]}`, text);
  const words = wordsFor(rules);
  if (words !== undefined) direct.argChoices = words;
  return LONG.has(kind) ? [direct, new Option(`--${flag}${FILE} <FILE>`, text).hideHelp()] : [direct];
}

import type { Command, Option } from "commander";

/** One flag, as a shell offers it. */
export interface OfferedFlag {
  /** With both dashes. */
  readonly name: string;
  readonly text: string;
  readonly takesValue: boolean;
  /** The possible values; empty if any value is possible, and then the shell completes a path. */
  readonly words: readonly string[];
}

/** The command that the typed words have reached, and its possible continuations. */
export interface CommandPath {
  /** The commands on the way, each behind a slash: "" at the start, `/call/list-persons` for a function. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly text: string }[];
  readonly flags: readonly OfferedFlag[];
}

/** Every place of a tree of commands, the outermost first. */
export function placesOf(command: Command, path = ""): CommandPath[] {
  const place = {
    path,
    commands: command.commands.map((each) => ({ name: each.name(), text: firstSentence(each.summary()) })),
    flags: command.options.flatMap(offered),
  };
  // Behind `help` stand the words that would stand there without it.
  const below = command.commands.filter((each) => each.name() !== "help");
  return [place, ...below.flatMap((each) => placesOf(each, `${path}/${each.name()}`))];
}

function offered({ long, description, required, argChoices = [] }: Option): OfferedFlag[] {
  if (typeof long !== "string") return [];
  return [{ name: long, text: firstSentence(description), takesValue: required, words: argChoices }];
}

/** A shell shows one line for each word that it offers. */
function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/u.exec(text)?.[0].replace(/[.]$/u, "") ?? text;
}

import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../model/suggest.ts";
import { UsageError } from "./usage-error.ts";

type FlagSpecs = NonNullable<ParseArgsConfig["options"]>;

type FlagValue = string | boolean | undefined;

/** Values of the flags that were given; a flag that was not given is absent. */
export type FlagValues = Readonly<Record<string, FlagValue>>;

/**
 * Reads the flags of a command.
 * @throws UsageError for a flag that does not exist, lacks its value, or a stray word
 */
export function readFlags(command: string, args: string[], flags: FlagSpecs): FlagValues {
  for (const arg of args) {
    const name = /^--([^=]+)/.exec(arg)?.[1];
    if (name === undefined || Object.hasOwn(flags, name)) continue;
    const near = nearest(name, Object.keys(flags));
    const hint = near === undefined ? `Run \`orgform ${command} --help\`.` : `Did you mean --${near}?`;
    throw new UsageError(`orgform ${command} has no flag --${name}. ${hint}`);
  }
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values as FlagValues;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error);
    throw new UsageError(`orgform ${command}: ${reason}. Run \`orgform ${command} --help\`.`);
  }
}

/** Reads a flag that allows certain words only. @throws UsageError naming flag, value and the words */
export function readChoice<Word extends string>(
  flag: string,
  value: FlagValue,
  allowed: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = allowed.find((each) => each === value);
  if (word === undefined) throw new UsageError(`--${flag} is ${String(value)}; allowed are ${allowed.join(" and ")}.`);
  return word;
}

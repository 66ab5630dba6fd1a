import { Command, CommanderError, Option } from "commander";

/** A mistake on the command line; only its message is shown. */
export class UsageError extends Error {}

/** The values of the flags: a string, or true for a flag without a value. Flags that weren't given are absent. */
export type FlagValues = Readonly<Record<string, string | true | undefined>>;

/** Widest line of a help text, in columns. */
const HELP_COLUMNS = 100;

/** A command that explains itself with `--help` and doesn't print errors itself. */
export function newCommand(name: string): Command {
  return new Command(name)
    .usage("[flags]")
    .optionsGroup("Flags:")
    .helpOption("-h, --help", "Show this text.")
    .configureHelp({
      helpWidth: HELP_COLUMNS,
      optionTerm: ({ flags }) => flags.replaceAll(/[<>]/gu, ""),
      optionDescription: ({ description }) => description,
    })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
    .allowExcessArguments();
}

/** A flag with a fixed set of words; the words are checked together with the other values. */
export function choiceFlag(flags: string, description: string, words: readonly string[]): Option {
  const option = new Option(flags, description);
  option.argChoices = [...words];
  return option;
}

/**
 * Reads the flags of a command; undefined if help was requested, which was then printed.
 *
 * @throws UsageError for an unknown flag, a missing value, a value for a flag without one, and an unexpected argument
 */
export function readFlags(command: Command, args: readonly string[]): FlagValues | undefined {
  refuseMissingValues(command, args);
  try {
    command.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw refusal(command, error);
  }
  const [stray] = command.args;
  if (stray !== undefined) throw mistake(command, `Unexpected argument '${stray}'`);
  return command.opts<FlagValues>();
}

/** A flag can't be the value of another flag: `--data --json` is a mistake, and not a file with that name. */
function refuseMissingValues(command: Command, args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    const option = command.options.find(({ long, required }) => required && long === arg);
    if (option === undefined || /^(?:[^-]|-$|$)/u.test(args[index + 1] ?? "--")) continue;
    throw mistake(command, `Option '${arg} <value>' argument missing`);
  }
}

/** Commander's refusal in our words; only its message contains the flag and the similar one. */
function refusal(command: Command, { code, message }: CommanderError): UsageError {
  const [, flag = "", value] = /'(--?[^='\n]+)(=[^\n]*)?'/u.exec(message) ?? [];
  if (code !== "commander.unknownOption") return mistake(command, message.replace(/^error: /u, ""));
  if (value !== undefined && command.options.some(({ long }) => long === flag)) {
    return mistake(command, `Option '${flag}' does not take an argument`);
  }
  const near = /\((?<hint>Did you mean .+\?)\)/u.exec(message)?.groups?.["hint"];
  return new UsageError(`${command.name()} has no flag ${flag}. ${near ?? helpHint(command)}`);
}

function mistake(command: Command, what: string): UsageError {
  return new UsageError(`${command.name()}: ${what}. ${helpHint(command)}`);
}

const helpHint = (command: Command): string => `Run \`${command.name()} --help\`.`;

/** Reads a flag with a fixed set of words. @throws UsageError naming flag, value, and the words */
export function readChoice<Word extends string>(
  flag: string,
  value: FlagValues[string],
  allowed: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = allowed.find((each) => each === value);
  if (word === undefined)
    throw new UsageError(
      `--${flag} is ${String(value)}; it must be ${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1) ?? ""}.`,
    );
  return word;
}

/** Reads an integer from 1. @throws UsageError naming the value */
export function readCount(flag: string, value: FlagValues[string], most: number): number | undefined {
  if (value === undefined) return undefined;
  const count = /^[1-9]\d{0,9}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (!(count <= most)) {
    throw new UsageError(`--${flag} is ${String(value)}; it must be an integer from 1 to ${most}.`);
  }
  return count;
}

/** Reads a TCP port, 0 to 65535. @throws UsageError naming the value */
export function readPort(flag: string, value: FlagValues[string]): number | undefined {
  if (value === undefined) return undefined;
  const port = /^\d{1,5}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new UsageError(`--${flag} is ${String(value)}; it must be an integer from 0 (any free port) to 65535.`);
  }
  return port;
}

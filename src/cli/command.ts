import process from "node:process";
import { type AddHelpTextContext, type AddHelpTextPosition, Command, Option, type ParseOptionsResult } from "commander";
import { nearest } from "../model/suggest.ts";
import type { FlagValues } from "./flag-values.ts";
import { UsageError } from "./usage-error.ts";

/** Widest line of a help text, in columns. */
const HELP_COLUMNS = 100;

/** The words after a command's name, for a command whose flags depend on them; or all that it could have. */
export type Words = readonly string[] | "all";

type HelpEnd = string | ((context: AddHelpTextContext) => string);

/**
 * One command, or one function of `orgform call`: commander reads its flags and prints its help, and our code writes
 * its errors.
 */
export class CliCommand extends Command {
  /** The exit code of this command's run, or of a command below it. */
  exitCode = 0;

  readonly #ends: HelpEnd[] = [];

  constructor(name: string) {
    super(name);
    this.usage("[flags]")
      .optionsGroup("Flags:")
      .helpOption("-h, --help", "Show this text")
      .helpCommand(false)
      .enablePositionalOptions()
      .exitOverride()
      .allowUnknownOption()
      .allowExcessArguments()
      .configureOutput({
        getOutHelpWidth: () => Math.min(HELP_COLUMNS, process.stdout.columns || HELP_COLUMNS),
        getErrHelpWidth: () => Math.min(HELP_COLUMNS, process.stderr.columns || HELP_COLUMNS),
        outputError: () => undefined,
      })
      .configureHelp({
        minWidthToWrap: 20,
        commandUsage: (command) => `${wordsOf(command)} ${command.usage()}`,
        subcommandTerm: (command) => command.name(),
        optionTerm: ({ flags }) => flags.replaceAll(/[<>]/gu, ""),
        optionDescription: ({ description }) => description,
      });
  }

  /** The part of the help below the flags: exit codes and notes; empty without any. */
  get helpEnd(): string {
    return this.#ends
      .map((text) => (typeof text === "string" ? text : text({ error: false, command: this })))
      .join("\n");
  }

  override addHelpText(position: AddHelpTextPosition, text: HelpEnd): this {
    if (position === "after") this.#ends.push(text);
    return typeof text === "string" ? super.addHelpText(position, text) : super.addHelpText(position, text);
  }

  override createCommand(name = ""): CliCommand {
    return new CliCommand(name);
  }

  /** A flag whose value is one of these words; the action checks it. */
  choice(flags: string, description: string, words: readonly string[]): this {
    const option = new Option(flags, description);
    option.argChoices = [...words];
    return this.addOption(option);
  }

  /** A flag that can be repeated, each time with a value. */
  repeated(flags: string, description: string): this {
    const add = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value];
    return this.addOption(new Option(flags, `${description} Repeatable.`).argParser(add));
  }

  /** The action of the command with its flags; it returns the exit code. Arguments that aren't flags are refused. */
  runs(action: (flags: FlagValues) => Promise<number>): this {
    return this.action(async () => {
      const [stray] = this.args;
      if (stray !== undefined) throw this.#refusal(stray);
      await this.#end(action(this.#flagValues()));
    });
  }

  /** Like `runs`, for a command with arguments besides its flags: names of files, for example. */
  takes(action: (flags: FlagValues, words: readonly string[]) => Promise<number>): this {
    return this.action(async () => {
      const stray = this.args.find((word) => word.startsWith("-"));
      if (stray !== undefined) throw this.#refusal(stray);
      await this.#end(action(this.#flagValues(), this.args));
    });
  }

  /** The action of a command that reads all of its arguments itself. */
  handsOn(action: (words: readonly string[]) => Promise<number>): this {
    return this.helpOption(false)
      .passThroughOptions()
      .action(() => this.#end(action(this.args)));
  }

  /** Refuses a flag that would take the next flag for its value: `--out --format` is a slip. */
  override parseOptions(args: string[]): ParseOptionsResult {
    for (const [index, arg] of args.entries()) {
      if (arg === "--" || this.#isSubcommand(arg)) break;
      const option = this.options.find(({ long, required }) => required && long === arg);
      const next = args[index + 1];
      if (option === undefined || (next !== undefined && (next === "-" || !next.startsWith("-")))) continue;
      throw this.#mistake(`Option '${arg} <value>' argument missing`);
    }
    return super.parseOptions(args);
  }

  #isSubcommand(word: string): boolean {
    return this.commands.some((command) => command.name() === word);
  }

  #flagValues(): FlagValues {
    return Object.fromEntries(
      this.options.flatMap((option) => {
        const value: unknown = this.getOptionValue(option.attributeName());
        const isFlag = typeof value === "string" || typeof value === "boolean" || isTexts(value);
        return isFlag ? [[option.name(), value]] : [];
      }),
    );
  }

  async #end(run: Promise<number>): Promise<void> {
    this.exitCode = await run;
    for (let above = this.parent; above instanceof CliCommand; above = above.parent) above.exitCode = this.exitCode;
  }

  #refusal(stray: string): UsageError {
    const [flag = stray] = stray.split("=");
    if (!stray.startsWith("-")) return this.#mistake(`Unexpected argument '${stray}'`);
    const names = this.options.flatMap(({ long }) => long ?? []);
    if (names.includes(flag)) return this.#mistake(`Option '${flag}' does not take an argument`);
    const near = nearest(flag, names);
    const hint = near === undefined ? `Run \`${wordsOf(this)} --help\`.` : `Did you mean ${near}?`;
    return new UsageError(`${wordsOf(this)} has no flag ${flag}. ${hint}`);
  }

  #mistake(what: string): UsageError {
    return new UsageError(`${wordsOf(this)}: ${what}. Run \`${wordsOf(this)} --help\`.`);
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** The words that a user types to run a command. */
function wordsOf(command: Command): string {
  return command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;
}

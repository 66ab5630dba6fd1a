import process from "node:process";
import { CommanderError } from "commander";
import { program } from "./program.ts";
import { UsageError } from "./usage-error.ts";

/** Runs the command line and returns the exit code: 0 done, 1 failed or misused, and others that a command documents. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    const words = withHelpAsFlag(args);
    const root = await program(words);
    if (words.length === 0) {
      root.outputHelp({ error: true });
      return 1;
    }
    await root.parseAsync(words, { from: "user" });
    return root.exitCode;
  } catch (error) {
    // Commander has printed the help, and its message is only a name for that.
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help"))
      return error.exitCode;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof UsageError) && process.env["ORGFORM_DEBUG"] !== undefined) console.error(error);
    return 1;
  }
}

/** `orgform help drift` is `orgform drift --help`. */
function withHelpAsFlag([first, ...rest]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  return first === "help" ? [...rest, "--help"] : [first, ...rest];
}

import process from "node:process";

import type { Api } from "../../client/client.ts";
import type { Settings } from "../../app/settings.ts";
import { functions } from "../../catalog/functions/index.ts";
import { callFunction, type Context, streamFunction } from "../../driver/driver.ts";
import { isIncompleteCall } from "../../model/diagnostics.ts";
import { type AnyFunction, givesRows } from "../../model/function.ts";
import type { Values } from "../../model/json-value.ts";
import { kebabName } from "../../model/names.ts";
import { nearest } from "../../model/suggest.ts";
import { argumentsFrom, FLAG_SPELLING } from "../call/flags.ts";
import { functionCommand } from "../call/function-command.ts";
import { functionFacts, functionTable } from "../call/list.ts";
import { objectText, printRows, ROW_FORMATS, type RowFormat, toStandardOutput } from "../call/print.ts";
import { inSession, PreparedCall } from "../call/prepared-call.ts";
import { counted, withHeartbeat } from "../call/progress.ts";
import { reporterOn } from "../call/reporter.ts";
import { CliCommand, type Words } from "../command.ts";
import { type FlagValues, readChoice } from "../flag-values.ts";
import { settingsOf } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { printed, textOf } from "../../model/messages.ts";

const DESCRIPTION =
  "Calls a function of the provider: operations of the service that aren't resources.\n" +
  "Takes the key from ORGFORM_API_KEY or POSTHOG_API_KEY.";

const USAGE = `<function> [flags]
       orgform call <function> --help
       orgform call --list [--json]`;

const AFTER = `
For a function that writes, also:
  --dry-run   Show what it would do, and send nothing; with --json, as JSON.
  --confirm   Words that confirm a destructive function. Without them, it refuses and shows them.

Functions that must not be repeated record their call in .orgform/intents, or in
ORGFORM_INTENTS_DIR.`;

/**
 * `orgform call`: calls one function.
 *
 * @throws UsageError for an unknown function
 */
export function callCommand(words: Words): CliCommand {
  const command = new CliCommand("call")
    .usage(USAGE)
    .description(DESCRIPTION)
    .option("--list", "Show every function; with --json, also its effect, scopes, and arguments.")
    .option("--json", "Print JSON.")
    .addHelpText("after", AFTER);
  for (const definition of words === "all" ? functions : functionsNamed(words)) {
    const one = functionCommand(definition);
    // A function can also be called by its name in programs.
    if (one.name() !== definition.name) one.alias(definition.name);
    command.addCommand(
      one.runs((flags) => callNamed(definition, flags)),
      { hidden: true },
    );
  }
  return command.runs(async (flags) => {
    if (Object.keys(flags).length > 0) return showList(flags);
    command.outputHelp();
    return 0;
  });
}

/** The functions that the first word names; none if it is a flag. */
function functionsNamed([first]: readonly string[]): AnyFunction[] {
  return first === undefined || first.startsWith("-") ? [] : [functionNamed(first)];
}

function showList(flags: FlagValues): number {
  if (flags["list"] !== true) throw new UsageError("Which function? Run `orgform call --list` to list them.");
  const isJson = flags["json"] === true;
  return print(isJson ? `${JSON.stringify(functions.map(functionFacts), null, 2)}\n` : functionTable(functions));
}

/** The function of that name, as programs or commands write it. @throws UsageError */
export function functionNamed(text: string): AnyFunction {
  const found = functions.find(({ name }) => name === text || kebabName(name) === text);
  if (found !== undefined) return found;
  const near = nearest(
    text,
    functions.map(({ name }) => kebabName(name)),
  );
  const hint = near === undefined ? "Run `orgform call --list` to list them." : `Did you mean ${near}?`;
  throw new UsageError(`There is no function ${text}. ${hint}`);
}

/** A dry run sends no request, so it needs no key. */
async function callNamed(definition: AnyFunction, flags: FlagValues): Promise<number> {
  const isDry = flags["dry-run"] === true;
  const host = typeof flags["host"] === "string" ? flags["host"] : undefined;
  const settings = isDry ? undefined : settingsOf({ host });
  const call = new PreparedCall(definition, argumentsFrom(definition, flags), FLAG_SPELLING);
  if (settings === undefined) return dryRun(definition, call, flags["json"] === true);
  call.refuseProblems();
  return untilInterrupted(settings, async (context, api) =>
    perform(definition, await call.arguments(api), flags, context),
  );
}

/** Prints the planned effect. */
function dryRun({ name, effect }: AnyFunction, call: PreparedCall, isJson: boolean): number {
  const { plan, words } = call.planned();
  if (isJson) {
    return print(`${JSON.stringify({ function: name, effect, planned: true, plan, confirm: words }, null, 2)}\n`);
  }
  const confirm = words === undefined ? "" : `Confirm with --confirm ${JSON.stringify(words)}.\n`;
  return print(`${name} ${plan}. Nothing was sent.\n${confirm}`);
}

async function perform(definition: AnyFunction, args: Values, flags: FlagValues, context: Context): Promise<number> {
  const isJson = flags["json"] === true;
  if (givesRows(definition)) {
    const format: RowFormat = readChoice("format", flags["format"], ROW_FORMATS) ?? (isJson ? "json" : "ndjson");
    const rows = streamFunction(definition, args, context);
    // Rows on a terminal are progress enough, and a status between them would tear them apart.
    const shown = process.stdout.isTTY ? rows : counted(rows, context.report);
    await printRows(definition, shown, format, toStandardOutput);
    return 0;
  }
  try {
    const result = await withHeartbeat(definition.name, context.report, () => callFunction(definition, args, context));
    return print(objectText(result, isJson));
  } catch (error) {
    if (isIncompleteCall(error)) print(objectText(error.report, isJson));
    throw new Error(printed(textOf(error), FLAG_SPELLING), { cause: error });
  }
}

async function untilInterrupted(
  settings: Settings,
  action: (context: Context, api: Api) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort(new UsageError("Interrupted."));
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const report = reporterOn(process.stderr);
  try {
    return await inSession(settings, { report, signal: stop.signal }, action);
  } finally {
    report.end();
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

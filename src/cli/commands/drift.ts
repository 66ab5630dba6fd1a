import { join, relative } from "node:path";
import process from "node:process";
import type { EngineName } from "../../engines/engine.ts";
import { engineNamed } from "../../engines/index.ts";
import { readStackState } from "../state/stack-state.ts";
import { OTHER_STATE_HELP, readOtherStates } from "../state/other-states.ts";
import { readStateFile } from "../state/read-state.ts";
import { CliCommand } from "../command.ts";
import { htmlReport } from "../drift/formats/html.ts";
import { jsonReport } from "../drift/formats/json.ts";
import { junitReport } from "../drift/formats/junit.ts";
import { markdownReport } from "../drift/formats/markdown.ts";
import { type PlaceOf, sarifReport } from "../drift/formats/sarif.ts";
import { textReport } from "../drift/formats/text.ts";
import { comparedHere } from "../drift/compared-here.ts";
import { IgnoreRules } from "../drift/ignore.ts";
import { DEFAULT_TIMEOUT_SECONDS, type DriftReport, driftReport } from "../../app/drift/drift-report.ts";
import { countsOf, EXIT_CODES } from "../drift/report.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readChoice, readTexts } from "../flag-values.ts";
import { packageManifest } from "../package-manifest.ts";
import { type Paint, paintFor, plain } from "../paint.ts";
import { settingsOf } from "../settings.ts";
import { UsageError } from "../usage-error.ts";

/** The function that shows a report in each format. */
const FORMATS = {
  text: textReport,
  json: jsonReport,
  markdown: markdownReport,
  junit: junitReport,
  sarif: (report: DriftReport<EngineName>, _paint: Paint, folder: string) =>
    sarifReport(report, packageManifest(), placesIn(folder, report)),
  html: htmlReport,
} as const satisfies Record<string, (report: DriftReport<EngineName>, paint: Paint, folder: string) => string>;

const NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

const DESCRIPTION =
  "Compares the state of a stack with the organization. Reports what changed, what is missing, what is unmanaged, and " +
  "what couldn't be checked. Takes no lock and writes nothing.\n" +
  "Takes the key from ORGFORM_API_KEY.";

/** A day: what takes longer hangs. */
const MOST_SECONDS = 86_400;

const AFTER =
  "\nFor objects of a provider that the program names eu, it uses the key ORGFORM_API_KEY_EU, and the" +
  "\nhost ORGFORM_HOST_EU, or else the host in the state." +
  "\nExit code 0: no drift; 2: drift, even if something else couldn't be checked; 1: couldn't tell.";

/** `orgform drift`: reports differences between the code and the organization. */
export function driftCommand(): CliCommand {
  const ignore = "File with rules for unmanaged objects to leave out. Default: .orgformignore in the folder.";
  return new CliCommand("drift")
    .description(DESCRIPTION)
    .option(
      "--cwd <DIR>",
      "Folder of the program. Reads its state through pulumi, terraform, or tofu. Default: this folder.",
    )
    .option("--stack <NAME>", "Pulumi stack, or Terraform or OpenTofu workspace. Default: the selected one.")
    .option("--state <FILE>", "State file to read instead.")
    .repeated("--other-state <FILE>", OTHER_STATE_HELP)
    .choice("--format <WORD>", `${NAMES.join(", ")}. Default text.`, NAMES)
    .option("--out <FILE>", "File for the report. It's written completely or not at all. Default: standard output.")
    .option("--ignore <FILE>", ignore)
    .option(
      "--strict",
      "Also report objects that the service creates along with declared ones, and the key's own account, as unmanaged. Look for every kind in every project.",
    )
    .option("--timeout <SECONDS>", `Time limit for the whole comparison. Default ${DEFAULT_TIMEOUT_SECONDS}.`)
    .option("--host <URL>", "URL of the service. Default: ORGFORM_HOST or POSTHOG_HOST.")
    .addHelpText("after", AFTER)
    .runs(runDrift);
}

async function runDrift(flags: FlagValues): Promise<number> {
  const given = (name: string): string | undefined => {
    const value = flags[name];
    if (value === "") throw new UsageError(`--${name} is empty; leave it out, or give a value.`);
    return typeof value === "string" ? value : undefined;
  };
  const format = readChoice("format", flags["format"], NAMES) ?? "text";
  if (given("state") !== undefined && given("stack") !== undefined) {
    throw new UsageError("--state names a file, but --stack names a stack. Give one of them.");
  }
  const timeoutSeconds = timeoutIn(given("timeout"));
  const out = given("out");
  const folder = given("cwd") ?? ".";
  const rules = IgnoreRules.read(folder, given("ignore"));
  const settings = settingsOf({ host: given("host") });
  const file = given("state");
  const others = readOtherStates(readTexts(flags["other-state"]));
  const own =
    file === undefined
      ? await readStackState({ folder, stack: given("stack"), environment: process.env })
      : readStateFile(file);
  const stack = { ...own, foreign: [...(own.foreign ?? []), ...others] };
  const isStrict = flags["strict"] === true;
  const report = await driftReport(stack, settings, rules, {
    ...comparedHere(stack.engine),
    isStrict,
    timeoutSeconds,
  });
  const shown = FORMATS[format](report, out === undefined ? paintFor(process.stdout) : plain, folder);
  if (out === undefined) process.stdout.write(shown);
  else {
    writeWhole(out, shown);
    process.stderr.write(`${countsOf(report)}; see ${out}\n`);
  }
  return EXIT_CODES[report.outcome];
}

/** Seconds from the flag `--timeout`. @throws UsageError */
export function timeoutIn(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT_SECONDS;
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_SECONDS) return seconds;
  throw new UsageError(`--timeout is ${text}; it must be an integer of seconds from 1 to ${MOST_SECONDS}.`);
}

/** Where a program in a folder declares its objects, as paths from the current folder: in CI, from the top of a repository. */
export function placesIn(folder: string, { engine }: Pick<DriftReport<EngineName>, "engine">): PlaceOf {
  const sources = engineNamed(engine).stateReader.sourcesIn(folder);
  return (name) => {
    const { file, line } = sources.declaredAt({ address: name }) ?? { file: sources.main, line: 1 };
    return { file: relative(process.cwd(), join(folder, file)), line };
  };
}

import { setMaxListeners } from "node:events";
import { join, relative } from "node:path";
import process from "node:process";
import { systemClock } from "../../app/clock.ts";
import { served, servedNamed } from "../../app/served.ts";
import { Sessions } from "../../app/sessions.ts";
import type { Settings } from "../../app/settings.ts";
import { stackDrift, togetherOf, type UnmanagedObject } from "../../driver/driver.ts";
import { engineNamed } from "../../engines/index.ts";
import { OrgformProblem } from "../../model/diagnostics.ts";
import { secretTextsIn } from "../../model/secret-texts.ts";
import { readStackState } from "../state/stack-state.ts";
import { readStateFile } from "../state/read-state.ts";
import type { RecordedStack } from "../state/recorded-stack.ts";
import { CliCommand } from "../command.ts";
import { htmlReport } from "../drift/formats/html.ts";
import { jsonReport } from "../drift/formats/json.ts";
import { junitReport } from "../drift/formats/junit.ts";
import { markdownReport } from "../drift/formats/markdown.ts";
import { type PlaceOf, sarifReport } from "../drift/formats/sarif.ts";
import { textReport } from "../drift/formats/text.ts";
import { accountsOf, keyVariableOf } from "../drift/accounts.ts";
import { IgnoreRules } from "../drift/ignore.ts";
import {
  countsOf,
  type DriftReport,
  EXIT_CODES,
  outcomeOf,
  REPORT_VERSION,
  type ReportedUnmanaged,
} from "../drift/report.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readChoice } from "../flag-values.ts";
import { packageManifest } from "../package-manifest.ts";
import { type Paint, paintFor, plain } from "../paint.ts";
import { settingsOf } from "../settings.ts";
import { UsageError } from "../usage-error.ts";

/** What shows a report in each format. */
const FORMATS = {
  text: textReport,
  json: jsonReport,
  markdown: markdownReport,
  junit: junitReport,
  sarif: (report: DriftReport, _paint: Paint, folder: string) =>
    sarifReport(report, packageManifest(), placesIn(folder, report)),
  html: htmlReport,
} as const satisfies Record<string, (report: DriftReport, paint: Paint, folder: string) => string>;

const NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

const DESCRIPTION =
  "Compares the state of a stack with the organization. Reports what changed, what is missing, what is unmanaged, and " +
  "what couldn't be checked. Takes no lock and writes nothing.\n" +
  "Takes the key and the host from ORGFORM_API_KEY and ORGFORM_HOST.";

/** A day: what takes longer hangs. */
const MOST_SECONDS = 86_400;

/** Longest time of a whole comparison; one of a large organization takes a few minutes. */
export const DEFAULT_TIMEOUT_SECONDS = 1_800;

const AFTER =
  "\nFor objects of a provider that the program names eu, it uses the key ORGFORM_API_KEY_EU, and, if the state has no" +
  "\nhost, ORGFORM_HOST_EU." +
  "\nExit code 0: no drift; 2: drift, even if something else couldn't be checked; 1: couldn't tell.";

/** `orgform drift`: tells when code and reality part. */
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
    throw new UsageError("--state names a file and --stack a stack of an engine. Give one of them.");
  }
  const folder = given("cwd") ?? ".";
  const rules = IgnoreRules.read(folder, given("ignore"));
  const settings = settingsOf({ host: given("host") });
  const file = given("state");
  const stack =
    file === undefined
      ? await readStackState({ folder, stack: given("stack"), environment: process.env })
      : readStateFile(file);
  const isStrict = flags["strict"] === true;
  const report = await driftReport(stack, settings, rules, { isStrict, timeoutSeconds: timeoutIn(given("timeout")) });
  const out = given("out");
  const shown = FORMATS[format](report, out === undefined ? paintFor(process.stdout) : plain, folder);
  if (out === undefined) process.stdout.write(shown);
  else {
    writeWhole(out, shown);
    process.stderr.write(`${countsOf(report)}; see ${out}\n`);
  }
  return EXIT_CODES[report.outcome];
}

/** Seconds out of the flag `--timeout`. @throws UsageError */
export function timeoutIn(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT_SECONDS;
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_SECONDS) return seconds;
  throw new UsageError(`--timeout is ${text}; it should be whole seconds from 1 to ${MOST_SECONDS}.`);
}

/** How a comparison is made. */
interface DriftOptions {
  readonly isStrict?: boolean;
  /** Longest time for all of it. */
  readonly timeoutSeconds?: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

/** Compares a state with the service that the settings name, and judges. */
export async function driftReport(
  stack: RecordedStack,
  settings: Settings,
  rules: IgnoreRules,
  { isStrict = false, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, signal }: DriftOptions = {},
): Promise<DriftReport> {
  const sessions = new Sessions(systemClock);
  const secrets = stack.objects.flatMap(({ resource, state }) => {
    const definition = servedNamed(resource);
    return definition === undefined ? [] : secretTextsIn(definition, state);
  });
  const limit = new AbortController();
  // Every object that is looked at waits for it; Node warns of more than ten.
  setMaxListeners(0, limit.signal);
  const timer = setTimeout(() => limit.abort(outOfTime(timeoutSeconds)), timeoutSeconds * 1_000);
  const accounts = accountsOf(stack.objects, settings, process.env);
  const looks = accounts.map((account, index) =>
    stackDrift({
      definitions: served,
      objects: account.objects,
      beside: stack.objects.filter((object) => !account.objects.includes(object)),
      unknown: index === 0 ? stack.unknown : [],
      session: sessions.of(account.settings, secrets),
      host: account.settings.host,
      remedyElsewhere,
      ignored: rules,
      isStrict,
      signal: signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]),
    }),
  );
  const { organizations, ...findings } = togetherOf(await Promise.all(looks).finally(() => clearTimeout(timer)));
  const redact = (text: string): string => sessions.redact(text);
  const changed = findings.changed.map((one) => ({ ...one, notes: one.notes.map(redact) }));
  const unchecked = findings.unchecked.map((one) => ({ ...one, reason: redact(one.reason) }));
  return {
    schemaVersion: REPORT_VERSION,
    outcome: outcomeOf(findings),
    engine: stack.engine,
    host: [...new Set(accounts.map((account) => account.settings.host))].join(", "),
    organizations,
    checkedAt: new Date(systemClock.now()).toISOString(),
    declared: stack.objects.length,
    ...findings,
    unmanaged: findings.unmanaged.map((one) => withImportLine(one, stack)),
    changed,
    unchecked,
  };
}

/** How objects of another service come to be looked at. */
function remedyElsewhere(provider: string | undefined): string {
  return provider === undefined
    ? "Set ORGFORM_HOST to the program's host."
    : `Set ${keyVariableOf(provider)} to the key of the provider ${provider}, or ORGFORM_HOST to its host.`;
}

function withImportLine(object: UnmanagedObject, { engine, objects }: RecordedStack): ReportedUnmanaged {
  const definition = servedNamed(object.resource);
  const { programWriter } = engineNamed(engine);
  return {
    ...object,
    importLine: definition === undefined ? "" : programWriter.importLine(definition, object, objects),
  };
}

function outOfTime(seconds: number): OrgformProblem {
  return new OrgformProblem(
    "wait_timed_out",
    `The comparison did not end within ${seconds} s`,
    "What was not compared by then is not known. Run again when the service answers faster, or give more time: --timeout.",
  );
}

/** Where a program in a folder declares its objects, as paths from here: from the top of a repository, in CI. */
export function placesIn(folder: string, { engine }: Pick<DriftReport, "engine">): PlaceOf {
  const sources = engineNamed(engine).stateReader.sourcesIn(folder);
  return (name) => {
    const { file, line } = sources.declaredAt({ address: name }) ?? { file: sources.main, line: 1 };
    return { file: relative(process.cwd(), join(folder, file)), line };
  };
}

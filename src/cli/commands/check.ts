import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import type { Need, Policy, Severity } from "@orgform/policy";
import { type Picture, pictureSchema } from "../../model/picture/picture.ts";
import { layPlan } from "../../picture/lay-plan.ts";
import type { RecordedPlan } from "../../model/picture/planned-change.ts";
import type { PictureNeed } from "../../picture/take-picture.ts";
import { CHECK_EXIT_CODES, checkCounts, type CheckReport, checkReport, SEVERITY_WORDS } from "../check/check-report.ts";
import { compared } from "../check/compare.ts";
import { htmlCheck } from "../check/formats/html.ts";
import { jsonCheck } from "../check/formats/json.ts";
import { junitCheck } from "../check/formats/junit.ts";
import { markdownCheck } from "../check/formats/markdown.ts";
import { sarifCheck } from "../check/formats/sarif.ts";
import { textCheck } from "../check/formats/text.ts";
import { policyPackage } from "../check/policy-package.ts";
import { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { codeOf } from "../file-error.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { packageManifest } from "../package-manifest.ts";
import { type Paint, paintFor, plain } from "../paint.ts";
import { settingsOf } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { organizationIn, PLAN_FLAG, pictured, planIn } from "./picture.ts";

const FORMATS = {
  text: textCheck,
  json: jsonCheck,
  markdown: markdownCheck,
  junit: junitCheck,
  sarif: (report: CheckReport) => sarifCheck(report, packageManifest()),
  html: htmlCheck,
} as const satisfies Record<string, (report: CheckReport, paint: Paint) => string>;

const NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

const USUAL_FILE = "orgform.policy.yaml";

const DESCRIPTION =
  "Checks an organization against rules: sign-on, people, invites, access, exports, and settings. Names each object that " +
  "breaks a rule, the reason, and the remedy. Only reads from the service.\n" +
  "Takes the key from ORGFORM_API_KEY or POSTHOG_API_KEY.";

const AFTER = `
If the key can't read what a rule needs, the report says so, and the rule never passes.
Exit code 0: no finding of the severity of --fail-on or higher; 2: such a finding; 1: couldn't tell.`;

/** `orgform check`: whether an organization looks as a policy says. */
export function checkCommand(): CliCommand {
  return new CliCommand("check")
    .usage("--organization ID [flags]")
    .description(DESCRIPTION)
    .option("--organization <ID>", "Organization to check: ID, slug, or name. Default: ORGFORM_ORGANIZATION_ID.")
    .option("--picture <FILE>", "Check a picture from `orgform picture` instead, without requests.")
    .option("--plan <FILE>", `${PLAN_FLAG} Only new findings fail.`)
    .option("--all", "With --plan, also fail for findings that the plan leaves unchanged.")
    .option("--policy <FILE>", `Policy file. Default: ${USUAL_FILE} in this folder, or else the default rules.`)
    .choice(
      "--fail-on <WORD>",
      `Lowest severity that fails: ${SEVERITY_WORDS.join(", ")}. Default error.`,
      SEVERITY_WORDS,
    )
    .choice("--format <WORD>", `${NAMES.join(", ")}. Default text.`, NAMES)
    .option("--out <FILE>", "File for the report. It's written completely or not at all. Default: standard output.")
    .option("--host <URL>", "URL of the service. Default: ORGFORM_HOST or POSTHOG_HOST.")
    .addHelpText("after", AFTER)
    .runs(runCheck);
}

async function runCheck(flags: FlagValues): Promise<number> {
  const format = readChoice("format", flags["format"], NAMES) ?? "text";
  const failOn = readChoice("fail-on", flags["fail-on"], SEVERITY_WORDS) ?? "error";
  if (flags["all"] === true && readText(flags["plan"]) === undefined) {
    throw new UsageError("--all requires a plan: give --plan as well, or leave out --all.");
  }
  const file = policyFileIn(flags);
  const policy = await readPolicy(file);
  const report = await reportOf(flags, { policy, failOn, file });
  const out = readText(flags["out"]);
  const shown = FORMATS[format](report, out === undefined ? paintFor(process.stdout) : plain);
  if (out === undefined) process.stdout.write(shown);
  else {
    writeWhole(out, shown);
    process.stderr.write(`${checkCounts(report)}; see ${out}\n`);
  }
  return CHECK_EXIT_CODES[report.outcome];
}

/** Judges what the flags name: the organization as it is, or as a plan would make it. */
async function reportOf(flags: FlagValues, { policy, failOn, file }: Judging): Promise<CheckReport> {
  const { judge, needsOf } = await policyPackage();
  const plan = planIn(flags);
  const now = await pictureIn(flags, needsOf(policy));
  if (plan === undefined) {
    return checkReport({ picture: now, judgement: judge(now, policy), policy: file, failOn });
  }
  const picture = layPlan(now, plan);
  const judgement = judge(picture, policy);
  const planned = {
    ...compared(judge(declaredBefore(now, plan), policy), judgement),
    file: readText(flags["plan"]) ?? "",
    isAll: flags["all"] === true,
  };
  return checkReport({ picture, judgement, policy: file, failOn, planned });
}

/** What an organization is judged by. */
interface Judging {
  readonly policy: Policy;
  /** Path of the policy's file; undefined for the rules that count by default. */
  readonly file: string | undefined;
  readonly failOn: Severity;
}

/** The organization as it is, with what code says of it in the state: of an object that the plan creates, nothing. */
function declaredBefore(now: Picture, plan: RecordedPlan): Picture {
  const changes = plan.changes
    .filter(({ before }) => before !== undefined)
    .map((change) => ({ ...change, after: change.before, isReplaced: false, isForgotten: false }));
  return { ...now, declared: layPlan(now, { ...plan, changes }).declared };
}

/** The policy file that a flag names, or that is here. */
function policyFileIn(flags: FlagValues): string | undefined {
  return readText(flags["policy"]) ?? (existsSync(USUAL_FILE) ? USUAL_FILE : undefined);
}

/** The policy of a file; without one, that which counts by default. @throws UsageError with every problem of the file */
async function readPolicy(file: string | undefined): Promise<Policy> {
  const { DEFAULT_POLICY, PolicyFileError, policyOf } = await policyPackage();
  if (file === undefined) return DEFAULT_POLICY;
  try {
    return policyOf(file, readWhole(file, "policy"));
  } catch (error) {
    if (error instanceof PolicyFileError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

async function pictureIn(flags: FlagValues, needs: readonly Need[]): Promise<Picture> {
  const file = readText(flags["picture"]);
  if (file !== undefined) return pictureOfFile(file);
  const settings = settingsOf({ host: readText(flags["host"]) });
  const toRead = needs.filter((need): need is PictureNeed => need !== "declared");
  return pictured(settings, organizationIn(flags, settings), toRead);
}

function pictureOfFile(file: string): Picture {
  const parsed = pictureSchema.safeParse(jsonIn(file));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new UsageError(
    `--picture ${file} isn't a picture: ${place === "" ? "" : `${place}: `}${issue?.message ?? ""}. Make one with \`orgform picture\`.`,
  );
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readWhole(file, "picture"));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new UsageError(`--picture ${file} isn't JSON. Make a picture with \`orgform picture\`.`, { cause: error });
    }
    throw error;
  }
}

function readWhole(file: string, flag: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--${flag} ${file} can't be read: ${codeOf(error)}.`, { cause: error });
  }
}

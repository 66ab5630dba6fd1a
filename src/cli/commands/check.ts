import { existsSync } from "node:fs";
import process from "node:process";
import { type Picture, pictureSchema } from "../../model/picture/picture.ts";
import type { PictureNeed } from "../../picture/take-picture.ts";
import { CHECK_EXIT_CODES, checkCounts, type CheckReport, SEVERITY_WORDS } from "../check/check-report.ts";
import { checked, policyIn, readGiven, USUAL_POLICY } from "../check/checked.ts";
import { declaredState, refuseConflictingFlags } from "../check/declared-state.ts";
import { htmlCheck } from "../check/formats/html.ts";
import { jsonCheck } from "../check/formats/json.ts";
import { junitCheck } from "../check/formats/junit.ts";
import { markdownCheck } from "../check/formats/markdown.ts";
import { sarifCheck } from "../check/formats/sarif.ts";
import { textCheck } from "../check/formats/text.ts";
import { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { packageManifest } from "../package-manifest.ts";
import { type Paint, paintFor, plain } from "../paint.ts";
import { labelsIn, leftOutNotes } from "../check/labels.ts";
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

const DESCRIPTION =
  "Checks an organization against rules: sign-on, people, invites, access, exports, and settings. Names each object that " +
  "breaks a rule, the reason, and the remedy. Only reads from the service.\n" +
  "Takes the key from ORGFORM_API_KEY or POSTHOG_API_KEY.";

const AFTER = `
If the key can't read what a rule needs, the report says so, and the rule never passes.
With a program in this folder, reads its state through pulumi, terraform, or tofu, except with
--plan or --picture. Takes no lock and writes nothing.
Exit code 0: no finding at or above the severity of --fail-on; 2: at least one; 1: couldn't tell.`;

/** `orgform check`: whether an organization looks as a policy says. */
export function checkCommand(): CliCommand {
  return new CliCommand("check")
    .usage("--organization ID [flags]")
    .description(DESCRIPTION)
    .option("--organization <ID>", "Organization to check: ID, slug, or name. Default: ORGFORM_ORGANIZATION_ID.")
    .option("--picture <FILE>", "Check a picture from `orgform picture` instead, without requests.")
    .option("--plan <FILE>", `${PLAN_FLAG} Only new findings fail, and what the plan affects but nobody can check.`)
    .option(
      "--cwd <DIR>",
      "Folder of the program whose state says what the code declares, such as deletion protection. Default: this folder.",
    )
    .option("--stack <NAME>", "Pulumi stack, or Terraform or OpenTofu workspace. Default: the selected one.")
    .option("--state <FILE>", "State file to read instead.")
    .option("--all", "With --plan, also fail for findings that the plan leaves unchanged.")
    .option("--policy <FILE>", `Policy file. Default: ${USUAL_POLICY} in this folder, or else the default rules.`)
    .option(
      "--labels <LABELS>",
      "Labels of the organization, such as stage=production, for overrides in the policy file.",
    )
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
  refuseConflictingFlags(flags);
  const file = policyFileIn(flags);
  const policyFor = await policyIn(file, { mayRunCode: true });
  const labels = labelsIn(readText(flags["labels"]));
  const policy = policyFor(labels);
  const plan = planIn(flags);
  const state = await declaredState(flags);
  const planned =
    plan === undefined ? {} : { planned: { plan, file: readText(flags["plan"]) ?? "", isAll: flags["all"] === true } };
  const report = await checked((needs) => pictureIn(flags, needs), { policy, failOn, file, state, ...planned });
  for (const note of labels === undefined ? leftOutNotes(policy, file ?? "", "give --labels") : []) {
    process.stderr.write(`${note}\n`);
  }
  const out = readText(flags["out"]);
  const shown = FORMATS[format](report, out === undefined ? paintFor(process.stdout) : plain);
  if (out === undefined) process.stdout.write(shown);
  else {
    writeWhole(out, shown);
    process.stderr.write(`${checkCounts(report)}; see ${out}\n`);
  }
  return CHECK_EXIT_CODES[report.outcome];
}

/** The policy file that a flag names, or that is here. */
function policyFileIn(flags: FlagValues): string | undefined {
  return readText(flags["policy"]) ?? (existsSync(USUAL_POLICY) ? USUAL_POLICY : undefined);
}

async function pictureIn(flags: FlagValues, needs: readonly PictureNeed[]): Promise<Picture> {
  const file = readText(flags["picture"]);
  if (file !== undefined) return pictureOfFile(file);
  const settings = settingsOf({ host: readText(flags["host"]) });
  return pictured(settings, organizationIn(flags, settings), needs);
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
    return JSON.parse(readGiven(file, "picture"));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new UsageError(`--picture ${file} isn't JSON. Make a picture with \`orgform picture\`.`, { cause: error });
    }
    throw error;
  }
}

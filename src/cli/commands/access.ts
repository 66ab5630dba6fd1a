import process from "node:process";
import { csvReport } from "../access/formats/csv.ts";
import { htmlReport } from "../access/formats/html.ts";
import { jsonReport } from "../access/formats/json.ts";
import { markdownReport } from "../access/formats/markdown.ts";
import { textReport } from "../access/formats/text.ts";
import { accessReport, levelIn } from "../access/report.ts";
import { ACCESS_SECTIONS } from "../../model/picture/access.ts";
import { LEVEL_WORDS } from "../../model/picture/access-levels.ts";
import { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readChoice, readText } from "../flag-values.ts";
import { settingsOf } from "../settings.ts";
import { organizationIn, PLAN_FLAG, pictured, planIn } from "./picture.ts";

const FORMATS = {
  text: textReport,
  csv: csvReport,
  json: jsonReport,
  markdown: markdownReport,
  html: htmlReport,
} as const;

const NAMES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

const DESCRIPTION =
  "Shows who can do what in an organization, and why: the level that counts for each person and project, and what gives it. " +
  "Only reads from the service.\n" +
  "Takes the key from ORGFORM_API_KEY or POSTHOG_API_KEY.";

const AFTER = `
If the key can't see something, the report says unknown, never none. It doesn't show rules of single
objects, such as one dashboard.
Exit code 0: the report was written; 1: it wasn't.`;

/** `orgform access`: who can do what, and why. */
export function accessCommand(): CliCommand {
  return new CliCommand("access")
    .usage("--organization ID [flags]")
    .description(DESCRIPTION)
    .option("--organization <ID>", "Organization to read: ID, slug, or name. Default: ORGFORM_ORGANIZATION_ID.")
    .option("--person <EMAIL>", "Email address of the only person to show.")
    .option("--project <NAME>", "Name or number of the only project to show.")
    .option("--kind <WORD>", "Kind of resource, such as dashboard. Default: all kinds that have access rules.")
    .choice("--at-least <LEVEL>", `Lowest level to show: ${LEVEL_WORDS.join(", ")}.`, LEVEL_WORDS)
    .option("--plan <FILE>", `${PLAN_FLAG} Also lists who gains and loses access, and why.`)
    .choice("--format <WORD>", `${NAMES.join(", ")}. Default text.`, NAMES)
    .option("--out <FILE>", "File for the report. It's written completely or not at all. Default: standard output.")
    .option("--host <URL>", "URL of the service. Default: ORGFORM_HOST or POSTHOG_HOST.")
    .addHelpText("after", AFTER)
    .runs(runAccess);
}

async function runAccess(flags: FlagValues): Promise<number> {
  const format = readChoice("format", flags["format"], NAMES) ?? "text";
  const filter = {
    person: readText(flags["person"]),
    project: readText(flags["project"]),
    kind: readText(flags["kind"]),
    atLeast: levelIn(readText(flags["at-least"])),
  };
  const plan = planIn(flags);
  const settings = settingsOf({ host: readText(flags["host"]) });
  const picture = await pictured(settings, organizationIn(flags, settings), ACCESS_SECTIONS);
  const shown = FORMATS[format](accessReport(picture, filter, plan));
  const out = readText(flags["out"]);
  if (out === undefined) process.stdout.write(shown);
  else writeWhole(out, shown);
  return 0;
}

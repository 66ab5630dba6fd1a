import process from "node:process";
import { kebabCase } from "../../adopt/names.ts";
import { type Elsewhere, fileWordsOf, type Program, programOf } from "../../adopt/program.ts";
import type { ProgramWriter } from "../../engines/engine.ts";
import { engineNamed, engines } from "../../engines/index.ts";
import { systemClock } from "../../app/clock.ts";
import { Sessions } from "../../app/sessions.ts";
import type { Settings } from "../../app/settings.ts";
import { type Context, type Survey, survey, type SurveyProgress } from "../../driver/driver.ts";
import { resources } from "../../catalog/resources/index.ts";
import { CliCommand } from "../command.ts";
import { elsewhereWords } from "../drift/entries.ts";
import { OTHER_STATE_HELP, readOtherStates } from "../state/other-states.ts";
import { type FlagValues, readChoice, readText, readTexts } from "../flag-values.ts";
import { packageManifest } from "../package-manifest.ts";
import { progressOn } from "../progress.ts";
import { settingsOf } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { refuseNonEmpty, writeFolder } from "../write-folder.ts";

const DESCRIPTION =
  "Writes a program that declares an existing organization and imports it without changes. Only reads from the service.\n" +
  "Takes the key from ORGFORM_API_KEY or POSTHOG_API_KEY.";

const AFTER = `
README.md in the folder lists what the key can't read and what no program can declare.
Exit code 0: the program was written; 1: it wasn't.`;

const ENGINE_NAMES = engines.map(({ name }) => name);

/** "pulumi (TypeScript) or terraform (HCL, also for OpenTofu)". */
const LANGUAGES = engines.map(({ name, programWriter }) => `${name} (${programWriter.language})`).join(" or ");

/** `orgform adopt`: writes the program of an organization that was made by hand. */
export function adoptCommand(): CliCommand {
  return new CliCommand("adopt")
    .usage("--organization ID --out FOLDER [flags]")
    .description(DESCRIPTION)
    .option("--organization <ID>", "Organization to read: ID, slug, or name. Default: ORGFORM_ORGANIZATION_ID.")
    .option("--out <FOLDER>", "Folder to write: empty, or one that doesn't exist yet.")
    .choice("--for <WORD>", `${LANGUAGES}. Default pulumi.`, ENGINE_NAMES)
    .repeated("--other-state <FILE>", `${OTHER_STATE_HELP} The program leaves them out.`)
    .option("--host <URL>", "URL of the service. Default: ORGFORM_HOST or POSTHOG_HOST.")
    .addHelpText("after", AFTER)
    .runs(runAdopt);
}

async function runAdopt(flags: FlagValues): Promise<number> {
  const { programWriter } = engineNamed(readChoice("for", flags["for"], ENGINE_NAMES) ?? "pulumi");
  const out = readText(flags["out"]);
  if (out === undefined) throw new UsageError("The folder to write is missing: give --out <folder>.");
  const settings = settingsOf({ host: readText(flags["host"]) });
  const organization = readText(flags["organization"]) ?? settings.organizationId;
  if (organization === undefined) {
    throw new UsageError("The organization is missing: give --organization with its ID, slug, or name.");
  }
  // Before anything is read: reading an organization can take minutes.
  refuseNonEmpty(out);
  const elsewhere = elsewhereIn(flags);
  const progress = progressOn();
  const found = await surveyed(settings, organization, progress).finally(progress.end);
  const program = programIn(found, settings, programWriter, elsewhere);
  writeFolder(out, programWriter.files(program, packageManifest()));
  process.stdout.write(reportOf(program, out));
  return 0;
}

/** The objects of an organization, as far as the key sees them. */
export async function surveyed(
  settings: Settings,
  organization: string,
  progress: SurveyProgress,
  call: Context["call"] = {},
): Promise<Survey> {
  const sessions = new Sessions(systemClock);
  const report = { warn: () => undefined, info: () => undefined, status: () => undefined };
  try {
    return await survey(resources, organization, { session: sessions.of(settings), report, call }, progress);
  } finally {
    await sessions.close();
  }
}

/** The program that declares the found objects, independent of its language. */
export function programIn(
  found: Survey,
  { host }: Pick<Settings, "host">,
  writer: ProgramWriter,
  elsewhere: readonly Elsewhere[] = [],
): Program {
  return programOf(resources, found, { host, ...writer.names(resources), elsewhere });
}

/** The objects that other states manage. @throws StateError */
function elsewhereIn(flags: FlagValues): Elsewhere[] {
  const others = readOtherStates(readTexts(flags["other-state"]));
  return others.map(({ resource, id, inputs, ...who }) => ({ resource, id, inputs, reason: elsewhereWords(who) }));
}

/** The written and the omitted parts. */
export function reportOf({ kinds, secrets, leftOut, unread }: Program, out: string): string {
  const counts = kinds.map(({ definition, objects }) => `  ${kebabCase(fileWordsOf(definition))}: ${objects.length}`);
  const list = (title: string, gaps: Program["unread"]): string[] =>
    gaps.length === 0 ? [] : [title, ...gaps.map(({ what, reason }) => `  ${oneLine(`${what}: ${reason}`)}`)];
  return [
    `Wrote the program to ${out}. Its README.md lists the next steps.`,
    ...counts,
    ...(secrets.length === 0 ? [] : [`Secrets to fill in: ${secrets.length}, listed in README.md.`]),
    ...list("Left out, because no program can declare it:", leftOut),
    ...list("Not read:", unread),
    "",
  ].join("\n");
}

/** Names and messages of the service on a terminal: nothing but text, on one line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
}

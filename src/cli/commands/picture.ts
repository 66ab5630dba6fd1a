import process from "node:process";
import { systemClock } from "../../app/clock.ts";
import { Sessions } from "../../app/sessions.ts";
import type { Settings } from "../../app/settings.ts";
import type { SurveyProgress } from "../../driver/driver.ts";
import type { RecordedPlan } from "../../model/picture/planned-change.ts";
import type { Picture } from "../../model/picture/picture.ts";
import { EVERYTHING, type PictureNeed, takePicture } from "../../picture/take-picture.ts";
import { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { pictureAfterPlan } from "../../picture/picture-after-plan.ts";
import { readPlanFile } from "../state/read-plan.ts";
import { progressOn } from "../progress.ts";
import { settingsOf } from "../settings.ts";
import { UsageError } from "../usage-error.ts";

const DESCRIPTION =
  "Prints a picture of an organization: JSON with everything that rules and access depend on, without secrets. " +
  "Only reads from the service.\n" +
  "Takes the key from ORGFORM_API_KEY or POSTHOG_API_KEY.";

const AFTER = `
A value that the key can't read is {"unknown": "<reason>"}, never empty.
Exit code 0: the picture was printed; 1: it wasn't.`;

/** `orgform picture`: the picture of an organization, for custom rules. */
export function pictureCommand(): CliCommand {
  return new CliCommand("picture")
    .usage("--organization ID [flags]")
    .description(DESCRIPTION)
    .option("--organization <ID>", "Organization to read: ID, slug, or name. Default: ORGFORM_ORGANIZATION_ID.")
    .option("--plan <FILE>", PLAN_FLAG)
    .option("--out <FILE>", "File for the picture. It's written completely or not at all. Default: standard output.")
    .option("--host <URL>", "URL of the service. Default: ORGFORM_HOST or POSTHOG_HOST.")
    .addHelpText("after", AFTER)
    .runs(runPicture);
}

async function runPicture(flags: FlagValues): Promise<number> {
  const settings = settingsOf({ host: readText(flags["host"]) });
  const organization = organizationIn(flags, settings);
  const plan = planIn(flags);
  const now = await pictured(settings, organization, EVERYTHING);
  const picture = plan === undefined ? now : pictureAfterPlan(now, plan);
  const text = `${JSON.stringify(picture, null, 2)}\n`;
  const out = readText(flags["out"]);
  if (out === undefined) process.stdout.write(text);
  else writeWhole(out, text);
  return 0;
}

/** The text of the flag for a plan. */
export const PLAN_FLAG =
  "File with a plan, as `pulumi preview --json` or `terraform show -json` prints it. Uses the organization as it will be after the plan.";

/** The plan that a flag names, if any. @throws UsageError */
export function planIn(flags: FlagValues): RecordedPlan | undefined {
  const file = readText(flags["plan"]);
  return file === undefined ? undefined : readPlanFile(file);
}

/** The organization that flags or settings name. @throws UsageError */
export function organizationIn(flags: FlagValues, { organizationId }: Pick<Settings, "organizationId">): string {
  const organization = readText(flags["organization"]) ?? organizationId;
  if (organization !== undefined) return organization;
  throw new UsageError("The organization is missing: give --organization with its ID, slug, or name.");
}

/** Progress of organizations of a fleet: many at the same time have none of their own. */
export const SILENT: SurveyProgress = { step: () => undefined, count: () => undefined };

/** The picture of an organization, as far as the key sees it. */
export async function pictured(
  settings: Settings,
  organization: string,
  needs: readonly PictureNeed[],
  progress: SurveyProgress & { readonly end?: () => void } = progressOn(),
): Promise<Picture> {
  const sessions = new Sessions(systemClock);
  const report = { warn: () => undefined, info: () => undefined, status: () => undefined };
  const context = { session: sessions.of(settings), report, call: {} };
  const request = { organization, host: settings.host, needs, now: new Date() };
  try {
    return await takePicture(request, context, progress);
  } finally {
    progress.end?.();
    await sessions.close();
  }
}

import type { Sandbox } from "../../packages/sandbox/src/index.ts";
import { systemClock } from "../../src/app/clock.ts";
import { Sessions } from "../../src/app/sessions.ts";
import type { SurveyProgress } from "../../src/driver/driver.ts";
import type { Picture } from "../../src/model/picture/picture.ts";
import { EVERYTHING, type PictureNeed, takePicture } from "../../src/picture/take-picture.ts";
import { SILENT_REPORT } from "./silent-report.ts";

/** The picture of a sandbox's organization as a key of these scopes sees it. */
export async function pictureOf(
  { host, organizationId, control }: Pick<Sandbox, "host" | "organizationId" | "control">,
  {
    scopes = null,
    needs = EVERYTHING,
    email = "founder@acme.example",
    organization = organizationId,
    progress = { step: () => undefined, count: () => undefined },
  }: {
    readonly scopes?: string[] | null;
    readonly needs?: readonly PictureNeed[];
    readonly email?: string;
    readonly organization?: string;
    readonly progress?: SurveyProgress;
  } = {},
): Promise<Picture> {
  const { apiKey } = control.createKey({ email, scopes });
  const sessions = new Sessions(systemClock);
  const session = sessions.of({ host, apiKey, organizationId: undefined });
  try {
    return await takePicture(
      { organization, host, needs, now: new Date(0) },
      { session, report: SILENT_REPORT, call: {} },
      progress,
    );
  } finally {
    await sessions.close();
  }
}

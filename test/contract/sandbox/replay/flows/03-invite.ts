import { ALL_FEATURES } from "../../../../../packages/sandbox/src/routes/organizations/shape.ts";
import type { FlowScript } from "../flow-script.ts";
import { OTHER_ORGANIZATION, type Stage } from "../stage.ts";

const NOW = "2026-11-20T22:58:00Z";
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** After all earlier times, because the clock is only ever set back for a while. */
const LATER_MS = Date.parse(NOW) + 10 * MINUTE_MS;

const setClock = (stage: Stage, timeMs: number): void =>
  void stage.sandbox.control.setClock(new Date(timeMs).toISOString());

async function deleteInvites(stage: Stage): Promise<void> {
  const path = `/api/organizations/${stage.firstId}/invites/`;
  const { results } = (await stage.call("GET", path)) as { results: { id: string }[] };
  for (const { id } of results) await stage.call("DELETE", `${path}${id}/`);
}

/** Actions of a person with a browser session. The sandbox has no sessions. */
function accept(stage: Stage, recordedInvite: string): void {
  stage.sandbox.control.call("POST", `invites/${stage.organization(recordedInvite)}/accept`);
}

/** Invites and sign-up. */
export const INVITE_FLOW: FlowScript = {
  now: NOW,
  prepare(stage) {
    stage.addOrganization(OTHER_ORGANIZATION, "other@example.com", "Other org", ALL_FEATURES);
  },
  // Rows about mail and the service's own rules. What replaced the rest of the service doesn't affect these responses.
  alsoCompares: ({ step }) => ![157, 161, 163].includes(step),
  setups: {
    "all invites deleted": deleteInvites,
    "exp@ created 4 days ago, near@ 2 d 23 h 59 min ago": (stage) => setClock(stage, LATER_MS),
  },
  before(stage, { step }) {
    // The recorder moved the creation time back. Here, the invites are created at an earlier time.
    if (step === 127) setClock(stage, LATER_MS - 4 * DAY_MS);
    if (step === 128) setClock(stage, LATER_MS - 3 * DAY_MS + MINUTE_MS);
    if (step === 157) accept(stage, "01a1fb2f-3313-0000-bcf3-cf4013335c76");
    if (step === 163) accept(stage, "01a1fb2f-3532-0000-d38d-07dd5ad16e55");
    if (step === 179) stage.sandbox.control.changeSettings({ mail: true });
  },
};

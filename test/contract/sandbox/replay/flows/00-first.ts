import type { FlowScript } from "../flow-script.ts";
import { OWNER } from "../stage.ts";
import { keepBatchExports } from "./00-first-batch-exports.ts";
import { keepPlugins } from "./00-first-plugins.ts";

const SECOND = "01a1fb15-3ba3-0000-cf25-a02a4c3cdbf8";

/** The first recording: a walk over all operations. */
export const FIRST_FLOW: FlowScript = {
  async before(stage, { step }) {
    // Rows 12 to 14 created a second organization, and row 30 deleted it. The recording lacks them.
    if (step === 15) stage.addOrganization(SECOND, OWNER, "Second");
    if (step === 16) stage.setCurrent(OWNER, stage.firstId);
    if (step === 25) stage.setCurrent(OWNER, stage.organization(SECOND));
    if (step === 27) stage.setCurrent(OWNER, stage.firstId);
    if (step === 31) stage.sandbox.control.deleteOrganization(stage.organization(SECOND));
    // Row 43 reverted row 42. The recording lacks it.
    if (step === 44)
      stage.sandbox.control.addMembership({ email: "admin@example.com", organizationId: stage.firstId, level: 8 });
    await keepBatchExports(stage, step);
    await keepPlugins(stage, step);
  },
  now: "2026-11-20T22:26:20Z",
  // These requests came from a browser session of the owner. An unscoped key can do the same.
  send: ({ name }) => (name.startsWith("S ") ? { key: "phx_owner_legacy" } : undefined),
};

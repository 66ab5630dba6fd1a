import type { FlowScript } from "../flow-script.ts";
import { OTHER_ORGANIZATION, type Stage } from "../stage.ts";

/** By step, the items that were inserted into the database just before they were deleted. */
const DELETED: Readonly<Record<number, number>> = { 349: 27, 367: 28, 385: 31, 403: 35 };
const LEVELS = [0, 3, 6, 9];

function setLevel(stage: Stage, level: number): void {
  stage.sandbox.control.updateOrganization(stage.firstId, { plugins_access_level: level });
}

/** Plugins and the pipeline families. */
export const PLUGIN_FLOW: FlowScript = {
  now: "2026-11-20T23:10:00Z",
  prepare(stage) {
    stage.addOrganization(OTHER_ORGANIZATION, "other@example.com", "Other org");
  },
  before({ sandbox: { control }, firstId, identities }, { step }) {
    // The items that show the families of capabilities were removed from the database.
    if (step === 259) {
      for (const { id } of control.call("GET", "plugins") as { id: string }[]) control.call("DELETE", `plugins/${id}`);
    }
    const recorded = DELETED[step];
    if (recorded === undefined) return;
    const made = control.call("POST", "plugins", { organizationId: firstId, name: "del" }) as { number: number };
    identities.bind(recorded, made.number, "plugin");
  },
  setups: Object.fromEntries(
    LEVELS.map((level) => [`plugins_access_level ${level}`, (stage: Stage) => setLevel(stage, level)]),
  ),
};

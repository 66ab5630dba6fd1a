import { expect, test } from "@jest/globals";

import { created, describeRows } from "../support/conformance-table.ts";

const REFUSED = ["Organization", "Project", "Role"];

describeRows(
  (fixture) => {
    test("a refusal by the plan is answered with advice about the plan, not about the key", async () => {
      const detail = "You must upgrade your PostHog plan to be able to create and manage more of these.";
      const body = { type: "authentication_error", code: "permission_denied", detail, attr: null };
      fixture.world.sandbox.control.addFault({ kind: "status", status: 403, body, method: "POST", times: 0 });
      const message = String(await created(fixture, fixture.minimal).catch((error: unknown) => error));
      expect(message).toContain(detail);
      expect(message).toContain("Change the plan, or leave the setting out.");
      expect(message).not.toMatch(/scope|level/u);
    });
  },
  ({ resource }) => REFUSED.includes(resource),
  { dialects: "2025-08", furtherEngines: "each resource" },
);

import { afterEach, expect, test } from "@jest/globals";

import { created, describeRows } from "../support/conformance-table.ts";
import { writesOf } from "../support/scenario-world.ts";

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
  { dialects: "2025-08", furtherEngines: "each shape" },
);

describeRows(
  (fixture) => {
    afterEach(() => void fixture.world.sandbox.control.setDialect("2025-08"));

    test("a domain that the plan does not allow names the feature that it needs", async () => {
      const { control } = fixture.world.sandbox;
      control.setDialect("2026-09");
      control.setFeatures(String(fixture.minimal["organizationId"]), []);
      const message = String(await created(fixture, fixture.minimal).catch((error: unknown) => error));
      expect(message).toContain("Automatic provisioning is not enabled for this organization.");
      expect(message).toContain("Choose a plan with the feature automatic_provisioning.");
      expect(message).not.toMatch(/scope|level/u);
    });
  },
  ({ resource }) => resource === "Domain",
  { dialects: "2025-08", furtherEngines: "each shape" },
);

describeRows(
  (fixture) => {
    test("an export without the add-on is refused before anything is written, as a matter of the add-on", async () => {
      const { world } = fixture;
      world.sandbox.control.setFeatures(String(fixture.minimal["organizationId"]), ["saml"]);
      const before = writesOf(world).length;
      const message = String(await created(fixture, fixture.minimal).catch((error: unknown) => error));
      expect(message).toMatch(/lacks the add-on for data pipelines/u);
      expect(message).toContain("Subscribe to the add-on");
      expect(writesOf(world).slice(before)).toEqual([]);
    });
  },
  // Services since 2026 need no add-on.
  ({ resource, onlyIn }, _engine, dialect) =>
    resource === "BatchExport" && onlyIn === undefined && dialect !== "2026-09",
  { dialects: "2025-08", furtherEngines: "each shape" },
);

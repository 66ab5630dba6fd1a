import { expect, test } from "@jest/globals";

import { created, describeRows } from "../support/conformance-table.ts";
import { FOUNDER } from "../support/scenario-world.ts";

describeRows(
  (bench) => {
    test("a deletion of the current organization leaves the account with another one", async () => {
      const declared = { ...bench.minimal, deletionProtection: false };
      const { entry } = await created(bench, declared);
      const current = () =>
        bench.world.sandbox.control.users().find(({ email }) => email === FOUNDER)?.current_organization;
      expect(current()).toBe(entry.id);
      await bench.start().delete(bench.row.resource, entry);
      const { organizationId, otherOrganizationId } = bench.world;
      expect([organizationId, otherOrganizationId]).toContain(current());
      // Any key of the account sees the others, without knowing what happened.
      const seen = await bench.world.send("GET", `organizations/${organizationId}/`);
      expect(seen["id"]).toBe(organizationId);
    });
  },
  ({ resource }) => resource === "Organization",
  { furtherEngines: "each resource" },
);

import { expect, test } from "@jest/globals";

import { created, describeRows } from "../support/conformance-table.ts";
import { FOUNDER } from "../support/scenario-world.ts";

describeRows(
  (fixture) => {
    test("a deletion of the current organization leaves the account with another one", async () => {
      const declared = { ...fixture.minimal, deletionProtection: false };
      const { entry } = await created(fixture, declared);
      const current = () =>
        fixture.world.sandbox.control.users().find(({ email }) => email === FOUNDER)?.current_organization;
      expect(current()).toBe(entry.id);
      const { organizationId, otherOrganizationId, sandbox } = fixture.world;
      sandbox.control.clearRequests();
      await fixture.start().delete(fixture.row.resource, entry);
      const sent = sandbox.control.requests().map(({ method, path }) => `${method} ${path}`);
      const deleted = sent.indexOf(`DELETE /api/organizations/${entry.id}/`);
      // Until the account is read, the service's own code hides `@current`, too.
      expect([deleted >= 0, sent[deleted + 1]]).toEqual([true, "GET /api/users/@me/"]);
      // The newest service removes an organization in its own time: the next run that meets that lets the account choose.
      sandbox.control.advanceClock(120);
      expect(current() === null).toBe(fixture.dialect === "2026-09");
      const found = await fixture.start().find(fixture.row.resource, otherOrganizationId);
      expect(found?.id).toBe(otherOrganizationId);
      expect([organizationId, otherOrganizationId]).toContain(current());
      // Any key of the account sees the others, without knowing what happened.
      const seen = await fixture.world.send("GET", `organizations/${organizationId}/`);
      expect(seen["id"]).toBe(organizationId);
    });
  },
  ({ resource }) => resource === "Organization",
);

import { expect, test } from "@jest/globals";
import { makeOwnTry } from "../support/scenario-crash.ts";

import { type Fixture, checked, created, describeRows } from "../support/conformance-table.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";

/** Ids of the organizations that hold a role of the declared name. */
function homes({ world, full }: Fixture): unknown[] {
  const rows = world.sandbox.control.call("GET", "roles") as { organization: string; name: string }[];
  return rows.filter(({ name }) => name === full["name"]).map(({ organization }) => organization);
}

const ROLES = "/api/organizations/:organization_id/roles/";

/** The current organization of the key's account. */
function currentIn({ world }: Fixture): unknown {
  return world.sandbox.control.users().find(({ email }) => email === FOUNDER)?.current_organization;
}

describeRows(
  (fixture) => {
    const { resource } = fixture.row;

    test("is made where it is declared also when another organization is the current one, which it is again then", async () => {
      const { organizationId, otherOrganizationId, settleIn } = fixture.world;
      settleIn(otherOrganizationId);
      fixture.world.sandbox.control.clearRequests();
      await created(fixture, fixture.full);
      expect(homes(fixture)).toEqual([organizationId]);
      expect(writesOf(fixture.world).map(({ method }) => method)).toEqual(["PATCH", "POST", "PATCH"]);
      expect(currentIn(fixture)).toBe(otherOrganizationId);
    });

    test("leaves the current organization as it was when it cannot be made", async () => {
      const { otherOrganizationId, settleIn, sandbox } = fixture.world;
      settleIn(otherOrganizationId);
      const body = { type: "validation_error", code: "invalid_input", detail: "Not this one.", attr: null };
      sandbox.control.addFault({ kind: "status", status: 400, body, method: "POST", route: ROLES });
      await expect(created(fixture, fixture.full)).rejects.toThrow(/Not this one/u);
      expect(currentIn(fixture)).toBe(otherOrganizationId);
      expect(homes(fixture)).toEqual([]);
    });

    test("says in a warning where the account is when it cannot be put back, and is made all the same", async () => {
      const { organizationId, otherOrganizationId, settleIn, sandbox } = fixture.world;
      settleIn(otherOrganizationId);
      const body = { type: "server_error", code: "error", detail: "Not now.", attr: null };
      const back = { method: "PATCH", route: "/api/users/@me/", nth: 2, times: 0 } as const;
      sandbox.control.addFault({ kind: "status", status: 500, body, ...back });
      const run = fixture.start();
      await run.create(resource, await checked(run, fixture.row, fixture.full));
      expect([homes(fixture), currentIn(fixture)]).toEqual([[organizationId], organizationId]);
      const warnings = run.messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);
      expect(warnings).toEqual([
        expect.stringMatching(/^The account of the API key is now in the organization "Acme"/u),
      ]);
      expect(warnings[0]).toContain(
        `(${organizationId}): Orgform couldn't switch it back to "Acme Labs" (${otherOrganizationId}).`,
      );
      expect(warnings[0]).toContain('Sign in there with that account and choose "Acme Labs".');
      expect(warnings[0]).toContain("Not now.");
    });

    test("is refused before any write when the key may not move the current organization, with the way out", async () => {
      const { organizationId, otherOrganizationId, settleIn, sandbox } = fixture.world;
      settleIn(otherOrganizationId);
      const body = { type: "authentication_error", code: "permission_denied", detail: "No user:write.", attr: null };
      sandbox.control.addFault({ kind: "status", status: 403, body, method: "PATCH", route: "/api/users/@me/" });
      const message = String(await created(fixture, fixture.full).catch((error: unknown) => error));
      expect(message).toMatch(/Refused to create Role "(?:[^"\\]|\\.)+"\n/u);
      expect(message).toContain(`which is "Acme Labs" (${otherOrganizationId}). Nothing was written.`);
      expect(message).toContain("Give the key the scope `user:write`");
      expect(message).toContain(`choose the organization ${organizationId}, and run again`);
      expect(homes(fixture)).toEqual([]);
    });

    test("is made in each of two organizations that the same run makes", async () => {
      const run = fixture.start();
      const made = await Promise.all(["Globex", "Initech"].map((name) => run.create("Organization", { name })));
      const ids = made.map(({ id }) => id);
      const declared = ids.map((organizationId) => ({ ...fixture.full, organizationId }));
      await Promise.all(declared.map(async (values) => run.create(resource, await checked(run, fixture.row, values))));
      expect(homes(fixture)).toHaveLength(2);
      expect(homes(fixture)).toEqual(expect.arrayContaining(ids));
    });

    test("is removed where somebody else let it land in between, and made where it is declared", async () => {
      const { organizationId, otherOrganizationId, settleIn } = fixture.world;
      const run = fixture.start();
      await run.create(resource, await checked(run, fixture.row, { ...fixture.full, name: "first" }));
      settleIn(otherOrganizationId);
      await run.create(resource, await checked(run, fixture.row, fixture.full));
      expect(homes(fixture)).toEqual([organizationId]);
      expect(currentIn(fixture)).toBe(otherOrganizationId);
    });

    test("is refused when the key may not read the current organization", async () => {
      const body = { type: "authentication_error", code: "permission_denied", detail: "Not for this key.", attr: null };
      const fault = { kind: "status", status: 403, body, route: "/api/organizations/:id/" } as const;
      fixture.world.sandbox.control.addFault(fault);
      const message = String(await created(fixture, fixture.full).catch((error: unknown) => error));
      expect(message).toMatch(
        /Refused to create Role "(?:[^"\\]|\\.)+"\n.*This key can't read which.*Not for this key\./su,
      );
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("is taken over, read, changed and deleted whatever the current organization is", async () => {
      const { organizationId, otherOrganizationId, settleIn } = fixture.world;
      await makeOwnTry(fixture);
      settleIn(otherOrganizationId);
      fixture.world.sandbox.control.clearRequests();
      const { entry, inputs } = await created(fixture, fixture.full);
      expect(await fixture.start().read(resource, entry)).toEqual({ ...entry, inputs });
      const news = { ...inputs, featureFlagsAccessLevel: "edit" };
      const changed = await fixture.start().update(resource, entry, news);
      expect(fixture.look(entry)).toMatchObject({ organization: organizationId, feature_flags_access_level: 37 });
      await fixture.start().delete(resource, changed);
      expect(homes(fixture)).toEqual([]);
      expect(currentIn(fixture)).toBe(otherOrganizationId);
    });

    test("is made once more when its name was taken where another program had moved the account", async () => {
      const { organizationId, sandbox } = fixture.world;
      const detail = "There is already a role with this name.";
      const body = { type: "validation_error", code: "unique", detail, attr: "name" };
      sandbox.control.addFault({ kind: "status", status: 400, body, method: "POST", route: ROLES, times: 1 });
      await created(fixture, fixture.full);
      expect(homes(fixture)).toEqual([organizationId]);
      sandbox.control.addFault({ kind: "status", status: 400, body, method: "POST", route: ROLES, times: 0 });
      await expect(created(fixture, { ...fixture.full, name: "Never" })).rejects.toThrow(detail);
    });

    test("is renamed and deleted by the level and the names of its own organization, whichever is current", async () => {
      const { organizationId, otherOrganizationId, settleIn, sandbox } = fixture.world;
      const { entry, inputs } = await created(fixture, fixture.full);
      settleIn(otherOrganizationId);
      await fixture.world.send("POST", `organizations/${otherOrganizationId}/roles/`, { name: "Taken there" });
      sandbox.control.removeMembership({ email: FOUNDER, organizationId: otherOrganizationId });
      sandbox.control.addMembership({ email: FOUNDER, organizationId: otherOrganizationId, level: 1 });
      settleIn(otherOrganizationId);
      const changed = await fixture.start().update(resource, entry, { ...inputs, name: "Taken there" });
      expect(fixture.look(entry)).toMatchObject({ organization: organizationId, name: "Taken there" });
      await fixture.start().delete(resource, changed);
      expect(homes(fixture)).toEqual([]);
      expect(currentIn(fixture)).toBe(otherOrganizationId);
    });

    test("never lands in an organization that the same run makes beside it", async () => {
      const run = fixture.start();
      const inputs = await checked(run, fixture.row, fixture.full);
      // A slow answer to the look leaves room for the other create.
      fixture.world.sandbox.control.addFault({ kind: "delay-after", delayMs: 50, route: "/api/organizations/:id/" });
      const [role, organization] = await Promise.allSettled([
        run.create(resource, inputs),
        run.create("Organization", { name: "Globex" }),
      ]);
      expect([role.status, organization.status]).toEqual(["fulfilled", "fulfilled"]);
      expect(homes(fixture)).toEqual([fixture.world.organizationId]);
    });

    test("is the same role in other capitals: no second one, no difference, no write", async () => {
      const { entry } = await created(fixture, fixture.full);
      const shouted = { ...fixture.full, name: String(fixture.full["name"]).toUpperCase() };
      fixture.world.sandbox.control.clearRequests();
      const inputs = await checked(fixture.start(), fixture.row, shouted);
      expect(await fixture.start().diff(resource, entry, inputs)).toEqual({ changes: false, replaces: [] });
      expect((await fixture.start().create(resource, inputs)).id).toBe(entry.id);
      expect(writesOf(fixture.world)).toEqual([]);
    });
  },
  (row) => row.resource === "Role",
  { furtherEngines: "none" },
);

import { afterEach, expect, test } from "@jest/globals";

import { checked, created, describeRows, settled } from "../support/conformance-table.ts";
import { writesOf } from "../support/scenario-world.ts";

const REFUSED = /doesn't accept .*saml.*declare an IdentityProvider of the domain/isu;
const UNCHANGED = { changes: false, replaces: [] };

// An older service is upgraded under a stack. Inputs that it no longer accepts stay in the state, and new ones are refused.
describeRows(
  (fixture) => {
    const { row } = fixture;
    const { resource } = row;
    const control = () => fixture.world.sandbox.control;
    const moveOn = () => control().setDialect("2026-09");
    afterEach(() => void control().setDialect(fixture.dialect));

    test("keeps what state holds, with a warning, and changes what the service takes", async () => {
      const { entry, inputs } = await settled(fixture);
      moveOn();
      control().clearRequests();
      const run = fixture.start();
      expect(await run.read(resource, entry)).toEqual({ ...entry, inputs });
      expect(run.messages.map(({ text }) => text).join("\n")).toMatch(/saml.*stay only in the state/isu);
      expect(await run.diff(resource, entry, inputs)).toEqual(UNCHANGED);
      const news = { ...inputs, ssoEnforcement: "github" };
      const after = await run.update(resource, entry, news);
      expect(after).toEqual({ id: entry.id, state: { ...entry.state, ssoEnforcement: "github" } });
      expect(writesOf(fixture.world).map(({ method }) => method)).toEqual(["PATCH"]);
      expect(await fixture.start().diff(resource, after, news)).toEqual(UNCHANGED);
    });

    test("refuses a changed one in the preview, and the same before a write", async () => {
      const { entry, inputs } = await settled(fixture);
      moveOn();
      control().clearRequests();
      const run = fixture.start();
      const news = { ...inputs, samlEntityId: "urn:else" };
      await expect(run.diff(resource, entry, news)).rejects.toThrow(REFUSED);
      await expect(fixture.start().update(resource, entry, news)).rejects.toThrow(REFUSED);
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("refuses a new object by what others show, and by the organization where there is none", async () => {
      moveOn();
      await expect(created(fixture, fixture.full)).rejects.toThrow(REFUSED);
      expect(writesOf(fixture.world)).toEqual([]);
      await created(fixture, fixture.minimal);
      control().clearRequests();
      await expect(created(fixture, { ...fixture.full, domain: "second.example" })).rejects.toThrow(REFUSED);
      expect(writesOf(fixture.world)).toEqual([]);
    });

    test("says after the write what is missing where the organization may not be read", async () => {
      moveOn();
      const route = "/api/organizations/:id/";
      control().addFault({ kind: "status", status: 403, route, method: "GET", times: 0 });
      try {
        await expect(created(fixture, fixture.full)).rejects.toThrow(REFUSED);
      } finally {
        control().clearFaults();
      }
      expect(writesOf(fixture.world).map(({ method }) => method)).toEqual(["POST"]);
    });

    test("drops what left the program without a word to the service", async () => {
      const { entry, inputs } = await settled(fixture);
      moveOn();
      control().clearRequests();
      const { samlEntityId: _id, samlAcsUrl: _url, samlX509Cert: _cert, ...rest } = fixture.full;
      const run = fixture.start();
      const news = await checked(run, row, rest, inputs);
      const after = await run.update(resource, entry, news);
      expect(after.state).not.toHaveProperty("samlEntityId");
      expect(writesOf(fixture.world)).toEqual([]);
      expect(await fixture.start().diff(resource, after, news)).toEqual(UNCHANGED);
    });
  },
  ({ resource }, _engine, dialect) => resource === "Domain" && dialect !== "2026-09",
  { dialects: "2025-08", furtherEngines: "each shape" },
);

describeRows(
  (fixture) => {
    const control = () => fixture.world.sandbox.control;
    const REDIRECT = { rootRedirectUrl: "https://www.globex.example/" };
    afterEach(() => void control().setDialect(fixture.dialect));

    test("a redirect is refused where the service has none, and set once it has", async () => {
      const lacks = /doesn't accept .*root.?redirect.?url.*Leave it out/isu;
      await expect(created(fixture, { ...fixture.minimal, ...REDIRECT })).rejects.toThrow(lacks);
      expect(writesOf(fixture.world)).toEqual([]);
      const { entry, inputs } = await created(fixture, fixture.minimal);
      const news = { ...inputs, ...REDIRECT };
      control().clearRequests();
      await expect(fixture.start().diff("ProxyRecord", entry, news)).rejects.toThrow(lacks);
      await expect(fixture.start().update("ProxyRecord", entry, news)).rejects.toThrow(lacks);
      const second = { ...fixture.minimal, domain: "f.globex.example", ...REDIRECT };
      await expect(created(fixture, second)).rejects.toThrow(lacks);
      expect(writesOf(fixture.world)).toEqual([]);
      control().setDialect("2026-09");
      const after = await fixture.start().update("ProxyRecord", entry, news);
      expect(after.state).toMatchObject(REDIRECT);
      expect(fixture.look(after)).toMatchObject({ root_redirect_url: REDIRECT.rootRedirectUrl });
    });

    test("a record above the limit of the plan is refused in the preview, where the list shows the limit", async () => {
      control().setDialect("2026-09");
      const named = (name: string) => ({ ...fixture.minimal, domain: `${name}.globex.example` });
      await created(fixture, named("e"));
      control().clearRequests();
      // Of two that one program makes, the second has no place any more.
      const run = fixture.start();
      await checked(run, fixture.row, named("f"));
      await expect(checked(run.as("two"), fixture.row, named("g"))).rejects.toThrow(
        /allows 2 proxy records, and there are 1: .*e\.globex\.example.* also creates f\.globex\.example/su,
      );
      await created(fixture, named("f"));
      control().clearRequests();
      const third = named("g");
      await expect(checked(fixture.start(), fixture.row, third)).rejects.toThrow(
        /allows 2 proxy records, and there are 2: .*e\.globex\.example/su,
      );
      expect(writesOf(fixture.world)).toEqual([]);
    });
  },
  ({ resource }, _engine, dialect) => resource === "ProxyRecord" && dialect !== "2026-09",
  { dialects: "2025-08", furtherEngines: "each shape" },
);

// An unimportant input never blocks a run: the access to feature flags that a role gives.
describeRows(
  (fixture) => {
    const { resource } = fixture.row;
    const control = () => fixture.world.sandbox.control;
    const moveOn = () => control().setDialect("2026-09");
    afterEach(() => void control().setDialect(fixture.dialect));

    test("keeps a harmless one with a warning, changed or new as well, and sends nothing of it", async () => {
      const { entry, inputs } = await settled(fixture);
      expect(entry.state["isDefault"]).toBeUndefined();
      moveOn();
      const run = fixture.start();
      const read = await run.read(resource, entry);
      expect(read).toEqual({ id: entry.id, state: entry.state, inputs });
      expect(run.messages.map(({ text }) => text).join("\n")).toMatch(/feature.*stay only in the state/isu);
      expect(await run.diff(resource, entry, inputs)).toEqual(UNCHANGED);
      control().clearRequests();
      const news = { ...inputs, featureFlagsAccessLevel: "edit" };
      const after = await fixture.start().update(resource, entry, news);
      expect(after.state["featureFlagsAccessLevel"]).toBe("edit");
      expect(await fixture.start().diff(resource, after, news)).toEqual(UNCHANGED);
      expect(writesOf(fixture.world)).toEqual([]);
      const other = await created(fixture, { ...fixture.full, name: "globex readers" });
      expect(other.entry.state).toMatchObject({ featureFlagsAccessLevel: "view" });
      control().updateOrganization(String(entry.state["organizationId"]), {
        default_role_id: String(entry.state["roleId"]),
      });
      expect((await fixture.start().read(resource, entry))?.state["isDefault"]).toBe(true);
      expect(await fixture.start().diff(resource, other.entry, other.inputs)).toEqual(UNCHANGED);
    });
  },
  ({ resource }, _engine, dialect) => resource === "Role" && dialect !== "2026-09",
  { dialects: "2025-08", furtherEngines: "each shape" },
);

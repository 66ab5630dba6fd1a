import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { ADOPT } from "../../src/model/definition.ts";
import { type Fixture, created, describeRows } from "../support/conformance-table.ts";
import { Program } from "../support/scenario-program.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";

const programOf = (fixture: Fixture, declared: Values): Program =>
  new Program(fixture.engine, fixture.row.resource, declared);

describeRows(
  (fixture) => {
    const allowed = (): Values => ({ ...fixture.full, allowDuplicateName: true });

    test("makes two organizations of one name side by side when both allow it", async () => {
      const programs = [programOf(fixture, allowed()), programOf(fixture, allowed())];
      const run = fixture.start();
      const errors = await Promise.all(programs.map((one) => one.up(run)));
      expect(errors).toEqual([undefined, undefined]);
      expect(new Set(programs.map(({ entry }) => entry?.id)).size).toBe(2);
      expect(fixture.row.count(fixture.world, fixture.full)).toBe(2);
    });

    test.each([1, 2])("ends with two organizations of one name when the answer to create %i is lost", async (nth) => {
      const programs = [programOf(fixture, allowed()), programOf(fixture, allowed())];
      fixture.world.sandbox.control.addFault({ kind: "reset-after", method: "POST", nth });
      const run = fixture.start();
      const errors = await Promise.all(programs.map((one) => one.up(run)));
      expect(errors).toEqual([undefined, undefined]);
      expect(new Set(programs.map(({ entry }) => entry?.id)).size).toBe(2);
      expect(fixture.row.count(fixture.world, fixture.full)).toBe(2);
    });

    test.each(["Globex/EMEA", "50% Globex", "Globex %2F"])(
      "finds and adopts an organization named %j",
      async (name) => {
        const { id } = fixture.world.sandbox.control.createOrganization({ email: FOUNDER, name });
        for (const text of [name, encodeURIComponent(name)]) {
          expect(await fixture.start().find("Organization", text)).toMatchObject({ id, inputs: { name } });
        }
        const { entry } = await created(fixture, { ...fixture.full, [ADOPT]: name });
        expect(entry.id).toBe(id);
        expect(fixture.world.organization(id)).toMatchObject({ name: fixture.full["name"] });
      },
    );

    test("says how to allow a second organization of one name", async () => {
      const run = fixture.start();
      const programs = [programOf(fixture, fixture.full), programOf(fixture, fixture.full)];
      const errors = await Promise.all(programs.map((one) => one.up(run)));
      expect(errors.map(String).filter((one) => one !== "undefined")).toEqual([
        expect.stringContaining("set `allowDuplicateName: true` to create another one."),
      ]);
    });
  },
  ({ resource }) => resource === "Organization",
  { furtherEngines: "none" },
);

describeRows(
  (fixture) => {
    test("says that a domain is taken where the key cannot see it", async () => {
      const { control } = fixture.world.sandbox;
      await fixture.world.addDomain(fixture.world.otherOrganizationId, String(fixture.full["domain"]));
      control.removeMembership({ email: FOUNDER, organizationId: fixture.world.otherOrganizationId });
      control.updateUser(control.users()[0]?.id ?? "", { currentOrganization: fixture.world.organizationId });
      control.clearRequests();
      const failure = await created(fixture, fixture.full).catch((error: unknown) => String(error));
      expect(failure).toMatch(/^Error: Domain "globex\.example" is taken\n.*another organization/u);
      expect(writesOf(fixture.world).map(({ status }) => status)).toEqual([400]);
      expect(fixture.row.count(fixture.world, fixture.full)).toBe(1);
    });
  },
  ({ resource }) => resource === "Domain",
  { furtherEngines: "none" },
);

import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { ADOPT } from "../../src/model/definition.ts";
import { type Bench, created, describeRows } from "../support/conformance-table.ts";
import { Program } from "../support/scenario-program.ts";
import { FOUNDER, writesOf } from "../support/scenario-world.ts";

const programOf = (bench: Bench, declared: Values): Program => new Program(bench.engine, bench.row.resource, declared);

describeRows(
  (bench) => {
    const allowed = (): Values => ({ ...bench.full, allowDuplicateName: true });

    test("makes two organizations of one name side by side when both allow it", async () => {
      const programs = [programOf(bench, allowed()), programOf(bench, allowed())];
      const run = bench.start();
      const errors = await Promise.all(programs.map((one) => one.up(run)));
      expect(errors).toEqual([undefined, undefined]);
      expect(new Set(programs.map(({ entry }) => entry?.id)).size).toBe(2);
      expect(bench.row.count(bench.world, bench.full)).toBe(2);
    });

    test.each([1, 2])("ends with two organizations of one name when the answer to create %i is lost", async (nth) => {
      const programs = [programOf(bench, allowed()), programOf(bench, allowed())];
      bench.world.sandbox.control.addFault({ kind: "reset-after", method: "POST", nth });
      const run = bench.start();
      let errors = await Promise.all(programs.map((one) => one.up(run)));
      for (let runs = 1; errors.some((error) => error !== undefined) && runs < 3; runs += 1) {
        const next = bench.start();
        errors = [];
        for (const one of programs) errors.push(await one.up(next));
      }
      expect(errors).toEqual([undefined, undefined]);
      expect(new Set(programs.map(({ entry }) => entry?.id)).size).toBe(2);
      expect(bench.row.count(bench.world, bench.full)).toBe(2);
    });

    test.each(["Globex/EMEA", "50% Globex", "Globex %2F"])(
      "finds and adopts an organization named %j",
      async (name) => {
        const { id } = bench.world.sandbox.control.createOrganization({ email: FOUNDER, name });
        for (const text of [name, encodeURIComponent(name)]) {
          expect(await bench.start().find("Organization", text)).toMatchObject({ id, inputs: { name } });
        }
        const { entry } = await created(bench, { ...bench.full, [ADOPT]: name });
        expect(entry.id).toBe(id);
        expect(bench.world.organization(id)).toMatchObject({ name: "Globex" });
      },
    );

    test("says how to allow a second organization of one name", async () => {
      const run = bench.start();
      const programs = [programOf(bench, bench.full), programOf(bench, bench.full)];
      const errors = await Promise.all(programs.map((one) => one.up(run)));
      expect(errors.map(String).filter((one) => one !== "undefined")).toEqual([
        expect.stringContaining("set `allowDuplicateName: true` to make another one."),
      ]);
    });
  },
  ({ resource }) => resource === "Organization",
);

describeRows(
  (bench) => {
    test("says that a domain is taken where the key cannot see it", async () => {
      const { control } = bench.world.sandbox;
      await bench.world.addDomain(bench.world.otherOrganizationId, String(bench.full["domain"]));
      control.removeMembership({ email: FOUNDER, organizationId: bench.world.otherOrganizationId });
      control.updateUser(control.users()[0]?.id ?? "", { currentOrganization: bench.world.organizationId });
      control.clearRequests();
      const failure = await created(bench, bench.full).catch((error: unknown) => String(error));
      expect(failure).toMatch(/^Error: Domain "globex\.example" is taken\n.*another organization/u);
      expect(writesOf(bench.world).map(({ status }) => status)).toEqual([400]);
      expect(bench.row.count(bench.world, bench.full)).toBe(1);
    });
  },
  ({ resource }) => resource === "Domain",
);

import { expect, test } from "@jest/globals";

import { created, describeRows } from "../support/conformance-table.ts";

/** A preview of two declarations of one object fails like their apply. */
describeRows(
  (fixture) => {
    const { row, engine } = fixture;
    const { resource } = row;

    const refusalOf = async (action: () => Promise<unknown>): Promise<string | undefined> => {
      try {
        await action();
        return undefined;
      } catch (error) {
        return String(error);
      }
    };

    test("a second declaration of one object is refused where its create would be", async () => {
      const run = fixture.start();
      const { inputs, problems } = await run.check(resource, undefined, fixture.minimal);
      expect(problems).toEqual([]);
      const inPreview = await refusalOf(() => run.as("two").check(resource, undefined, fixture.minimal));
      const other = fixture.start();
      await other.create(resource, inputs);
      const inApply = await refusalOf(() => other.as("two").create(resource, inputs));
      expect([resource, inPreview === undefined]).toEqual([resource, inApply === undefined]);
      const who = engine.name === "pulumi-plugin" ? String.raw`::one and urn:\S+::two` : "Two declarations";
      expect(inPreview ?? `Declared twice: ${resource}, ${who} declare the same`).toMatch(
        new RegExp(`Declared twice: ${resource}.*(${who}|::two) declare the same`, "su"),
      );
    });

    test("a declaration that is planned again, or replaced, is no second one", async () => {
      const { entry, inputs } = await created(fixture, fixture.minimal);
      const run = fixture.start();
      expect(await run.diff(resource, entry, inputs)).toEqual({ changes: false, replaces: [] });
      expect(await refusalOf(() => run.diff(resource, entry, inputs))).toBe(undefined);
    });
  },
  () => true,
);

describeRows(
  (fixture) => {
    test("a new declaration of an object that another one holds is refused", async () => {
      const { entry, inputs } = await created(fixture, fixture.minimal);
      const run = fixture.start();
      await run.diff("Domain", entry, inputs);
      await expect(run.as("two").check("Domain", undefined, fixture.minimal)).rejects.toThrow(
        /Declared twice: Domain/u,
      );
    });
  },
  ({ resource }) => resource === "Domain",
  { dialects: "2025-08" },
);

describeRows(
  (fixture) => {
    test("an object that is replaced is planned as a new one of the same declaration", async () => {
      const { entry, inputs } = await created(fixture, fixture.minimal);
      const news = { ...inputs, domain: "another.example" };
      const run = fixture.start();
      expect((await run.diff("Domain", entry, news)).replaces).toEqual(["domain"]);
      expect((await run.check("Domain", undefined, news)).problems).toEqual([]);
      await expect(run.as("two").check("Domain", undefined, news)).rejects.toThrow(/Declared twice: Domain/u);
    });
  },
  // An order to replace shows in the bytes that Terraform hands on, which its own tests have.
  ({ resource }, { name }) => resource === "Domain" && name !== "terraform",
  { dialects: "2025-08" },
);

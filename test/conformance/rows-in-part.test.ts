import { isDeepStrictEqual } from "node:util";

import { expect, test } from "@jest/globals";

import { definitionOf, describeRows, settled } from "../support/conformance-table.ts";

/** The row must have the identity, or the response is refused. */
const REFUSED = /and invalid values/u;

// Tests a rule of all resources: an absent field isn't empty.
describeRows(
  (fixture) => {
    const { row } = fixture;
    test("a field that the rows of a list lack is never taken for its default", async () => {
      const { entry, inputs } = await settled(fixture);
      const { control } = fixture.world.sandbox;
      const names = Object.keys(fixture.look(entry) ?? {});
      expect(names.length).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (const name of names) {
        const { id } = control.addFault({ kind: "omit-fields", fields: [name], times: 0 });
        const read = await fixture
          .start()
          .read(row.resource, entry)
          .catch((error: unknown) => String(error));
        control.removeFault(id);
        const isRight = typeof read === "string" ? REFUSED.test(read) : isDeepStrictEqual(read, { ...entry, inputs });
        if (!isRight) wrong.push(`${name}: ${typeof read === "string" ? read : JSON.stringify(read?.state)}`);
      }
      expect(wrong).toEqual([]);
    });
  },
  ({ resource }) => {
    const { collection, ops } = definitionOf(resource);
    return collection?.servesReads === true && ops.read !== undefined;
  },
  { dialects: "2025-08", furtherEngines: "one" },
);

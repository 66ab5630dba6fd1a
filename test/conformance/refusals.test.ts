import { expect, test } from "@jest/globals";

import { created, describeRows } from "../support/conformance-table.ts";
import { writesOf } from "../support/scenario-world.ts";

describeRows(
  (fixture) => {
    const { row } = fixture;

    test("says of a deletion that it refuses which object it is about", async () => {
      const { entry } = await created(fixture, { ...fixture.full, deletionProtection: true });
      fixture.world.sandbox.control.clearRequests();
      const refusal = String(
        await fixture
          .start()
          .delete(row.resource, entry)
          .catch((error: unknown) => error),
      );
      expect(refusal).toContain(`Refused to delete ${row.resource} ${JSON.stringify(fixture.full["name"])}\n`);
      expect(writesOf(fixture.world)).toEqual([]);
    });
  },
  ({ stored }) => "deletionProtection" in stored,
);

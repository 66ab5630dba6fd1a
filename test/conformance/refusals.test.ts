import { expect, test } from "@jest/globals";

import { created, describeRows } from "../support/conformance-table.ts";
import { writesOf } from "../support/scenario-world.ts";

describeRows(
  (bench) => {
    const { row } = bench;

    test("says of a deletion that it refuses which object it is about", async () => {
      const { entry } = await created(bench, { ...bench.full, deletionProtection: true });
      bench.world.sandbox.control.clearRequests();
      const refusal = String(
        await bench
          .start()
          .delete(row.resource, entry)
          .catch((error: unknown) => error),
      );
      expect(refusal).toContain(`Refused to delete ${row.resource} ${JSON.stringify(bench.full["name"])}\n`);
      expect(writesOf(bench.world)).toEqual([]);
    });
  },
  ({ stored }) => "deletionProtection" in stored,
);

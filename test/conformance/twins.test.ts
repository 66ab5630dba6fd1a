import { expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import type { Entry, EngineRun } from "../support/conformance-engine.ts";
import { type Bench, checked, definitionOf, describeRows } from "../support/conformance-table.ts";
import type { Row } from "../support/conformance-rows.ts";
import { IMPORT_LINES } from "../support/import-lines.ts";
import { until } from "../support/scenario-crash.ts";
import { writesOf } from "../support/scenario-world.ts";

/** Longer than both writers take from one request to the next. */
const HELD_MS = 200;

const mayDouble = ({ resource }: Row): boolean => {
  const { naturalKey, ops } = definitionOf(resource);
  return ops.create !== undefined && naturalKey?.isUnique === false;
};

/** Two processes that share nothing: those of two machines. */
function startTwo(bench: Bench): readonly [EngineRun, EngineRun] {
  const first = bench.start();
  bench.world.loseRecords();
  return [first, bench.start()];
}

async function create({ row, minimal }: Bench, run: EngineRun, further: Values = {}): Promise<Entry> {
  return run.create(row.resource, await checked(run, row, { ...minimal, ...further }));
}

/** What a run said, without line breaks of the engine's own. */
const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity }) => severity === "warn").map(({ text }) => text);

/** What a writer is told who made one of two objects. */
function twinWarning({ row: { resource }, engine }: Bench, own: Entry, other: Entry): RegExp {
  const next = `To keep ${other.id}, delete ${own.id} by hand, refresh, and set \`adopt[:= ]+"${other.id}"\``;
  const imports = IMPORT_LINES[engine.name]?.(resource, other.id) ?? "";
  return new RegExp(
    `^${resource} "[^"]+" is there twice\n.*made ${own.id}\\. At about the same time ${other.id} of the same name came from elsewhere.*Nothing was removed.*To keep ${own.id}, delete the other.*${next}.*${imports}`,
    "su",
  );
}

describeRows(
  (bench) => {
    test("two runs that make it at once are both told of both, and nothing is removed", async () => {
      const { control } = bench.world.sandbox;
      const runs = startTwo(bench);
      // Both have looked before either writes, and both have written before either looks again.
      control.addFault({ kind: "delay-after", delayMs: HELD_MS, method: "GET", times: 2 });
      control.addFault({ kind: "delay-after", delayMs: HELD_MS, method: "POST", times: 2 });
      const [one, other] = await Promise.all([create(bench, runs[0]), create(bench, runs[1])]);
      expect(one.id).not.toBe(other.id);
      expect(warningsOf(runs[0])).toEqual([expect.stringMatching(twinWarning(bench, one, other))]);
      expect(warningsOf(runs[1])).toEqual([expect.stringMatching(twinWarning(bench, other, one))]);
      expect(bench.row.count(bench.world, bench.minimal)).toBe(2);
      expect(writesOf(bench.world).map(({ method }) => method)).toEqual(["POST", "POST"]);
    });

    test("a single writer is told nothing", async () => {
      const run = bench.start();
      await create(bench, run);
      expect(warningsOf(run)).toEqual([]);
    });

    test.each([403, 500])(
      "a look behind that is answered %i fails nothing: the object is made and known",
      async (status) => {
        const { control } = bench.world.sandbox;
        const run = bench.start();
        control.addFault({ kind: "status", status, method: "GET", nth: 2, times: 0 });
        const entry = await create(bench, run);
        control.clearFaults();
        expect(warningsOf(run)).toEqual([
          expect.stringMatching(
            new RegExp(`^${bench.row.resource} "[^"]+" may be there twice\nThis run made ${entry.id}\\.`, "u"),
          ),
        ]);
        expect((await bench.start().read(bench.row.resource, entry))?.id).toBe(entry.id);
        expect(bench.row.count(bench.world, bench.minimal)).toBe(1);
      },
    );
  },
  mayDouble,
  { furtherEngines: "each resource", families: true },
);

describeRows(
  (bench) => {
    test("of two writers who follow each other closely the later one is told", async () => {
      const { control } = bench.world.sandbox;
      const [late, early] = startTwo(bench);
      control.addFault({ kind: "delay", delayMs: 2 * HELD_MS, method: "POST" });
      const making = create(bench, late);
      await until(() => control.faults().some(({ hits }) => hits > 0));
      const first = await create(bench, early);
      const second = await making;
      expect(warningsOf(late)).toEqual([expect.stringMatching(twinWarning(bench, second, first))]);
      expect(bench.row.count(bench.world, bench.minimal)).toBe(2);
    });
  },
  mayDouble,
  { dialects: "live", furtherEngines: "none" },
);

describeRows(
  (bench) => {
    test("what was there before, and several that are wanted, are no twins", async () => {
      const { definition, row, world, full } = bench;
      const allowed = { [definition.allowDuplicateField ?? ""]: true };
      if (typeof row.existing.foreign !== "function") throw new Error(row.existing.foreign.none);
      await row.existing.foreign(world, full);
      const run = bench.start();
      const made = await Promise.all([create(bench, run, allowed), create(bench, run, allowed)]);
      expect(new Set(made.map(({ id }) => id)).size).toBe(2);
      expect(bench.row.count(bench.world, bench.minimal)).toBe(3);
      expect(warningsOf(run)).toEqual([]);
    });
  },
  (row) => definitionOf(row.resource).allowDuplicateField !== undefined,
  { dialects: "live", furtherEngines: "none" },
);

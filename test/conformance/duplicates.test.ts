import { expect, test } from "@jest/globals";
import { hookOf } from "../../src/model/hook-of.ts";

import type { Values } from "../../src/model/json-value.ts";
import type { Entry, EngineRun } from "../support/engine-under-test.ts";
import { type Fixture, checked, definitionOf, describeRows } from "../support/conformance-table.ts";
import type { Row } from "../support/conformance-row.ts";
import { IMPORT_LINES } from "../support/import-lines.ts";
import { until } from "../support/until.ts";
import { writesOf } from "../support/scenario-world.ts";

/** A name in a message, whatever is in it. */
const QUOTED = String.raw`"(?:[^"\\]|\\.)+"`;

/** Longer than both writers take from one request to the next. */
const HELD_MS = 600;

const mayDouble = ({ resource }: Row): boolean => {
  const { naturalKey, ops } = definitionOf(resource);
  return ops.create !== undefined && naturalKey?.isUnique === false;
};

/** Whether the service of the dialect refuses a second one. */
const isKeptApart = ({ row, dialect }: Fixture): boolean => row.uniqueIn?.includes(dialect) === true;

/** Two processes that share nothing, like those of two machines. */
function startTwo(fixture: Fixture): readonly [EngineRun, EngineRun] {
  const first = fixture.start();
  fixture.world.loseRecords();
  return [first, fixture.start()];
}

/** Whether the process that creates plans first, which begins with a look at the key. */
const isPlanned = ({ engine }: Fixture): boolean => engine.name === "terraform";

/** Checks in a process of its own, as a preview does. */
async function declared(fixture: Fixture, further: Values = {}): Promise<Values> {
  return checked(fixture.start(), fixture.row, { ...fixture.minimal, ...further });
}

async function create(fixture: Fixture, run: EngineRun, further: Values = {}): Promise<Entry> {
  return run.create(fixture.row.resource, await declared(fixture, further));
}

/** The warnings of a run, except those about deprecated forms, which some rows use. */
const warningsOf = ({ messages }: EngineRun): string[] =>
  messages.filter(({ severity, text }) => severity === "warn" && !/ deprecated\n/u.test(text)).map(({ text }) => text);

/** The message for a writer who created one of two objects. */
function duplicateWarning({ row: { resource }, engine }: Fixture, own: Entry, other: Entry): RegExp {
  const next = `To keep ${other.id}, delete ${own.id} by hand, refresh, and set \`adopt[:= ]+"${other.id}"\``;
  const imports = IMPORT_LINES[engine.name]?.(resource, other.id) ?? "";
  return new RegExp(
    `^${resource} ${QUOTED} now exists twice\n.*created ${own.id}\\. At about the same time, something else created ${other.id} with the same name.*Nothing was removed.*To keep ${own.id}, delete the other.*${next}.*${imports}`,
    "su",
  );
}

describeRows(
  (fixture) => {
    /** Both have looked before either writes, and both have written before either looks again. */
    async function createAtOnce(runs: readonly [EngineRun, EngineRun]): Promise<readonly Promise<Entry>[]> {
      const { control } = fixture.world.sandbox;
      const inputs = await declared(fixture);
      control.addFault({ kind: "delay-after", delayMs: HELD_MS, method: "GET", times: isPlanned(fixture) ? 4 : 2 });
      control.addFault({ kind: "delay-after", delayMs: HELD_MS, method: "POST", times: 2 });
      return runs.map((run) => run.create(fixture.row.resource, inputs));
    }

    if (isKeptApart(fixture)) {
      test("of two runs at once the service lets one make it, and the other stops before that one", async () => {
        const ends = await Promise.allSettled(await createAtOnce(startTwo(fixture)));
        expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
        const stopped = ends.find(({ status }) => status === "rejected");
        const words = expect.stringMatching(/exists already\nNothing was written\..*set `adopt/su);
        expect(stopped).toMatchObject({ reason: { message: words } });
        expect(fixture.row.count(fixture.world, fixture.minimal)).toBe(1);
      });
    } else {
      test("two runs that make it at once are both told of both, and nothing is removed", async () => {
        const runs = startTwo(fixture);
        const [one, other] = (await Promise.all(await createAtOnce(runs))) as [Entry, Entry];
        expect(one.id).not.toBe(other.id);
        expect(warningsOf(runs[0])).toEqual([expect.stringMatching(duplicateWarning(fixture, one, other))]);
        expect(warningsOf(runs[1])).toEqual([expect.stringMatching(duplicateWarning(fixture, other, one))]);
        expect(fixture.row.count(fixture.world, fixture.minimal)).toBe(2);
        expect(writesOf(fixture.world).map(({ method }) => method)).toEqual(["POST", "POST"]);
      });
    }

    test("a single writer is told nothing", async () => {
      const run = fixture.start();
      await create(fixture, run);
      expect(warningsOf(run)).toEqual([]);
    });

    test.each([403, 500])(
      "a look behind that is answered %i fails nothing: the object is made and known",
      async (status) => {
        const { control } = fixture.world.sandbox;
        const run = fixture.start();
        const inputs = await declared(fixture);
        control.addFault({ kind: "delay-after", delayMs: HELD_MS, method: "POST" });
        const making = run.create(fixture.row.resource, inputs);
        await until(() => control.faults().some(({ hits }) => hits > 0));
        control.addFault({ kind: "status", status, method: "GET", nth: 1, times: 0 });
        const entry = await making;
        control.clearFaults();
        expect(warningsOf(run)).toEqual([
          expect.stringMatching(
            new RegExp(`^${fixture.row.resource} ${QUOTED} might exist twice\nThis run created ${entry.id}\\.`, "u"),
          ),
        ]);
        expect((await fixture.start().read(fixture.row.resource, entry))?.id).toBe(entry.id);
        expect(fixture.row.count(fixture.world, fixture.minimal)).toBe(1);
      },
    );
  },
  mayDouble,
  { families: true },
);

describeRows(
  (fixture) => {
    test("of two writers who follow each other closely the later one is told", async () => {
      const { control } = fixture.world.sandbox;
      const [late, early] = startTwo(fixture);
      const inputs = await declared(fixture);
      control.addFault({ kind: "delay", delayMs: 2 * HELD_MS, method: "POST" });
      const making = late.create(fixture.row.resource, inputs);
      await until(() => control.faults().some(({ hits }) => hits > 0));
      const first = await early.create(fixture.row.resource, inputs);
      const second = await making;
      expect(warningsOf(late)).toEqual([expect.stringMatching(duplicateWarning(fixture, second, first))]);
      expect(fixture.row.count(fixture.world, fixture.minimal)).toBe(2);
    });
  },
  (row, _engine, dialect) => mayDouble(row) && row.uniqueIn?.includes(dialect) !== true,
  { dialects: "2025-08", furtherEngines: "none" },
);

describeRows(
  (fixture) => {
    test("what existed before, and several that are wanted, are no duplicates", async () => {
      const { definition, row, world, full } = fixture;
      const allowed = { [hookOf(definition, "adoption")?.allowDuplicateField ?? ""]: true };
      if (typeof row.existing.foreign !== "function") throw new Error(row.existing.foreign.none);
      await row.existing.foreign(world, full);
      const run = fixture.start();
      const made = await Promise.all([create(fixture, run, allowed), create(fixture, run, allowed)]);
      expect(new Set(made.map(({ id }) => id)).size).toBe(2);
      expect(fixture.row.count(fixture.world, fixture.minimal)).toBe(3);
      expect(warningsOf(run)).toEqual([]);
    });
  },
  (row) => hookOf(definitionOf(row.resource), "adoption")?.allowDuplicateField !== undefined,
  { dialects: "2025-08", furtherEngines: "none" },
);

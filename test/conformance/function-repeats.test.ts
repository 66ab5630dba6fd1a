import { expect, test } from "@jest/globals";

import type { IdempotencyRecord, RecordStore } from "../../src/driver/driver.ts";
import type { Dialect } from "../../packages/sandbox/src/index.ts";
import type { AnyFunction } from "../../src/model/function.ts";
import { callWith } from "../support/functions/function-world.ts";
import { memoryIdempotency } from "../support/functions/memory-idempotency.ts";
import { failureIn, type FunctionRow } from "../support/functions/row.ts";
import {
  describeFunctions,
  failureOf,
  type FunctionFixture,
  hasMoved,
  heardWrites,
  rowsIn,
} from "../support/functions/table.ts";

/** The current effect of the row. */
const look = ({ world, row }: FunctionFixture): unknown => row.effect?.look(world);

/** A call that the service lacks leaves nothing that could be repeated. */
const isRepeated =
  (repeat: AnyFunction["repeat"]) =>
  (definition: AnyFunction, row: FunctionRow, dialect: Dialect): boolean =>
    definition.effect !== "read" && definition.repeat === repeat && failureIn(row, dialect) === undefined;

/** What a call gives that was carried out before, or whose answer was lost. */
function givenIn({ row, dialect, world }: FunctionFixture): readonly object[] {
  const departure = row.departs?.[dialect];
  const { gives } = departure !== undefined && "gives" in departure ? departure : row;
  const given = (row.givesAgain ?? gives)(world.seeded);
  return Array.isArray(given) ? given : [given];
}

/** Loses the answer to the first request that changes something, after the service has carried it out. */
function loseAnswer(fixture: FunctionFixture): void {
  const nth = hasMoved(fixture) ? 2 : 1;
  for (const method of ["POST", "PATCH"]) fixture.world.sandbox.control.addFault({ kind: "reset-after", method, nth });
}

/** The client repeats a DELETE automatically, and the first one also had its effect. */
const loseAnswers = (fixture: FunctionFixture): void => {
  loseAnswer(fixture);
  fixture.world.sandbox.control.addFault({ kind: "reset-after", method: "DELETE" });
};

describeFunctions((fixture) => {
  const { definition, row } = fixture;

  test("leaves the same when it is called twice", async () => {
    const { world, args } = fixture;
    const before = await look(fixture);
    await callWith(definition, args, world.context());
    const once = await look(fixture);
    expect(once).not.toEqual(before);
    await callWith(definition, args, world.context());
    expect(await look(fixture)).toEqual(once);
  });

  test("succeeds with its effect when an answer is lost", async () => {
    const { world, args } = fixture;
    const before = await look(fixture);
    loseAnswers(fixture);
    expect(rowsIn(definition, await callWith(definition, args, world.context()))).toMatchObject(givenIn(fixture));
    const after = await look(fixture);
    expect(after).not.toEqual(before);
    expect({ after }).toMatchObject({ after: row.effect?.after(world.seeded) });
  });
}, isRepeated("safe"));

describeFunctions((fixture) => {
  const { definition, row } = fixture;

  test("writes nothing when it is called a second time", async () => {
    const { world, args } = fixture;
    await callWith(definition, args, world.context());
    expect(heardWrites(fixture)).toHaveLength(1);
    const once = await look(fixture);
    world.sandbox.control.clearRequests();
    expect(rowsIn(definition, await callWith(definition, args, world.context()))).toMatchObject(givenIn(fixture));
    expect(heardWrites(fixture)).toEqual([]);
    expect(await look(fixture)).toEqual(once);
  });

  test("looks whether it was carried out when an answer is lost, and does not send it again", async () => {
    const { world, args } = fixture;
    loseAnswer(fixture);
    expect(rowsIn(definition, await callWith(definition, args, world.context()))).toMatchObject(givenIn(fixture));
    expect(heardWrites(fixture)).toHaveLength(1);
    expect({ after: await look(fixture) }).toMatchObject({ after: row.effect?.after(world.seeded) });
  });

  test("is sent again when the service never had it", async () => {
    const { world, args } = fixture;
    const writes = { kind: "reset-before", times: 1 } as const;
    for (const method of ["POST", "PATCH"]) world.sandbox.control.addFault({ ...writes, method });
    await expect(callWith(definition, args, world.context())).resolves.toBeInstanceOf(Object);
    expect({ after: await look(fixture) }).toMatchObject({ after: row.effect?.after(world.seeded) });
  });
}, isRepeated("lookup"));

/** A store with space for only the first record of a call. */
function writeUnfinished(
  idempotency: RecordStore<IdempotencyRecord>,
  key: string,
  record: IdempotencyRecord,
): Promise<void> {
  return record.finishedAt === undefined
    ? idempotency.write(key, record)
    : Promise.reject(new Error("the disk is full"));
}

const REFUSED = /started at 2030-01-09T12:00:00.218Z and ended at .*, according to memory.*`rerun: true`/u;

describeFunctions((fixture) => {
  const { definition, row } = fixture;
  const isSecret = Object.values(definition.result as Record<string, { secret?: boolean }>).some((one) => one.secret);

  test("is written down without its arguments and without a secret", async () => {
    const { world, args } = fixture;
    const idempotency = memoryIdempotency();
    const result = await callWith(definition, args, world.context({ idempotency }));
    const [record, ...others] = idempotency.kept.values();
    expect(others).toEqual([]);
    expect(record).toMatchObject({ function: definition.name, startedAt: "2030-01-09T12:00:00.218Z" });
    expect(record?.finishedAt).toBe("2030-01-09T12:00:00.218Z");
    expect(record?.result).toEqual(isSecret ? undefined : result);
    const secrets = isSecret ? Object.values(result) : [];
    const { organizationId } = world.seeded;
    expect([organizationId, ...secrets].filter((one) => idempotency.text().includes(String(one)))).toEqual([]);
  });

  test("is not sent a second time, unless it is asked to be", async () => {
    const { world, args } = fixture;
    const idempotency = memoryIdempotency();
    const first = await callWith(definition, args, world.context({ idempotency }));
    const once = await look(fixture);
    world.sandbox.control.clearRequests();
    const second = await callWith(definition, args, world.context({ idempotency })).catch(String);
    // A secret isn't stored, so it can't be returned again.
    expect(isSecret ? REFUSED.test(JSON.stringify(second)) : second).toEqual(isSecret ? true : first);
    expect(world.sandbox.control.requests()).toEqual([]);
    expect(await look(fixture)).toEqual(once);
    await callWith(definition, { ...args, rerun: true }, world.context({ idempotency }));
    expect(heardWrites(fixture)).toHaveLength(1);
  });

  test("is refused when nobody knows how it ended, and says what to do", async () => {
    const { world, args } = fixture;
    const idempotency = memoryIdempotency();
    loseAnswer(fixture);
    const error = await failureOf(callWith(definition, args, world.context({ idempotency })));
    expect(error).toMatchObject({ code: "call_unconfirmed" });
    expect(error.message).toMatch(/It's unknown whether .*\n[^]*call again with `rerun: true`/u);
    expect(heardWrites(fixture)).toHaveLength(1);
    expect({ after: await look(fixture) }).toMatchObject({ after: row.effect?.after(world.seeded) });
    expect([...idempotency.kept.values()]).toEqual([
      { function: definition.name, startedAt: "2030-01-09T12:00:00.218Z" },
    ]);
    world.sandbox.control.clearRequests();
    const again = await failureOf(callWith(definition, args, world.context({ idempotency })));
    expect(again).toMatchObject({ code: "call_repeated" });
    expect(again.message).toContain("it is unknown how it ended");
    expect(world.sandbox.control.requests()).toEqual([]);
    await callWith(definition, { ...args, rerun: true }, world.context({ idempotency }));
    expect(heardWrites(fixture)).toHaveLength(1);
  });

  test("is not forgotten when its result cannot be written down", async () => {
    const { world, args } = fixture;
    const idempotency = memoryIdempotency();
    const full = {
      ...idempotency,
      write: (key: string, record: IdempotencyRecord) => writeUnfinished(idempotency, key, record),
    };
    expect((await failureOf(callWith(definition, args, world.context({ idempotency: full })))).message).toContain(
      "full",
    );
    expect([...idempotency.kept.values()]).toEqual([
      { function: definition.name, startedAt: "2030-01-09T12:00:00.218Z" },
    ]);
  });

  test("is forgotten when the service refused it", async () => {
    const { world, args } = fixture;
    const idempotency = memoryIdempotency();
    const refused = {
      kind: "status",
      status: 400,
      body: { type: "validation_error", code: "x", detail: "No." },
    } as const;
    for (const method of ["POST", "PATCH"]) world.sandbox.control.addFault({ ...refused, method });
    expect((await failureOf(callWith(definition, args, world.context({ idempotency })))).message).toContain("No.");
    expect(idempotency.kept.size).toBe(0);
    world.sandbox.control.clearFaults();
    await expect(callWith(definition, args, world.context({ idempotency }))).resolves.toBeInstanceOf(Object);
  });
}, isRepeated("once"));

import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, test } from "@jest/globals";

import { PostgresLock } from "../../../packages/fleet/src/record/postgres-lock.ts";
import { FleetBusyError, LeaseLostError } from "../../../packages/fleet/src/record/run-lock.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";

/** What a database answers to a renewal: the names of the leases that it renewed, or an error. */
type Renewal = readonly string[] | Error;

let clock: FakeClock;
let lock: PostgresLock;
/** Each statement, by its first word, with its values. */
let asked: unknown[];
let isTaken: boolean;
let renewal: Renewal;

beforeEach(() => {
  clock = createFakeClock();
  [asked, isTaken, renewal] = [[], true, ["acme", "shard 1/2"]];
  const rows = async (statement: string, values: readonly unknown[]): Promise<unknown[]> => {
    const [word] = statement.trim().split(" ");
    asked.push([word, ...values]);
    if (word === "UPDATE" && renewal instanceof Error) throw renewal;
    if (word === "UPDATE") return (renewal as readonly string[]).map((name) => ({ name }));
    return word === "DELETE" || !isTaken ? [] : [{ holder: "any" }];
  };
  const transaction = (act: (session: object) => unknown): unknown => act({ rows });
  lock = new PostgresLock({ transaction } as never, "customers", clock); // -- what a lock asks of a database
});

/** Lets the time of the next renewal come, and its answer. */
async function renewed(): Promise<void> {
  clock.advance(8_000);
  await turn();
}

const AWAY = new Error("ECONNREFUSED");

test("a lease is renewed every eight seconds with all that its process holds, until it is given back", async () => {
  const held = await lock.hold("shard 1/2");
  expect(asked).toEqual([["INSERT", "customers", "shard 1/2", lock.holder]]);
  expect(clock.pending()).toEqual([8_000]);
  await renewed();
  await renewed();
  expect(asked.slice(1)).toEqual([
    ["UPDATE", "customers", lock.holder],
    ["UPDATE", "customers", lock.holder],
  ]);
  expect([held.lost.aborted, clock.pending()]).toEqual([false, [8_000]]);
  await held.release();
  expect(asked.at(-1)).toEqual(["DELETE", "customers", lock.holder]);
  expect(clock.pending()).toEqual([]);
});

test("a part that another process holds isn't taken, and nothing is renewed", async () => {
  isTaken = false;
  await expect(lock.hold("run")).rejects.toThrow(FleetBusyError);
  expect([await lock.isHeld("run"), await lock.take("acme"), clock.pending()]).toEqual([false, false, []]);
});

test.each<readonly [string, readonly Renewal[], readonly boolean[]]>([
  ["is kept while the database is away for less than its time", [AWAY, AWAY, AWAY], [false, false, false]],
  ["is lost once the database is away for longer", [AWAY, AWAY, AWAY, AWAY], [false, false, false, true]],
  [
    "is kept for its whole time again after each renewal",
    [AWAY, AWAY, AWAY, ["shard 1/2"], AWAY, AWAY, AWAY, AWAY],
    [false, false, false, false, false, false, false, true],
  ],
  ["is lost at once when another process has taken it", [["acme"]], [true]],
  ["is lost at once when nothing is left of it", [[]], [true]],
])("a lease %s", async (_what, renewals, isLost) => {
  const { lost } = await lock.hold("shard 1/2");
  const seen: boolean[] = [];
  for (const one of renewals) {
    renewal = one;
    await renewed();
    seen.push(lost.aborted);
  }
  expect(seen).toEqual(isLost);
  if (!lost.aborted) return;
  expect(lost.reason).toBeInstanceOf(LeaseLostError);
  expect(clock.pending()).toEqual([]);
});

test("a renewal counts from when it was asked for, and thirty seconds are not yet too long", async () => {
  const { lost } = await lock.hold("shard 1/2");
  renewal = AWAY;
  clock.advance(7_999);
  await renewed();
  clock.advance(14_000);
  await turn();
  expect([clock.monotonicMs(), lost.aborted]).toEqual([86_461.25 + 29_999, false]);
});

test("each process has a name of its own", () => {
  const other = new PostgresLock({} as never, "customers", clock); // -- it isn't asked
  expect(other.holder).not.toBe(lock.holder);
});

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import { cellsOf } from "../support/conformance-cells.ts";
import { checked, created, describeRows, type Fixture, settled } from "../support/conformance-table.ts";
import { isInFull } from "../support/extent.ts";
import { RECORDS, RequestLog } from "../support/recorded-requests.ts";
import { sentDuring } from "../support/request-record.ts";

/**
 * Every request of every step of every resource's life, in order and with its body, as a text for each resource. A change
 * of it shows in review. `ORGFORM_RECORD_REQUESTS=1 npx jest test/conformance/sent-requests` writes them again.
 */
const FOLDER = join(__dirname, "sent-requests");

/** Steps of a life by name; each begins with an object of its own. */
type Steps = Readonly<Record<string, (fixture: Fixture) => Promise<string[]>>>;

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

async function ofCreate(fixture: Fixture, declared: Values): Promise<string[]> {
  const run = fixture.start();
  const inputs = await checked(run, fixture.row, declared);
  return sentDuring(() => run.create(fixture.row.resource, inputs));
}

async function ofUpdate(fixture: Fixture, declared: (full: Values) => Values): Promise<string[]> {
  const { entry, inputs } = await settled(fixture);
  const run = fixture.start();
  const news = await checked(run, fixture.row, declared(fixture.full), inputs);
  await run.diff(fixture.row.resource, entry, news);
  return sentDuring(() => run.update(fixture.row.resource, entry, news));
}

/** The requests that find a change from outside, and revert it. */
async function ofOutside(fixture: Fixture): Promise<string[]> {
  const { row } = fixture;
  const { entry, inputs } = await settled(fixture);
  row.edit?.apply(fixture.world, entry.id);
  const run = fixture.start();
  return sentDuring(async () => {
    const read = (await run.read(row.resource, entry)) ?? entry;
    await run.update(row.resource, read, inputs);
  });
}

/** The requests if the first write of a create fails in one way: in the same run, and in the next run if that fails. */
async function ofTroubledCreate(fixture: Fixture, kind: "reset-after" | "status"): Promise<string[]> {
  const { row, world, full } = fixture;
  const [method] = row.requests.create.flatMap((request) => request.split(" ")[0] ?? []).filter((one) => one !== "GET");
  if (method === undefined) return [];
  world.sandbox.control.addFault({ kind, status: 502, method, nth: 1, times: 1 });
  const create = async (): Promise<unknown> => {
    const run = fixture.start();
    return run.create(row.resource, await checked(run, row, full));
  };
  const sent = await sentDuring(() => create().catch(create));
  // How often a list is looked at until the time is over depends on the machine.
  return sent.filter((line, index) => !line.startsWith("GET ") || line !== sent[index - 1]);
}

/** The requests if a program asks to send its secrets again, or to recreate them. */
const rotation = (fixture: Fixture): Promise<string[]> => ofUpdate(fixture, (full) => ({ ...full, [ROTATE]: "anew" }));

/** The input for that in every resource with secrets that no service shows. */
const ROTATE = "rotate";

const LIFE: Steps = {
  "check full": (fixture) => sentDuring(() => checked(fixture.start(), fixture.row, fixture.full)),
  "create minimal": (fixture) => ofCreate(fixture, fixture.minimal),
  "create full": (fixture) => ofCreate(fixture, fixture.full),
  refresh: async (fixture) => {
    const { entry } = await settled(fixture);
    return sentDuring(() => fixture.start().read(fixture.row.resource, entry));
  },
  "change nothing": (fixture) => ofUpdate(fixture, (full) => full),
  import: async (fixture) => {
    const { entry } = await settled(fixture);
    return sentDuring(() => fixture.start().find(fixture.row.resource, entry.id));
  },
  delete: async (fixture) => {
    const { entry } = await settled(fixture);
    return sentDuring(() => fixture.start().delete(fixture.row.resource, entry));
  },
  "create full, whose first write is carried out and not answered": (fixture) =>
    ofTroubledCreate(fixture, "reset-after"),
  "create full, whose first write is answered 502": (fixture) => ofTroubledCreate(fixture, "status"),
  "delete what a minimal create made": async (fixture) => {
    const { entry } = await created(fixture, fixture.minimal);
    const deletion = (): Promise<unknown> => fixture.start().delete(fixture.row.resource, entry);
    const isProtected = entry.state["deletionProtection"] === true;
    return sentDuring(isProtected ? () => expect(deletion()).rejects.toThrow(/deletionProtection/u) : deletion);
  },
};

function stepsOf({ row, definition }: Fixture): Steps {
  const changes = Object.keys(row.changes({})).map((name) => [
    `change ${name}`,
    (fixture: Fixture) => ofUpdate(fixture, (full) => ({ ...full, [name]: row.changes(fixture.seeded)[name]?.to })),
  ]);
  const removals = Object.keys(row.removals).map((name) => [
    `leave out ${name}`,
    (fixture: Fixture) => ofUpdate(fixture, (full) => without(full, name)),
  ]);
  const outside = row.edit === undefined ? [] : [["refresh and put back a change from outside", ofOutside]];
  const rotations = ROTATE in definition.inputs ? [["rotate secrets", rotation]] : [];
  return { ...LIFE, ...(Object.fromEntries([...changes, ...removals, ...outside, ...rotations]) as Steps) };
}

const fileOf = ({ row: { resource, variant }, dialect }: Pick<Fixture, "row" | "dialect">): string =>
  `${[resource, ...(variant === undefined ? [] : [variant])].join(" ").replaceAll(/[^A-Za-z0-9]+/gu, "-")}.${dialect}.txt`;

const isFirst = (_row: unknown, engine: (typeof ENGINES)[number]): boolean => engine === ENGINES[0];
const EXTENT = { dialects: "where requests differ", furtherEngines: "none" } as const;

describeRows(
  (fixture) => {
    const steps = stepsOf(fixture);
    const file = fileOf(fixture);
    const log = new RequestLog(join(FOLDER, file));
    const { before } = log;
    // A run in full has cells that a run by day leaves out, and these have no record.
    const isCompared = !RECORDS && !(isInFull() && before.size === 0);

    test.each(Object.keys(steps))("%s sends what is recorded", async (step) => {
      const section = log.note(step, (await steps[step]?.(fixture)) ?? []);
      expect(section).toBe(isCompared ? before.get(step) : section);
    });

    test("has no step in its record that nobody takes", () => {
      expect(isCompared ? [...before.keys()] : Object.keys(steps)).toEqual(Object.keys(steps));
    });

    afterAll(() => log.write());
  },
  isFirst,
  EXTENT,
);

test("every record is of a row", () => {
  const files = cellsOf(isFirst, EXTENT).map(fileOf);
  expect(readdirSync(FOLDER).filter((name) => !files.includes(name))).toEqual([]);
});

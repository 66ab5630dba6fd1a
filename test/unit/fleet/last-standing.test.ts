import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import type { Fleet } from "../../../packages/fleet/src/index.ts";
import { SqliteRecord } from "../../../packages/fleet/src/record/sqlite-record.ts";
import { planOrganizations, type Standing } from "../../../packages/fleet/src/run/run-plan.ts";
import { type FleetAction, NO_CHANGES } from "../../../packages/fleet/src/run/events.ts";
import { fleetOf } from "../../support/fleet-of.ts";

type Step = "start" | "succeed" | "fail" | "resume";

/**
 * Everything that can happen to an organization in one run and its resumptions, and its resulting status; undefined if
 * unchanged.
 */
const LINES: readonly { readonly steps: readonly Step[]; readonly standing: Standing | undefined }[] = [
  { steps: [], standing: undefined },
  { steps: ["resume"], standing: undefined },
  { steps: ["start"], standing: "cut off" },
  { steps: ["start", "resume"], standing: "cut off" },
  { steps: ["start", "succeed"], standing: "same" },
  { steps: ["start", "succeed", "resume"], standing: "same" },
  { steps: ["start", "fail"], standing: "failed" },
  { steps: ["start", "fail", "resume"], standing: "failed" },
  { steps: ["start", "fail", "resume", "start"], standing: "cut off" },
  { steps: ["start", "fail", "resume", "start", "succeed"], standing: "same" },
  { steps: ["start", "fail", "resume", "start", "fail"], standing: "failed" },
  { steps: ["start", "resume", "start", "succeed"], standing: "same" },
  { steps: ["start", "resume", "start", "fail", "resume"], standing: "failed" },
];

/** Two lines one after the other, and one organization for each such sequence. */
const SEQUENCES = LINES.flatMap((first, one) =>
  LINES.map((second, other) => ({ name: `org-${one}-${other}`, lines: [first, second] as const })),
);

const OPTIONS = { isRefresh: false, isApproved: false, share: 1 };

const folder = mkdtempSync(join(tmpdir(), "orgform-standing-"));
let record: SqliteRecord;
let nowMs = Date.parse("2026-11-23T03:00:00.417Z");

beforeAll(() => {
  writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
  record = new SqliteRecord(join(folder, "record.db"), { nowMs: () => (nowMs += 333) } as never); // -- nobody waits
});
afterAll(() => {
  void record.close();
  rmSync(folder, { recursive: true });
});

/** A fleet of all organizations, in which each has this value. */
function fleetWith(value: number): Fleet {
  const entries = SEQUENCES.map(({ name }) => `  - { name: ${name}, template: free, values: { size: ${value} } }`);
  const text = `templates: { free: { engine: pulumi, path: . } }\norganizations:\n${entries.join("\n")}\n`;
  return fleetOf(join(folder, "fleet.yaml"), text);
}

/** Simulates a run of all organizations: the events of each before the first resumption, and then after it. */
async function play(action: FleetAction, fleet: Fleet, stepsOf: (index: number) => readonly Step[]): Promise<void> {
  const run = await record.begin(action, fleet.organizations, 1, OPTIONS);
  const lives = SEQUENCES.map(({ name }, index) => ({ name, steps: [...stepsOf(index)] }));
  const untilResumed = async (): Promise<void> => {
    for (const { name, steps } of lives) {
      while (steps[0] !== undefined && steps[0] !== "resume") {
        const step = steps.shift();
        const state = step === "fail" ? "failed" : "succeeded";
        if (step === "start") await record.start(run, name);
        else await record.end(run, name, { state, changes: NO_CHANGES, durationMs: 1501 });
      }
    }
  };
  await untilResumed();
  await record.retry(run);
  for (const { steps } of lives) steps.shift();
  await untilResumed();
  // A running or interrupted organization has no result yet. An earlier attempt's failure isn't its own.
  const running = (await record.organizationsOf(run)).filter(({ state }) => state === "running");
  expect(running.filter(({ outcome }) => outcome !== undefined)).toEqual([]);
}

const standingsIn = async (fleet: Fleet): Promise<string[]> =>
  (await planOrganizations(fleet, fleet.organizations, record, 1)).organizations.map(
    ({ organization: { name }, standing }) => `${name}: ${standing}`,
  );

test("after every sequence of runs the record tells how each organization stands by its last one", async () => {
  const [first, second] = [fleetWith(1), fleetWith(2)];
  await play("up", first, (index) => SEQUENCES[index]?.lines[0].steps ?? []);
  // A plan doesn't change the status of an organization.
  await play("plan", second, (index) => (index % 2 === 0 ? ["start", "fail"] : ["start", "succeed"]));
  const afterFirst = SEQUENCES.map(({ lines, name }) => `${name}: ${lines[0].standing ?? "new"}`);
  expect(await standingsIn(first)).toEqual(afterFirst);
  expect(await standingsIn(second)).toEqual(afterFirst.map((line) => line.replace("same", "changed")));
  await play("up", second, (index) => SEQUENCES[index]?.lines[1].steps ?? []);
  await play("plan", first, (index) => (index % 3 === 0 ? ["start"] : []));
  const isOfFirst = ({ lines: [, { standing }] }: (typeof SEQUENCES)[number]): boolean => standing === undefined;
  const lastOf = ({ lines: [before, after] }: (typeof SEQUENCES)[number]): Standing =>
    after.standing ?? before.standing ?? "new";
  for (const [fleet, isItsOwn] of [
    [first, isOfFirst],
    [second, (one: (typeof SEQUENCES)[number]) => !isOfFirst(one)],
  ] as const) {
    const expected = SEQUENCES.map((one) => {
      const last = lastOf(one);
      return `${one.name}: ${last === "same" && !isItsOwn(one) ? "changed" : last}`;
    });
    expect(await standingsIn(fleet)).toEqual(expected);
  }
});

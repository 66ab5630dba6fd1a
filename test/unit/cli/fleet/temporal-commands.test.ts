import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { FleetEvent, RunControl, Tally } from "@orgform/fleet";
import type { RunStand, TemporalFleet } from "@orgform/fleet/temporal";

import { statementText } from "../../../../packages/fleet/src/index.ts";
import { planKeyFrom } from "../../../../packages/fleet/src/bound/plan-key.ts";
import type { FlagValues } from "../../../../src/cli/flag-values.ts";
import { writePlan } from "../../../../src/cli/fleet/plan-files.ts";
import {
  approveOnTemporal,
  resumeOnTemporal,
  statusOnTemporal,
  upOnTemporal,
} from "../../../../src/cli/fleet/temporal-commands.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";
import { PLAN } from "../../../support/bound-plan.ts";

const ALL_DONE: Tally = { succeeded: 2, failed: 0, notStarted: 0 };
const PASSPHRASE = "a passphrase of 16 or more";

let folder: string;
let printed: string;
/** What a command asked of the fleet. */
let asked: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-on-temporal-"));
  [printed, asked] = ["", []];
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(process.env, "ORGFORM_PLAN_KEY");
  rmSync(folder, { recursive: true });
});

/** A fleet on Temporal whose runs have these events and end like this. */
function fleetOf(answers: Record<string, unknown> = {}, tally = ALL_DONE, events: readonly FleetEvent[] = []) {
  const ran = (name: string, given: readonly unknown[], { onEvent }: RunControl) => {
    asked.push([name, ...given]);
    for (const event of events) onEvent(event);
    return Promise.resolve(tally);
  };
  const fleet = {
    count: (selection: unknown) => (asked.push(["count", selection]), 2),
    organizationsIn: ({ organizations }: typeof PLAN) => organizations,
    run: (action: string, selection: unknown, options: unknown, control: RunControl) =>
      ran("run", [action, selection, options], control),
    apply: (plan: unknown, file: string, isApproved: boolean, control: RunControl) =>
      ran("apply", [plan, file, isApproved], control),
    resume: (control: RunControl, plan: unknown) => ran("resume", [plan], control),
    waiting: () => Promise.resolve(answers["waiting"]),
    approve: (word: unknown) => (asked.push(["approve", word]), Promise.resolve(answers["approve"])),
    status: () => Promise.resolve(answers["status"]),
  };
  return fleet as unknown as TemporalFleet; // -- what these commands ask of it
}

const EVERYONE = { names: undefined, labels: undefined, shard: undefined };

/** A plan in a file of its own. */
async function keptPlan(): Promise<string> {
  const path = join(folder, "plan|é.age");
  process.env["ORGFORM_PLAN_KEY"] = PASSPHRASE;
  await writePlan(path, PLAN, await planKeyFrom(PASSPHRASE, "key"));
  return path;
}

describe("`fleet up --temporal`", () => {
  test.each<[flags: FlagValues, selection: object, options: object]>([
    [{}, EVERYONE, { isRefresh: false, isApproved: false }],
    [
      { refresh: true, only: "b,a" },
      { ...EVERYONE, names: ["b", "a"] },
      { isRefresh: true, isApproved: false },
    ],
    [
      { approve: true, labels: "stage=prod" },
      { ...EVERYONE, labels: { stage: "prod" } },
      { isRefresh: false, isApproved: true },
    ],
  ])("with %j runs these organizations like this", async (flags, selection, options) => {
    expect(await upOnTemporal(fleetOf(), { ...flags, yes: true })).toBe(0);
    expect(asked).toEqual([
      ["count", selection],
      ["run", "up", selection, options],
    ]);
  });

  test.each<[Tally, "held" | "started" | undefined, number]>([
    [ALL_DONE, undefined, 0],
    [{ succeeded: 1, failed: 0, notStarted: 1 }, "held", 3],
    [{ succeeded: 1, failed: 0, notStarted: 1 }, "started", 1],
    [{ succeeded: 0, failed: 1, notStarted: 1 }, "held", 1],
    [{ succeeded: 1, failed: 1, notStarted: 0 }, undefined, 1],
  ])("ends, with %j and a wave that is %s, with code %d, and prints the events", async (tally, state, code) => {
    const events: FleetEvent[] = state === undefined ? [] : [{ event: "wave", wave: 2, state, organizations: 1 }];
    expect(await upOnTemporal(fleetOf({}, tally, events), { yes: true, json: true })).toBe(code);
    expect(printed).toBe(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  });

  test("asks first, and doesn't continue a run", async () => {
    await expect(upOnTemporal(fleetOf(), { json: true })).rejects.toThrow(
      new UsageError("Orgform can't ask for confirmation here. Use --yes to start without it."),
    );
    await expect(upOnTemporal(fleetOf(), { yes: true, resume: true })).rejects.toThrow(
      new UsageError(
        "--resume continues the run of a plan on one machine. To continue a run on Temporal, run `orgform fleet resume --temporal`.",
      ),
    );
    expect(asked).toEqual([["count", EVERYONE]]);
  });

  test.each([{}, { approve: true }])(
    "with a plan and %j applies it, and deletes the file after success",
    async (flags) => {
      const plan = await keptPlan();
      expect(await upOnTemporal(fleetOf(), { ...flags, yes: true, plan })).toBe(0);
      expect(asked).toEqual([["apply", PLAN, plan, "approve" in flags]]);
      expect([printed, existsSync(plan)]).toEqual([`The plan was applied. ${plan} is deleted.\n`, false]);
    },
  );

  test("keeps the file of a plan that wasn't applied whole", async () => {
    const plan = await keptPlan();
    expect(await upOnTemporal(fleetOf({}, { ...ALL_DONE, failed: 1 }), { yes: true, plan })).toBe(1);
    expect(printed).toBe(`${plan} holds secrets. Keep it for \`orgform fleet resume --plan ${plan}\`, or delete it.\n`);
    expect(existsSync(plan)).toBe(true);
  });

  test("asks before it applies a plan, which already decides the organizations", async () => {
    const plan = await keptPlan();
    await expect(upOnTemporal(fleetOf(), { json: true, plan })).rejects.toThrow("Use --yes");
    process.env["ORGFORM_PLAN_KEY"] = PASSPHRASE;
    await expect(upOnTemporal(fleetOf(), { yes: true, plan, only: "a" })).rejects.toThrow(
      new UsageError("The plan already decides --only. Leave out --only or --plan."),
    );
    expect([asked, existsSync(plan)]).toEqual([[], true]);
  });
});

describe("`fleet resume --temporal`", () => {
  test("continues the latest run, with its plan if it has one", async () => {
    expect(await resumeOnTemporal(fleetOf(), { yes: true })).toBe(0);
    const plan = await keptPlan();
    expect(await resumeOnTemporal(fleetOf(), { yes: true, plan })).toBe(0);
    expect(asked).toEqual([
      ["resume", undefined],
      ["resume", PLAN],
    ]);
    expect([printed, existsSync(plan)]).toEqual([`The plan was applied. ${plan} is deleted.\n`, false]);
  });

  test("asks first", async () => {
    await expect(resumeOnTemporal(fleetOf(), { json: true })).rejects.toThrow("Use --yes");
    expect(asked).toEqual([]);
  });
});

describe("`fleet approve --temporal`", () => {
  const STATEMENT = { fleet: "customers", wave: 2, digest: "d", waits: "2026-11-26T08:00:00.000Z" };
  const approval = { wave: 2, at: "2026-11-26T08:00:00.000Z", digest: "d" };
  const SIGNED = { ...approval, by: "ann@é.example", signature: "s" };

  test("prints the text to sign, and approves nothing", async () => {
    const statement = STATEMENT as unknown as Parameters<typeof statementText>[0]; // -- it's printed as it is
    expect(await approveOnTemporal(fleetOf({ waiting: { statement } }), { statement: true })).toBe(0);
    expect([printed, asked]).toEqual([statementText(statement), []]);
  });

  test.each([
    [{ approval }, "Wave 2 is starting. To follow it, run `orgform fleet resume --file 'a b.yaml' --temporal`.\n"],
    [
      { approval: SIGNED },
      "Signed by ann@é.example. Wave 2 is starting. To follow it, run `orgform fleet resume --file 'a b.yaml' --temporal`.\n",
    ],
    [{ approval, held: "waits for bob" }, "Still waits for bob.\n"],
    [{ approval: SIGNED, held: "waits for bob" }, "Signed by ann@é.example. Still waits for bob.\n"],
  ])("with %j says what follows", async (answer, text) => {
    const flags = { file: "a b.yaml", temporal: true, by: "ann", comment: "go|é" };
    expect(await approveOnTemporal(fleetOf({ approve: answer }), flags)).toBe(0);
    expect(printed).toBe(text);
    expect(asked).toEqual([["approve", { by: "ann", comment: "go|é", sign: undefined }]]);
  });
});

describe("`fleet status --temporal`", () => {
  const STAND: RunStand = {
    run: 7,
    action: "up",
    started: "2026-11-26T08:00:00.000Z",
    state: "held",
    reason: "wave 2 waits",
    waves: 2,
    approved: 1,
    approvals: [{ wave: 1, at: "2026-11-26T08:00:00.000Z", digest: "d", by: "ann" }],
    isUnsigned: true,
    wave: "fleet/e/wave-1",
    isRefresh: true,
    isApproved: false,
    isGuarded: true,
    plan: { file: "plan.age", digest: "d1" },
    tally: { succeeded: 1, failed: 0, notStarted: 1 },
    organizations: [
      {
        name: "acme|é",
        template: "small",
        wave: 0,
        queue: "q",
        fingerprint: "f",
        state: "succeeded",
        outcome: { changes: { create: 1, update: 0, replace: 0, delete: 0 } } as never, // -- what is shown of it
        isCutOff: true,
      },
      { name: "globex", template: "small", wave: 1, queue: "q", fingerprint: "f", state: "waiting" },
    ],
  };
  const { plan: _plan, ...withoutPlan } = STAND;

  test.each<[RunStand | undefined, string]>([
    [
      undefined,
      "Temporal has no run of this fleet. To start one, run `orgform fleet up --file f.yaml --temporal --only a`.\n",
    ],
    [
      STAND,
      `Run 7 (up), started 2026-11-26T08:00:00.000Z: held: wave 2 waits
Plan d1
Wave 1 approved by ann (unverified), 2026-11-26T08:00:00.000Z
Wave 1: 1 organization, 1 succeeded
Wave 2: 1 organization, 1 waiting
Next: \`orgform fleet approve --file f.yaml --temporal\`, then \`orgform fleet resume --file f.yaml --temporal --plan FILE\`.
`,
    ],
    [
      { ...withoutPlan, state: "paused", reason: undefined, approvals: undefined },
      `Run 7 (up), started 2026-11-26T08:00:00.000Z: paused
Wave 1: 1 organization, 1 succeeded
Wave 2: 1 organization, 1 waiting
Next: \`orgform fleet resume --file f.yaml --temporal\`.
`,
    ],
  ])("says how the latest run stands, and what to do next", async (status, text) => {
    expect(await statusOnTemporal(fleetOf({ status }), { file: "f.yaml", temporal: true, only: "a" })).toBe(0);
    expect(printed).toBe(text);
  });

  test("prints as JSON the same fields as for a run on this machine", async () => {
    expect(await statusOnTemporal(fleetOf({ status: STAND }), { json: true })).toBe(0);
    expect(printed).toBe(
      `${JSON.stringify(
        {
          id: 7,
          action: "up",
          started: "2026-11-26T08:00:00.000Z",
          state: "held",
          reason: "wave 2 waits",
          waves: 2,
          approved: 1,
          approvals: STAND.approvals,
          options: { isRefresh: true, isApproved: false, isGuarded: true, plan: "d1" },
          succeeded: 1,
          failed: 0,
          notStarted: 1,
          organizations: [
            {
              name: "acme|é",
              template: "small",
              wave: 0,
              state: "succeeded",
              outcome: { changes: { create: 1, update: 0, replace: 0, delete: 0 } },
            },
            { name: "globex", template: "small", wave: 1, state: "waiting" },
          ],
        },
        null,
        2,
      )}\n`,
    );
    printed = "";
    await statusOnTemporal(fleetOf(), { json: true });
    expect(printed).toBe("null\n");
  });
});

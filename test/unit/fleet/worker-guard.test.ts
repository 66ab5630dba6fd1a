import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";

import { type Approval, statementText } from "../../../packages/fleet/src/approvals/approval.ts";
import { signed } from "../../../packages/fleet/src/approvals/ssh-signature.ts";
import type { Guard } from "../../../packages/fleet/src/approvals/wave-rule.ts";
import { type BoundPlan, digestOf, rulesOf, statementOf } from "../../../packages/fleet/src/bound/bound-plan.ts";
import { sealedPlan } from "../../../packages/fleet/src/bound/plan-file.ts";
import { type PlanKey, planKeyFrom } from "../../../packages/fleet/src/bound/plan-key.ts";
import type { Fleet } from "../../../packages/fleet/src/expansion/expand.ts";
import { fleetActivities, type WorkerContext } from "../../../packages/fleet/src/temporal/activities.ts";
import { travellingFingerprint } from "../../../packages/fleet/src/temporal/names.ts";
import type { OrganizationOrder, WaveOrder } from "../../../packages/fleet/src/temporal/serialized.ts";
import { WorkerGuard } from "../../../packages/fleet/src/temporal/worker-guard.ts";
import { type PlanFolder, WorkerPlans } from "../../../packages/fleet/src/temporal/worker-plans.ts";
import { fleetOf } from "../../support/fleet-of.ts";
import { ANN, BOB } from "../../support/plan-keys.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-guard-"));
const plans = join(folder, "plans");
const file = join(folder, "fleet.yaml");

let key: PlanKey;

beforeAll(async () => {
  key = await planKeyFrom(ANN.identity, "K");
  mkdirSync(plans);
  mkdirSync(join(folder, "module"));
  writeFileSync(join(folder, "module/main.tf"), "");
  for (const name of ["ann", "bob"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)]);
});
beforeEach(() => rmSync(join(plans, "p.fleet"), { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

const publicKey = (name: string): string => readFileSync(join(folder, `${name}.pub`), "utf8").trim();

/** Two waves of one organization each; the second one has this `approve`. */
function fleetWith(approve: unknown, failures = 1): Fleet {
  const content = {
    templates: { small: { engine: "terraform", path: "module", sharedProvider: false } },
    organizations: [
      { name: "org-1", template: "small", labels: { stage: "canary" } },
      { name: "org-2", template: "small" },
    ],
    waves: [{ labels: { stage: "canary" } }, { share: "100%", approve }],
    stop: { failures },
  };
  return fleetOf(file, JSON.stringify(content));
}

const signedBy = (...names: readonly string[]) => ({
  by: Object.fromEntries(names.map((name) => [name, publicKey(name)])),
  atLeast: names.length,
});

function planOf(fleet: Fleet, names = ["org-1", "org-2"]): BoundPlan {
  return {
    fleet: "fleet",
    planned: "2026-11-26T08:00:00.000Z",
    rules: rulesOf(fleet),
    isRefresh: false,
    organizations: fleet.organizations
      .filter(({ name }) => names.includes(name))
      .map((one) => ({
        name: one.name,
        statement: statementOf(one),
        objects: [],
        saved: { bound: "exact", content: "" },
      })),
  };
}

interface Worker {
  readonly approvers?: Guard["approvers"];
  readonly place?: PlanFolder;
}

/** The activities of a worker. An organization that it may run meets no engine here: its turn throws. */
function workerOf(fleet: Fleet, { approvers, place = { folder: plans, key } }: Worker = {}) {
  const context = {
    fleet,
    file,
    guard: new WorkerGuard({ fleet, name: "fleet", approvers }),
    plans: new WorkerPlans(fleet, "fleet", place),
  };
  return fleetActivities(context as unknown as WorkerContext); // -- nothing of the rest is reached before the refusal
}

async function signature(name: string, wave: number, digest: string): Promise<Approval> {
  const text = statementText({ fleet: "fleet", wave, digest });
  return { wave, at: "2026-11-26T09:00:00.000Z", digest, signature: await signed(text, join(folder, name)) };
}

const WAVE = { isApproved: false, approvals: [] };

const order = (fleet: Fleet, name: string, given: Partial<OrganizationOrder>): OrganizationOrder => ({
  ...WAVE,
  wave: 0,
  name,
  fingerprint: travellingFingerprint(
    file,
    fleet.organizations.find((one) => one.name === name)!,
  ),
  action: "up",
  isRefresh: false,
  isRepair: false,
  isCutOff: false,
  ...given,
});

test("a wave begins on a worker after enough signatures over the plan that the worker has", async () => {
  const fleet = fleetWith(signedBy("ann", "bob"));
  const plan = planOf(fleet);
  const digest = digestOf(plan);
  writeFileSync(join(plans, "p.fleet"), await sealedPlan(plan, key));
  const { checkWave, runOrganization } = workerOf(fleet);
  const check = (wave: number, ...approvals: readonly Approval[]) =>
    checkWave({ ...WAVE, wave, plan: { file: "p.fleet", digest }, approvals });
  expect(await check(0)).toEqual({});
  expect(await check(1)).toEqual({ held: "wave 2 waits for 2 signatures of ann, bob" });
  const [ann, bob] = [await signature("ann", 2, digest), await signature("bob", 2, digest)];
  const missing = { held: "wave 2 waits for 2 signatures of ann, bob; signed by ann" };
  for (const approvals of [[ann], [ann, ann], [ann, { ...bob, signature: ann.signature }]])
    expect(await check(1, ...approvals)).toEqual(missing);
  expect(await check(1, ann, await signature("bob", 1, digest))).toEqual(missing);
  expect(await check(1, ann, await signature("bob", 2, `${digest}0`))).toEqual(missing);
  expect(await check(1, ann, bob)).toEqual({});

  // The worker itself checks each organization: whoever reaches the server can send it any order.
  const forged = { plan: { file: "p.fleet", digest }, approvals: [ann] };
  for (const wave of [0, 1])
    expect(await runOrganization(order(fleet, "org-2", { ...forged, wave }))).toMatchObject({
      state: "failed",
      message: "Nothing was applied: wave 2 waits for 2 signatures of ann, bob; signed by ann.",
    });
  await expect(runOrganization(order(fleet, "org-2", { ...forged, wave: 1, approvals: [ann, bob] }))).rejects.toThrow(
    "Activity context not initialized",
  );
});

test("a file of approvers on the worker guards every run, and a run that needs one runs on no worker without", async () => {
  const fleet = fleetWith(false);
  const plan = planOf(fleet, ["org-2"]);
  const digest = digestOf(plan);
  writeFileSync(join(plans, "p.fleet"), await sealedPlan(plan, key));
  const approvers = signedBy("bob");
  const { checkWave, runOrganization } = workerOf(fleet, { approvers });
  const first: WaveOrder = { ...WAVE, wave: 1, plan: { file: "p.fleet", digest } };
  expect(await checkWave(first)).toEqual({ held: "wave 2 waits for 1 signature of bob" });
  expect(await checkWave({ ...first, approvals: [await signature("bob", 2, digest)] })).toEqual({});
  expect(await runOrganization(order(fleet, "org-2", { wave: 1 }))).toMatchObject({
    message: expect.stringContaining(
      "Wave 2 needs signatures, which on Temporal cover a plan: run `orgform fleet plan",
    ),
  });
  expect(await workerOf(fleet).checkWave({ ...first, isGuarded: true })).toEqual({
    refused: "The run needs a file of approvers: start each worker with --approvers.",
  });
});

test("a plan that a worker can't apply is refused before anything runs", async () => {
  const fleet = fleetWith(false);
  const plan = planOf(fleet, ["org-1"]);
  const digest = digestOf(plan);
  const path = join(plans, "p.fleet");
  const refused = async (on: Parameters<typeof workerOf>, given: Partial<WaveOrder["plan"]> = {}) =>
    (await workerOf(...on).checkWave({ ...WAVE, wave: 0, plan: { file: "p.fleet", digest, ...given } })).refused;
  expect(await refused([fleet])).toBe(`This worker can't read the plan ${path} (ENOENT): copy it there, and resume.`);
  writeFileSync(path, await sealedPlan(plan, key));
  expect(await refused([fleet])).toBeUndefined();
  expect(await refused([fleet], { file: "../plans/p.fleet" })).toBeUndefined();
  expect(await refused([fleet], { file: "../fleet.yaml" })).toContain(
    `can't read the plan ${join(plans, "fleet.yaml")} `,
  );
  expect(await refused([fleet], { digest: "sha256:0" })).toBe(
    `The run applies the plan sha256:0, and ${path} has ${digest}. Copy the plan of the run there, and resume.`,
  );
  const other = { folder: plans, key: await planKeyFrom(BOB.identity, "ORGFORM_PLAN_KEY") };
  expect(await refused([fleet, { place: other }])).toContain("ORGFORM_PLAN_KEY has the identity of none of them.");
  expect(await refused([fleetWith(false, 2)])).toContain("The waves or the stop rules of the fleet file have changed");
  const without = new WorkerPlans(fleet, "fleet", undefined);
  await expect(without.planOf({ file: "p.fleet", digest })).rejects.toThrow("start it with --plans FOLDER and the key");
  const stray = order(fleet, "org-2", { wave: 1, plan: { file: "p.fleet", digest } });
  expect(await workerOf(fleet).runOrganization(stray)).toMatchObject({
    state: "failed",
    message: "The plan p.fleet doesn't have org-2.",
  });
});

test("a plan is opened once for all that ask for it, and again after it couldn't be", async () => {
  const fleet = fleetWith(false);
  const plan = planOf(fleet);
  const decrypter = jest.fn(key.decrypter);
  const worker = new WorkerPlans(fleet, "fleet", { folder: plans, key: { ...key, decrypter } });
  const asked = () =>
    Promise.allSettled([1, 2, 3].map(() => worker.planOf({ file: "p.fleet", digest: digestOf(plan) })));
  expect((await asked()).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  writeFileSync(join(plans, "p.fleet"), await sealedPlan(plan, key));
  for (const _again of [1, 2])
    expect(await asked()).toEqual([1, 2, 3].map(() => ({ status: "fulfilled", value: plan })));
  expect(decrypter).toHaveBeenCalledTimes(1);
});

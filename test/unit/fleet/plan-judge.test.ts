import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

import { machineClock } from "../../../packages/fleet/src/clock.ts";
import { CredentialKeys } from "../../../packages/fleet/src/credentials/credential-keys.ts";
import { type JudgePlan, reasonAgainst } from "../../../packages/fleet/src/run/plan-judge.ts";
import { assertNoPolicy } from "../../../packages/fleet/src/temporal/no-policy.ts";
import { fleetOf } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-plan-judge-"));
mkdirSync(join(folder, "module"));
writeFileSync(join(folder, "module/main.tf"), "");
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = "phx_a_key_that_nobody_may_see";

/** Judges organizations whose engine prints their names as plans. */
async function judged(names: readonly string[], judge: JudgePlan, stop = new AbortController()) {
  const members = names.map((name) => `  - { name: ${name}, template: small }`).join("\n");
  const text = `templates:\n  small: { engine: terraform, path: ./module }\norganizations:\n${members}\n`;
  const fleet = fleetOf(join(folder, "fleet.yaml"), text);
  const environment = { ORGFORM_API_KEY: KEY };
  const given: string[] = [];
  const notes: string[] = [];
  const lease = { environment: { ORGFORM_LEASE: "1" }, calls: () => 0, giveBack: async () => void given.push("back") };
  const reason = await reasonAgainst({
    wave: 2,
    organizations: fleet.organizations.map((one) => ({
      ...one,
      engine: { ...one.engine, planJson: ({ name }) => Promise.resolve(name) },
    })),
    judge,
    context: {
      keys: new CredentialKeys(fleet.credentials, { environment, folder }),
      environment,
      clock: machineClock,
      folderOf: ({ name }) => join(folder, name),
      lease: () => Promise.resolve(lease),
    },
    parallel: 2,
    signal: stop.signal,
    isRefresh: false,
    unclean: new Set(),
    onNote: (one) => notes.push(one),
  });
  return { reason, notes, leases: given.length };
}

test("a wave whose plans break nothing may begin, and what wasn't judged is told", async () => {
  const judge: JudgePlan = async ({ text, environment }) => ({
    broken: environment["ORGFORM_LEASE"] === "1" ? [] : ["no lease"],
    ...(text === "b" ? { unjudged: "it is new" } : {}),
  });
  expect(await judged(["a", "b"], judge)).toEqual({
    reason: undefined,
    notes: ["The plan of b isn't judged by the policy: it is new"],
    leases: 2,
  });
});

test("each broken rule is told, without a key, and a judge that fails lets nothing begin", async () => {
  const judge: JudgePlan = async ({ text }) => {
    if (text === "c") throw new Error(`no such thing with ${KEY}`);
    return { broken: text === "a" ? [`owners-count: ${KEY}`] : [] };
  };
  const { reason, leases } = await judged(["a", "b", "c"], judge);
  expect(reason?.split("\n")).toEqual([
    "wave 2 would break the policy, and nothing of it was applied",
    expect.stringMatching(/^ {2}a: owners-count: (?!.*phx)/u),
    expect.stringMatching(/^ {2}c: its plan can't be judged: no such thing with (?!.*phx)/u),
  ]);
  expect(leases).toBe(3);
});

test("a long list is cut, and says how much is left out", async () => {
  const { reason } = await judged(["a"], async () => ({
    broken: Array.from({ length: 23 }, (_, index) => `${index}`),
  }));
  expect(reason?.split("\n")).toHaveLength(22);
  expect(reason).toMatch(/\n {2}and 3 more$/u);
});

test("a run that is asked to stop judges no further, and blames no rule", async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const judge: JudgePlan = async ({ text }) => {
    seen.push(text);
    stop.abort();
    return { broken: ["cut off"] };
  };
  const { reason } = await judged(["a", "b", "c", "d"], judge, stop);
  expect(reason).toBeUndefined();
  expect(seen.length).toBeLessThan(4);
});

test("a run on Temporal refuses a file with a policy, since nobody would judge its plans", () => {
  expect(() => assertNoPolicy({ policy: "/fleet/orgform.policy.yaml" })).toThrow(
    /Run `up` without --temporal, or remove `policy`/u,
  );
  expect(() => assertNoPolicy({ policy: undefined })).not.toThrow();
});

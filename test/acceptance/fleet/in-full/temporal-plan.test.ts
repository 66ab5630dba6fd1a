import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { ANN } from "../../../support/plan-keys.ts";
import { CANARY, Cluster, until } from "../support/cluster.ts";

const DIGEST = /sha256:[0-9a-f]{64}/u;
const STAGES = { acme: "canary", birch: "all", cedar: "all" };

let cluster: Cluster;
const inFolder = (name: string): string => join(cluster.folder, name);

beforeAll(async () => {
  cluster = await Cluster.start({}, { ORGFORM_PLAN_KEY: ANN.identity });
  mkdirSync(inFolder("plans"));
  for (const name of ["ann", "bob"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", inFolder(name)]);
  const publicKey = (name: string): string => readFileSync(inFolder(`${name}.pub`), "utf8").trim();
  const by = { ann: publicKey("ann"), bob: publicKey("bob") };
  const waves = [{ labels: { stage: "canary" } }, { share: "100%", approve: { by, atLeast: 2 } }];
  cluster.writeFleet(STAGES, { waves, parallel: 2, stop: { failures: 3 } });
}, 120_000);

afterAll(() => cluster.dispose());

test("workers apply a plan that two people signed: each organization exactly as planned, or only the rest of its plan", async () => {
  const worker = await cluster.worker("--plans", "plans", "--workers", "2", "--record", "a.sqlite");
  const unsigned = await cluster.run("up", "--yes");
  expect([unsigned.code, unsigned.stderr]).toEqual([1, expect.stringContaining("Wave 2 needs signatures, which on")]);
  const planned = await cluster.apart("plan", "--out", "plan.fleet");
  const digest = DIGEST.exec(planned.stdout)![0];

  // The worker doesn't have it yet.
  const without = await cluster.run("up", "--yes", "--plan", "plan.fleet");
  expect([without.code, without.stdout]).toEqual([1, expect.stringContaining("can't read the plan plans/plan.fleet")]);
  expect(cluster.projects()).toEqual([]);
  copyFileSync(inFolder("plan.fleet"), inFolder("plans/plan.fleet"));
  const held = await cluster.run("resume", "--yes");
  expect([held.code, held.stdout]).toEqual([3, expect.stringMatching(/Wave 2 waits for 2 signatures of ann, bob/u)]);
  expect(cluster.projects()).toEqual(["acme"]);

  expect((await cluster.run("approve", "--by", "ann")).stderr).toContain("Wave 2 needs a signature of ann, bob");
  const first = await cluster.run("approve", "--key", "ann", "--comment", "seen");
  expect(first.stdout).toBe("Signed by ann. Still wave 2 waits for 2 signatures of ann, bob; signed by ann.\n");
  expect((await cluster.run("resume", "--yes")).code).toBe(3);
  const { stdout: statement } = await cluster.run("approve", "--statement");
  expect(statement).toBe(`orgform fleet approval\nfleet: fleet\nwave: 2\ndigest: ${digest}\n`);
  writeFileSync(inFolder("statement"), statement);
  execFileSync("ssh-keygen", ["-q", "-Y", "sign", "-n", "orgform-fleet", "-f", inFolder("bob"), inFolder("statement")]);
  cluster.sandbox.control.addFault({ kind: "delay-after", delayMs: 3000, method: "POST", times: 2 });
  const second = await cluster.run("approve", "--signature", "statement.sig");
  expect(second.stdout).toMatch(/^Signed by bob\. Wave 2 is starting/u);

  // The worker dies in the middle of a part of the plan, and another one brings it to its end.
  const followed = cluster.start("resume", "--yes", "--plan", "plan.fleet", "--json");
  await until(() => cluster.projects().length > 1, worker.lines);
  worker.child.kill("SIGKILL");
  await worker.ended;
  const other = await cluster.worker("--plans", "plans", "--workers", "2", "--record", "b.sqlite");
  const { code, stdout } = await followed.ended;
  expect({ stdout, code }).toMatchObject({ code: 0, stdout: expect.stringContaining('"event":"end","succeeded":3') });
  expect(other.lines()).toMatch(/^(?:birch|cedar) started again, with a repair$/mu);
  expect([cluster.projects(), existsSync(inFolder("plan.fleet"))]).toEqual([["acme", "birch", "cedar"], false]);

  const status = await cluster.run("status");
  expect(status.stdout).toMatch(new RegExp(`\\nPlan ${digest}, bound: (?:exact|\\d exact, \\d checked)\\n`, "u"));
  expect(status.stdout).toMatch(/\nWave 2 approved by ann \(signed\), \S+Z: seen\n/u);
  expect(JSON.parse((await cluster.run("status", "--json")).stdout)).toMatchObject({
    options: { plan: digest },
    approvals: [{ by: "ann" }, { by: "bob" }],
  });
  const database = cluster.server.database();
  expect([cluster.sandbox.apiKey, CANARY, ANN.identity].filter((secret) => database.includes(secret))).toEqual([]);
}, 300_000);

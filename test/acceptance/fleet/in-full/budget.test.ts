import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { startSandbox, type Sandbox } from "@orgform/sandbox";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { testInFull } from "../../../support/extent.ts";
import { credentialId, type Ledger, startLedger } from "../../../../packages/fleet/src/index.ts";

/** A minute of the limits takes two seconds, in the sandbox and in the ledger, if time passes automatically. */
const TIME_SCALE = 30;
/** All that the service allows. One more request in any minute is refused. */
const LIMITS = { requestsPerMinute: 480, requestsPerHour: 4800 };
const PROCESSES = 8;
/** With eight processes, more than a minute of the limits allows. */
const CALLS = 88;
/** More than one process alone can send in a minute, so it's killed while it runs, however early it started. */
const CALLS_OF_KILLED = 500;
/** Fewer than one process alone can send in a minute. */
const CALLS_WITHOUT = 390;

/** Calls the service through the package's exports, and prints the result of each call and why it waited. */
const PROGRAM = `
import { createClient } from ${JSON.stringify(pathToFileURL(join(__dirname, "../../../../dist/index.js")).href)};
const [organization, calls] = process.argv.slice(2);
const reasons = new Set();
const api = createClient({
  host: process.env.HOST,
  apiKey: process.env.KEY,
  retryBudgetMs: 0,
  onEvent: ({ type, reason }) => type === "wait" && reasons.add(reason),
});
const ends = await Promise.all(
  Array.from({ length: Number(calls) }, () => api.organizations.get(organization).then(() => "ok", (error) => error.code + ": " + error.message)),
);
console.log(JSON.stringify({ ends, reasons: [...reasons] }));
`;

const folder = mkdtempSync(join(tmpdir(), "orgform-budget-"));
const program = join(folder, "program.mjs");
const running = new Set<ChildProcess>();
const clock = createFakeClock();
let sandbox: Sandbox;
let ledger: Ledger;

/**
 * The clocks of the sandbox and the ledger only move if the test moves them, so no machine is too slow to reach a
 * limit.
 */
beforeAll(async () => {
  writeFileSync(program, PROGRAM);
  sandbox = await startSandbox({ rateLimit: true });
  sandbox.control.setClock("2026-11-20T00:00:00Z", true);
  ledger = await startLedger({ clock, limits: LIMITS });
});

afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await ledger.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets minutes pass for as long as anything waits for the next one. */
async function letMinutesPass(): Promise<void> {
  while (running.size > 0) {
    await pause(20);
    if (ledger.waitMsFor(credentialId(sandbox.host, sandbox.apiKey)) === 0) continue;
    sandbox.control.advanceClock(60);
    clock.advance(60_000);
  }
}

interface Outcome {
  readonly ends: readonly string[];
  readonly reasons: readonly string[];
}

function start(
  environment: Readonly<Record<string, string>>,
  calls = CALLS,
  { host, apiKey, organizationId } = sandbox,
): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, [program, organizationId, String(calls)], {
    env: { PATH: process.env["PATH"], HOST: host, KEY: apiKey, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const outcome = new Promise<Outcome>((resolve) => {
    child.once("close", () => {
      running.delete(child);
      resolve(text === "" ? { ends: [], reasons: [] } : (JSON.parse(text) as Outcome));
    });
  });
  return { child, outcome };
}

const refused = (): number => sandbox.control.requests().filter(({ status }) => status === 429).length;
const allOk = Array.from({ length: CALLS }, () => "ok");

test("eight processes with one key never exceed the limits, and a killed one doesn't use up the budget", async () => {
  const names = Array.from({ length: PROCESSES }, (_, index) => `organization ${index}`);
  const processes = names.map((name, index) =>
    start(ledger.environmentFor(name), index === 0 ? CALLS_OF_KILLED : CALLS),
  );
  while (sandbox.control.requests().length < LIMITS.requestsPerMinute) await pause(20);
  // Everything else waits for the next minute, and sends nothing before it.
  await pause(200);
  expect(sandbox.control.requests()).toHaveLength(LIMITS.requestsPerMinute);
  expect(ledger.callsOf(names[0]!)).toBeLessThan(CALLS_OF_KILLED);
  processes[0]!.child.kill("SIGKILL");
  const again = start(ledger.environmentFor("again"));
  await letMinutesPass();
  const [killed, ...others] = await Promise.all(processes.map(({ outcome }) => outcome));
  const replaced = await again.outcome;

  expect(killed!.ends).toEqual([]);
  for (const { ends, reasons } of [...others, replaced]) {
    expect(ends).toEqual(allOk);
    expect(reasons).not.toContain("retry_after");
  }
  expect(others.map(({ reasons }) => reasons.includes("rate_limit"))).toContain(true);
  expect(refused()).toBe(0);
  expect(names.slice(1).map((name) => ledger.callsOf(name))).toEqual(others.map(() => CALLS));
  const sent = sandbox.control.requests().length;
  const counted = [...names, "again"].reduce((sum, name) => sum + ledger.callsOf(name), 0);
  expect(sent).toBeGreaterThanOrEqual(PROCESSES * CALLS);
  // The killed process might not have used its last permits.
  expect(counted - sent).toBeGreaterThanOrEqual(0);
  expect(counted - sent).toBeLessThanOrEqual(16);
});

test("without a ledger, two processes are enough to get refusals", async () => {
  const outcomes = await Promise.all([start({}, CALLS_WITHOUT).outcome, start({}, CALLS_WITHOUT).outcome]);
  expect(refused()).toBeGreaterThan(0);
  expect(outcomes.flatMap(({ ends }) => ends).filter((end) => end !== "ok").length).toBeGreaterThan(0);
});

testInFull("the same is true if time passes automatically, only faster", async () => {
  const fast = await startSandbox({ rateLimit: true, rateLimitScale: TIME_SCALE });
  const ofFast = await startLedger({ timeScale: TIME_SCALE, limits: LIMITS });
  try {
    const names = Array.from({ length: PROCESSES }, (_, index) => `organization ${index}`);
    const started = names.map((name) => start(ofFast.environmentFor(name), 130, fast).outcome);
    for (const { ends } of await Promise.all(started)) expect(new Set(ends)).toEqual(new Set(["ok"]));
    expect(fast.control.requests().map(({ status }) => status)).toEqual(
      Array.from({ length: PROCESSES * 130 }, () => 200),
    );
  } finally {
    await ofFast.close();
    await fast.close();
  }
});

test("a process whose fleet has ended sends nothing more, says so, and ends", async () => {
  const other = await startLedger();
  const environment = other.environmentFor("orphan");
  await other.close();
  sandbox.control.clearRequests();
  const { ends } = await start(environment).outcome;
  expect(new Set(ends)).toEqual(
    new Set([
      `budget_lost: The fleet that started this program has ended, so nothing keeps its requests within the limits of the service. GET /api/organizations/${sandbox.organizationId}/ wasn't sent. Run \`orgform fleet resume\`, which continues from its record.`,
    ]),
  );
  expect(sandbox.control.requests()).toEqual([]);
});

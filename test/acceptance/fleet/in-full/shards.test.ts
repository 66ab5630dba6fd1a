import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Sandbox, startSandbox } from "@orgform/sandbox";

import { shardOf } from "../../../../packages/fleet/src/expansion/waves.ts";
import { CutProxy } from "../../../support/cut-proxy.ts";
import { PostgresServer } from "../../../support/postgres-server.ts";
import { FleetFolder } from "../support/fleet-folder.ts";

const SHARDS = 4;
const KILLS_PER_SHARD = 5;
/** Each killed run completes at most one organization, so there is always one left. */
const PER_SHARD = KILLS_PER_SHARD + 1;

/** A minute of the limits takes ten seconds. */
const TIME_SCALE = 6;
/** The requests that all shards together may send in a minute. A fixed quarter for each would be 15. */
const PER_MINUTE = 60;
/** After this time the lease of a killed runner has expired. */
const LEASE_MS = 31_000;

/** The same number of organizations for each shard. */
const NAMES = Array.from({ length: 1000 }, (_, index) => `acme-${index}`).reduce<string[]>((names, name) => {
  const shard = shardOf({ key: name }, SHARDS);
  const siblings = names.filter((other) => shardOf({ key: other }, SHARDS) === shard);
  return siblings.length < PER_SHARD ? [...names, name] : names;
}, []);

let sandbox: Sandbox;
let server: PostgresServer;
let proxy: CutProxy;
let fleet: FleetFolder;
const over = new AbortController();
let kills = 0;

beforeAll(async () => {
  [sandbox, server] = await Promise.all([
    startSandbox({ rateLimit: true, rateLimitScale: TIME_SCALE }),
    PostgresServer.start(),
  ]);
  proxy = await CutProxy.start(server.port);
  fleet = await FleetFolder.create(sandbox);
  fleet.env["FLEET_DATABASE"] = server.url(proxy.port);
  fleet.env["ORGFORM_FLEET_TIME_SCALE"] = String(TIME_SCALE);
}, 120_000);
afterAll(async () => {
  over.abort();
  fleet.dispose();
  await proxy.close();
  await Promise.all([sandbox.close(), server.dispose()]);
});

function writeFleet(key: string): void {
  const approve = `{ by: { ann: ${JSON.stringify(key)} } }`;
  fleet.list(
    NAMES.map((name) => ({ name, template: "terraform" })),
    [
      "database: { environment: FLEET_DATABASE }",
      "parallel: 1",
      `budget: { requestsPerMinute: ${PER_MINUTE} }`,
      `waves: [{ share: 100%, approve: ${approve} }]`,
      "stop: { failures: 100 }",
    ].join("\n"),
  );
}

/** Each shard has its own machine, with its own folder for states. */
const words = (command: string, shard: number): string[] => [
  command,
  "--yes",
  "--json",
  "--shard",
  `${shard}/${SHARDS}`,
  "--record",
  `machine-${shard}/runs.sqlite`,
];

/** Cuts the connections to the database, or loses its responses, until the test is over. */
async function disturb(): Promise<void> {
  while (!over.signal.aborted) {
    await pause(randomInt(1000, 5000));
    if (randomInt(2) === 0) proxy.cut();
    else proxy.lose(1);
  }
}

/**
 * Starts a shard's run, and kills its runner at a random moment, or as soon as an organization has succeeded.
 *
 * @returns the number of kills: none if the run ended before
 */
async function killed(shard: number): Promise<number> {
  const { child, ended } = fleet.start(...words("resume", shard));
  let seen = "";
  child.stdout?.on("data", (text: string) => {
    const isUnderWay = /"organization".*"started"/u.test(seen);
    seen += text;
    if (seen.includes('"succeeded"')) child.kill("SIGKILL");
    else if (!isUnderWay && /"organization".*"started"/u.test(seen))
      setTimeout(() => child.kill("SIGKILL"), randomInt(200, 4000));
  });
  const { code } = await ended;
  await pause(LEASE_MS);
  return code === null ? 1 : 0;
}

async function lived(shard: number): Promise<string> {
  let ownKills = 0;
  for (let tries = 0; ownKills < KILLS_PER_SHARD && tries < 12; tries += 1) ownKills += await killed(shard);
  kills += ownKills;
  // An engine that ended with its runner can leave a lock, which the next run repairs.
  for (let tries = 1; ; tries += 1) {
    const { code, output } = await fleet.run(...words("resume", shard));
    if (code === 0 || output.includes("there is nothing to resume")) return "done";
    if (tries === 3) return output;
  }
}

/** The most requests that arrived in any minute of the limits. */
function mostInAMinute(): number {
  const times = sandbox.control.requests().map(({ at }) => Date.parse(at));
  const windowMs = 60_000 / TIME_SCALE;
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}

test("four shards with one approval and one budget apply each organization once, through cuts and twenty kills", async () => {
  const key = join(fleet.folder, "ann");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
  writeFleet(fleet.read("ann.pub").trim());
  const all = Array.from({ length: SHARDS }, (_, index) => index + 1);
  const disturbed = disturb();
  const held = await Promise.all(all.map((shard) => fleet.run(...words("up", shard))));
  expect(held.map(({ code, output }) => (code === 3 ? "" : output))).toEqual(all.map(() => ""));
  expect(sandbox.control.requests()).toEqual([]);
  const approved = await fleet.run("approve", "--key", key, "--record", "elsewhere/runs.sqlite");
  expect(approved.output).toMatch(/^Signed by ann\. Wave 1 can start in each of 4 shards: /u);

  expect(await Promise.all(all.map(lived))).toEqual(all.map(() => "done"));
  over.abort();
  await disturbed;

  expect(kills).toBe(SHARDS * KILLS_PER_SHARD);
  const { organizations = [], projects = [] } = sandbox.control.snapshot().tables;
  const named = (rows: readonly unknown[], suffix: string): string[] =>
    rows
      .map((row) => String((row as { name?: unknown }).name)) // -- rows of the sandbox
      .filter((name) => NAMES.some((one) => name === `${one}${suffix}`))
      .toSorted();
  expect(named(organizations, "")).toEqual(NAMES.toSorted());
  expect(named(projects, " web")).toEqual(NAMES.map((name) => `${name} web`).toSorted());
  expect(sandbox.control.requests().filter(({ status }) => status === 429)).toEqual([]);
  const most = mostInAMinute();
  expect(most).toBeLessThanOrEqual(PER_MINUTE);
  // More than one shard's part, because the shards share one budget.
  expect(most).toBeGreaterThan(PER_MINUTE / SHARDS);
  const status = await fleet.run("status", "--shard", "1/4", "--record", "elsewhere/runs.sqlite");
  expect(status.output.match(/approved by ann \(signed\)/gu)).toHaveLength(1);
}, 1_200_000);

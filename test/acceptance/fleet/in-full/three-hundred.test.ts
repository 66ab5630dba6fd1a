import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Sandbox, startSandbox } from "@orgform/sandbox";

import { shardOf } from "../../../../packages/fleet/src/expansion/waves.ts";
import { PostgresDatabase } from "../../../../packages/fleet/src/postgres/postgres-database.generated.ts";
import { POSTGRES_MIGRATIONS } from "../../../../packages/fleet/src/record/postgres-migrations.ts";
import { CutProxy } from "../../../support/cut-proxy.ts";
import { PostgresServer } from "../../../support/postgres-server.ts";
import { type Ended, FleetFolder, type Listed } from "../support/fleet-folder.ts";

/** The story can be made smaller, to look for the cause of a failure: 12 organizations have one kill in each shard. */
const ORGANIZATIONS = Number(process.env["ORGFORM_FLEET_ORGANIZATIONS"] ?? 300);
const SHARDS = 4;
const PER_SHARD = Math.ceil(ORGANIZATIONS / SHARDS);
const KILLS_PER_SHARD = Math.min(5, PER_SHARD - 2);
/** Of the organizations that a killed run starts, so that there is always one left. */
const MOST_STARTED = Math.max(1, Math.floor((PER_SHARD - 1) / (KILLS_PER_SHARD + 1)));
const LIMIT_MS = 600_000 + ORGANIZATIONS * 20_000;

/** A minute of the limits takes ten seconds. */
const TIME_SCALE = 6;
/** The requests that all shards together may send in a minute. A fixed quarter for each would be 15. */
const PER_MINUTE = 60;
/** After this time the lease of a killed runner has expired. */
const LEASE_MS = 31_000;

/** An organization's first event. */
const STARTED = /"event":"organization"[^}]*"state":"started"/gu;

/** The same number of organizations for each shard, in the order of the shards. */
const ALL = Array.from({ length: SHARDS }, (_, index) => index + 1);
const NAMES = ALL.flatMap((shard) =>
  Array.from({ length: 40 * ORGANIZATIONS }, (_, index) => `acme-${index}`)
    .filter((key) => shardOf({ key }, SHARDS) === shard)
    .slice(0, PER_SHARD),
);
/** Somebody changes it between plan and apply. */
const MOVED = NAMES.at(-1)!;
const BY_HAND = `${MOVED} by hand`;
const SIGNERS = ["ann", "bob"];

let sandbox: Sandbox;
let server: PostgresServer;
let proxy: CutProxy;
let fleet: FleetFolder;
const over = new AbortController();

beforeAll(async () => {
  [sandbox, server] = await Promise.all([
    startSandbox({ seed: "empty", rateLimit: true, rateLimitScale: TIME_SCALE }),
    PostgresServer.start(),
  ]);
  proxy = await CutProxy.start(server.port);
  fleet = await FleetFolder.create(sandbox);
  fleet.env["FLEET_DATABASE"] = server.url(proxy.port);
  fleet.env["ORGFORM_FLEET_TIME_SCALE"] = String(TIME_SCALE);
  for (const who of SIGNERS)
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(fleet.folder, who)]);
}, LIMIT_MS);
afterAll(async () => {
  over.abort();
  fleet.dispose();
  await proxy.close();
  await Promise.all([sandbox.close(), server.dispose()]);
});

/** One canary for each shard, and then all others, for which two people have to sign. */
function writeFleets(): void {
  const shared = [
    "database: { environment: FLEET_DATABASE }",
    "parallel: 2",
    `budget: { requestsPerMinute: ${PER_MINUTE} }`,
  ];
  fleet.list([{ name: MOVED, template: "terraform", title: BY_HAND }], shared.join("\n"));
  fleet.write("laptop.yaml", fleet.read("fleet.yaml"));
  const by = SIGNERS.map((who) => `${who}: ${JSON.stringify(fleet.read(`${who}.pub`).trim())}`).join(", ");
  const waves = [
    "waves:",
    "  - { labels: { stage: canary } }",
    `  - { share: 100%, approve: { by: { ${by} }, atLeast: ${SIGNERS.length} } }`,
    "stop: { failures: 100 }",
  ];
  const listed = NAMES.map((name, index): Listed => {
    const isCanary = index % PER_SHARD === 0;
    return { name, template: "terraform", ...(isCanary ? { more: ", labels: { stage: canary }" } : {}) };
  });
  fleet.list(listed, [...shared, ...waves].join("\n"));
}

/** Each shard has its own machine, and gets the plan of the whole fleet. */
const words = (command: string, shard: number): string[] => {
  const run = `${command} --plan plan.fleet --yes --json --shard ${shard}/${SHARDS}`;
  return [...run.split(" "), "--record", `machine-${shard}/runs.sqlite`];
};

/** Cuts the connections to the database, or loses its responses, until the test is over. */
async function disturb(): Promise<void> {
  while (!over.signal.aborted) {
    await pause(randomInt(1000, 5000));
    if (randomInt(2) === 0) proxy.cut();
    else proxy.lose(1);
  }
}

/**
 * Starts a shard's run, and kills its runner in the middle of an organization, or as soon as that one has succeeded.
 *
 * @returns the number of kills: none if the run ended before
 */
async function killed(shard: number): Promise<number> {
  const { child, ended } = fleet.start(...words("resume", shard));
  const last = randomInt(MOST_STARTED) + 1;
  let [started, isDue] = [0, false];
  child.stdout?.on("data", (text: string) => {
    if (isDue && text.includes('"succeeded"')) child.kill("SIGKILL");
    started += text.match(STARTED)?.length ?? 0;
    if (isDue || started < last) return;
    isDue = true;
    setTimeout(() => child.kill("SIGKILL"), randomInt(200, 4000));
  });
  const { code } = await ended;
  await pause(LEASE_MS);
  return code === null ? 1 : 0;
}

/** What is left of a shard's run. @returns its last event, or all that was printed before a try that ended otherwise */
async function lived(shard: number): Promise<{ readonly kills: number; readonly end: unknown }> {
  let kills = 0;
  for (let tries = 0; kills < KILLS_PER_SHARD && tries < 2 * KILLS_PER_SHARD; tries += 1) kills += await killed(shard);
  // An engine that ended with its runner can leave a lock, which the next run repairs.
  for (let tries = 1; ; tries += 1) {
    const { events, output } = await fleet.run(...words("resume", shard));
    const end = events.findLast(({ event }) => event === "end");
    const isDone = end?.["notStarted"] === 0 && end["failed"] === failedIn(shard);
    if (isDone || output.includes("there is nothing to resume") || tries === 3) return { kills, end: end ?? output };
  }
}

const failedIn = (shard: number): number => (shardOf({ key: MOVED }, SHARDS) === shard ? 1 : 0);

/** The most requests that arrived in any minute of the limits. */
function mostInAMinute(): number {
  const times = sandbox.control.requests().map(({ at }) => Date.parse(at));
  const windowMs = 60_000 / TIME_SCALE;
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}

/** Every organization and its project exist once, were created by one request each, and no request was refused. */
function expectAppliedOnce(): void {
  const { organizations = [], projects = [] } = sandbox.control.snapshot().tables;
  const titles = NAMES.map((name) => (name === MOVED ? BY_HAND : name));
  const named = (rows: readonly unknown[], suffix: string): string[] =>
    rows
      .map((row) => String(Reflect.get(Object(row), "name")))
      .filter((name) => name.startsWith("acme") && name.endsWith(suffix));
  expect(named(organizations, "").toSorted()).toEqual(titles.toSorted());
  expect(named(projects, " web").toSorted()).toEqual(titles.map((title) => `${title} web`).toSorted());
  const requests = sandbox.control.requests();
  const writes = requests.filter(({ method }) => method !== "GET");
  expect(requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(writes.filter(({ method, status }) => method === "DELETE" || (status ?? 0) >= 400)).toEqual([]);
  const posts = (end: string): number =>
    writes.filter(({ method, path, status }) => method === "POST" && path.endsWith(end) && status === 201).length;
  expect([posts("/organizations/"), posts("/projects/")]).toEqual([NAMES.length, NAMES.length]);
}

interface Status {
  readonly approvals: readonly { readonly by?: string; readonly signature?: unknown; readonly digest: string }[];
  readonly options: { readonly plan?: string };
  readonly organizations: readonly {
    readonly name: string;
    readonly state: string;
    readonly outcome?: { readonly bound?: string; readonly message?: string };
  }[];
}

/** The record of each shard names both signatures, and how each organization was bound to the plan. */
async function expectRecorded(digest: unknown): Promise<void> {
  const states = await Promise.all(
    ALL.map(async (shard): Promise<Status> => {
      const { output } = await fleet.run(
        "status",
        "--json",
        "--shard",
        `${shard}/${SHARDS}`,
        "--record",
        "elsewhere/runs.sqlite",
      );
      return JSON.parse(output) as Status;
    }),
  );
  for (const { approvals, options } of states) {
    const signed = approvals.map(({ signature, ...one }) => [one.by, one.digest, signature !== undefined]);
    expect(signed).toEqual(SIGNERS.map((who) => [who, digest, true]));
    expect(options.plan).toBe(digest);
  }
  const all = states.flatMap(({ organizations }) => organizations);
  expect(all.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
  const others = all.filter(({ name }) => name !== MOVED);
  expect(
    others.filter(({ state, outcome }) => state !== "succeeded" || !/^(?:exact|checked)$/u.test(outcome?.bound ?? "")),
  ).toEqual([]);
  expect(others.some(({ outcome }) => outcome?.bound === "exact")).toBe(true);
  const [moved] = all.filter(({ name }) => name === MOVED);
  expect(moved?.state).toBe("failed");
  expect(moved?.outcome?.message?.split("\n")).toEqual([
    "Changed since the plan, so nothing was applied: the state of the workspace has changed.",
    "now also: update orgform_organization.it: name",
    "now also: update orgform_project.web: name",
    "no longer: create orgform_organization.it",
    "no longer: create orgform_project.web",
    "Plan again, and apply the new plan.",
  ]);
}

/** Neither the database nor a file has a key, and the database has no secret of an object. */
async function expectNoSecrets(): Promise<void> {
  const keys = [
    sandbox.apiKey,
    PostgresServer.PASSWORD,
    encodeURIComponent(PostgresServer.PASSWORD),
    fleet.env["ORGFORM_PLAN_KEY"]!,
  ];
  const { projects = [] } = sandbox.control.snapshot().tables;
  const tokens = projects.map((row) => String(Reflect.get(Object(row), "api_token")));
  expect(tokens.filter((token) => token.length < 10)).toEqual([]);
  const record = await everyRow();
  expect(record).toContain(MOVED);
  for (const secret of [...keys, ...tokens]) expect([secret, record.includes(secret)]).toEqual([secret, false]);
  for (const [path, text] of fleet.files())
    for (const secret of keys) expect([path, secret, text.includes(secret)]).toEqual([path, secret, false]);
}

/** All rows of all tables of the record, as text. */
async function everyRow(): Promise<string> {
  const schema = "orgform_fleet";
  const database = await PostgresDatabase.open({ url: server.url(), schema, migrations: POSTGRES_MIGRATIONS });
  try {
    return await database.transaction(async (session) => {
      const tables = await session.rows<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1",
        [schema],
      );
      const texts: string[] = [];
      for (const { name } of tables) {
        const rows = await session.rows<{ row: string }>(
          `SELECT row_to_json(one)::text AS row FROM ${schema}.${name} AS one`,
        );
        texts.push(name, ...rows.map(({ row }) => row));
      }
      return texts.join("\n");
    });
  } finally {
    await database.close();
  }
}

/** Both people sign, on another machine. */
async function approve(): Promise<void> {
  for (const who of SIGNERS) {
    const { output } = await fleet.run(
      "approve",
      "--key",
      join(fleet.folder, who),
      "--record",
      "elsewhere/runs.sqlite",
    );
    const rest =
      who === SIGNERS.at(-1) ? /Wave 2 can start in each of 4 shards: / : /Still wave 2 waits for 2 signatures/;
    expect(output).toMatch(new RegExp(`^Signed by ${who}\\. ${rest.source}`, "u"));
  }
}

const codes = (ended: readonly Ended[], expected: number): string[] =>
  ended.map(({ code, output }) => (code === expected ? "" : `${code}: ${output}`));

test(
  "four shards apply a plan that two people signed to each organization once, through cuts and kills, and stop at one that moved",
  async () => {
    writeFleets();
    const planned = await fleet.run("plan", "--out", "plan.fleet", "--json");
    const digest = planned.events.at(-1)?.["digest"];
    expect([planned.code, digest]).toEqual([0, expect.stringMatching(/^sha256:/u)]);
    const byHand = await fleet.run("up", "--file", "laptop.yaml", "--yes", "--json");
    expect(codes([byHand], 0)).toEqual([""]);

    const disturbed = disturb();
    const held = await Promise.all(ALL.map((shard) => fleet.run(...words("up", shard))));
    expect(codes(held, 3)).toEqual(ALL.map(() => ""));
    await approve();
    const shards = await Promise.all(ALL.map(lived));
    over.abort();
    await disturbed;

    const succeeded = (shard: number): number => PER_SHARD - failedIn(shard);
    expect(shards).toEqual(
      ALL.map((shard) => ({
        kills: KILLS_PER_SHARD,
        end: { event: "end", succeeded: succeeded(shard), failed: failedIn(shard), notStarted: 0 },
      })),
    );
    expectAppliedOnce();
    const most = mostInAMinute();
    expect(most).toBeLessThanOrEqual(PER_MINUTE);
    // More than one shard's part, because the shards share one budget.
    expect(most).toBeGreaterThan(PER_MINUTE / SHARDS);
    await expectRecorded(digest);
    await expectNoSecrets();
  },
  LIMIT_MS,
);

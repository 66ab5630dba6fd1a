import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";

import { type FleetEvent, FleetSession, type RunControl } from "../../../packages/fleet/src/index.ts";
import { PostgresDatabase } from "../../../packages/fleet/src/postgres/postgres-database.generated.ts";
import { POSTGRES_MIGRATIONS } from "../../../packages/fleet/src/record/postgres-migrations.ts";
import { type Dealings, NO_CHANGES } from "../../../packages/fleet/src/run/events.ts";
import { fleetEngines } from "../../../src/engines/index.ts";
import { PostgresServer } from "../../support/postgres-server.ts";

const NAMES = ["acme", "acme-1", "globex", "hooli", "initech", "umbrella", "wonka", "stark"];

let server: PostgresServer;
let folder: string;
/** Each fleet has its own name: all tests share one database. */
let fleets = 0;
let sessions: FleetSession[];
let applied: string[];
let events: FleetEvent[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgform-shards-"));
  server = await PostgresServer.start();
}, 60_000);
afterAll(async () => {
  await server.dispose();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  fleets += 1;
  sessions = [];
  applied = [];
  events = [];
});
afterEach(() => Promise.all(sessions.map((session) => session.close())));

interface Written {
  readonly title?: string;
  readonly waves?: readonly object[];
}

/** Writes the fleet as one machine has it. @returns its file */
function written(
  machine: string,
  { title = "first", waves = [{ share: "100%", approve: true }] }: Written = {},
): string {
  const place = join(folder, `${machine}-${fleets}`);
  mkdirSync(join(place, "program"), { recursive: true });
  writeFileSync(
    join(place, "program/Pulumi.yaml"),
    "name: test\nruntime: nodejs\nconfig:\n  title: { type: string }\n",
  );
  const file = join(place, `fleet-${fleets}.yaml`);
  const organizations = NAMES.map((name) => ({
    name,
    template: "free",
    labels: { stage: name === "acme" ? "canary" : "rest" },
    values: { title: name === "stark" ? title : "same" },
  }));
  const content = {
    templates: { free: { engine: "pulumi", path: "./program" } },
    organizations,
    waves,
    database: { environment: "FLEET_DATABASE" },
  };
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const dealt = ({ name }: { readonly name: string }): Promise<Dealings> => {
  applied.push(name);
  return Promise.resolve({ changes: NO_CHANGES, invites: 0 });
};
const planned = (): Promise<Dealings> =>
  Promise.resolve({ changes: NO_CHANGES, invites: 0, saved: { bound: "exact", content: "saved" } });

/** A fleet with an engine that only says what it would do. */
async function opened(file: string): Promise<FleetSession> {
  const engines = fleetEngines.map((engine) => ({ ...engine, plan: planned, up: dealt }));
  const environment = { FLEET_DATABASE: server.url(), ORGFORM_API_KEY: "phx_canary" };
  const session = await FleetSession.open({ file, environment, engines });
  sessions.push(session);
  return session;
}

const control: RunControl = { onEvent: (event) => events.push(event), signal: new AbortController().signal };
const shard = (index: number, of = 3) => ({ index, of });
const OPTIONS = { isRefresh: false, isApproved: false };

const up = async (session: FleetSession, index: number): Promise<string> => {
  await session.run("up", { shard: shard(index) }, OPTIONS, control);
  return stateOf(session, index);
};
const resumed = async (session: FleetSession, index: number): Promise<string> => {
  await session.resume(control, undefined, shard(index));
  return stateOf(session, index);
};
const stateOf = async (session: FleetSession, index: number): Promise<string> =>
  (await session.record.newest("up", shard(index)))?.state ?? "";
const notes = (): string[] => events.flatMap((one) => (one.event === "note" ? [one.text] : []));

test("one approval is for all shards, those that begin later among them, and they have one budget", async () => {
  const [one, other] = [await opened(written("one")), await opened(written("other"))];
  expect([await up(one, 1), await up(other, 2)]).toEqual(["held", "held"]);
  const { approval, held, shards } = await one.approve({ by: "ann" });
  expect([approval.wave, held, shards]).toEqual([1, undefined, 3]);
  expect(await up(other, 3)).toBe("ended");
  expect([await resumed(other, 1), await resumed(one, 2)]).toEqual(["ended", "ended"]);
  expect(applied.toSorted()).toEqual(NAMES.toSorted());
  expect((await one.record.newest("up"))?.options.share).toBe(1);
  expect(notes()).toEqual([]);
  // It was for these runs alone.
  expect(await up(one, 1)).toBe("held");
  expect(applied).toHaveLength(NAMES.length);
});

test("what shards wait for together is approved wave by wave, from the first one", async () => {
  const waves = [
    { labels: { stage: "canary" }, approve: true },
    { share: "100%", approve: true },
  ];
  const one = await opened(written("one", { waves }));
  for (const index of [1, 2, 3]) expect(await up(one, index)).toBe("held");
  expect((await one.approve({})).approval.wave).toBe(1);
  for (const index of [1, 2, 3]) expect(await resumed(one, index)).toBe("held");
  expect(applied).toEqual(["acme"]);
  expect((await one.approve({})).approval.wave).toBe(2);
  for (const index of [3, 2, 1]) expect(await resumed(one, index)).toBe("ended");
  expect(applied.toSorted()).toEqual(NAMES.toSorted());
});

test("a shard with other contents isn't approved with the others, and says so", async () => {
  const [one, other] = [await opened(written("one")), await opened(written("other", { title: "second" }))];
  await up(one, 1);
  await one.approve({});
  expect(await up(other, 2)).toBe("held");
  expect(notes()).toEqual([expect.stringContaining("The other shards' latest runs have other contents")]);
  expect(applied).toEqual([]);
});

test("a shard whose contents changed after the approval waits again", async () => {
  const one = await opened(written("one"));
  await up(one, 1);
  await up(one, 2);
  await one.approve({});
  expect(await resumed(await opened(written("one", { title: "second" })), 1)).toBe("held");
  expect(applied).toEqual([]);
  expect(await resumed(one, 2)).toBe("ended");
});

test("one plan of the whole fleet is approved once, and each shard applies its part of it", async () => {
  const one = await opened(written("one"));
  const { plan, digest } = await one.keptPlan({}, OPTIONS, control);
  for (const index of [1, 2]) await one.apply(plan, false, control, shard(index));
  expect((await one.waiting()).statement.digest).toBe(digest);
  await one.approve({});
  await one.apply(plan, false, control, shard(3));
  for (const index of [1, 2]) await one.resume(control, plan, shard(index));
  expect(applied.toSorted()).toEqual(NAMES.toSorted());
  const ofShard = await one.keptPlan({ shard: shard(1) }, OPTIONS, control);
  await expect(one.apply(ofShard.plan, false, control, shard(2))).rejects.toThrow(
    "The plan is of shard 1/3 alone: leave out --shard, or plan the whole fleet.",
  );
});

test("a run whose lease can't be released has succeeded, with a note before its end", async () => {
  const session = await opened(written("one", { waves: [{ share: "100%" }] }));
  const database = await PostgresDatabase.open({
    url: server.url(),
    schema: "orgform_fleet",
    migrations: POSTGRES_MIGRATIONS,
  });
  await database.transaction((own) =>
    own.rows(`
      CREATE FUNCTION pg_temp.away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'it is away'; END $$;
      CREATE TRIGGER away BEFORE DELETE ON orgform_fleet.leases FOR EACH ROW
        WHEN (OLD.name = 'run' AND OLD.fleet = 'fleet-${fleets}') EXECUTE FUNCTION pg_temp.away()`),
  );
  const tally = await session.run("up", {}, OPTIONS, control);
  await database.transaction((own) => own.rows("DROP TRIGGER away ON orgform_fleet.leases"));
  await database.close();
  expect(tally).toMatchObject({ succeeded: NAMES.length, failed: 0 });
  expect(events.slice(-2)).toMatchObject([{ event: "note" }, { event: "end" }]);
  expect(notes().at(-1)).toMatch(/^The lease of this run expires in 30 seconds: .* it is away/u);
});

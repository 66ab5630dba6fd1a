import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { setTimeout as pause } from "node:timers/promises";
import { type Sandbox, startSandbox } from "@orgform/sandbox";

import { PostgresServer } from "../../../support/postgres-server.ts";
import { FleetFolder } from "../support/fleet-folder.ts";

const NAMES = ["acme", "acme-1", "globex", "hooli", "initech", "umbrella"];

let sandbox: Sandbox;
let server: PostgresServer;
let fleet: FleetFolder;

beforeAll(async () => {
  [sandbox, server] = await Promise.all([startSandbox(), PostgresServer.start()]);
  fleet = await FleetFolder.create(sandbox);
  fleet.env["FLEET_DATABASE"] = server.url();
}, 120_000);
afterAll(async () => {
  fleet.dispose();
  await Promise.all([sandbox.close(), server.dispose()]);
});

/** Writes the fleet with a title of its own for each organization. */
function titled(suffix: string): void {
  fleet.list(
    NAMES.map((name) => ({ name, template: "terraform", title: `${name}-${suffix}` })),
    "database: { environment: FLEET_DATABASE }\nparallel: 2",
  );
}

/** A machine has its own file for the ledger's counts, and shares the database. */
const machine = (name: string): string[] => ["--record", `${name}/runs.sqlite`];

const titles = (): string[] =>
  sandbox.control
    .snapshot()
    .tables["organizations"]!.map((row) => String((row as { name?: unknown }).name))
    .filter((name) => NAMES.some((one) => name.startsWith(one)))
    .toSorted();

test("shards on two machines share a record, and another machine replaces one that dies during a run", async () => {
  titled("first");
  const shards = await Promise.all(
    [1, 2].map((shard) => fleet.run("up", "--yes", "--json", "--shard", `${shard}/2`, ...machine(`shard${shard}`))),
  );
  expect(shards.map(({ code, output }) => (code === 0 ? "" : output))).toEqual(["", ""]);
  expect(titles()).toEqual(NAMES.map((name) => `${name}-first`).toSorted());
  const ofShard = await fleet.run("status", "--shard", "1/2", ...machine("elsewhere"));
  expect(ofShard.output).toMatch(/^Run 1|^Run 2/u);

  titled("second");
  const { child, ended } = fleet.start("up", "--yes", "--json", ...machine("one"));
  let seen = "";
  child.stdout?.on("data", (text: string) => {
    seen += text;
    if (seen.includes('"succeeded"')) child.kill("SIGKILL");
  });
  expect((await ended).code).toBe(null);
  const refused = await fleet.run("resume", "--yes", "--json", ...machine("two"));
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining("Another run of this fleet is in progress"),
  ]);
  await pause(31_000);
  const resumed = await fleet.run("resume", "--yes", "--json", ...machine("two"));
  expect(resumed.code === 0 ? "" : resumed.output).toBe("");
  expect(titles()).toEqual(NAMES.map((name) => `${name}-second`).toSorted());
  const status = await fleet.run("status", ...machine("elsewhere"));
  expect(status.output).toMatch(/^Run 3/u);
  for (const [path, text] of fleet.files()) {
    if (text.includes(PostgresServer.PASSWORD)) throw new Error(`${path} contains the database's password`);
  }
}, 600_000);

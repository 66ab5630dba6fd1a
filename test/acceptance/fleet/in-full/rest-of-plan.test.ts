import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "@orgform/sandbox";
import { until } from "../support/cluster.ts";
import { FleetFolder, type Ended } from "../support/fleet-folder.ts";

const LIMIT_MS = 600_000;
/** Longer than the test takes to see that the service has the projects. */
const HELD_MS = 60_000;
const PROJECTS = "/api/organizations/:organization_id/projects/";

let sandbox: Sandbox;
let fleet: FleetFolder;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: "empty" });
  fleet = await FleetFolder.create(sandbox);
  fleet.list(
    [
      { name: "rest", template: "plugin" },
      { name: "moved", template: "plugin" },
    ],
    "parallel: 2\nstop: { failures: 2 }",
  );
}, LIMIT_MS);

afterAll(async () => {
  killAll();
  await sandbox.close();
  fleet.dispose();
});

/** Ends the runner, the engines, the programs, and the providers at the same moment, as a machine that stops does. */
function killAll(): void {
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/u.test(one) && Number(one) !== process.pid)) {
    try {
      const isOurs = [`/proc/${name}/environ`, `/proc/${name}/cmdline`].some((file) =>
        readFileSync(file, "latin1").includes(fleet.folder),
      );
      if (isOurs) process.kill(Number(name), "SIGKILL");
    } catch {
      // It has ended meanwhile, or belongs to another user.
    }
  }
}

const projects = (): string[] => {
  const { projects: rows = [] } = sandbox.control.snapshot().tables;
  const names = rows.map((row) => String(Reflect.get(row, "name")));
  // The service itself gives an organization its first project.
  return names.filter((name) => name.endsWith(" web")).toSorted();
};
const outcomeOf = ({ events }: Ended, name: string) =>
  events.find((event) => event["name"] === name && "durationMs" in event);

/** Somebody else's change of a stack in the meantime: its organization has another name now. */
function rename(stack: string, from: string, to: string): void {
  const file = join(fleet.folder, "state/.pulumi/stacks/plugin", `${stack}.json`);
  const text = readFileSync(file, "utf8");
  expect(text).toContain(`"name":"${from}"`);
  writeFileSync(file, text.replaceAll(`"name":"${from}"`, `"name":"${to}"`));
}

test(
  "after a kill during Pulumi's updates, the rest of the plan runs, and an organization that needs more than the plan is stopped",
  async () => {
    const planned = await fleet.run("plan", "--out", "plan.fleet");
    expect(planned.output).toContain("bound: checked");
    sandbox.control.addFault({ kind: "delay-after", method: "POST", route: PROJECTS, delayMs: HELD_MS, times: 2 });
    const killed = fleet.start("up", "--plan", "plan.fleet", "--yes", "--json");
    await until(
      () => projects().length === 2,
      () => projects().join(),
      240_000,
    );
    killAll();
    expect((await killed.ended).code).toBeNull();
    rename("moved", "moved", "renamed by hand");
    sandbox.control.clearRequests();

    const resumed = await fleet.run("resume", "--plan", "plan.fleet", "--yes", "--json");
    expect(outcomeOf(resumed, "rest")).toMatchObject({ state: "succeeded", bound: "checked" });
    expect(outcomeOf(resumed, "moved")).toMatchObject({
      state: "failed",
      message: expect.stringMatching(
        /^Changed since the plan, so nothing was applied: [^]*\nnow also: update \S+Organization/u,
      ),
    });
    expect(resumed.code).toBe(1);
    // The project whose answer was lost is the one that the service has.
    expect(projects()).toEqual(["moved web", "rest web"]);
    expect(
      sandbox.control
        .organizations()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["moved", "rest"]);
    expect(sandbox.control.requests().filter(({ method }) => method === "POST")).toEqual([]);

    const again = await fleet.run("plan", "--only", "rest", "--json");
    expect(outcomeOf(again, "rest")).toMatchObject({ changes: { create: 0, update: 0, replace: 0, delete: 0 } });
  },
  LIMIT_MS,
);

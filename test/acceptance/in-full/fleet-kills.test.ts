import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect } from "@jest/globals";

import { type Sandbox, startSandbox } from "@orgform/sandbox";
import { testInFull } from "../../support/extent.ts";
import { FleetFolder, type Listed } from "../fleet/support/fleet-folder.ts";

/** How many organizations the run has, and how often one of its processes is killed. */
const NUMBER = 100;
const KILLS = 20;

/** The kinds of processes to kill, in turn. */
const VICTIMS = ["runner", "engine", "provider"] as const;

const listed: Listed[] = Array.from({ length: NUMBER }, (_, index) => ({
  name: `org-${index + 1}`,
  // Only every tenth is a Pulumi stack, because its engine costs ten times as much.
  template: index % 10 === 0 ? "plugin" : "terraform",
}));

let sandbox: Sandbox;
let fleet: FleetFolder;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: "empty" });
  fleet = await FleetFolder.create(sandbox);
  fleet.list(listed, `stop: { failures: ${NUMBER} }\nparallel: 4`);
}, 600_000);

afterAll(async () => {
  for (const pid of processes("any")) process.kill(pid, "SIGKILL");
  await sandbox.close();
  fleet.dispose();
});

/** Processes of this fleet, by kind. */
function processes(kind: (typeof VICTIMS)[number] | "any"): number[] {
  const words = {
    runner: "dist/cli/main.js fleet",
    engine: /(?:^|\/)(?:pulumi|terraform)\s/u,
    provider: "shared-providers",
  };
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/u.test(name)) return [];
    try {
      const environment = readFileSync(`/proc/${name}/environ`, "utf8");
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      const isOurs = environment.includes(fleet.folder) || command.includes(fleet.folder);
      const isKind = kind === "any" || (kind === "engine" ? words.engine.test(command) : command.includes(words[kind]));
      // The provider's environment doesn't name the fleet, but its parent process is the runner.
      const isChild = kind === "provider" && processes("runner").includes(parentOf(name));
      return isKind && (isOurs || isChild) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

const parentOf = (pid: string): number => Number(/\) \S (\d+)/u.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);

const isLanguageHost = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("pulumi-language-");

testInFull(
  `${KILLS} kills at random moments of a run of ${NUMBER}: no duplicate, none lost, none untouched`,
  async () => {
    let last = { code: 1 as number | null, failed: [] as unknown[] };
    let kills = 0;
    for (let attempt = 0; last.code !== 0 && attempt < KILLS + 5; attempt += 1) {
      const run = fleet.start(...(attempt === 0 ? ["up"] : ["resume"]), "--yes", "--json");
      const hasEnded = (): boolean => run.child.exitCode !== null || run.child.signalCode !== null;
      // Waits for the first record, because a run that is killed earlier has nothing to resume.
      while (!hasEnded() && sandbox.control.organizations().length === 0) await pause(100);
      while (!hasEnded() && kills < KILLS) {
        await pause(500 + Math.random() * 4_000);
        const victim = VICTIMS[kills % VICTIMS.length]!;
        const [pid] = processes(victim).toSorted(() => Math.random() - 0.5);
        if (pid === undefined || hasEnded()) continue;
        process.kill(pid, "SIGKILL");
        kills += 1;
        if (victim === "runner") break;
      }
      const { code, events } = await run.ended;
      last = { code, failed: events.filter(({ state }) => state === "failed") };
    }
    expect(kills).toBe(KILLS);
    expect(last).toEqual({ code: 0, failed: [] });
    const names = sandbox.control.organizations().map(({ name }) => name);
    expect(names.toSorted()).toEqual(listed.map(({ name }) => name).toSorted());
    const again = await fleet.run("up", "--yes", "--json");
    expect(again.events.at(-1)).toEqual({ event: "end", succeeded: NUMBER, failed: 0, notStarted: 0 });
    const changed = again.events.filter(({ changes }) => Object.values(changes ?? {}).some((number) => number !== 0));
    expect(changed).toEqual([]);
    expect(sandbox.control.organizations()).toHaveLength(NUMBER);
    // Pulumi's own language host outlives an engine that is killed.
    expect(processes("any").filter((pid) => !isLanguageHost(pid))).toEqual([]);
  },
  3_600_000,
);

/**
 * Compares the cost of an organization in Pulumi with the same program and a no-op provider in the same engine.
 *
 * Run by hand, on Linux, after a build:
 *
 *     npx tsx bench/pulumi.ts [--resources 100]... [--rounds 1] [--engine pulumi-plugin]...
 *
 * For each number of resources (by default, 100 and 1,000), it previews, applies, refreshes, previews again, and
 * destroys a program of members, roles, memberships, domains, projects, and batch exports. Wall times include the
 * sandbox, which runs on the same cores. CPU and memory are those of the command and everything it started.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { machine } from "./machine.ts";
import { buildNoOps } from "./engines/no-op-build.ts";
import { pulumiEngines } from "./engines/pulumi.ts";
import { runRound } from "./engines/run.ts";
import type { Engine } from "./engines/workspace.ts";
import { letPeopleIn, programOf } from "./pulumi/organization.ts";
import { costReport, growthReport, type Rounds, SIDES } from "./pulumi/report.ts";

async function measure(engine: Engine, count: number, howMany: number): Promise<Rounds> {
  const rounds: Rounds["rounds"][number][] = [];
  for (let order = 0; order < howMany; order += 1) {
    rounds.push(await runRound({ engine, count, order, subjects: SIDES, prepare: letPeopleIn }));
  }
  return { engine: engine.name, count, rounds };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      resources: { type: "string", multiple: true, default: ["100", "1000"] },
      rounds: { type: "string", default: "1" },
      engine: { type: "string", multiple: true },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "orgform-no-op-"));
  try {
    const noOps = await buildNoOps(folder);
    console.log(machine());
    for (const engine of pulumiEngines(noOps, programOf)) {
      if (values.engine !== undefined && !values.engine.includes(engine.name)) continue;
      const all: Rounds[] = [];
      for (const count of values.resources) {
        const measured = await measure(engine, Number(count), Number(values.rounds));
        console.log(costReport(measured));
        all.push(measured);
      }
      const [small, large] = [all[0], all.at(-1)];
      if (small !== undefined && large !== undefined && small !== large) console.log(growthReport(small, large));
    }
    console.log(machine());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();

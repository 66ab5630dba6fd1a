/**
 * Compares the cost of our provider in three engines with a provider that does nothing in the same engine.
 *
 * Run by hand, on Linux, after a build:
 *
 *     npx tsx bench/engines.ts [--resources 100] [--rounds 3] [--engine pulumi-plugin]...
 *
 * For each engine, it previews, applies, refreshes, previews again, and destroys a program with that many domains. It
 * uses our provider against the sandbox, a no-op provider, and a no-op provider that sends the same requests as ours.
 * Wall times include the sandbox, which runs on the same cores. CPU is that of the command and everything it started.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { machine } from "./machine.ts";
import { buildNoOps } from "./engines/no-op-build.ts";
import { domains } from "./engines/domains.ts";
import { pulumiEngines } from "./engines/pulumi.ts";
import { engineRatios, engineReport, type Measured, startReport } from "./engines/report.ts";
import { type Round, runRound } from "./engines/run.ts";
import { measureStarts } from "./engines/start.ts";
import { terraformEngine } from "./engines/terraform.ts";
import { type Engine, SUBJECTS } from "./engines/workspace.ts";

async function rounds(engine: Engine, count: number, howMany: number): Promise<Round[]> {
  const done: Round[] = [];
  for (let order = 0; order < howMany; order += 1) {
    done.push(await runRound({ engine, count, order, subjects: SUBJECTS }));
  }
  return done;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      resources: { type: "string", default: "100" },
      rounds: { type: "string", default: "3" },
      engine: { type: "string", multiple: true },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "orgform-no-op-"));
  try {
    const noOps = await buildNoOps(folder);
    console.log(machine());
    console.log(startReport(await measureStarts(noOps)));
    const all: Measured[] = [];
    for (const engine of [...pulumiEngines(noOps, domains), terraformEngine(noOps)]) {
      if (values.engine !== undefined && !values.engine.includes(engine.name)) continue;
      const count = Number(values.resources);
      const single = await rounds(engine, 1, 1);
      const measured = { engine: engine.name, count, single, many: await rounds(engine, count, Number(values.rounds)) };
      console.log(engineReport(measured));
      all.push(measured);
    }
    const [dynamic, plugin] = ["pulumi-dynamic", "pulumi-plugin"].map((name) => all.find((one) => one.engine === name));
    if (dynamic !== undefined && plugin !== undefined) console.log(engineRatios(plugin, dynamic));
    console.log(machine());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();

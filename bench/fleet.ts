/**
 * Compares the cost of a fleet for each organization with the engine alone and a no-op provider.
 *
 * Run by hand, on Linux, after a build:
 *
 *     npx tsx bench/fleet.ts [--organizations 20] [--domains 3] [--engine terraform]... [--folder DIR]
 *
 * It runs `up` for a fleet against a sandbox, and then again, which must write nothing. With --folder, it keeps
 * everything there, and resumes an interrupted run, because a thousand Pulumi stacks take hours. CPU is that of the
 * command and everything it started. Memory is the peak of all of these together, divided by the organizations that run
 * in parallel.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { ensurePulumi } from "../tools/set-up/pulumi/ensure.ts";
import { pulumiEnvironment } from "../tools/set-up/pulumi/environment.ts";
import { costOfCommand } from "./engines/command-cost.ts";
import { domains as domainsProgram } from "./engines/domains.ts";
import { buildNoOps, type NoOps } from "./engines/no-op-build.ts";
import { watch } from "./engines/processes.ts";
import { pulumiEngines } from "./engines/pulumi.ts";
import { Service } from "./engines/service.ts";
import { table } from "./engines/table.ts";
import { terraformEngine } from "./engines/terraform.ts";
import type { Engine } from "./engines/workspace.ts";
import { type Kind, KINDS, type Size, writeFleet } from "./fleet/fleet-programs.ts";
import { machine } from "./machine.ts";

const ROOT = join(import.meta.dirname, "..");

/** Default of `parallel` in a fleet file. */
const AT_ONCE = 4;

/** Number of runs of the engine alone. */
const ALONE = 5;

/** The cost of one organization. */
interface Each {
  readonly cpuMs: number;
  readonly treeMb: number;
  readonly providers: number;
}

async function fleetCost(folder: string, kind: Kind, size: Size): Promise<{ first: Each; again: Each }> {
  if (!existsSync(join(folder, "fleet.yaml"))) writeFleet(folder, kind, size);
  for (const name of ["home", "state"]) mkdirSync(join(folder, name), { recursive: true });
  const { binDir } = await ensurePulumi();
  const service = await Service.start("documented", join(folder, "service.db"));
  // As for the engine alone, which would otherwise save half of the state's cost.
  const extra = {
    PULUMI_SKIP_CHECKPOINTS: "true",
    ORGFORM_HOST: service.host,
    ORGFORM_API_KEY: service.apiKey,
    CHECKPOINT_DISABLE: "1",
  };
  const workspace = { cwd: folder, env: pulumiEnvironment({ binDir, folder, extra }) };
  const run = async (...words: string[]): Promise<Each> => {
    const stop = watch(/shared-providers|pulumi-plugin\/main|terraform\/provider\/main|dynamic-provider/u);
    const command = [process.execPath, join(ROOT, "dist/cli/main.js"), "fleet", ...words, "--yes", "--json"];
    const { cpuMs } = await costOfCommand(command, workspace);
    const { treeMb, count } = stop();
    return { cpuMs: cpuMs / size.organizations, treeMb: treeMb / AT_ONCE, providers: count };
  };
  try {
    const first = await run(existsSync(join(folder, ".orgform")) ? "resume" : "up");
    await service.takeWrites();
    const again = await run("up");
    const writes = await service.takeWrites();
    if (writes > 0) throw new Error(`The second run wrote ${writes} times.`);
    return { first, again };
  } finally {
    await service.stop();
  }
}

/** The cost of the engine alone, one program after the other. */
async function aloneCost(engine: Engine, { domains }: Size): Promise<{ first: Each; again: Each }> {
  const NOWHERE = { organizationId: "00000000-0000-4000-8000-000000000000", env: {} };
  const sums = { first: { cpuMs: 0, treeMb: 0, providers: 0 }, again: { cpuMs: 0, treeMb: 0, providers: 0 } };
  for (let round = 0; round < ALONE; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), "orgform-alone-"));
    try {
      // One more than the domains, because a fleet's program also has the organization.
      const workspace = await engine.open(folder, "no-op", domains + 1, NOWHERE);
      for (const which of ["first", "again"] as const) {
        const stop = watch(engine.process);
        const { preview, up } = workspace.commands;
        const [program = ""] = up;
        const init = which === "first" ? [[program, "stack", "init", "other", "--no-select", "--non-interactive"]] : [];
        const commands = engine.name === "terraform" ? [preview, up] : [...init, up];
        for (const command of commands) sums[which].cpuMs += (await costOfCommand(command, workspace)).cpuMs / ALONE;
        const { treeMb, count } = stop();
        sums[which].treeMb = Math.max(sums[which].treeMb, treeMb);
        sums[which].providers += count;
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return sums;
}

function report(
  kind: Kind,
  size: Size,
  fleet: { first: Each; again: Each },
  alone: { first: Each; again: Each },
): string {
  const rows = (["first", "again"] as const).map((which) => [
    which === "first" ? "up" : "up again",
    `${fleet[which].cpuMs.toFixed(0)} / ${alone[which].cpuMs.toFixed(0)}`,
    (fleet[which].cpuMs / alone[which].cpuMs).toFixed(2),
    `${fleet[which].treeMb.toFixed(0)} / ${alone[which].treeMb.toFixed(0)}`,
    (fleet[which].treeMb / alone[which].treeMb).toFixed(2),
    `${fleet[which].providers} for ${size.organizations}`,
  ]);
  const head = ["", "CPU ms each: fleet / alone", "ratio", "MB each: fleet / alone", "ratio", "provider processes"];
  return `${kind}, ${size.organizations} organizations of ${size.domains} domains\n${table(head, rows)}`;
}

function enginesFor(noOps: NoOps): Map<Kind, Engine> {
  const engines = [...pulumiEngines(noOps, domainsProgram), terraformEngine(noOps)];
  return new Map(engines.map((engine) => [engine.name as Kind, engine]));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      organizations: { type: "string", default: "20" },
      domains: { type: "string", default: "3" },
      engine: { type: "string", multiple: true },
      folder: { type: "string" },
    },
  });
  const size = { organizations: Number(values.organizations), domains: Number(values.domains) };
  const scratch = mkdtempSync(join(tmpdir(), "orgform-bench-"));
  try {
    const engines = enginesFor(await buildNoOps(join(scratch, "no-op")));
    console.log(machine());
    for (const kind of KINDS) {
      const engine = engines.get(kind);
      if (engine === undefined || !(values.engine?.includes(kind) ?? true)) continue;
      const alone = await aloneCost(engine, size);
      const fleet = await fleetCost(join(values.folder ?? scratch, kind), kind, size);
      console.log(report(kind, size, fleet, alone));
    }
    console.log(machine());
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

await main();

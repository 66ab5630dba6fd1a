/**
 * Compares a provider process that stacks share with engines that start their own providers.
 *
 * Run by hand, on Linux, after a build:
 *
 *     npx tsx bench/fleet-providers.ts [--stacks 10] [--domains 3]
 *
 * For each engine, it applies that many stacks of domains, two at a time as a fleet on two cores does, and then
 * previews them again without a change. CPU is that of the engines and everything they started, and of the shared
 * process.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { SharedProviders } from "../packages/fleet/src/providers/shared-providers.ts";
import { fleetEngines } from "../src/engines/index.ts";
import { costOfCommand } from "./engines/command-cost.ts";
import { domains } from "./engines/domains.ts";
import { buildNoOps } from "./engines/no-op-build.ts";
import { cpuMsOf } from "./engines/processes.ts";
import { pulumiEngines } from "./engines/pulumi.ts";
import { Service } from "./engines/service.ts";
import { table } from "./engines/table.ts";
import { terraformEngine } from "./engines/terraform.ts";
import type { Engine, Phase, Workspace } from "./engines/workspace.ts";
import { machine } from "./machine.ts";

const ROOT = join(import.meta.dirname, "..");
const SHARED_MAIN = join(ROOT, "dist/engines/shared-providers/main.js");
const NOTE_START = join(ROOT, "bench/fleet/note-start.cjs");
const PHASES = ["preview", "up", "preview again"] as const satisfies readonly Phase[];
const AT_ONCE = 2;

/** The cost of a phase for all stacks. */
interface Cost {
  readonly starts: number;
  readonly cpuMs: number;
  readonly wallMs: number;
}

interface Side {
  readonly shared: boolean;
  readonly stacks: number;
  readonly domains: number;
}

/** Runs all phases with new stacks. */
async function measure(engine: Engine, side: Side): Promise<Map<Phase, Cost>> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-bench-"));
  const service = await Service.start();
  const providers = new SharedProviders({ command: [process.execPath, SHARED_MAIN], engines: fleetEngines });
  const started = join(folder, "starts");
  try {
    const made: Workspace[] = [];
    for (let number = 0; number < side.stacks; number += 1) {
      made.push(await stackOf({ engine, service, folder, started, number, side, providers }));
    }
    const costs = new Map<Phase, Cost>();
    for (const phase of PHASES) costs.set(phase, await costOf(phase, made, providers, started));
    return costs;
  } finally {
    await providers.end();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Parts {
  readonly engine: Engine;
  readonly service: Service;
  readonly folder: string;
  readonly started: string;
  readonly number: number;
  readonly side: Side;
  readonly providers: SharedProviders;
}

/** A stack with its own organization. */
async function stackOf({ engine, service, folder, started, number, side, providers }: Parts): Promise<Workspace> {
  const name = `s${number}`;
  const own = join(folder, name);
  mkdirSync(own);
  const settings = {
    ORGFORM_HOST: service.host,
    ORGFORM_API_KEY: service.apiKey,
    ORGFORM_INTENTS_DIR: join(folder, "records"),
    // At the service's limits, both sides would wait equally long.
    ORGFORM_REQUESTS_PER_MINUTE: "1000000",
    ORGFORM_REQUESTS_PER_HOUR: "1000000",
  };
  const noted = { NODE_OPTIONS: `--require ${NOTE_START}`, BENCH_STARTS: started };
  const { id } = await service.control("POST", "organizations", { email: "founder@acme.example", name });
  const account = { organizationId: String(id), env: { ...settings, ...noted } };
  const workspace = await engine.open(own, "orgform", side.domains, account);
  if (!side.shared) return workspace;
  const kind = engine.name === "terraform" ? "terraform" : "pulumi";
  const stack = { engine: kind, name, folder: workspace.cwd, environment: settings } as const;
  return { ...workspace, env: { ...workspace.env, ...(await providers.open(stack)) } };
}

async function costOf(
  phase: Phase,
  made: readonly Workspace[],
  { pid }: SharedProviders,
  started: string,
): Promise<Cost> {
  const sharedMs = (): number => (pid === undefined ? 0 : cpuMsOf(pid));
  const [startsBefore, sharedBefore, begin] = [startsIn(started), sharedMs(), performance.now()];
  const waiting = [...made];
  let cpuMs = 0;
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      cpuMs += (await costOfCommand(next.commands[phase], next)).cpuMs;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return {
    starts: startsIn(started) - startsBefore,
    cpuMs: cpuMs + sharedMs() - sharedBefore,
    wallMs: performance.now() - begin,
  };
}

function startsIn(file: string): number {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /provider\/main|plugin\/main/u.test(line)).length;
  } catch {
    return 0;
  }
}

function report(engine: string, own: Map<Phase, Cost>, shared: Map<Phase, Cost>): string {
  const seconds = (ms = 0): string => (ms / 1_000).toFixed(1);
  const rows = PHASES.map((phase) => {
    const [alone, together] = [own.get(phase), shared.get(phase)];
    const ratio = ((together?.cpuMs ?? 0) / (alone?.cpuMs ?? 1)).toFixed(2);
    const starts = `${alone?.starts} / ${together?.starts}`;
    return [
      phase,
      starts,
      seconds(alone?.cpuMs),
      seconds(together?.cpuMs),
      ratio,
      `${seconds(alone?.wallMs)} / ${seconds(together?.wallMs)}`,
    ];
  });
  const head = ["phase", "provider starts", "CPU s, own", "CPU s, shared", "ratio", "wall s, own / shared"];
  return `${engine}\n${table(head, rows)}\n`;
}

async function main(): Promise<void> {
  const options = { stacks: { type: "string", default: "10" }, domains: { type: "string", default: "3" } } as const;
  const { values } = parseArgs({ options });
  const [stacks, count] = [Number(values.stacks), Number(values.domains)];
  const folder = mkdtempSync(join(tmpdir(), "orgform-no-op-"));
  try {
    const noOps = await buildNoOps(folder);
    console.log(`${machine()}; ${stacks} stacks of ${count} domains, ${AT_ONCE} at a time`);
    const engines = [...pulumiEngines(noOps, domains), terraformEngine(noOps)];
    for (const engine of engines.filter(({ name }) => name !== "pulumi-dynamic")) {
      const own = await measure(engine, { shared: false, stacks, domains: count });
      console.log(report(engine.name, own, await measure(engine, { shared: true, stacks, domains: count })));
    }
    console.log(machine());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();

/**
 * Measures a fleet of 1,000 organizations: creates it, plans a change in 100 of them with `plan --out`, applies this plan, and
 * looks for drift.
 *
 * Run by hand, on Linux, after a build:
 *
 *     npx tsx bench/fleet-governed.ts [--organizations 1000] [--changed 100] [--domains 3] [--sample 6] [--folder DIR]
 *
 * The baseline is the engine alone with a no-op provider, in the same run: of each stage, it does the same with 6
 * organizations that change and 6 others, half of them right before the fleet and half right after it. CPU is that of the command
 * and everything it started. The sandbox counts requests. Memory is that of the runner, without engines: the median
 * of each tenth of a stage.
 *
 * With --folder, it keeps everything there until the table is printed, and the same command resumes an interrupted run. Without
 * it, an interrupted run leaves nothing. Exit code 1: a limit isn't met.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { buildNoOps } from "./engines/no-op-build.ts";
import { descendantsOf } from "./engines/processes.ts";
import { Service } from "./engines/service.ts";
import { table } from "./engines/table.ts";
import { Alone, type Stage, STAGES } from "./fleet/alone.ts";
import { costOfFleet, type FleetCost } from "./fleet/fleet-command.ts";
import { type GovernedSize, PLAN, workspaceOf, writeGovernedFleet } from "./fleet/governed-fleet.ts";
import { type Memory, firstHalfMb, secondHalfMb } from "./fleet/runner-memory.ts";
import { machine } from "./machine.ts";

/** The limits that a fleet of 1,000 should keep. */
const MOST_RATIO = 1.3;
/** 64 kB for each of 500 organizations. */
const MOST_GROWTH_MB = 32;
const MOST_DRIFT_REQUESTS = 16;

/** The command of a stage; `isBegun` if an earlier run of this benchmark was interrupted in it. */
const WORDS: Readonly<Record<Stage, (isBegun: boolean) => readonly string[]>> = {
  create: (isBegun) => [isBegun ? "resume" : "up", "--yes", "--json"],
  plan: () => ["plan", "--out", PLAN, "--json"],
  apply: () => ["up", "--plan", PLAN, "--resume", "--yes", "--json"],
  drift: () => ["drift", "--format", "json", "--out", "drift.json"],
};

/** What was measured of a stage. */
interface StageFigures {
  readonly fleet: FleetCost;
  readonly requests: number;
  readonly aloneMs: number;
}

type Figures = Readonly<Record<Stage, StageFigures>>;

interface Bench {
  readonly folder: string;
  readonly size: GovernedSize;
  readonly service: Service;
  readonly alone: Alone;
}

async function stageOf(stage: Stage, { folder, size, service, alone }: Bench): Promise<StageFigures> {
  const isBegun = existsSync(join(folder, ".orgform/fleet/runs.sqlite"));
  writeGovernedFleet(folder, size, stage !== "create");
  await alone.run(stage, true);
  await service.takeRequests();
  const fleet = await costOfFleet({
    words: WORDS[stage](isBegun),
    workspace: await workspaceOf(folder, service),
    onEnded: progressOf(stage, size),
  });
  const requests = await service.takeRequests();
  await alone.run(stage, false);
  return { fleet, requests, aloneMs: alone.eachMs(stage) };
}

/** Prints a line for each tenth of the organizations. */
function progressOf(stage: Stage, { organizations }: GovernedSize): (ended: number, nowMb: number) => void {
  const begin = performance.now();
  return (ended, nowMb) => {
    if (Math.floor((10 * ended) / organizations) === Math.floor((10 * (ended - 1)) / organizations)) return;
    console.error(
      `${stage}: ${ended} of ${organizations}, ${minutes(performance.now() - begin)} min, ${nowMb.toFixed(0)} MB`,
    );
  };
}

const minutes = (ms: number): string => (ms / 60_000).toFixed(1);

/** How many organizations a command did: fewer than all if it resumed, and all if it doesn't say. */
const doneIn = ({ fleet: { ended } }: StageFigures, { organizations }: GovernedSize): number => ended || organizations;

/** Memory in the first half of a stage, and what the second half added. */
function grown(memory: Memory): string {
  if (memory.peakMb === 0) return "none";
  const more = secondHalfMb(memory);
  return `${firstHalfMb(memory).toFixed(0)} ${more < 0 ? "-" : "+"} ${Math.abs(more).toFixed(0)}`;
}

function report(figures: Figures, size: GovernedSize): string {
  const rows = STAGES.map((stage) => {
    const { fleet, requests, aloneMs } = figures[stage];
    return [
      stage,
      `${eachMs(figures[stage], size).toFixed(0)} / ${aloneMs.toFixed(0)}`,
      ratioOf(figures[stage], size).toFixed(2),
      grown(fleet.runner),
      fleet.runner.peakMb.toFixed(0),
      grown(fleet.provider),
      (requests / doneIn(figures[stage], size)).toFixed(1),
      minutes(fleet.wallMs),
    ];
  });
  const memory = ["runner MB: first half, second", "peak", "providers MB: first half, second"];
  const head = ["", "CPU ms each: fleet / alone", "ratio", ...memory, "requests each", "minutes"];
  return `${size.organizations} organizations, ${size.changed} of them changed\n${table(head, rows)}`;
}

const eachMs = (stage: StageFigures, size: GovernedSize): number => stage.fleet.cpuMs / doneIn(stage, size);
const ratioOf = (stage: StageFigures, size: GovernedSize): number => eachMs(stage, size) / stage.aloneMs;

/** The limits that the figures don't keep. */
function missed(figures: Figures, size: GovernedSize): string[] {
  const { drift } = figures;
  const each = drift.requests / doneIn(drift, size);
  return [
    ...STAGES.filter((stage) => ratioOf(figures[stage], size) > MOST_RATIO).map(
      (stage) => `${stage}: more than ${MOST_RATIO} times the CPU of the engine alone`,
    ),
    ...STAGES.filter((stage) => secondHalfMb(figures[stage].fleet.runner) > MOST_GROWTH_MB).map(
      (stage) => `${stage}: the second half added more than ${MOST_GROWTH_MB} MB to the runner`,
    ),
    ...(each > MOST_DRIFT_REQUESTS ? [`drift: more than ${MOST_DRIFT_REQUESTS} requests each`] : []),
  ];
}

/** Does the stages that an earlier run hasn't done, and keeps the figures of each. */
async function allStages(
  folder: string,
  size: GovernedSize,
  { alone, service }: Pick<Bench, "alone" | "service">,
): Promise<Figures> {
  const file = join(folder, "figures.json");
  // The file is our own.
  const known = (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}) as Partial<Figures>;
  const figures = new Map<Stage, StageFigures>();
  for (const stage of STAGES) {
    const done = known[stage];
    if (done !== undefined) for (const isBefore of [true, false]) await alone.run(stage, isBefore);
    figures.set(stage, done ?? (await stageOf(stage, { folder, size, service, alone })));
    writeFileSync(file, JSON.stringify(Object.fromEntries(figures)));
  }
  return Object.fromEntries(figures) as Figures; // -- each stage is set
}

/** The sandbox of a folder, at the port that the states in it name. */
async function serviceIn(folder: string): Promise<Service> {
  const file = join(folder, "port");
  const port = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const service = await Service.start("documented", join(folder, "service.db"), port);
  writeFileSync(file, new URL(service.host).port);
  return service;
}

/** Ends everything that this process started, and removes a folder, however this process ends. */
function cleanAtExit(scratch: string): void {
  process.on("exit", () => {
    for (const pid of descendantsOf(process.pid).slice(1)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended meanwhile.
      }
    }
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
}

async function main(): Promise<void> {
  const number = (usual: number) => ({ type: "string", default: String(usual) }) as const;
  const options = { organizations: number(1000), changed: number(100), domains: number(3), sample: number(6) };
  const { values } = parseArgs({ options: { ...options, folder: { type: "string" } } });
  const organizations = Number(values.organizations);
  const changed = Math.min(Number(values.changed), organizations);
  const size = { organizations, changed, domains: Number(values.domains) };
  const scratch = mkdtempSync(join(tmpdir(), "orgform-bench-"));
  cleanAtExit(scratch);
  const folder = values.folder ?? join(scratch, "fleet");
  mkdirSync(folder, { recursive: true });
  console.log(machine());
  const alone = await Alone.open(await buildNoOps(join(scratch, "no-op")), scratch, size, Number(values.sample));
  const service = await serviceIn(folder);
  const figures = await allStages(folder, size, { alone, service });
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
  console.log([report(figures, size), ...missed(figures, size), machine()].join("\n"));
  process.exitCode = missed(figures, size).length === 0 ? 0 : 1;
}

await main();

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runProgram } from "../../scripts/run-program.ts";
import { childrenMs } from "./command-cost.ts";
import { type Watched, watch } from "./processes.ts";
import { Service } from "./service.ts";
import {
  type Account,
  type Engine,
  type OwnSubject,
  type Phase,
  PHASES,
  type Subject,
  type Workspace,
} from "./workspace.ts";

/** The cost of one command. */
export interface Cost extends Watched {
  readonly wallMs: number;
  /** CPU of the command and everything that it started, as the shell counts it. */
  readonly cpuMs: number;
  /** CPU of the sandbox, which runs on the same cores. Only the wall time includes it too. */
  readonly serviceCpuMs: number;
  readonly requests: number;
  /** The output of a failed command. */
  readonly failure?: string;
}

/** The costs of one round, by phase and subject. */
export type Round<S extends Subject = OwnSubject> = Readonly<Record<Phase, Readonly<Record<S, Cost>>>>;

/** The options of a round. */
export interface RoundOptions<S extends Subject> {
  readonly engine: Engine;
  /** Number of resources in the program. */
  readonly count: number;
  /** The subjects to compare. */
  readonly subjects: readonly S[];
  /** The number of the round. Each starts with another subject. */
  readonly order: number;
  /** Prepares a new service with the objects that a program of that size expects. */
  readonly prepare?: (service: Service, count: number) => Promise<void>;
  /** The dialect of the service; `documented` if absent. */
  readonly dialect?: "documented" | "2025-08";
  /** Whether a failed command is a result instead of the end of the measurement. */
  readonly mayFail?: boolean;
}

interface Runner {
  readonly workspace: Workspace;
  readonly service: Service | undefined;
}

/** The organization for a provider that sends no requests. */
const NOWHERE: Account = { organizationId: "00000000-0000-4000-8000-000000000000", env: {} };

/**
 * Runs all phases for all subjects, one command at a time, phase by phase, so other work on the machine affects all
 * equally.
 */
export async function runRound<S extends Subject>(options: RoundOptions<S>): Promise<Round<S>> {
  const { subjects, order } = options;
  const folder = mkdtempSync(join(tmpdir(), "orgform-bench-"));
  const runners = new Map<Subject, Runner>();
  try {
    for (const subject of subjects) runners.set(subject, await runnerFor(options, subject, folder));
    const costs = {} as Record<Phase, Record<S, Cost>>;
    for (const phase of PHASES) {
      costs[phase] = {} as Record<S, Cost>;
      const first = order % subjects.length;
      for (const subject of [...subjects.slice(first), ...subjects.slice(0, first)]) {
        const runner = runners.get(subject);
        if (runner !== undefined) costs[phase][subject] = await costOf(options, phase, runner);
      }
    }
    return costs;
  } finally {
    for (const { service } of runners.values()) await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runnerFor<S extends Subject>(options: RoundOptions<S>, subject: S, folder: string): Promise<Runner> {
  const { engine, count, prepare, dialect } = options;
  const service = subject === "no-op" ? undefined : await Service.start(dialect);
  if (service !== undefined) await prepare?.(service, count);
  const own = join(folder, subject.replaceAll(" ", "-"));
  mkdirSync(own);
  const account = service === undefined ? NOWHERE : accountOf(service);
  return { workspace: await engine.open(own, subject, count, account), service };
}

function accountOf({ host, apiKey, organizationId }: Service): Account {
  // At the service's limits, a thousand creates take two and a half minutes with any provider.
  const limits = { ORGFORM_REQUESTS_PER_MINUTE: "1000000", ORGFORM_REQUESTS_PER_HOUR: "1000000" };
  return { organizationId, env: { ...limits, ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey } };
}

async function costOf<S extends Subject>(
  { engine, mayFail = false }: RoundOptions<S>,
  phase: Phase,
  { workspace, service }: Runner,
): Promise<Cost> {
  const { commands, env, cwd } = workspace;
  const command = commands[phase];
  const serviceBefore = service?.cpuMs ?? 0;
  const watched = watch(engine.process);
  const begin = performance.now();
  const { status, output } = await runProgram(
    "/bin/sh",
    ["-c", '"$@"; status=$?; times; exit $status', "sh", ...command],
    { env, cwd },
  );
  const wallMs = performance.now() - begin;
  const seen = watched();
  if (status !== 0 && !mayFail) throw new Error(`${command.join(" ")} failed\n${output}`);
  const serviceCpuMs = (service?.cpuMs ?? 0) - serviceBefore;
  const requests = (await service?.takeRequests()) ?? 0;
  const failure = status === 0 ? {} : { failure: output };
  return { ...seen, wallMs, cpuMs: childrenMs(output), serviceCpuMs, requests, ...failure };
}

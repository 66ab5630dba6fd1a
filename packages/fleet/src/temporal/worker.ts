import { hostname } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Connection } from "@temporalio/client";
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";

import { machineClock } from "../clock.ts";
import { CredentialKeys } from "../credentials/credential-keys.ts";
import type { Guard } from "../approvals/wave-rule.ts";
import type { FleetEngine } from "../fleet-engine.ts";
import { fleetLocation } from "../fleet-place.ts";
import { readFleetFile } from "../read-fleet-file.ts";
import { FileLock } from "../record/run-lock.ts";
import type { RunRecord } from "../record/run-record.ts";
import { SqliteRecord } from "../record/sqlite-record.ts";
import { Leases, type LeaseOptions } from "../run/leases.ts";
import type { OrganizationContext } from "../run/organization-run.ts";
import { fleetActivities, type WorkerContext } from "./activities.ts";
import { CallsEach } from "./calls-each.ts";
import { connectionOptions, type TemporalPlace, withoutTemporal } from "./connection.ts";
import { WorkerGuard } from "./worker-guard.ts";
import { type PlanFolder, WorkerPlans } from "./worker-plans.ts";
import { WorkerPool } from "./worker-pool.ts";
import { fleetName, queuesOf, workerIdentity } from "./names.ts";
import { type ScheduledLooks, watchActivities } from "./watch-activities.ts";
import { watchQueue } from "./watch-serialized.ts";

const LOGGER = new DefaultLogger("WARN");

/** The options of a worker. */
export interface WorkerOptions {
  readonly file: string;
  readonly recordFile?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** All engines that can run templates of the file. */
  readonly engines: readonly FleetEngine[];
  /** Starts the provider process that organizations share; without it each engine starts its own. */
  readonly providerCommand?: readonly [string, ...string[]] | undefined;
  readonly temporal: TemporalPlace;
  /** Name of the fleet on Temporal; derived from the name of its file by default. */
  readonly name?: string | undefined;
  /** The number of workers that share the budget of the service. */
  readonly workers: number;
  /** Where the files of plans are; without it, the worker applies no plan. */
  readonly plans?: PlanFolder | undefined;
  /** The people whose signatures every run needs, whatever the fleet file says. */
  readonly approvers?: Guard["approvers"];
  /** Looks at organizations for schedules; without it, the worker leaves them to others. */
  readonly looks?: ScheduledLooks | undefined;
  /** Ends the worker: running engines are asked to end cleanly, and other workers take over. */
  readonly signal: AbortSignal;
  readonly log: (text: string) => void;
}

/**
 * Runs a worker until its signal.
 *
 * @throws FleetFileError, RecordError, FleetBusyError if another worker or run uses its record, TooManyWorkersError
 */
export async function runFleetWorker(options: WorkerOptions): Promise<void> {
  const fleet = readFleetFile(options.file, options.engines);
  const place = fleetLocation(options.file, options.recordFile);
  const record = new SqliteRecord(place.recordFile, machineClock);
  try {
    const { release } = await new FileLock(place.lockFile).hold();
    try {
      const { workers, engines, providerCommand } = options;
      const leasing = { share: 1 / workers, limits: fleet.budget, engines, providerCommand };
      await withLeases(record, leasing, (leases) => serve({ options, fleet, place, record, leases }));
    } finally {
      await release();
    }
  } finally {
    await record.close();
  }
}

interface Serving {
  readonly options: WorkerOptions;
  readonly fleet: WorkerContext["fleet"];
  readonly place: ReturnType<typeof fleetLocation>;
  readonly record: RunRecord;
  readonly leases: Leases;
}

/** This worker's share of the budget; its counts survive it. */
async function withLeases(
  record: RunRecord,
  options: LeaseOptions,
  act: (leases: Leases) => Promise<void>,
): Promise<void> {
  const leases = await Leases.open(record, options);
  try {
    await act(leases);
  } finally {
    await leases.close();
  }
}

async function serve(serving: Serving): Promise<void> {
  const { options, place } = serving;
  const { temporal, log } = options;
  const queue = options.name ?? fleetName(options.file);
  const identity = workerIdentity(hostname(), place.recordFile);
  const client = await Connection.connect(connectionOptions(temporal));
  try {
    const member = { connection: client, namespace: temporal.namespace, queue, identity, clock: machineClock, log };
    const pool = new WorkerPool({ ...member, size: options.workers });
    await pool.join();
    Runtime.install({ shutdownSignals: [], logger: LOGGER });
    const connection = await NativeConnection.connect(connectionOptions(temporal));
    try {
      const workers = await openWorkers(serving, { connection, pool, queue, identity });
      log(`Worker of ${queue} at ${temporal.address}, one of ${options.workers}.`);
      await untilEnd(workers, options.signal);
    } finally {
      await connection.close();
    }
  } finally {
    await client.close();
  }
}

interface Polling {
  readonly connection: NativeConnection;
  readonly pool: WorkerPool;
  readonly queue: string;
  readonly identity: string;
}

/** One for the workflows and the small credentials, and one for each credential with its own task queue. */
async function openWorkers(serving: Serving, { connection, pool, queue, identity }: Polling): Promise<Worker[]> {
  const { options, fleet, record, place } = serving;
  const callsEach = new CallsEach(record);
  const turn = (signal: AbortSignal): Promise<void> => pool.turn(signal);
  const { file, log, looks, approvers } = options;
  const guard = new WorkerGuard({ fleet, name: place.name, approvers });
  const plans = new WorkerPlans(fleet, place.name, options.plans);
  const context = organizationContext(serving, callsEach);
  const activities = fleetActivities({ ...context, file, fleet, guard, plans, turn, log });
  const workflowsPath = fileURLToPath(new URL("workflows.js", import.meta.url));
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger: LOGGER });
  const base = {
    connection,
    namespace: options.temporal.namespace,
    identity,
    maxConcurrentActivityTaskExecutions: fleet.parallel,
    // A worker learns of a cancellation with a heartbeat.
    maxHeartbeatThrottleInterval: "3 seconds",
  } as const;
  const main = Worker.create({ ...base, activities, taskQueue: queue, workflowBundle });
  const looking = looks && {
    ...base,
    activities: watchActivities({ fleet, looks, turn }),
    taskQueue: watchQueue(queue),
    workflowBundle,
  };
  const others = [...queuesOf(fleet, queue)].filter(([, one]) => one !== queue);
  const further = others.map(async ([credential, taskQueue]) => {
    const rate = await callsEach.organizationsPerSecond(credential, fleet.budget.requestsPerMinute);
    const limit = rate === undefined ? {} : { maxTaskQueueActivitiesPerSecond: rate };
    return Worker.create({ ...base, activities, taskQueue, ...limit });
  });
  return Promise.all([main, ...further, ...(looking === undefined ? [] : [Worker.create(looking)])]);
}

function organizationContext({ options, fleet, place, leases }: Serving, callsEach: CallsEach): OrganizationContext {
  const environment = withoutTemporal(options.environment);
  return {
    keys: new CredentialKeys(fleet.credentials, { environment, folder: dirname(place.file) }),
    environment,
    clock: machineClock,
    folderOf: place.folderOf,
    lease: async (organization, variables) => {
      const lease = await leases.take(organization, variables, place.folderOf(organization));
      const giveBack = async (): Promise<void> => {
        await callsEach.add(organization.credential, lease.calls() ?? 0);
        return lease.giveBack();
      };
      return { ...lease, giveBack };
    },
  };
}

/** Ends all of them when one ends, or when they are asked to. */
async function untilEnd(workers: readonly Worker[], signal: AbortSignal): Promise<void> {
  const end = (): void => {
    for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
  };
  const runs = workers.map((worker) => worker.run().finally(end));
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  try {
    await Promise.all(runs);
  } finally {
    signal.removeEventListener("abort", end);
    await Promise.allSettled(runs);
  }
}

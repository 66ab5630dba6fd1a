import { hostname } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Connection } from "@temporalio/client";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";

import { machineClock } from "../clock.ts";
import { CredentialKeys } from "../credentials/credential-keys.ts";
import type { FleetEngine } from "../fleet-engine.ts";
import { fleetLocation } from "../fleet-place.ts";
import { readFleetFile } from "../read-fleet-file.ts";
import { holdRunLock } from "../record/run-lock.ts";
import { RunRecord } from "../record/run-record.ts";
import { Lender, type LenderOptions } from "../run/lender.ts";
import type { OrganizationContext } from "../run/organization-run.ts";
import { fleetActivities, type WorkerContext } from "./activities.ts";
import { CallsEach } from "./calls-each.ts";
import { connectionOptions, type TemporalPlace, withoutTemporal } from "./connection.ts";
import { Crew } from "./crew.ts";
import { fleetName, queuesOf, workerIdentity } from "./names.ts";

/** What a worker is started with. */
export interface WorkerOptions {
  readonly file: string;
  readonly recordFile?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** All engines that may run templates of the file. */
  readonly engines: readonly FleetEngine[];
  /** Starts the provider process that organizations share; without it each engine starts its own. */
  readonly providerCommand?: readonly [string, ...string[]] | undefined;
  readonly temporal: TemporalPlace;
  /** Name of the fleet on Temporal; by default made of the name of its file. */
  readonly name?: string | undefined;
  /** How many workers share the budget of the service. */
  readonly workers: number;
  /** Ends the worker: engines that run are asked to end cleanly, and other workers go on. */
  readonly signal: AbortSignal;
  readonly log: (text: string) => void;
}

/**
 * Runs a worker until its signal.
 *
 * @throws FleetFileError, RecordError, FleetBusyError when another worker or run has its record, TooManyWorkersError
 */
export async function runFleetWorker(options: WorkerOptions): Promise<void> {
  const fleet = readFleetFile(options.file, options.engines);
  const place = fleetLocation(options.file, options.recordFile);
  const record = new RunRecord(place.recordFile, machineClock);
  try {
    const release = holdRunLock(place.lockFile);
    try {
      const { workers, engines, providerCommand } = options;
      const lent = { share: 1 / workers, limits: fleet.budget, engines, providerCommand };
      await withLender(record, lent, (lender) => serve({ options, fleet, place, record, lender }));
    } finally {
      release();
    }
  } finally {
    record.close();
  }
}

interface Serving {
  readonly options: WorkerOptions;
  readonly fleet: WorkerContext["fleet"];
  readonly place: ReturnType<typeof fleetLocation>;
  readonly record: RunRecord;
  readonly lender: Lender;
}

/** The part of the budget that is this worker's; what it sent outlives it. */
async function withLender(
  record: RunRecord,
  options: LenderOptions,
  act: (lender: Lender) => Promise<void>,
): Promise<void> {
  const lender = await Lender.open(record, options);
  try {
    await act(lender);
  } finally {
    await lender.close();
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
    const crew = new Crew({ ...member, size: options.workers });
    await crew.join();
    Runtime.install({ shutdownSignals: [], logger: new DefaultLogger("WARN") });
    const connection = await NativeConnection.connect(connectionOptions(temporal));
    try {
      const workers = await openWorkers(serving, { connection, crew, queue, identity });
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
  readonly crew: Crew;
  readonly queue: string;
  readonly identity: string;
}

/** One for the workflows and the small credentials, and one for each credential that has a task queue of its own. */
async function openWorkers(serving: Serving, { connection, crew, queue, identity }: Polling): Promise<Worker[]> {
  const { options, fleet, record } = serving;
  const callsEach = new CallsEach(record);
  const activities = fleetActivities({
    ...organizationContext(serving, callsEach),
    file: options.file,
    fleet,
    turn: (signal) => crew.turn(signal),
    log: options.log,
  });
  const base = {
    connection,
    namespace: options.temporal.namespace,
    identity,
    activities,
    maxConcurrentActivityTaskExecutions: fleet.parallel,
    // A cancellation is learned of with a heartbeat.
    maxHeartbeatThrottleInterval: "3 seconds",
  } as const;
  const main = Worker.create({
    ...base,
    taskQueue: queue,
    workflowsPath: fileURLToPath(new URL("workflows.js", import.meta.url)),
  });
  const others = [...queuesOf(fleet, queue)].filter(([, one]) => one !== queue);
  const further = others.map(([credential, taskQueue]) => {
    const rate = callsEach.organizationsPerSecond(credential, fleet.budget.requestsPerMinute);
    const limit = rate === undefined ? {} : { maxTaskQueueActivitiesPerSecond: rate };
    return Worker.create({ ...base, taskQueue, ...limit });
  });
  return Promise.all([main, ...further]);
}

function organizationContext({ options, fleet, place, lender }: Serving, callsEach: CallsEach): OrganizationContext {
  const environment = withoutTemporal(options.environment);
  return {
    keys: new CredentialKeys(fleet.credentials, { environment, folder: dirname(place.file) }),
    environment,
    clock: machineClock,
    folderOf: place.folderOf,
    lend: async (organization, variables) => {
      const loan = await lender.lend(organization, variables, place.folderOf(organization));
      const giveBack = (): Promise<void> => {
        callsEach.add(organization.credential, loan.calls() ?? 0);
        return loan.giveBack();
      };
      return { ...loan, giveBack };
    },
  };
}

/** All of them end when one does, or when they are asked to. */
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

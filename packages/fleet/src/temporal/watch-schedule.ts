import {
  type Connection,
  ScheduleAlreadyRunning,
  ScheduleClient,
  type ScheduleDescription,
  type ScheduleHandle,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  WorkflowClient,
  WorkflowFailedError,
} from "@temporalio/client";

import { selected } from "../expansion/selection.ts";
import { membersOf } from "../members.ts";
import { readFleetFile } from "../read-fleet-file.ts";
import { connected } from "./connect.ts";
import type { TemporalPlace } from "./connection.ts";
import { fleetName } from "./names.ts";
import type { TemporalFleetOptions } from "./temporal-fleet.ts";
import { ifThere } from "./watcher.ts";
import { type WatchOrder, watchQueue, type WatchStand } from "./watch-serialized.ts";
import type { fleetWatch } from "./watch-workflow.ts";

/** When a schedule looks, and at what. */
export interface ScheduleTimes extends WatchOrder {
  readonly everyMs: number;
  /** The longest random delay of a check. */
  readonly jitterMs: number;
}

/** The last check of a schedule. */
export interface LastCheck {
  /** UTC, RFC 3339. */
  readonly started: string;
  readonly state: "running" | "ended" | "failed";
  /** Why it failed. */
  readonly reason?: string | undefined;
  readonly outcomes?: WatchStand | undefined;
}

/** A schedule as the server has it. */
export interface ScheduleStand extends ScheduleTimes {
  readonly name: string;
  readonly isPaused: boolean;
  /** When the next checks begin: UTC, RFC 3339. */
  readonly next: readonly string[];
  /** Checks that didn't begin because the one before still ran. */
  readonly skipped: number;
  /** Checks that didn't begin because the server was away. */
  readonly missed: number;
  readonly last?: LastCheck | undefined;
}

/** A check that begins later than this is left out: the next one sees the same. */
const CATCH_UP = "1 minute";

/** A check without workers waits so long for them. */
const LONGEST = "1 day";

type Start = ScheduleOptionsStartWorkflowAction<typeof fleetWatch>;

/** The schedule by which a fleet's workers look at its organizations. */
export class WatchSchedule {
  readonly name: string;
  readonly #options: TemporalFleetOptions;
  readonly #connection: Connection;
  readonly #schedules: ScheduleClient;
  readonly #workflows: WorkflowClient;

  private constructor(options: TemporalFleetOptions, connection: Connection, { namespace }: TemporalPlace) {
    this.name = watchQueue(options.name ?? fleetName(options.file));
    this.#options = options;
    this.#connection = connection;
    this.#schedules = new ScheduleClient({ connection, namespace });
    this.#workflows = new WorkflowClient({ connection, namespace });
  }

  /** @throws TemporalError if the server can't be reached */
  static async open(options: TemporalFleetOptions): Promise<WatchSchedule> {
    return new WatchSchedule(options, await connected(options.temporal), options.temporal);
  }

  /**
   * Creates the schedule, or changes it; a check under way isn't disturbed.
   *
   * @returns whether there was none before
   * @throws FleetFileError; SelectionError if it would look at nothing
   */
  async set({ everyMs, jitterMs, names, labels }: ScheduleTimes): Promise<boolean> {
    const { file, engines } = this.#options;
    selected(readFleetFile(file, engines), { names: names && [...names], labels });
    const settings = this.#settings({ everyMs, jitterMs, names, labels });
    try {
      await this.#schedules.create<typeof fleetWatch>({ ...settings, scheduleId: this.name });
      return true;
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await this.#handle().update<typeof fleetWatch>(({ state }) => ({ ...settings, state }));
      return false;
    }
  }

  /** The schedule, and its last check; undefined if there is none. */
  async stand(): Promise<ScheduleStand | undefined> {
    const found = await this.#found(() => this.#handle().describe());
    if (found === undefined) return undefined;
    const { spec, state, info } = found;
    return {
      ...orderOf(found),
      name: this.name,
      everyMs: spec.intervals?.[0]?.every ?? 0,
      jitterMs: spec.jitter ?? 0,
      isPaused: state.paused,
      next: info.nextActionTimes.map((time) => time.toISOString()),
      skipped: info.numActionsSkippedOverlap,
      missed: info.numActionsMissedCatchupWindow,
      last: await this.#last(found),
    };
  }

  /** Removes the schedule; a check under way ends as usual. @returns whether there was one */
  async remove(): Promise<boolean> {
    const removed = await this.#found(async () => {
      await this.#handle().delete();
      return true;
    });
    return removed === true;
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #last({ info }: ScheduleDescription): Promise<LastCheck | undefined> {
    const latest = info.recentActions.at(-1);
    if (latest === undefined) return undefined;
    const { workflowId, firstExecutionRunId } = latest.action.workflow;
    const started = latest.takenAt.toISOString();
    const handle = this.#workflows.getHandle<typeof fleetWatch>(workflowId, firstExecutionRunId);
    const described = await ifThere(() => handle.describe());
    if (described === undefined) return { started, state: "ended" };
    if (described.status.name === "RUNNING") return { started, state: "running" };
    try {
      return { started, state: "ended", outcomes: await handle.result() };
    } catch (error) {
      if (!(error instanceof WorkflowFailedError)) throw error;
      return { started, state: "failed", reason: error.cause?.message ?? error.message };
    }
  }

  #settings({ everyMs, jitterMs, names, labels }: ScheduleTimes): Omit<ScheduleOptions<Start>, "scheduleId"> {
    return {
      spec: { intervals: [{ every: everyMs }], jitter: jitterMs },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP },
      action: {
        type: "startWorkflow",
        workflowType: "fleetWatch",
        workflowId: this.name,
        taskQueue: this.name,
        args: [{ ...(names && { names }), ...(labels && { labels }) }],
        workflowExecutionTimeout: LONGEST,
      },
    };
  }

  #handle(): ScheduleHandle {
    return this.#schedules.getHandle(this.name);
  }

  async #found<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return undefined;
      throw error;
    }
  }
}

/** The organizations that a schedule's checks look at. */
function orderOf({ action }: ScheduleDescription): WatchOrder {
  const { names, labels } = membersOf(action.args?.[0]);
  const pairs = Object.entries(membersOf(labels)).map(([label, value]) => [label, String(value)] as const);
  return {
    ...(Array.isArray(names) ? { names: names.map(String) } : {}),
    ...(pairs.length === 0 ? {} : { labels: Object.fromEntries(pairs) }),
  };
}

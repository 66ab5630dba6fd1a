import { basename } from "node:path";
import {
  type Connection,
  WorkflowClient,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowHandle,
  WorkflowNotFoundError,
} from "@temporalio/client";

import {
  type Approved,
  approvalBy,
  assertGuarded,
  stillHeld,
  type Waiting,
  waitingOf,
  type Word,
} from "../approvals/give-approval.ts";
import { ApprovalError } from "../approvals/approval-error.ts";
import { subjectDigest } from "../approvals/subject.ts";
import type { Guard } from "../approvals/wave-rule.ts";
import { type BoundPlan, digestOf, organizationsOf } from "../bound/bound-plan.ts";
import { machineClock } from "../clock.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import { selected, type Selection } from "../expansion/selection.ts";
import type { FleetEngine } from "../fleet-engine.ts";
import type { RunControl } from "../session-options.ts";
import { fleetLocation } from "../fleet-place.ts";
import { assertPlanOf, NothingToResumeError } from "../run/resumption.ts";
import { readFleetFile } from "../read-fleet-file.ts";
import { FleetBusyError } from "../record/run-lock.ts";
import { changedNote } from "../run/run-plan.ts";
import type { FleetAction } from "../run/events.ts";
import { type Tally, tallyOf } from "../run/tally.ts";
import { connected } from "./connect.ts";
import type { TemporalPlace } from "./connection.ts";
import { type Execution, Watcher, ifThere } from "./watcher.ts";
import { approveSignal, pauseSignal, resumeSignal, statusQuery, stopSignal, waveQuery } from "./messages.ts";
import { fleetName } from "./names.ts";
import { changedSince, type NamedFleet, newRun, restOf } from "./run-input.ts";
import type { fleetRun } from "./run-workflow.ts";
import { assertNoPolicy, TemporalError } from "./no-policy.ts";
import type { RunInput, RunStand, SerializedOptions } from "./serialized.ts";
import { needsPlan } from "./worker-guard.ts";

export { TemporalError } from "./no-policy.ts";

/** The options of a fleet on Temporal. */
export interface TemporalFleetOptions {
  /** Path of the fleet file. */
  readonly file: string;
  /** All engines that can run templates of the file. */
  readonly engines: readonly FleetEngine[];
  readonly temporal: TemporalPlace;
  /** The people whose signatures a run needs, whatever the fleet file says. */
  readonly approvers?: Guard["approvers"];
  /** Its name on Temporal; derived from the name of its file by default. */
  readonly name?: string | undefined;
}

/** The latest run and its state. */
interface Newest {
  readonly execution: Execution;
  readonly isOpen: boolean;
  readonly stand: RunStand;
}

/** A fleet whose runs a Temporal server stores and its workers execute. */
export class TemporalFleet {
  readonly #named: NamedFleet;
  readonly #connection: Connection;
  readonly #client: WorkflowClient;

  private constructor(named: NamedFleet, connection: Connection, { namespace }: TemporalPlace) {
    this.#named = named;
    this.#connection = connection;
    this.#client = new WorkflowClient({ connection, namespace });
  }

  /** @throws FleetFileError for a file that can't be used; TemporalError if the server can't be reached */
  static async open(options: TemporalFleetOptions): Promise<TemporalFleet> {
    const { file, engines, temporal, approvers, name = fleetName(file) } = options;
    const named = { fleet: readFleetFile(file, engines), file, name, approvers };
    return new TemporalFleet(named, await connected(temporal), temporal);
  }

  /** How many organizations a run of these would have. @throws SelectionError */
  count(selection: Selection): number {
    return selected(this.#named.fleet, selection).length;
  }

  /** Starts a run and follows it. @throws FleetBusyError if another one is in progress; SelectionError; ApprovalError */
  async run(
    action: FleetAction,
    selection: Selection,
    options: Pick<SerializedOptions, "isRefresh" | "isApproved">,
    control: RunControl,
  ): Promise<Tally> {
    const organizations = selected(this.#named.fleet, selection);
    if (action === "up") assertNoSignatures(this.#named);
    return this.#begin(action, organizations, options, control);
  }

  /**
   * Starts a run that applies a stored plan, and follows it. The workers need the plan's file.
   *
   * @param file - path of the plan; workers look for its last part
   * @throws PlanFileError for a plan of another fleet or under other rules; FleetBusyError
   */
  async apply(plan: BoundPlan, file: string, isApproved: boolean, control: RunControl): Promise<Tally> {
    const options = {
      isRefresh: plan.isRefresh,
      isApproved,
      isGuarded: this.#named.approvers !== undefined,
      plan: { file: basename(file), digest: digestOf(plan) },
    };
    return this.#begin("up", this.organizationsIn(plan), options, control);
  }

  /** The organizations of a plan, as `apply` uses them. @throws PlanFileError */
  organizationsIn(plan: BoundPlan): readonly FleetOrganization[] {
    return organizationsOf(plan, this.#place, this.#named.fleet);
  }

  async #begin(
    action: FleetAction,
    organizations: readonly FleetOrganization[],
    options: SerializedOptions,
    control: RunControl,
  ): Promise<Tally> {
    if (action === "up") assertNoPolicy(this.#named.fleet);
    if (await this.#isOpen()) throw busy();
    const earlier = (await this.#newest())?.stand;
    const execution = await this.#start(newRun(this.#named, organizations, { action, options, earlier }));
    return new Watcher(this.#client, execution, control).fromStart();
  }

  /**
   * Resumes the latest run if it was paused, stopped, or interrupted, and follows it.
   *
   * @param plan - the plan that it applies, to be compared; the workers have it themselves
   * @throws NothingToResumeError; PlanFileError if the run applies another plan
   */
  async resume(control: RunControl, plan?: BoundPlan): Promise<Tally> {
    const newest = await this.#newest();
    if (newest === undefined) {
      throw new NothingToResumeError("Temporal has no run of this fleet: there is nothing to resume.");
    }
    if (newest.stand.action === "up") assertNoPolicy(this.#named.fleet);
    const { execution, isOpen, stand } = newest;
    if (plan !== undefined) assertPlanOf(recordedAs(stand), plan, { fleet: this.#named.fleet, name: this.#place });
    if (isOpen) {
      await this.#handle(execution).signal(resumeSignal);
      return new Watcher(this.#client, execution, control).fromNow();
    }
    if (stand.tally.failed + stand.tally.notStarted === 0) {
      throw new NothingToResumeError(`All of run ${stand.run} succeeded: there is nothing to resume.`);
    }
    const changed = changedSince(this.#named, stand);
    if (changed > 0) control.onEvent(changedNote(changed));
    const started = await this.#start(restOf(this.#named, stand));
    return new Watcher(this.#client, started, control).fromStart();
  }

  /** The wave that the run waits to start. @throws NothingToResumeError if none waits; ApprovalError */
  async waiting(): Promise<Waiting> {
    return this.#waitingOf((await this.#held()).stand);
  }

  /** Approves the wave that the run waits to start. @throws NothingToResumeError if none waits; ApprovalError */
  async approve(word: Word): Promise<Approved> {
    const { stand, execution } = await this.#held();
    const waiting = this.#waitingOf(stand);
    const approval = await approvalBy(word, waiting, new Date(machineClock.nowMs()).toISOString());
    await this.#handle(execution).signal(approveSignal, approval.wave, approval);
    return { approval, held: await stillHeld(waiting, [...(stand.approvals ?? []), approval]) };
  }

  /** Starts nothing further until the run is resumed; running organizations continue. */
  async pause(): Promise<void> {
    await this.#handle((await this.#open()).execution).signal(pauseSignal);
  }

  /** Ends the run: running engines are asked to end cleanly. It can be resumed. */
  async stop(): Promise<void> {
    await this.#handle((await this.#open()).execution).signal(stopSignal);
  }

  /** The state of the latest run; undefined if there is none. */
  async status(): Promise<RunStand | undefined> {
    return (await this.#newest())?.stand;
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  /** Name of the fleet file. */
  get #place(): string {
    return fleetLocation(this.#named.file).name;
  }

  async #held(): Promise<Newest> {
    const newest = await this.#open();
    if (newest.stand.state !== "held") throw new NothingToResumeError("No run is waiting for approval.");
    return newest;
  }

  #waitingOf(stand: RunStand): Waiting {
    const { fleet, approvers } = this.#named;
    const run = recordedAs(stand);
    assertGuarded(run, approvers);
    const names = new Set(stand.organizations.map(({ name }) => name));
    const digest = subjectDigest(
      run,
      fleet.organizations.filter(({ name }) => names.has(name)),
    );
    const waiting = waitingOf(stand.organizations, stand, {
      fleet,
      approvers,
      subject: { fleet: this.#place, digest },
    });
    if (stand.isUnsigned !== true || waiting.rule !== "anyone") return waiting;
    throw new ApprovalError(
      `The workers need signatures: ${stand.reason}. Give their file of approvers with --approvers.`,
    );
  }

  async #open(): Promise<Newest> {
    const newest = (await this.#isOpen()) ? await this.#newest() : undefined;
    if (newest === undefined) throw new NothingToResumeError("No run of this fleet is in progress.");
    return newest;
  }

  async #isOpen(): Promise<boolean> {
    const described = await ifThere(() => this.#client.getHandle(this.#named.name).describe());
    return described?.status.name === "RUNNING";
  }

  /** The result of a run can be read without a worker; a run in progress or a terminated one must be queried. */
  async #newest(): Promise<Newest | undefined> {
    const described = await ifThere(() => this.#client.getHandle(this.#named.name).describe());
    if (described === undefined) return undefined;
    const execution = { workflowId: described.workflowId, runId: described.runId };
    const handle = this.#handle(execution);
    if (described.status.name === "COMPLETED") {
      return { execution, isOpen: false, stand: await handle.result() };
    }
    const isOpen = described.status.name === "RUNNING";
    return { execution, isOpen, stand: await this.#asked(handle, isOpen) };
  }

  async #asked(handle: WorkflowHandle, isOpen: boolean): Promise<RunStand> {
    const stand = await answered(() => handle.query(statusQuery));
    const { wave } = stand;
    const within =
      wave === undefined
        ? undefined
        : await ifThere(() => answered(() => this.#client.getHandle(wave).query(waveQuery)));
    const members = new Map((within?.members ?? []).map((one) => [one.name, one]));
    const organizations = stand.organizations.map((one) => members.get(one.name) ?? one);
    const cutOff = isOpen ? {} : { state: "stopped" as const, reason: "it was ended from outside" };
    return { ...stand, ...cutOff, organizations, tally: tallyOf(organizations) };
  }

  #handle({ workflowId, runId }: Execution): WorkflowHandle<typeof fleetRun> {
    return this.#client.getHandle(workflowId, runId);
  }

  async #start(input: RunInput): Promise<Execution> {
    const { name } = this.#named;
    try {
      const { workflowId, firstExecutionRunId } = await this.#client.start("fleetRun", {
        workflowId: name,
        taskQueue: name,
        args: [input],
        workflowIdConflictPolicy: "FAIL",
      });
      return { workflowId, runId: firstExecutionRunId };
    } catch (error) {
      throw error instanceof WorkflowExecutionAlreadyStartedError ? busy(error) : error;
    }
  }
}

function busy(cause?: Error): FleetBusyError {
  return new FleetBusyError(
    "Another run of this fleet is in progress on Temporal, so this one changed nothing. To see its status, run `orgform fleet status --temporal`.",
    { cause },
  );
}

/** Workers answer queries. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw error;
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new TemporalError(`No worker answers: ${reason}. Start one with \`orgform fleet worker --temporal\`.`, {
      cause: error,
    });
  }
}

/** What records on one machine keep of a run. */
const recordedAs = ({ run, started, isRefresh, isApproved, isGuarded, plan }: RunStand) => ({
  id: run,
  started,
  options: { isRefresh, isApproved, isGuarded, share: 1, plan: plan?.digest },
});

/** @throws ApprovalError for a run that needs signatures and applies no plan that they could cover */
function assertNoSignatures({ fleet: { waves }, approvers }: NamedFleet): void {
  const wave = waves.findIndex(({ approve }) => typeof approve === "object");
  if (approvers !== undefined || wave >= 0) throw needsPlan(Math.max(wave, 0));
}

import {
  CancellationScope,
  type ChildWorkflowHandle,
  condition,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  setHandler,
  startChild,
  workflowInfo,
} from "@temporalio/workflow";

import type { Approval } from "../approvals/approval.ts";
import type { FleetEvent } from "../run/events.ts";
import { summaryOf } from "../run/summary.ts";
import { tallyOf } from "../run/tally.ts";
import { approveSignal, eventsQuery, pauseSignal, resumeSignal, statusQuery, stopSignal } from "./messages.ts";
import {
  type FleetActivities,
  type RunInput,
  type RunStand,
  type SerializedOrganization,
  type SerializedState,
  waveId,
  type WaveResult,
} from "./serialized.ts";
import type { fleetWave } from "./wave-workflow.ts";

/** Checking signatures takes a worker less than a second. Until one works, the check waits. */
const CHECK_TIMEOUT = "2 minutes";

/** Runs the rest of a fleet, wave by wave. */
export function fleetRun(input: RunInput): Promise<RunStand> {
  return new Run(input).toEnd();
}

class Run {
  readonly #input: RunInput;
  readonly #events: FleetEvent[] = [];
  readonly #scope = new CancellationScope();
  #organizations: readonly SerializedOrganization[];
  #approved: number;
  #approvals: readonly Approval[];
  #failures = 0;
  #isPaused = false;
  #isHeld = false;
  #isUnsigned = false;
  #isOver = false;
  #reason: string | undefined;
  #wave: ChildWorkflowHandle<typeof fleetWave> | undefined;

  constructor(input: RunInput) {
    this.#input = input;
    this.#organizations = input.organizations;
    this.#approved = input.approved;
    // Runs of earlier versions don't have any.
    this.#approvals = input.approvals ?? [];
    setHandler(approveSignal, (wave, approval) => this.#approve(wave, approval));
    setHandler(pauseSignal, () => this.#pause(true));
    setHandler(resumeSignal, () => this.#pause(false));
    setHandler(stopSignal, () => this.#scope.cancel());
    setHandler(statusQuery, () => this.#stand());
    setHandler(eventsQuery, (from) => this.#events.slice(from));
  }

  async toEnd(): Promise<RunStand> {
    const { run, action } = this.#input;
    const open = this.#organizations.filter(({ state }) => state !== "succeeded");
    const waves = new Set(open.map(({ wave }) => wave)).size;
    this.#events.push({ event: "start", run, action, organizations: open.length, waves });
    this.#reason = await this.#allWaves();
    this.#isOver = true;
    const summary = summaryOf(this.#organizations);
    if (summary !== undefined) this.#events.push(summary);
    if (this.#reason !== undefined) this.#events.push({ event: "stopped", reason: this.#reason });
    this.#events.push({ event: "end", ...tallyOf(this.#organizations) });
    return this.#stand();
  }

  /** @returns why it stopped; undefined if it completed */
  async #allWaves(): Promise<string | undefined> {
    try {
      return await this.#scope.run(async () => {
        for (const wave of this.#input.held.keys()) {
          const reason = await this.#one(wave);
          if (reason !== undefined) return reason;
        }
        return undefined;
      });
    } catch (error) {
      if (isCancellation(error)) return "a person stopped it";
      throw error;
    }
  }

  async #one(wave: number): Promise<string | undefined> {
    const members = this.#organizations.filter((one) => one.wave === wave);
    const open = members.filter(({ state }) => state !== "succeeded").length;
    if (open === 0) return undefined;
    const refused = await this.#mayBegin(wave, open);
    if (refused !== undefined) return refused;
    this.#events.push({ event: "wave", wave: wave + 1, state: "started", organizations: open });
    const { members: after, reason } = await this.#run(wave, members);
    const byName = new Map(after.map((one) => [one.name, one]));
    this.#organizations = this.#organizations.map((one) => byName.get(one.name) ?? one);
    this.#failures += after.filter(({ state }) => state === "failed").length;
    if (reason === undefined) {
      this.#events.push({ event: "wave", wave: wave + 1, state: "ended", organizations: open });
    }
    return reason;
  }

  #approve(wave: number, approval: Approval | undefined): void {
    if (approval !== undefined) this.#approvals = [...this.#approvals, approval];
    if (approval?.signature === undefined) this.#approved = Math.max(this.#approved, wave);
  }

  /** Waits for the approvals of a wave. @returns why it can't begin at all; undefined if it can now */
  async #mayBegin(wave: number, organizations: number): Promise<string | undefined> {
    if (this.#input.action !== "up") return undefined;
    if (this.#input.held[wave] === true && this.#approved <= wave) {
      this.#hold(`wave ${wave + 1} is waiting for approval`, {
        event: "wave",
        wave: wave + 1,
        state: "held",
        organizations,
      });
      await condition(() => this.#approved > wave);
    }
    const refused = await this.#signatures(wave, organizations);
    this.#isHeld = false;
    this.#reason = undefined;
    return refused;
  }

  /** Waits until a worker finds all signatures of a wave. A run without a plan needs none. @returns as `#mayBegin` */
  async #signatures(wave: number, organizations: number): Promise<string | undefined> {
    const { plan, isApproved, isGuarded } = this.#input;
    if (plan === undefined) return undefined;
    const { checkWave } = proxyActivities<FleetActivities>({ startToCloseTimeout: CHECK_TIMEOUT });
    for (;;) {
      const approvals = this.#approvals;
      this.#isHeld = this.#isUnsigned = false;
      this.#reason = undefined;
      const { held, refused } = await checkWave({ wave, isApproved, isGuarded, plan, approvals });
      if (refused !== undefined) return `wave ${wave + 1} can't begin: ${refused}`;
      if (held === undefined) return undefined;
      this.#hold(held, { event: "wave", wave: wave + 1, state: "held", organizations, reason: held });
      this.#isUnsigned = true;
      await condition(() => this.#approvals.length > approvals.length);
    }
  }

  #hold(reason: string, event: FleetEvent): void {
    this.#isHeld = true;
    this.#reason = reason;
    this.#events.push(event);
  }

  async #run(wave: number, members: readonly SerializedOrganization[]): Promise<WaveResult> {
    const { action, isRefresh, isApproved, isGuarded, plan, parallel, stop } = this.#input;
    const shared = { action, isRefresh, isApproved, isGuarded, plan, parallel, stop };
    const { workflowId, runId } = workflowInfo();
    const isPaused = this.#isPaused;
    this.#wave = await startChild<typeof fleetWave>("fleetWave", {
      workflowId: waveId(workflowId, runId, wave + 1),
      args: [{ ...shared, wave, failures: this.#failures, isPaused, approvals: this.#approvals, members }],
      // The engines of a terminated run end as cleanly as those of a stopped run.
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    });
    if (isPaused !== this.#isPaused) this.#pause(this.#isPaused);
    const result = await this.#wave.result();
    this.#wave = undefined;
    return result;
  }

  #pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    void this.#wave?.signal(isPaused ? pauseSignal : resumeSignal).catch(() => undefined);
  }

  #state(): SerializedState {
    if (this.#isOver) return this.#reason === undefined ? "ended" : "stopped";
    if (this.#isHeld) return "held";
    return this.#isPaused ? "paused" : "running";
  }

  #stand(): RunStand {
    const { run, action, held, isRefresh, isApproved, isGuarded, plan } = this.#input;
    return {
      run,
      action,
      isRefresh,
      isApproved,
      isGuarded,
      plan,
      started: workflowInfo().startTime.toISOString(),
      state: this.#state(),
      reason: this.#reason,
      waves: held.length,
      approved: this.#approved,
      approvals: this.#approvals,
      isUnsigned: this.#isUnsigned,
      wave: this.#wave?.workflowId,
      tally: tallyOf(this.#organizations),
      organizations: this.#organizations,
    };
  }
}

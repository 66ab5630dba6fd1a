import {
  CancellationScope,
  type ChildWorkflowHandle,
  condition,
  isCancellation,
  ParentClosePolicy,
  setHandler,
  startChild,
  workflowInfo,
} from "@temporalio/workflow";

import type { FleetEvent } from "../run/events.ts";
import { summaryOf } from "../run/summary.ts";
import { tallyOf } from "../run/tally.ts";
import { approveSignal, eventsQuery, pauseSignal, resumeSignal, statusQuery, stopSignal } from "./messages.ts";
import {
  type RunInput,
  type RunStand,
  type SerializedOrganization,
  type SerializedState,
  waveId,
  type WaveResult,
} from "./serialized.ts";
import type { fleetWave } from "./wave-workflow.ts";

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
  #failures = 0;
  #isPaused = false;
  #isHeld = false;
  #isOver = false;
  #reason: string | undefined;
  #wave: ChildWorkflowHandle<typeof fleetWave> | undefined;

  constructor(input: RunInput) {
    this.#input = input;
    this.#organizations = input.organizations;
    this.#approved = input.approved;
    setHandler(approveSignal, (wave) => void (this.#approved = Math.max(this.#approved, wave)));
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
    await this.#mayBegin(wave, open);
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

  async #mayBegin(wave: number, organizations: number): Promise<void> {
    const isHeld = this.#input.action === "up" && this.#input.held[wave] === true && this.#approved <= wave;
    if (!isHeld) return;
    this.#isHeld = true;
    this.#reason = `wave ${wave + 1} is waiting for approval`;
    this.#events.push({ event: "wave", wave: wave + 1, state: "held", organizations });
    await condition(() => this.#approved > wave);
    this.#isHeld = false;
    this.#reason = undefined;
  }

  async #run(wave: number, members: readonly SerializedOrganization[]): Promise<WaveResult> {
    const { action, isRefresh, parallel, stop } = this.#input;
    const { workflowId, runId } = workflowInfo();
    const isPaused = this.#isPaused;
    this.#wave = await startChild<typeof fleetWave>("fleetWave", {
      workflowId: waveId(workflowId, runId, wave + 1),
      args: [{ action, isRefresh, parallel, stop, wave, failures: this.#failures, isPaused, members }],
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
    const { run, action, held, isRefresh, isApproved } = this.#input;
    return {
      run,
      action,
      isRefresh,
      isApproved,
      started: workflowInfo().startTime.toISOString(),
      state: this.#state(),
      reason: this.#reason,
      waves: held.length,
      approved: this.#approved,
      wave: this.#wave?.workflowId,
      tally: tallyOf(this.#organizations),
      organizations: this.#organizations,
    };
  }
}

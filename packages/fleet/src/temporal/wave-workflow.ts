import {
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  rootCause,
  setHandler,
} from "@temporalio/workflow";

import { type FleetEvent, NO_CHANGES, type Outcome } from "../run/events.ts";
import { inParallel } from "../run/pool.ts";
import { reasonToStop } from "../run/stop-rule.ts";
import { eventsQuery, pauseSignal, resumeSignal, waveQuery } from "./messages.ts";
import type { FleetActivities, SerializedOrganization, WaveInput, WaveResult } from "./serialized.ts";

/** A worker without a heartbeat for this time counts as gone, and another one takes over. */
const HEARTBEAT_TIMEOUT = "20 seconds";

/** If workers die repeatedly, the organization that they run might be the cause. */
const MOST_ATTEMPTS = 10;

/** Runs the organizations of one wave. */
export function fleetWave(input: WaveInput): Promise<WaveResult> {
  return new Wave(input).toEnd();
}

class Wave {
  readonly #input: WaveInput;
  readonly #members: Map<string, SerializedOrganization>;
  readonly #events: FleetEvent[] = [];
  #failures: number;
  #removed = { delete: 0, replace: 0 };
  #isPaused: boolean;

  constructor(input: WaveInput) {
    this.#input = input;
    this.#failures = input.failures;
    this.#isPaused = input.isPaused;
    this.#members = new Map(input.members.map((one) => [one.name, one]));
    setHandler(pauseSignal, () => void (this.#isPaused = true));
    setHandler(resumeSignal, () => void (this.#isPaused = false));
    setHandler(waveQuery, () => this.#result());
    setHandler(eventsQuery, (from) => this.#events.slice(from));
  }

  async toEnd(): Promise<WaveResult> {
    const waiting = this.#input.members.filter(({ state }) => state !== "succeeded");
    await inParallel(this.#input.parallel, () => {
      if (this.#stop() !== undefined) return undefined;
      const next = waiting.shift();
      return next === undefined ? undefined : this.#one(next);
    });
    return this.#result();
  }

  #result(): WaveResult {
    return { members: [...this.#members.values()], reason: this.#stop() };
  }

  #stop(): string | undefined {
    if (CancellationScope.current().consideredCancelled) return "a person stopped it";
    const { action, stop } = this.#input;
    if (action === "plan") return undefined;
    const states = [...this.#members.values()].map(({ state }) => state);
    const rule = { ...stop, failures: stop.failures ?? Infinity };
    return reasonToStop(rule, this.#failures, { states, removed: this.#removed });
  }

  async #one(organization: SerializedOrganization): Promise<void> {
    try {
      await condition(() => !this.#isPaused);
      if (this.#stop() !== undefined) return;
      this.#set(organization, { state: "running", outcome: undefined });
      this.#tell(organization, { state: "started" });
      const { isCutOff, ...outcome } = await this.#outcomeOf(organization);
      this.#set(organization, { state: outcome.state, outcome, isCutOff: isCutOff ?? organization.isCutOff });
      if (outcome.state === "failed") this.#failures += 1;
      this.#removed.delete += outcome.changes.delete;
      this.#removed.replace += outcome.changes.replace;
      this.#tell(organization, outcome);
    } catch (error) {
      // An engine that was asked to end stays interrupted: it runs again, with a repair.
      if (!isCancellation(error)) throw error;
    }
  }

  /** @throws CancelledFailure if it was interrupted */
  async #outcomeOf({
    name,
    queue,
    fingerprint,
    state,
    isCutOff = false,
  }: SerializedOrganization): Promise<Outcome & Pick<SerializedOrganization, "isCutOff">> {
    const { action, isRefresh, isApproved, isGuarded, plan, wave, approvals } = this.#input;
    const { runOrganization } = proxyActivities<FleetActivities>({
      activityId: name,
      taskQueue: queue,
      heartbeatTimeout: HEARTBEAT_TIMEOUT,
      startToCloseTimeout: "24 hours",
      retry: { initialInterval: "1 second", maximumInterval: "30 seconds", maximumAttempts: MOST_ATTEMPTS },
    });
    try {
      return await runOrganization({
        name,
        fingerprint,
        action,
        isRefresh,
        isApproved,
        isGuarded,
        plan,
        wave,
        approvals,
        isRepair: state === "running",
        isCutOff,
      });
    } catch (error) {
      if (isCancellation(error)) throw error;
      const message = `No worker brought it to its end: ${rootCause(error) ?? "the reason is unknown"}`;
      return { state: "failed", changes: NO_CHANGES, durationMs: 0, message, isCutOff: true };
    }
  }

  #set(
    organization: SerializedOrganization,
    now: Pick<SerializedOrganization, "state" | "outcome" | "isCutOff">,
  ): void {
    this.#members.set(organization.name, { ...organization, ...now });
  }

  #tell({ name, wave }: SerializedOrganization, what: { readonly state: "started" } | Outcome): void {
    this.#events.push({ event: "organization", name, wave: wave + 1, ...what });
  }
}

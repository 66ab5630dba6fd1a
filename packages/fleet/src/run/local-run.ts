import { type Guard, heldReason, signersOf, waveRule } from "../approvals/wave-rule.ts";
import type { BoundPlan } from "../bound/bound-plan.ts";
import type { PlanKeeper } from "../bound/plan-keeper.ts";
import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { reasonToEnd } from "../record/run-lock.ts";
import type { RecordedOrganization, RecordedRun, RunRecord } from "../record/run-record.ts";
import { NO_CHANGES, type OnEvent } from "./events.ts";
import { invitesNote } from "./invites-note.ts";
import { type OrganizationContext, runOrganization } from "./organization-run.ts";
import { type JudgePlan, reasonAgainst } from "./plan-judge.ts";
import { inParallel } from "./pool.ts";
import { reasonToStop } from "./stop-rule.ts";
import { summaryOf } from "./summary.ts";
import { type OrganizationState, type Tally, tallyOf } from "./tally.ts";

/** A run on this machine. */
export interface LocalRun {
  readonly fleet: Fleet;
  readonly record: RunRecord;
  readonly run: RecordedRun;
  readonly context: OrganizationContext;
  readonly onEvent: OnEvent;
  /** Starts nothing further, and asks the running engines to end cleanly. */
  readonly signal: AbortSignal;
  /** Names of organizations that were interrupted before, or failed: their engines might have left a lock. */
  readonly unclean: ReadonlySet<string>;
  /** Asks a person whether a wave, from 1, can begin; undefined if nobody can be asked. */
  readonly approve?: ((wave: number) => Promise<boolean>) | undefined;
  /** The people whose signatures the run needs, whatever the fleet file says. */
  readonly approvers: Guard["approvers"];
  /** What approvals cover. */
  readonly subject: { readonly fleet: string; readonly digest: string };
  /** Checks the plans of organizations against the policy before each wave of an `up`; undefined without a policy. */
  readonly judge?: JudgePlan | undefined;
  /** Receives what the engines store of a plan. */
  readonly keeper?: PlanKeeper | undefined;
  /** What an `up` applies. */
  readonly plan?: BoundPlan | undefined;
}

/** Runs the rest of a recorded run, wave by wave. */
export async function runLocally(given: LocalRun): Promise<Tally> {
  const { record, run, onEvent } = given;
  const runner = new Runner(given, await record.organizationsOf(run.id));
  await record.setState(run.id, "running");
  const stand = await runner.allWaves();
  await record.setState(run.id, stand.state, stand.reason);
  const ended = await record.organizationsOf(run.id);
  const summary = summaryOf(ended);
  if (summary !== undefined) onEvent(summary);
  if (stand.state === "stopped") onEvent({ event: "stopped", reason: stand.reason ?? "" });
  const text = run.action === "plan" ? invitesNote(ended, given.fleet.budget) : undefined;
  if (text !== undefined) onEvent({ event: "note", text });
  const tally = tallyOf(ended);
  onEvent({ event: "end", ...tally });
  return tally;
}

type Stand = { readonly state: "ended" | "held" | "stopped"; readonly reason?: string };

class Runner {
  readonly #given: LocalRun;
  readonly #byName: ReadonlyMap<string, FleetOrganization>;
  readonly #states: Map<string, OrganizationState>;
  readonly #entries: readonly RecordedOrganization[];
  #failures = 0;
  /** Objects that were deleted and replaced in the current wave. */
  #removed = { delete: 0, replace: 0 };

  constructor(given: LocalRun, entries: readonly RecordedOrganization[]) {
    this.#given = given;
    this.#byName = new Map(given.fleet.organizations.map((one) => [one.name, one]));
    this.#entries = entries;
    this.#states = new Map(this.#entries.map(({ name, state }) => [name, state]));
  }

  async allWaves(): Promise<Stand> {
    for (let wave = 0; wave < this.#given.run.waves; wave += 1) {
      const members = this.#entries.filter((one) => one.wave === wave);
      const open = members.filter(({ name }) => this.#states.get(name) !== "succeeded" && this.#byName.has(name));
      if (open.length === 0) continue;
      const broken = await this.#brokenBy(wave, open);
      if (broken !== undefined) return { state: "stopped", reason: broken };
      const held = await this.#heldBy(wave, open.length);
      if (held !== undefined) return { state: "held", reason: held };
      this.#given.onEvent({ event: "wave", wave: wave + 1, state: "started", organizations: open.length });
      const reason = await this.#wave(members, open);
      if (reason !== undefined) return { state: "stopped", reason };
      this.#given.onEvent({ event: "wave", wave: wave + 1, state: "ended", organizations: open.length });
    }
    return { state: "ended" };
  }

  /** @returns the policy violations in the plans of a wave */
  async #brokenBy(wave: number, open: readonly RecordedOrganization[]): Promise<string | undefined> {
    const { fleet, run, context, judge, signal, unclean, onEvent } = this.#given;
    if (judge === undefined || run.action !== "up") return undefined;
    return reasonAgainst({
      wave: wave + 1,
      organizations: open.flatMap(({ name }) => this.#byName.get(name) ?? []),
      judge,
      context,
      parallel: fleet.parallel,
      signal,
      isRefresh: run.options.isRefresh,
      unclean,
      onNote: (text) => onEvent({ event: "note", text }),
    });
  }

  /** @returns why the wave can't begin; undefined if it can */
  async #heldBy(wave: number, organizations: number): Promise<string | undefined> {
    const { fleet, run, record, context, approve, approvers, subject, onEvent } = this.#given;
    if (run.action === "plan") return undefined;
    const first = this.#entries[0]?.wave ?? 0;
    const rule = waveRule(fleet, wave, { approvers, isApproved: run.options.isApproved, first });
    if (rule === undefined) return undefined;
    let signers: readonly string[] = [];
    if (rule === "anyone") {
      if (await this.#isApproved(wave)) return undefined;
      if ((await approve?.(wave + 1)) === true) {
        await record.approve(run.id, {
          wave: wave + 1,
          at: new Date(context.clock.nowMs()).toISOString(),
          digest: subject.digest,
        });
        return undefined;
      }
    } else {
      signers = await signersOf({ ...subject, wave: wave + 1 }, rule, await record.approvalsOf(run.id));
      if (signers.length >= rule.atLeast) return undefined;
    }
    const reason = heldReason(wave + 1, rule, signers);
    onEvent({ event: "wave", wave: wave + 1, state: "held", organizations, reason });
    return reason;
  }

  /** Whether anyone has approved a wave, from 0. What shards are approved for together must still be the same. */
  async #isApproved(wave: number): Promise<boolean> {
    const { record, run, subject } = this.#given;
    if (run.rollout === undefined) return (await record.run(run.id)).approved > wave;
    return (await record.approvalsOf(run.id)).some(
      (one) => one.signature === undefined && one.wave > wave && one.digest === subject.digest,
    );
  }

  /** @returns why the run stops after the wave; undefined if it continues */
  async #wave(
    members: readonly RecordedOrganization[],
    open: readonly RecordedOrganization[],
  ): Promise<string | undefined> {
    const waiting = [...open];
    this.#removed = { delete: 0, replace: 0 };
    await inParallel(this.#given.fleet.parallel, () => {
      if (this.#stop(members) !== undefined) return undefined;
      const next = waiting.shift();
      return next === undefined ? undefined : this.#one(next);
    });
    return this.#stop(members);
  }

  #stop(members: readonly RecordedOrganization[]): string | undefined {
    const { signal } = this.#given;
    if (signal.aborted) return reasonToEnd(signal);
    if (this.#given.run.action === "plan") return undefined;
    const states = members.map(({ name }) => this.#states.get(name) ?? "waiting");
    return reasonToStop(this.#given.fleet.stop, this.#failures, { states, removed: this.#removed });
  }

  /** An organization that another run is working on counts as failed here; this run's record doesn't mention it. */
  #leaveToOther(name: string, wave: number): void {
    const message = "Another run of this fleet is working on it. Resume this run when that one has ended.";
    this.#states.set(name, "failed");
    this.#failures += 1;
    this.#given.onEvent({
      event: "organization",
      name,
      wave: wave + 1,
      state: "failed",
      changes: NO_CHANGES,
      durationMs: 0,
      message,
    });
  }

  async #one({ name, wave, state }: RecordedOrganization): Promise<void> {
    const { record, run, context, onEvent, signal, unclean, keeper, plan } = this.#given;
    const organization = this.#byName.get(name);
    if (organization === undefined) return;
    if (!(await record.start(run.id, name))) return this.#leaveToOther(name, wave);
    onEvent({ event: "organization", name, wave: wave + 1, state: "started" });
    const outcome = await runOrganization(organization, context, {
      action: run.action === "plan" ? "plan" : "up",
      signal,
      isRepair: state === "running" || unclean.has(name),
      isRefresh: run.options.isRefresh,
      onProgress: (done) => onEvent({ event: "organization", name, wave: wave + 1, state: "progress", done }),
      keep: keeper?.keep,
      planned: plan?.organizations.find((one) => one.name === name),
      isCutOff: state === "running",
    });
    // An engine that was asked to end counts as interrupted, whatever it reports: it runs again, with a repair.
    if (signal.aborted && outcome.state === "failed") return;
    await record.end(run.id, name, outcome);
    this.#states.set(name, outcome.state);
    if (outcome.state === "failed") this.#failures += 1;
    this.#removed.delete += outcome.changes.delete;
    this.#removed.replace += outcome.changes.replace;
    onEvent({ event: "organization", name, wave: wave + 1, ...outcome });
  }
}

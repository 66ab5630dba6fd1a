import { dirname } from "node:path";

import { ToldOutages } from "./budget/told-outages.ts";
import { startLedger } from "./budget/ledger-server.ts";
import { type Statement } from "./approvals/approval.ts";
import {
  type Approved,
  approvalBy,
  assertGuarded,
  stillHeld,
  type Waiting,
  waitingOf,
  type Word,
} from "./approvals/give-approval.ts";
import { sharedContents, subjectDigest } from "./approvals/subject.ts";
import { type BoundPlan, digestOf, organizationsOf } from "./bound/bound-plan.ts";
import { PlanKeeper } from "./bound/plan-keeper.ts";
import { resultsOf, type RunResults } from "./ci/run-results.ts";
import { machineClock } from "./clock.ts";
import { CredentialKeys } from "./credentials/credential-keys.ts";
import { FleetStates } from "./drift/fleet-states.ts";
import type { Fleet, FleetOrganization } from "./expansion/expand.ts";
import { selected, type Selection, shareOf } from "./expansion/selection.ts";
import { type FleetPlace, fleetLocation } from "./fleet-place.ts";
import { readFleetFile } from "./read-fleet-file.ts";
import { openRecord, type OpenRecord } from "./record/open-record.ts";
import { partOf, type RunLock } from "./record/run-lock.ts";
import type { RecordedRun, RunOptions, RunRecord } from "./record/run-record.ts";
import { organizationFrom, RetirementError } from "./retirement/facts.ts";
import { assertLeft } from "./retirement/standing.ts";
import {
  confirmation,
  heldBack,
  type Request,
  requested,
  requestOf,
  retired,
  type Retirement,
  type RetirementRun,
} from "./retirement/retirement.ts";
import { assertPlanOf, assertUnfinished, hasBegun, latestUp, tellOfChanges } from "./run/resumption.ts";
import { APART_NOTE, type RunPlan, planOrganizations, inWaves, namesLeft, uncleanIn } from "./run/run-plan.ts";
import { whileLocked } from "./run/while-locked.ts";
import type { FleetAction } from "./run/events.ts";
import { heldRun } from "./run/held-run.ts";
import { Leases } from "./run/leases.ts";
import { runLocally } from "./run/local-run.ts";
import type { OrganizationContext } from "./run/organization-run.ts";
import type { Tally } from "./run/tally.ts";
import type { ControlWithPlan, RunControl, SessionOptions, StatesSearch, WhatWaits } from "./session-options.ts";

/** What a session consists of. */
interface Opened extends OpenRecord {
  readonly fleet: Fleet;
  readonly place: FleetPlace;
}

/** A fleet file with its record. It implements the commands `plan`, `up`, `resume`, `approve`, and `status`. */
export class FleetSession {
  readonly fleet: Fleet;
  readonly place: FleetPlace;
  readonly record: RunRecord;
  readonly #lock: RunLock;
  readonly #options: SessionOptions;
  /** ID of the run that this session works on. */
  #run: number | undefined;

  private constructor(options: SessionOptions, { fleet, place, record, lock }: Opened) {
    this.#options = options;
    this.fleet = fleet;
    this.place = place;
    this.record = record;
    this.#lock = lock;
  }

  /** @throws FleetFileError for a file that can't be used; RecordError for a record that can't be used */
  static async open(options: SessionOptions): Promise<FleetSession> {
    const { file, recordFile, isRecordLocal = false, environment, engines } = options;
    const fleet = readFleetFile(file, engines);
    const place = fleetLocation(file, recordFile);
    const database = isRecordLocal ? undefined : fleet.database;
    return new FleetSession(options, { fleet, place, ...(await openRecord({ place, database, environment })) });
  }

  /** The effects of a run according to the file and the record. Runs nothing. */
  runPlan(selection: Selection): Promise<RunPlan> {
    return planOrganizations(this.fleet, selected(this.fleet, selection), this.record, shareOf(selection));
  }

  /**
   * Runs organizations of the fleet: `plan` asks each engine what would change, `up` applies it.
   *
   * @throws FleetBusyError if another run is in progress; SelectionError
   */
  async run(
    action: FleetAction,
    selection: Selection,
    options: Omit<RunOptions, "share" | "shard" | "plan">,
    control: ControlWithPlan,
  ): Promise<Tally> {
    const organizations = inWaves(selected(this.fleet, selection));
    return this.#begin(
      action,
      organizations,
      { ...options, share: this.#shareOf(selection.shard), shard: selection.shard },
      control,
      () => selected(this.fleet, { ...selection, shard: undefined }),
    );
  }

  /**
   * Plans organizations of the fleet, and stores the plan of each organization whose planning succeeded.
   *
   * @throws FleetBusyError if another run is in progress; SelectionError; PlanFileError if no planning succeeded
   */
  async keptPlan(
    selection: Selection,
    options: Omit<RunOptions, "share" | "shard" | "plan">,
    control: RunControl,
  ): Promise<{ readonly tally: Tally; readonly plan: BoundPlan; readonly digest: string }> {
    const keeper = new PlanKeeper();
    const { shard } = selection;
    const { isRefresh } = options;
    const tally = await this.run("plan", selection, options, { ...control, keeper });
    const planned = new Date(machineClock.nowMs()).toISOString();
    const plan = keeper.plan({ fleet: this.fleet, name: this.place.name, isRefresh, shard, planned });
    return { tally, plan, digest: digestOf(plan) };
  }

  /**
   * Applies a stored plan, or a shard of it: each organization exactly as planned, or not at all.
   *
   * @param part - a shard of a plan that isn't the plan of a shard itself
   * @throws PlanFileError for a plan of another fleet, of another shard, or under other rules; FleetBusyError
   */
  async apply(plan: BoundPlan, isApproved: boolean, control: RunControl, part?: RunOptions["shard"]): Promise<Tally> {
    const organizations = this.organizationsIn(plan, part);
    const shard = part ?? plan.shard;
    const options = { isRefresh: plan.isRefresh, isApproved, share: this.#shareOf(shard), shard, plan: digestOf(plan) };
    return this.#begin("up", organizations, options, { ...control, plan }, () =>
      part === undefined ? organizations : this.organizationsIn(plan),
    );
  }

  /**
   * Whether the latest `up` of the fleet, or of a shard, applies this plan and isn't finished, so that `resume` continues it.
   *
   * @param part - as for `apply`
   */
  hasBegun(plan: BoundPlan, part?: RunOptions["shard"]): Promise<boolean> {
    return hasBegun(this.record, digestOf(plan), part ?? plan.shard);
  }

  /** The organizations of a plan, as `apply` uses them. @throws PlanFileError */
  organizationsIn(plan: BoundPlan, part?: RunOptions["shard"]): readonly FleetOrganization[] {
    return organizationsOf(plan, this.place.name, this.fleet, part);
  }

  #begin(
    action: FleetAction,
    organizations: readonly FleetOrganization[],
    options: RunOptions,
    control: ControlWithPlan,
    all: () => readonly FleetOrganization[],
  ): Promise<Tally> {
    return whileLocked(this.#lock, options.shard, control, async (ours) => {
      const isGuarded = action === "up" && this.#options.approvers !== undefined;
      const given = { ...options, ...(isGuarded ? { isGuarded } : {}) };
      const { shard, plan } = options;
      const hasContents = action === "up" && shard !== undefined && organizations.length > 0;
      const contents = hasContents ? sharedContents(shard, all(), plan) : undefined;
      const id = await this.record.begin(action, organizations, this.fleet.waves.length, given, contents);
      const run = await this.record.run(id);
      if (run.rollout?.isApart === true) ours.onEvent(APART_NOTE);
      return this.#go(run, ours);
    });
  }

  /**
   * Resumes the latest `up`: skips what succeeded, runs what failed again, and repairs what was interrupted first.
   *
   * @param plan - the plan that the run applies, if it applies one
   * @param shard - the shard whose run to resume; without it, the latest run of any
   * @throws NothingToResumeError if there is no such run, or all of it succeeded; PlanFileError if its plan differs
   */
  async resume(control: RunControl, plan?: BoundPlan, shard?: RunOptions["shard"]): Promise<Tally> {
    const latest = await latestUp(this.record, shard);
    return whileLocked(this.#lock, latest.options.shard, control, async (ours) => {
      const run = await this.record.run(latest.id);
      await assertUnfinished(this.record, run);
      assertGuarded(run, this.#options.approvers);
      assertPlanOf(run, plan, { fleet: this.fleet, name: this.place.name });
      await tellOfChanges(run, { fleet: this.fleet, record: this.record }, control.onEvent);
      await this.record.retry(run.id);
      return this.#go(run, { ...ours, plan });
    });
  }

  /** Names of organizations that ran, that are no longer in the file, and that nobody has retired. */
  left(): Promise<readonly string[]> {
    return namesLeft(this.fleet, this.record);
  }

  /**
   * The first step of a retirement: shows what would be deleted, and records the request.
   *
   * @throws RetirementError for an organization that can't be retired; FleetBusyError
   */
  async requestRetirement(name: string, control: RunControl): Promise<Retirement> {
    return this.#retiring(name, control, requested);
  }

  /**
   * The second step: deletes all objects of an organization. Its empty stack stays.
   *
   * @param words - the confirmation that the first step gave
   * @returns why it still waits for other people, if it does: nothing was run then
   * @throws RetirementError if the first step is missing or the words don't match; ApprovalError; FleetBusyError
   */
  async retire(name: string, words: string, control: RunControl): Promise<Tally | string> {
    return this.#retiring(name, control, async (given) => {
      const request = await this.#request(name);
      const expected = confirmation(name, request.objects);
      if (words !== expected)
        throw new RetirementError(`--confirm is ${JSON.stringify(words)}; expected ${JSON.stringify(expected)}.`);
      if (given.organization.wave !== request.wave)
        throw new RetirementError(`${name} is in another wave since the request. Request its retirement again.`);
      return (await heldBack(request, this.record)) ?? retired(given, request);
    });
  }

  /** The latest request to retire an organization. @throws RetirementError; ApprovalError */
  async #request(name: string): Promise<Request> {
    const { fleet, record, place } = this;
    const request = await requestOf(name, { fleet, record, fleetName: place.name, approvers: this.#options.approvers });
    assertGuarded(request.run, this.#options.approvers);
    return request;
  }

  async #retiring<T>(name: string, control: RunControl, act: (given: RetirementRun) => Promise<T>): Promise<T> {
    const { engines, approvers } = this.#options;
    await assertLeft(name, this.fleet, this.record);
    const organization = organizationFrom(name, await this.record.factsOf(name), { fleet: this.fleet, engines });
    return whileLocked(this.#lock, undefined, control, async (ours) => {
      const last = await this.record.lastRunOf(name);
      const { fleet, record, place } = this;
      return this.#withLeases(1, (context) =>
        act({
          organization,
          fleet,
          fleetName: place.name,
          record,
          context,
          approvers,
          onEvent: ours.onEvent,
          signal: ours.signal,
          isRepair: last?.state === "running" || last?.state === "failed",
        }),
      );
    });
  }

  /**
   * The run that waits for approval: the latest `up`, a shard's latest `up`, or the retirement of an organization.
   *
   * @throws NothingToResumeError if nothing is waiting; RetirementError; ApprovalError
   */
  async waiting({ retires, shard }: WhatWaits = {}): Promise<
    Waiting & { readonly run: number; readonly shards?: number }
  > {
    if (retires !== undefined) {
      const { run, rule, waiting } = await this.#request(retires);
      if (rule === undefined) throw new RetirementError(`The retirement of ${retires} doesn't need an approval.`);
      return { run: run.id, ...waiting };
    }
    const run = await heldRun(this.record, shard);
    assertGuarded(run, this.#options.approvers);
    const { approvers } = this.#options;
    const subject = await this.#subjectOf(run);
    const organizations = await this.record.organizationsOf(run.id);
    const waiting = waitingOf(organizations, run.options, { fleet: this.fleet, approvers, subject });
    const shards = run.rollout === undefined ? undefined : run.options.shard?.of;
    return { run: run.id, ...(shards === undefined ? {} : { shards }), ...waiting };
  }

  /**
   * Records a person's approval of the wave that the latest `up` waits for, or of an organization's retirement.
   *
   * @throws NothingToResumeError if nothing waits; RetirementError if none is requested; ApprovalError: nothing is recorded
   */
  async approve(word: Word, which: WhatWaits = {}): Promise<Approved> {
    const waiting = await this.waiting(which);
    const approval = await approvalBy(word, waiting, new Date(machineClock.nowMs()).toISOString());
    await this.record.approve(waiting.run, approval);
    const held = await stillHeld(waiting, await this.record.approvalsOf(waiting.run));
    return { approval, held, shards: waiting.shards };
  }

  /** The state of this session's run, else of the latest run, or of the latest of a shard; undefined if none is recorded. */
  async results(shard?: RunOptions["shard"]): Promise<RunResults | undefined> {
    const ours = this.#run;
    const run = await (ours === undefined ? this.record.newest(undefined, shard) : this.record.run(ours));
    const isAlive = ours !== undefined || run?.state !== "running" || (await this.isBusy(run.options.shard));
    const left = await this.left();
    return run === undefined ? undefined : resultsOf(this.record, run, { fleet: this.place.name, isAlive, left });
  }

  /** Finds the states of organizations; runs nothing. Its requests count together with those of runs. */
  async states(selection: Selection, { share, onNote = () => undefined }: StatesSearch = {}): Promise<FleetStates> {
    const folder = dirname(this.place.recordFile);
    const budget = {
      share: share ?? this.#shareOf(selection.shard),
      limits: this.fleet.budget,
      common: new ToldOutages(this.record.counts(), machineClock, onNote),
    };
    const ledger = await startLedger(budget);
    return new FleetStates({ context: this.#credentials(), folder, parallel: this.fleet.parallel, ledger });
  }

  /** Whether a run of the whole fleet, or of a shard, is in progress. */
  isBusy(shard?: RunOptions["shard"]): Promise<boolean> {
    return this.#lock.isHeld(partOf(shard));
  }

  close(): Promise<void> {
    return this.record.close();
  }

  /** What the approvals of a run cover. */
  async #subjectOf(run: RecordedRun): Promise<Omit<Statement, "wave">> {
    const names = new Set(run.rollout?.names ?? (await this.record.organizationsOf(run.id)).map(({ name }) => name));
    const organizations = this.fleet.organizations.filter(({ name }) => names.has(name));
    return { fleet: this.place.name, digest: subjectDigest(run, organizations) };
  }

  async #go(run: RecordedRun, { onEvent, signal, approve, judge, keeper, plan }: ControlWithPlan): Promise<Tally> {
    if (run.action === "up" && this.fleet.policy !== undefined && judge === undefined) {
      throw new Error("The fleet file names a policy, and nothing was given that judges plans by it.");
    }
    const open = (await this.record.organizationsOf(run.id)).filter(({ state }) => state !== "succeeded");
    const names = new Set(open.map(({ name }) => name));
    const members = this.fleet.organizations.filter(({ name }) => names.has(name));
    const { id, action, options } = run;
    this.#run = id;
    const { share, shard } = options;
    const { organizations, minutes } = await planOrganizations(this.fleet, members, this.record, shareOf({ shard }));
    const openWaves = new Set(open.map(({ wave }) => wave)).size;
    onEvent({ event: "start", run: id, action, organizations: open.length, waves: openWaves, minutes });
    const unclean = uncleanIn(organizations);
    return this.#withLeases(share, async (context) =>
      runLocally({
        fleet: this.fleet,
        record: this.record,
        run,
        context,
        onEvent,
        signal,
        unclean,
        approve,
        judge,
        keeper,
        plan,
        approvers: this.#options.approvers,
        subject: await this.#subjectOf(run),
      }),
    );
  }

  #credentials(): Pick<OrganizationContext, "keys" | "environment"> {
    const { environment } = this.#options;
    const folder = dirname(this.place.file);
    return { keys: new CredentialKeys(this.fleet.credentials, { environment, folder }), environment };
  }

  /** Does something with a ledger and providers of its own. @param share - the part of the budget, above 0 and up to 1 */
  async #withLeases<T>(share: number, act: (context: OrganizationContext) => Promise<T>): Promise<T> {
    const { providerCommand, engines } = this.#options;
    const leases = await Leases.open(this.record, { share, limits: this.fleet.budget, engines, providerCommand });
    const { folderOf } = this.place;
    try {
      return await act({
        ...this.#credentials(),
        clock: machineClock,
        folderOf,
        lease: (organization, variables) => leases.take(organization, variables, folderOf(organization)),
      });
    } finally {
      await leases.close();
    }
  }

  /** The share of each credential's budget that the ledger may use: in a database, shards have one budget. */
  #shareOf(shard: Selection["shard"]): number {
    return this.fleet.database === undefined ? shareOf({ shard }) : 1;
  }
}

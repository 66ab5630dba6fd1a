import type { Statement } from "../approvals/approval.ts";
import { stillHeld, type Waiting } from "../approvals/give-approval.ts";
import { type Guard, heldReason, type WaveRule, waveRule } from "../approvals/wave-rule.ts";
import { type BoundOrganization, boundOrganization, digestOfJson, statementOf } from "../bound/bound-plan.ts";
import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { BUSY, FleetBusyError, reasonToEnd } from "../record/run-lock.ts";
import type { RecordedRun, RunRecord } from "../record/run-record.ts";
import { NO_CHANGES, type OnEvent, type Outcome, type PlannedObject } from "../run/events.ts";
import { type OrganizationContext, runOrganization } from "../run/organization-run.ts";
import type { Tally } from "../run/tally.ts";
import { RetirementError } from "./facts.ts";

/** What a retirement would delete. */
export interface Retirement {
  readonly name: string;
  readonly objects: readonly PlannedObject[];
  /** Addresses of objects that are protected in their state. If there are any, nothing is requested. */
  readonly kept: readonly string[];
  /** The required value of `--confirm`. */
  readonly words: string;
  /** The people it also waits for, as part of a sentence; undefined if it waits for nobody. */
  readonly held: string | undefined;
}

/** What a retirement needs to run. */
export interface RetirementRun {
  readonly organization: FleetOrganization;
  readonly fleet: Fleet;
  /** Name of the fleet file. */
  readonly fleetName: string;
  readonly record: RunRecord;
  readonly context: OrganizationContext;
  readonly approvers: Guard["approvers"];
  readonly onEvent: OnEvent;
  readonly signal: AbortSignal;
  /** Whether its latest run was interrupted or failed. */
  readonly isRepair: boolean;
}

/** The words that confirm a retirement; they change with the number of objects. */
export const confirmation = (name: string, objects: readonly unknown[]): string =>
  `delete ${objects.length} object${objects.length === 1 ? "" : "s"} of ${name}`;

/** The approval that a retirement needs: that of its wave. A file of approvers protects every retirement. */
function retirementRule({ waves }: Pick<Fleet, "waves">, wave: number, approvers: Guard["approvers"]) {
  return waveRule({ waves }, wave, { approvers, isApproved: false, first: wave });
}

/**
 * Asks the engine what it would delete, and records the request. Nothing is deleted.
 *
 * @throws RetirementError with the engine's message if it can't or mustn't delete
 */
export async function requested(given: RetirementRun): Promise<Retirement> {
  const { organization, fleet, record, approvers } = given;
  const { name, wave } = organization;
  const outcome = await runOrganization(organization, given.context, { action: "plan", ...askedOf(given) });
  if (outcome.state === "failed")
    throw new RetirementError(`${name} can't be retired, and nothing was deleted:\n${outcome.message ?? ""}`);
  const { objects = [] } = outcome;
  const kept = objects.flatMap(({ address, isProtected }) => (isProtected === true ? [address] : []));
  const rule = retirementRule(fleet, wave, approvers);
  const held = rule === undefined ? undefined : heldReason(wave + 1, rule, []);
  const retirement = { name, objects, kept, words: confirmation(name, objects), held };
  if (kept.length > 0) return retirement;
  const run = await record.begin("retire", [organization], fleet.waves.length, {
    isRefresh: false,
    isApproved: false,
    share: 1,
    objects,
    plan: digestOf(given, objects),
    ...(approvers === undefined ? {} : { isGuarded: true }),
  });
  await record.hold(run, name, outcome, held ?? "it waits for a confirmation");
  return retirement;
}

/** Digest of what is approved: everything that would be deleted, and what the organization was made from. */
function digestOf({ fleetName, organization, context }: RetirementRun, objects: readonly PlannedObject[]): string {
  const said = [fleetName, organization.name, context.clock.nowMs(), statementOf(organization), objects];
  return digestOfJson(said);
}

const askedOf = ({ onEvent, organization: { name, wave }, signal, isRepair }: RetirementRun) => ({
  signal,
  isRepair,
  isRefresh: false,
  isDestroy: true,
  onProgress: (done: number) =>
    onEvent({ event: "organization", name, wave: wave + 1, state: "progress" as const, done }),
});

/** What is needed to find the latest request of a retirement. */
export interface RequestPlace {
  readonly fleetName: string;
  readonly fleet: Fleet;
  readonly record: RunRecord;
  readonly approvers: Guard["approvers"];
}

/** A request with the objects that were reviewed. */
export interface Request {
  readonly run: RecordedRun;
  /** The wave of the organization, from 0. */
  readonly wave: number;
  readonly objects: readonly PlannedObject[];
  readonly waiting: Waiting;
  readonly rule: WaveRule | undefined;
}

/** The latest request to retire an organization. @throws RetirementError if there is none since its last run */
export async function requestOf(name: string, { fleetName, fleet, record, approvers }: RequestPlace): Promise<Request> {
  const last = await record.lastRunOf(name);
  const [organization] = await record.organizationsOf(last?.run.id ?? 0);
  const wave = organization?.wave ?? 0;
  if (last?.run.action !== "retire" || last.state === "succeeded")
    throw new RetirementError(`Nobody has requested to retire ${name}. Run \`orgform fleet retire ${name}\` first.`);
  const { objects = [], plan: digest = "" } = last.run.options;
  const statement: Statement = { fleet: fleetName, wave: wave + 1, digest, retires: name };
  const rule = retirementRule(fleet, wave, approvers);
  return { run: last.run, wave, objects, rule, waiting: { statement, rule: rule ?? "anyone" } };
}

/** Why a retirement still waits; undefined if it can begin. */
export async function heldBack({ run, rule, waiting }: Request, record: RunRecord): Promise<string | undefined> {
  const { wave } = waiting.statement;
  if (rule === undefined) return undefined;
  if (rule === "anyone") return run.approved >= wave ? undefined : heldReason(wave, rule, []);
  return stillHeld(waiting, await record.approvalsOf(run.id));
}

/** Deletes what was requested, or nothing if the engine would now delete anything else. */
export async function retired(given: RetirementRun, { run, objects }: Request): Promise<Tally> {
  const { record, onEvent, organization, signal } = given;
  const { name, wave } = organization;
  if (!(await record.start(run.id, name))) throw new FleetBusyError(BUSY);
  await record.setState(run.id, "running");
  onEvent({ event: "start", run: run.id, action: "retire", organizations: 1, waves: 1 });
  onEvent({ event: "organization", name, wave: wave + 1, state: "started" });
  const outcome = await deleted(given, objects);
  const isCutOff = signal.aborted && outcome.state === "failed";
  if (!isCutOff) {
    await record.end(run.id, name, outcome);
    onEvent({ event: "organization", name, wave: wave + 1, ...outcome });
  }
  await record.setState(run.id, isCutOff ? "stopped" : "ended", isCutOff ? reasonToEnd(signal) : undefined);
  const tally = await record.tallyOf(run.id);
  onEvent({ event: "end", ...tally });
  return tally;
}

/** Plans again, compares, and applies exactly that plan. */
async function deleted(given: RetirementRun, reviewed: readonly PlannedObject[]): Promise<Outcome> {
  const { organization, context } = given;
  let planned: BoundOrganization | undefined;
  const plan = await runOrganization(organization, context, {
    action: "plan",
    ...askedOf(given),
    keep: (one, saved, objects) => (planned = boundOrganization(one, saved, objects)),
  });
  if (plan.state === "failed" || given.signal.aborted) return plan;
  const now = plan.objects ?? [];
  const known = new Set(reviewed.map(({ address }) => address));
  const others = now.flatMap(({ address, isProtected }) =>
    known.has(address) && isProtected !== true ? [] : [address],
  );
  if (others.length === 0) return runOrganization(organization, context, { action: "up", ...askedOf(given), planned });
  const message = `Changed since the request, so nothing was deleted: ${others.join(", ")}. Request it again.`;
  return { state: "failed", changes: NO_CHANGES, durationMs: plan.durationMs, message };
}

import { Context } from "@temporalio/activity";

import { ApprovalError } from "../approvals/approval-error.ts";
import { type BoundOrganization, PlanFileError } from "../bound/bound-plan.ts";
import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { NO_CHANGES, type Outcome } from "../run/events.ts";
import { type OrganizationContext, runOrganization } from "../run/organization-run.ts";
import { cutOff, withHeartbeat } from "./heartbeat.ts";
import { travellingFingerprint } from "./names.ts";
import type { FleetActivities, OrganizationOrder, WaveOrder, WaveVerdict } from "./serialized.ts";
import type { WorkerGuard } from "./worker-guard.ts";
import type { WorkerPlans } from "./worker-plans.ts";

/** An engine's failure message can be long, but a thousand of them must fit into a workflow. */
const LONGEST_MESSAGE = 1000;

/** What a worker needs to run organizations. */
export interface WorkerContext extends OrganizationContext {
  readonly file: string;
  readonly fleet: Fleet;
  readonly guard: WorkerGuard;
  readonly plans: WorkerPlans;
  /** Waits while more workers run than share the budget. */
  readonly turn: (signal: AbortSignal) => Promise<void>;
  readonly log: (text: string) => void;
}

/** What a worker does for workflows. */
export function fleetActivities(context: WorkerContext): FleetActivities {
  const byName = new Map(context.fleet.organizations.map((one) => [one.name, one]));
  return {
    checkWave: (order) => verdictOn(order, context),
    runOrganization: async (order) => {
      const organization = byName.get(order.name);
      if (organization === undefined || travellingFingerprint(context.file, organization) !== order.fingerprint) {
        return failed(
          `A worker's fleet file differs for ${order.name} from the one that this run started with. ` +
            "Check out the same commit on all workers, restart them, and resume.",
        );
      }
      const { refused, planned } = await permission(order, organization, context);
      if (refused !== undefined) return failed(refused);
      const outcome = await withHeartbeat((onProgress) => run(organization, order, { context, onProgress, planned }));
      context.log(`${order.name} ${outcome.state}`);
      return shortened(outcome);
    },
  };
}

/** Whether a wave of an `up` can begin, by this worker's files. */
async function verdictOn(order: WaveOrder, { guard, plans }: WorkerContext): Promise<WaveVerdict> {
  try {
    return { held: await guard.heldBy(order, order.plan && (await plans.planOf(order.plan))) };
  } catch (error) {
    if (error instanceof PlanFileError || error instanceof ApprovalError) return { refused: error.message };
    throw error;
  }
}

interface Permission {
  /** Why this worker applies nothing to the organization. */
  readonly refused?: string | undefined;
  readonly planned?: BoundOrganization | undefined;
}

/** Whether this worker applies something to an organization. It trusts no decision of the server. */
async function permission(
  order: OrganizationOrder,
  organization: FleetOrganization,
  context: WorkerContext,
): Promise<Permission> {
  if (order.action !== "up") return {};
  // After a change of the file between, the organization must satisfy both of its waves.
  for (const wave of new Set([order.wave, organization.wave])) {
    const { held, refused } = await verdictOn({ ...order, wave }, context);
    if (refused !== undefined) return { refused };
    if (held !== undefined) return { refused: `Nothing was applied: ${held}.` };
  }
  if (order.plan === undefined) return {};
  const { organizations } = await context.plans.planOf(order.plan);
  const planned = organizations.find(({ name }) => name === order.name);
  return planned === undefined ? { refused: `The plan ${order.plan.file} doesn't have ${order.name}.` } : { planned };
}

interface Run {
  readonly context: WorkerContext;
  readonly planned: BoundOrganization | undefined;
  readonly onProgress: (done: number) => void;
}

async function run(
  organization: FleetOrganization,
  { name, action, isRefresh, isRepair, isCutOff }: OrganizationOrder,
  { context, onProgress, planned }: Run,
): Promise<Outcome> {
  const { cancellationSignal: signal, info } = Context.current();
  const wasCutOff = isRepair || info.attempt > 1;
  try {
    await context.turn(signal);
    context.log(`${name} ${wasCutOff ? "started again, with a repair" : "started"}`);
    const outcome = await runOrganization(organization, context, {
      action,
      signal,
      isRepair: wasCutOff,
      isRefresh,
      onProgress,
      planned,
      isCutOff: isCutOff || info.attempt > 1,
    });
    if (!signal.aborted || outcome.state === "succeeded") return outcome;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  // An engine that was asked to end counts as interrupted, whatever it reports: it runs again, with a repair.
  context.log(`${name} was cut off`);
  throw cutOff(signal.reason);
}

const failed = (message: string): Outcome => ({ state: "failed", changes: NO_CHANGES, durationMs: 0, message });

function shortened(outcome: Outcome): Outcome {
  const { message } = outcome;
  if (message === undefined || message.length <= LONGEST_MESSAGE) return outcome;
  return { ...outcome, message: `${message.slice(0, LONGEST_MESSAGE)} …` };
}

import { Context } from "@temporalio/activity";

import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { NO_CHANGES, type Outcome } from "../run/events.ts";
import { type OrganizationContext, runOrganization } from "../run/organization-run.ts";
import { cutOff, withHeartbeat } from "./heartbeat.ts";
import { travellingFingerprint } from "./names.ts";
import type { FleetActivities, OrganizationOrder } from "./serialized.ts";

/** An engine's failure message can be long, but a thousand of them must fit into a workflow. */
const LONGEST_MESSAGE = 1000;

/** What a worker needs to run organizations. */
export interface WorkerContext extends OrganizationContext {
  readonly file: string;
  readonly fleet: Fleet;
  /** Waits while more workers run than share the budget. */
  readonly turn: (signal: AbortSignal) => Promise<void>;
  readonly log: (text: string) => void;
}

/** What a worker does for workflows. */
export function fleetActivities(context: WorkerContext): FleetActivities {
  const byName = new Map(context.fleet.organizations.map((one) => [one.name, one]));
  return {
    runOrganization: async (order) => {
      const organization = byName.get(order.name);
      if (organization === undefined || travellingFingerprint(context.file, organization) !== order.fingerprint) {
        return otherFile(order.name);
      }
      const outcome = await withHeartbeat((onProgress) => run(organization, order, { context, onProgress }));
      context.log(`${order.name} ${outcome.state}`);
      return shortened(outcome);
    },
  };
}

interface Run {
  readonly context: WorkerContext;
  readonly onProgress: (done: number) => void;
}

async function run(
  organization: FleetOrganization,
  { name, action, isRefresh, isRepair }: OrganizationOrder,
  { context, onProgress }: Run,
): Promise<Outcome> {
  const { cancellationSignal: signal, info } = Context.current();
  const wasCutOff = isRepair || info.attempt > 1;
  try {
    await context.turn(signal);
    context.log(`${name} ${wasCutOff ? "started again, with a repair" : "started"}`);
    const options = { action, signal, isRepair: wasCutOff, isRefresh, onProgress };
    const outcome = await runOrganization(organization, context, options);
    if (!signal.aborted || outcome.state === "succeeded") return outcome;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  // An engine that was asked to end counts as interrupted, whatever it reports: it runs again, with a repair.
  context.log(`${name} was cut off`);
  throw cutOff(signal.reason);
}

function otherFile(name: string): Outcome {
  const message =
    `A worker's fleet file differs for ${name} from the one that this run started with. ` +
    "Check out the same commit on all workers, restart them, and resume.";
  return { state: "failed", changes: NO_CHANGES, durationMs: 0, message };
}

function shortened(outcome: Outcome): Outcome {
  const { message } = outcome;
  if (message === undefined || message.length <= LONGEST_MESSAGE) return outcome;
  return { ...outcome, message: `${message.slice(0, LONGEST_MESSAGE)} …` };
}

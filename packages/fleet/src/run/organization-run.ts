import { mkdirSync } from "node:fs";
import * as yaml from "yaml";

import type { BoundOrganization } from "../bound/bound-plan.ts";
import { assertUnmoved, movedSince } from "../bound/moved.ts";
import type { PlanKeeper } from "../bound/plan-keeper.ts";
import type { Clock } from "../clock.ts";
import type { CredentialKeys } from "../credentials/credential-keys.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import { type FleetAction, NO_CHANGES, type Outcome } from "./events.ts";

/** What an organization leases for the time of its run, such as a part of the rate budget. */
export interface Lease {
  /** Variables for the engine. */
  readonly environment: Readonly<Record<string, string>>;
  /** Requests that were counted so far; undefined where nobody counts. */
  readonly calls: () => number | undefined;
  readonly giveBack: () => Promise<void>;
}

/** What every organization's run needs, wherever it runs. */
export interface OrganizationContext {
  readonly keys: CredentialKeys;
  /** The variables from which those of an engine are made. */
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** What the fleet keeps of an organization's stack. */
  readonly folderOf: (organization: FleetOrganization) => string;
  /** @param environment - the engine's variables so far, the API key among them */
  readonly lease: (organization: FleetOrganization, environment: Readonly<Record<string, string>>) => Promise<Lease>;
}

/** How one organization is run now. */
export interface OrganizationRun {
  readonly action: FleetAction;
  readonly signal: AbortSignal;
  readonly isRepair: boolean;
  readonly isRefresh: boolean;
  /** Whether everything of the organization goes. */
  readonly isDestroy?: boolean | undefined;
  readonly onProgress: (done: number) => void;
  /** Takes what the engine keeps of a plan; undefined where nothing is kept. */
  readonly keep?: PlanKeeper["keep"] | undefined;
  /** The plan that an `up` applies; undefined where it applies what the file says now. */
  readonly planned?: BoundOrganization | undefined;
}

/** Runs one organization to its end; what fails is an outcome, and no message holds a key. */
export async function runOrganization(
  organization: FleetOrganization,
  context: OrganizationContext,
  run: OrganizationRun,
): Promise<Outcome> {
  const startedMs = context.clock.nowMs();
  let lease: Lease | undefined;
  const ended = () => ({ calls: lease?.calls(), durationMs: context.clock.nowMs() - startedMs });
  try {
    if (run.planned !== undefined) assertUnmoved(run.planned, organization);
    const environment = await environmentFor(organization, context);
    lease = await context.lease(organization, environment);
    const { changes, ...rest } = await dealt(organization, { ...environment, ...lease.environment }, { context, run });
    return { state: "succeeded", changes, ...rest, ...ended() };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { state: "failed", changes: NO_CHANGES, ...ended(), message: context.keys.redact(text) };
  } finally {
    await lease?.giveBack();
  }
}

/** Lets the engine deal with the organization; what has nothing to say is absent. */
async function dealt(
  organization: FleetOrganization,
  environment: Readonly<Record<string, string>>,
  { context, run }: { readonly context: OrganizationContext; readonly run: OrganizationRun },
): Promise<Pick<Outcome, "changes" | "invites" | "objects" | "bound">> {
  const { action, keep, planned, ...asked } = run;
  const folder = context.folderOf(organization);
  mkdirSync(folder, { recursive: true });
  const dealings = await organization.engine[action](organization, {
    ...asked,
    folder,
    environment,
    yaml,
    isKept: keep !== undefined,
    planned: planned && { ...planned.saved, moved: (reasons, now) => movedSince(planned, reasons, now) },
  });
  const { changes, invites, objects = [], saved } = dealings;
  if (saved !== undefined) keep?.(organization, saved, objects);
  const bound = saved?.bound ?? planned?.saved.bound;
  return {
    changes,
    ...(invites === 0 ? {} : { invites }),
    ...(objects.length === 0 ? {} : { objects }),
    ...(bound === undefined ? {} : { bound }),
  };
}

/** The variables that every process of an organization has. @throws CredentialError where there is no key */
export async function environmentFor(
  { credential }: FleetOrganization,
  { keys, environment }: Pick<OrganizationContext, "keys" | "environment">,
): Promise<Record<string, string>> {
  const set = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const host = keys.hostOf(credential);
  return {
    ...Object.fromEntries(set),
    ORGFORM_API_KEY: await keys.keyOf(credential),
    ...(host === undefined ? {} : { ORGFORM_HOST: host }),
  };
}

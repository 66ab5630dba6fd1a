import { mkdirSync } from "node:fs";
import * as yaml from "yaml";

import type { BoundOrganization } from "../bound/bound-plan.ts";
import { assertUnmoved, isRestOf, movedSince } from "../bound/moved.ts";
import type { PlanKeeper } from "../bound/plan-keeper.ts";
import type { Clock } from "../clock.ts";
import type { CredentialKeys } from "../credentials/credential-keys.ts";
import type { FleetOrganization } from "../expansion/expand.ts";
import { type FleetAction, NO_CHANGES, type Outcome } from "./events.ts";

/** What an organization leases during its run, such as a share of the rate budget. */
export interface Lease {
  /** Variables for the engine. */
  readonly environment: Readonly<Record<string, string>>;
  /** Requests so far; undefined if they aren't counted. */
  readonly calls: () => number | undefined;
  readonly giveBack: () => Promise<void>;
}

/** What the run of every organization needs, wherever it runs. */
export interface OrganizationContext {
  readonly keys: CredentialKeys;
  /** The variables that an engine's variables are made from. */
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** The fleet's data about an organization's stack. */
  readonly folderOf: (organization: FleetOrganization) => string;
  /** @param environment - the engine's variables so far, including the API key */
  readonly lease: (organization: FleetOrganization, environment: Readonly<Record<string, string>>) => Promise<Lease>;
}

/** How to run one organization now. */
export interface OrganizationRun {
  readonly action: FleetAction;
  readonly signal: AbortSignal;
  readonly isRepair: boolean;
  readonly isRefresh: boolean;
  /** Whether to delete all objects of the organization. */
  readonly isDestroy?: boolean | undefined;
  readonly onProgress: (done: number) => void;
  /** Receives what the engine stores of a plan; undefined if no plan is stored. */
  readonly keep?: PlanKeeper["keep"] | undefined;
  /** The plan that an `up` applies; undefined to apply the current file. */
  readonly planned?: BoundOrganization | undefined;
  /** Whether this run was interrupted in the organization: what is left of its plan is applied then. */
  readonly isCutOff?: boolean | undefined;
}

/** Runs one organization to its end. Failures become outcomes, and no message contains a key. */
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

/** Lets the engine run for the organization; leaves out results without content. */
async function dealt(
  organization: FleetOrganization,
  environment: Readonly<Record<string, string>>,
  { context, run }: { readonly context: OrganizationContext; readonly run: OrganizationRun },
): Promise<Pick<Outcome, "changes" | "invites" | "objects" | "bound">> {
  const { action, keep, planned, isCutOff = false, ...asked } = run;
  const folder = context.folderOf(organization);
  mkdirSync(folder, { recursive: true });
  const dealings = await organization.engine[action](organization, {
    ...asked,
    folder,
    environment,
    yaml,
    isKept: keep !== undefined,
    planned: planned && {
      ...planned.saved,
      moved: (reasons, now) => movedSince(planned, reasons, now),
      ...(isCutOff ? { isRest: (now) => isRestOf(planned, now) } : {}),
    },
  });
  const { changes, invites, objects = [], saved } = dealings;
  if (saved !== undefined) keep?.(organization, saved, objects);
  const bound = dealings.bound ?? saved?.bound ?? planned?.saved.bound;
  return {
    changes,
    ...(invites === 0 ? {} : { invites }),
    ...(objects.length === 0 ? {} : { objects }),
    ...(bound === undefined ? {} : { bound }),
  };
}

/** The variables of every process of an organization. @throws CredentialError if there is no key */
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

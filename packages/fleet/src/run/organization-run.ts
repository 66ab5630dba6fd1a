import { mkdirSync } from "node:fs";
import * as yaml from "yaml";

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
  readonly onProgress: (done: number) => void;
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
    const environment = await environmentFor(organization, context);
    lease = await context.lease(organization, environment);
    const folder = context.folderOf(organization);
    mkdirSync(folder, { recursive: true });
    const { signal, isRepair, isRefresh, onProgress } = run;
    const {
      changes,
      invites,
      objects = [],
    } = await organization.engine[run.action](organization, {
      folder,
      environment: { ...environment, ...lease.environment },
      signal,
      isRepair,
      isRefresh,
      onProgress,
      yaml,
    });
    return {
      state: "succeeded",
      changes,
      ...(invites === 0 ? {} : { invites }),
      ...(objects.length === 0 ? {} : { objects }),
      ...ended(),
    };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { state: "failed", changes: NO_CHANGES, ...ended(), message: context.keys.redact(text) };
  } finally {
    await lease?.giveBack();
  }
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

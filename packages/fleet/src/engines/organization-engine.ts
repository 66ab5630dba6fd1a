import type { FleetOrganization } from "../expansion/expand.ts";
import type { Dealings } from "../run/events.ts";

/** How one command of an engine is run. */
export interface EngineRun {
  /** A folder that is the organization's alone: what the fleet keeps of its stack, and no secret. */
  readonly folder: string;
  /** All variables of the engine's process, the API key among them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Asks the engine to end cleanly. */
  readonly signal: AbortSignal;
  /** Whether the run of this organization before was cut off or failed: then its lock and what it had under way are cleared. */
  readonly isRepair: boolean;
  /** Whether the service is read first, where the engine does not do so anyway. */
  readonly isRefresh: boolean;
  /** How many objects the engine has dealt with. */
  readonly onProgress: (done: number) => void;
}

/**
 * An engine that keeps one organization.
 *
 * Both make the stack or the workspace where there is none, and rename that of an organization that was renamed.
 *
 * @throws EngineError with what the engine says
 */
export interface OrganizationEngine {
  /** What would change; the service is not written to. */
  plan(organization: FleetOrganization, run: EngineRun): Promise<Dealings>;
  /** Brings the organization to what its program says. */
  up(organization: FleetOrganization, run: EngineRun): Promise<Dealings>;
}

/** What an engine ended with in place of success, in its own words. */
export class EngineError extends Error {}

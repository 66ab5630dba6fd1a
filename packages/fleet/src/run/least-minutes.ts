import { estimateRun } from "../budget/estimate.ts";
import type { BudgetLimits } from "../budget/limits.ts";
import type { FleetOrganization } from "../expansion/expand.ts";

/** Organizations of a run, as far as the service's limits are concerned. */
export interface Expected {
  readonly organizations: readonly Pick<FleetOrganization, "credential">[];
  /** Requests for each of them; undefined where no earlier run told. */
  readonly callsEach: number | undefined;
  /** The part of the budget that the run has. */
  readonly share: number;
  readonly limits: BudgetLimits;
}

/** Minutes that a run takes at least because of the service's limits; the credentials are used at the same time. */
export function leastMinutes({ organizations, callsEach, share, limits }: Expected): number | undefined {
  if (callsEach === undefined) return undefined;
  const names = new Set(organizations.map(({ credential }) => credential));
  const minutes = [...names].map((name) => {
    const number = organizations.filter(({ credential }) => credential === name).length;
    return estimateRun({ organizations: number, callsEach, share, limits });
  });
  return Math.max(0, ...minutes);
}

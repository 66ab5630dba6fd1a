import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import type { PlannedObject, SavedPlan } from "../run/events.ts";
import { type BoundOrganization, boundOrganization, type BoundPlan, PlanFileError, rulesOf } from "./bound-plan.ts";

/** The parts of a plan that aren't about one organization. */
export interface PlanFacts {
  readonly fleet: Fleet;
  /** Name of the fleet file. */
  readonly name: string;
  readonly isRefresh: boolean;
  readonly shard?: { readonly index: number; readonly of: number } | undefined;
  /** UTC, RFC 3339. */
  readonly planned: string;
}

/** Collects the engines' data of a plan while it is created. */
export class PlanKeeper {
  readonly #organizations: BoundOrganization[] = [];

  readonly keep = (organization: FleetOrganization, saved: SavedPlan, objects: readonly PlannedObject[]): void => {
    this.#organizations.push(boundOrganization(organization, saved, objects));
  };

  /** @throws PlanFileError if no organization was planned */
  plan({ fleet, name, isRefresh, shard, planned }: PlanFacts): BoundPlan {
    if (this.#organizations.length === 0)
      throw new PlanFileError("No organization could be planned, so no plan was written.");
    return {
      fleet: name,
      planned,
      rules: rulesOf(fleet),
      isRefresh,
      ...(shard === undefined ? {} : { shard }),
      organizations: this.#organizations.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    };
  }
}

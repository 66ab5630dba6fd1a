import { causesOf } from "./causes.ts";
import type { FleetEvent, Outcome } from "./events.ts";
import { groupedObjects } from "./object-sections.ts";
import type { OrganizationState } from "./tally.ts";

interface Ended {
  readonly name: string;
  readonly state: OrganizationState;
  readonly outcome?: Outcome | undefined;
}

/** What organizations of a run have in common; undefined if there is nothing to report. */
export function summaryOf(
  organizations: readonly Ended[],
): Extract<FleetEvent, { readonly event: "summary" }> | undefined {
  const objects = groupedObjects(organizations.map(({ name, outcome }) => ({ name, objects: outcome?.objects })));
  const causes = causesOf(
    organizations.map(({ name, state, outcome }) => ({ name, state, message: outcome?.message })),
  );
  return objects.length + causes.length === 0 ? undefined : { event: "summary", objects, causes };
}

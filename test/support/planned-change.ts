import type { PlannedChange } from "../../src/model/picture/planned-change.ts";

/** A change of a plan, of an object that is new. */
export function plannedChange(resource: string, changes: Partial<PlannedChange> = {}): PlannedChange {
  return {
    resource,
    address: "one",
    id: undefined,
    before: undefined,
    after: undefined,
    isReplaced: false,
    isForgotten: false,
    secrets: [],
    ...changes,
  };
}

import type { Watched } from "../look/look-at.ts";
import type { RecordedLook } from "../store/watch-store.ts";

/** An organization with the key's limit that counts its requests. */
export type Budgeted = Pick<Watched, "name" | "budget">;

/** How much of a limit looks have used. */
export interface BudgetUse {
  readonly budget: string;
  /** 1 is all of it. */
  readonly ratio: number;
}

/**
 * How much of each limit the looks of an hour used. Looks that weren't stored don't count, such as those during an update of the stack.
 *
 * @param looks - of the past hour, also of organizations that others watch
 */
export function budgetUse(watched: readonly Budgeted[], looks: readonly RecordedLook[]): readonly BudgetUse[] {
  const requests = new Map<string, number>();
  for (const look of looks) {
    requests.set(look.organization, (requests.get(look.organization) ?? 0) + (look.requests ?? 0));
  }
  const used = new Map<string, number>();
  for (const { name, budget } of watched) {
    if (budget === undefined) continue;
    used.set(budget.name, (used.get(budget.name) ?? 0) + (requests.get(name) ?? 0) / budget.requestsPerHour);
  }
  return [...used].map(([budget, ratio]) => ({ budget, ratio }));
}

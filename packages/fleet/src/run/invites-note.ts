import { estimateRun } from "../budget/estimate.ts";
import type { BudgetLimits } from "../budget/limits.ts";
import type { RecordedOrganization } from "../record/run-record.ts";

/** A longer list of names is replaced by a number. */
const MOST_NAMES = 5;

/**
 * The organizations of a plan with more invites than one run can send, and when the last of the invites can be sent;
 * undefined if there are none. A run doesn't wait for these invites, so its time doesn't include them.
 */
export function invitesNote(organizations: readonly RecordedOrganization[], limits: BudgetLimits): string | undefined {
  const most = Math.min(limits.invitesPerHour, limits.invitesPerDay);
  const over = organizations.flatMap(({ name, outcome }) => {
    const invites = outcome?.invites ?? 0;
    return invites > most ? [{ name, invites }] : [];
  });
  if (over.length === 0) return undefined;
  const names = over.slice(0, MOST_NAMES).map(({ name, invites }) => `${name} (${invites})`);
  const others = over.length > names.length ? ` and ${over.length - names.length} more` : "";
  const largest = Math.max(...over.map(({ invites }) => invites));
  const minutes = estimateRun({ organizations: 1, callsEach: 0, invitesEach: largest, limits });
  return (
    `More invites than the ${most} that an organization can send in an hour: ${names.join(", ")}${others}. The rest stay deferred ` +
    `until later runs send them. The last one can be sent ${minutes} min after the first.`
  );
}

/**
 * The progress of an organization: `waiting` to run, `running` in a live run or interrupted, `succeeded`, or `failed`.
 */
export type OrganizationState = "waiting" | "running" | "succeeded" | "failed";

/** The number of organizations by outcome. */
export interface Tally {
  readonly succeeded: number;
  readonly failed: number;
  readonly notStarted: number;
}

/** The number of organizations by outcome; a running or interrupted one counts as not started. */
export function tallyOf(organizations: readonly { readonly state: OrganizationState }[]): Tally {
  const of = (...states: OrganizationState[]): number =>
    organizations.filter(({ state }) => states.includes(state)).length;
  return { succeeded: of("succeeded"), failed: of("failed"), notStarted: of("waiting", "running") };
}

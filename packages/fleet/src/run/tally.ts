/**
 * How far an organization is: `waiting` to be run, `running` by a live runner or one that was cut off, `succeeded` or
 * `failed`.
 */
export type OrganizationState = "waiting" | "running" | "succeeded" | "failed";

/** How many organizations ended how. */
export interface Tally {
  readonly succeeded: number;
  readonly failed: number;
  readonly notStarted: number;
}

/** How many organizations are how; one that runs, or was cut off, has not ended and counts as not started. */
export function tallyOf(organizations: readonly { readonly state: OrganizationState }[]): Tally {
  const of = (...states: OrganizationState[]): number =>
    organizations.filter(({ state }) => states.includes(state)).length;
  return { succeeded: of("succeeded"), failed: of("failed"), notStarted: of("waiting", "running") };
}

/** What passes through Temporal for scheduled looks: names and outcomes. Findings, keys, and messages stay with the workers. */

/** The organizations that a schedule looks at; without names and labels, all of the fleet. */
export interface WatchOrder {
  readonly names?: readonly string[] | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** The outcome of a look. `postponed`: the stack is being updated. `lost`: another process has the organization now. */
export type LookedOutcome = "clean" | "findings" | "failed" | "postponed" | "lost";

/** The organizations of one check, by the fleet file of the worker that read it. */
export interface OrganizationsToWatch {
  readonly names: readonly string[];
  readonly parallel: number;
}

/** What workers do for scheduled looks. */
export interface WatchActivities {
  organizationsToWatch(order: WatchOrder): Promise<OrganizationsToWatch>;
  lookAt(name: string): Promise<LookedOutcome>;
}

/** The result of one check of the fleet. */
export interface WatchStand extends Readonly<Record<LookedOutcome, number>> {
  /** Organizations at which no worker could look, with the reason; the first ones. */
  readonly problems: readonly { readonly name: string; readonly message: string }[];
}

/** Task queue of the workers that look. */
export const watchQueue = (name: string): string => `${name}/watch`;

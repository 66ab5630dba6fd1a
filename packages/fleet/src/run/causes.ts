import type { OrganizationState } from "./tally.ts";

/** The causes of failures: organizations with the same cause together. */
export interface Cause {
  /** The engine's message; for several organizations with `ORGANIZATION` and `ID` in place of their names and IDs. */
  readonly message: string;
  /** Names, in the order of the run. */
  readonly organizations: readonly string[];
}

interface Ended {
  readonly name: string;
  readonly state: OrganizationState;
  readonly message?: string | undefined;
}

/** The causes of a run's failures: the most common cause first. */
export function causesOf(organizations: readonly Ended[]): Cause[] {
  const causes = new Map<string, { readonly message: string; readonly organizations: string[] }>();
  for (const { name, state, message = "" } of organizations) {
    if (state !== "failed") continue;
    const common = withoutName(message, name);
    const cause = causes.get(common) ?? { message, organizations: [] };
    cause.organizations.push(name);
    causes.set(common, cause);
  }
  return [...causes]
    .map(([common, cause]) => (cause.organizations.length === 1 ? cause : { ...cause, message: common }))
    .toSorted((one, other) => other.organizations.length - one.organizations.length);
}

/** What the service gives each organization and each of its objects. */
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu;

/** Names have no characters that are special in an expression outside a class. */
const withoutName = (message: string, name: string): string =>
  message.replaceAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "gu"), "ORGANIZATION").replaceAll(UUID, "ID");

/** A longer list of names is cut here, and the rest is counted. */
const MOST_NAMED = 5;

/** The organizations of a cause: `acme, birch`, or `a, b, c, d, e, and 207 more`. */
export function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more <= 0 ? names.join(", ") : `${names.slice(0, MOST_NAMED).join(", ")}, and ${more} more`;
}

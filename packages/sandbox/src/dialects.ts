import { ACCOUNT_QUIRKS } from "./quirks/account.ts";
import { ACTIVITY_QUIRKS } from "./quirks/activity.ts";
import { BATCH_EXPORTS_QUIRKS } from "./quirks/batch-exports.ts";
import { CAPTURE_QUIRKS } from "./quirks/capture.ts";
import { DOMAINS_QUIRKS } from "./quirks/domains.ts";
import { EVENTS_QUIRKS } from "./quirks/events.ts";
import { INVITES_QUIRKS } from "./quirks/invites.ts";
import { MEMBERS_QUIRKS } from "./quirks/members.ts";
import { ORGANIZATIONS_QUIRKS } from "./quirks/organizations.ts";
import { PERSON_INSIGHTS_QUIRKS } from "./quirks/person-insights.ts";
import { PERSONS_QUIRKS } from "./quirks/persons.ts";
import { PLUGINS_QUIRKS } from "./quirks/plugins.ts";
import { PROJECTS_QUIRKS } from "./quirks/projects.ts";
import { PROXY_RECORDS_QUIRKS } from "./quirks/proxy-records.ts";
import { ROLES_QUIRKS } from "./quirks/roles.ts";
import type { Quirk } from "./quirks/quirk.ts";

/** How the sandbox speaks: to the letter of the contract documents, or as the running service was recorded. */
export type Dialect = "documented" | "live";

/** Dialect names as accepted by options and by the command line. */
export const DIALECTS: readonly Dialect[] = ["documented", "live"];

/**
 * Every difference between the two dialects. Whatever is not listed here is the same in both: where the contract
 * is silent, both answer as recorded.
 */
export const QUIRKS = {
  ...ACCOUNT_QUIRKS,
  ...ORGANIZATIONS_QUIRKS,
  ...DOMAINS_QUIRKS,
  ...PROJECTS_QUIRKS,
  ...INVITES_QUIRKS,
  ...MEMBERS_QUIRKS,
  ...ROLES_QUIRKS,
  ...BATCH_EXPORTS_QUIRKS,
  ...PROXY_RECORDS_QUIRKS,
  ...PLUGINS_QUIRKS,
  ...PERSONS_QUIRKS,
  ...PERSON_INSIGHTS_QUIRKS,
  ...EVENTS_QUIRKS,
  ...CAPTURE_QUIRKS,
  ...ACTIVITY_QUIRKS,
} as const satisfies Record<string, Quirk>;

/** Name of one quirk. */
export type QuirkName = keyof typeof QUIRKS;

/** Tells whether a quirk's statement holds in a dialect. */
export function hasQuirk(dialect: Dialect, quirk: QuirkName): boolean {
  return QUIRKS[quirk][dialect];
}

import * as z from "zod";

import { field } from "../../../model/field.ts";
import { projectOrganizationOutput } from "../project/project-scope.ts";
import type { Deferral } from "../../../model/traits/deferred-object.ts";

/** What every rule says beside what is declared of it. */
export const RULE_OUTPUTS = {
  subject: field(z.string(), {
    doc: 'Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role.',
    stable: true,
  }),
  status: field(z.enum(["active", "deferred"]), {
    doc: "Whether the rule is in force, `active`, or waits for an invite to be accepted, `deferred`.",
  }),
  organizationId: projectOrganizationOutput,
  dueAt: field(z.string().optional(), {
    doc: "Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred.",
  }),
} as const;

/** A rule of somebody who is only invited. */
export const ruleDeferral: Deferral = {
  isDeferred: ({ status }) => status === "deferred",
  reason: "the invite is not accepted; the first update after that makes the rule",
  dueAt: ({ dueAt }) => (typeof dueAt === "string" ? dueAt : undefined),
};

/** What the reference says of the subject of rules. */
export const SUBJECT_NOTES = [
  "The service has no ids for rules: place and subject name one, in the id too. An `email` is looked up among the members of the project's organization, a `roleName` among its roles, so that `projectId` alone is enough, whichever organization the provider is set to.",
  "Somebody who is only invited cannot have a rule. Orgform warns, notes `status` `deferred` and shows no difference; the first update after the invite was accepted makes the rule. Let this resource depend on the `Invite` or the `Membership`.",
  "A rule that exists and is as declared is taken over; for one that differs create stops, shows both levels and the line that imports it. Deleting takes the rule away, which puts the default back.",
  "Rules of roles need the plan feature `role_based_access`. Services before 2026 have no rules of access: the preview says so.",
] as const;

import { EXISTED } from "../../../model/definition.ts";
import * as z from "zod";

import { field } from "../../../model/field.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";
import { projectOrganizationOutput } from "../project/project-scope.ts";
import type { PendingCreation } from "../../../model/capability.ts";

/** A rule that is in force stays so at any level. */
const isSettled = ({ status }: Values): boolean => status === "active";

/** What every rule says beside what is declared of it. */
export const RULE_OUTPUTS = {
  subject: field(z.string(), {
    doc: 'Whom the rule is about, as its id names it: "default", "member:ann@acme.example" or "role:" and the id of a role.',
    stable: true,
  }),
  status: field(z.enum(["active", "deferred"]), {
    doc: "Whether the rule is in force, `active`, or waits for an invite to be accepted, `deferred`.",
    isSettled,
  }),
  [EXISTED]: field(z.boolean().optional(), {
    doc: "True for a rule that was there before, as declared; absent for one that was made or imported. A deletion leaves such a rule.",
    isSettled: () => true,
  }),
  organizationId: projectOrganizationOutput,
  dueAt: field(z.string().optional(), {
    doc: "Time from which the invite can be sent that this waits for, UTC, RFC 3339; absent unless that invite is deferred.",
    isSettled,
  }),
} as const;

/** What a deletion does to a rule. */
export const onDestroyInput = field(z.enum(["remove", "retain"]).optional(), {
  doc: 'What a deletion does to the rule: "remove" takes it away, "retain" leaves it. Default "remove", and "retain" for a rule that was there before, as declared.',
  onChange: "none",
});

/** Whether a deletion leaves the rule, by what state holds. */
export function isRetained({ onDestroy, [EXISTED]: existed }: Values): boolean {
  return onDestroy === "retain" || (existed === true && onDestroy !== "remove");
}

/** Why a rule stays that nobody told to stay, and how to take it away. */
export function removalNotice(state: Values): Text | undefined {
  const { onDestroy, [EXISTED]: existed } = state;
  if (existed !== true || onDestroy !== undefined) return undefined;
  return message`The rule stays when this resource is deleted, since it was there before.\nTo take it away as well, set ${fieldRef("onDestroy", "remove")} and apply that first.`;
}

/** A rule of somebody who is only invited. */
export const pendingRule: PendingCreation = {
  isPending: ({ status }) => status === "deferred",
  reason: "the invite is not accepted; the first update after that makes the rule",
  dueAt: ({ dueAt }) => (typeof dueAt === "string" ? dueAt : undefined),
};

/** What the reference says of the subject of rules. */
export const SUBJECT_NOTES = [
  "The service has no ids for rules: place and subject name one, in the id too. An `email` is looked up among the members of the project's organization, a `roleName` among its roles, so that `projectId` alone is enough, whichever organization the provider is set to.",
  "Somebody who is only invited cannot have a rule. Orgform warns, notes `status` `deferred` and shows no difference; the first update after the invite was accepted makes the rule. Let this resource depend on the `Invite` or the `Membership`.",
  "Create takes a rule that exists and is as declared, with a warning, and notes it in `existed`: deleting leaves such a rule unless `onDestroy` is `remove`. For a rule that differs create stops, shows both levels and the line that imports it. Deleting takes every other rule away, which puts the default back.",
  "Rules of roles need the plan feature `role_based_access`. Services have rules of access since 2025; if a service has none, or none of a kind of object, the preview fails and says so. Services of 2025 only let API keys without scopes write rules.",
] as const;

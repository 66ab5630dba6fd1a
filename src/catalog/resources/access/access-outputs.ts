import { EXISTED } from "../../../model/definition.ts";
import * as z from "zod";

import { field } from "../../../model/field.ts";
import { stableOnce } from "../../../model/stability.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldRef, message, type Text, typeRef } from "../../../model/messages.ts";
import { projectOrganizationOutput } from "../project/project-scope.ts";
import type { PendingCreation } from "../../../capabilities/pending-creation.ts";
import { subjectOf } from "./access-subject.ts";
import { custom, shown } from "./rule-wire.ts";

/** A rule in effect stays in effect at any level. */
const isSettled = ({ status }: Values): boolean => status === "active";

/** The outputs of every rule beyond its inputs. */
export const RULE_OUTPUTS = {
  subject: field(z.string(), {
    doc: 'Whom the rule is about, as in its ID: "default", "member:ann@acme.example", or "role:" and the ID of a role.',
    wire: shown(subjectOf),
    stable: true,
  }),
  status: field(z.enum(["active", "deferred"]), {
    doc: "Whether the rule is in effect, `active`, or waits for an invite to be accepted, `deferred`.",
    wire: shown(({ isWaiting }): "active" | "deferred" => (isWaiting === true ? "deferred" : "active")),
    stable: stableOnce(isSettled),
  }),
  [EXISTED]: field(z.boolean().optional(), {
    doc: "True if the rule existed before and create adopted it. Absent if create created it or you imported it. A deletion keeps an adopted rule.",
    stable: stableOnce(() => true),
  }),
  organizationId: projectOrganizationOutput,
  dueAt: field(z.string().optional(), {
    doc: "Time from which the awaited invite can be sent, UTC, RFC 3339; absent unless that invite is deferred.",
    wire: shown("dueAt"),
    stable: stableOnce(isSettled),
  }),
} as const;

/** A rule's level on the wire. A deferred rule shows its future level. */
export const levelWire = custom(
  ({ isWaiting, rule }, { declared }) => (isWaiting === true ? textIn(declared?.["level"]) : rule.access_level),
  (level: string, { before }) => ({ level, held: before?.wire }),
);

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The effect of a deletion on a rule. */
export const onDestroyInput = field(z.enum(["remove", "retain"]).optional(), {
  doc: 'What a deletion does to the rule: "remove" deletes it, "retain" keeps it. Default "remove", or "retain" for a rule that existed before and was adopted.',
  onChange: "none",
});

/** Whether a deletion leaves the rule in place, according to the state. */
export function isRetained({ onDestroy, [EXISTED]: existed }: Values): boolean {
  return onDestroy === "retain" || (existed === true && onDestroy !== "remove");
}

/** Why a rule stays by default, and how to remove it. */
export function removalNotice(state: Values): Text | undefined {
  const { onDestroy, [EXISTED]: existed } = state;
  if (existed !== true || onDestroy !== undefined) return undefined;
  return message`Deleting this resource keeps the rule, because the rule existed before.\nTo remove the rule too, set ${fieldRef("onDestroy", "remove")} and apply that first.`;
}

/** A rule for a person who is only invited. */
export const pendingRule: PendingCreation = {
  isPending: ({ status }) => status === "deferred",
  reason: "the invite isn't accepted yet; the first update after the acceptance creates the rule",
  dueAt: ({ dueAt }) => (typeof dueAt === "string" ? dueAt : undefined),
};

/** The reference's text about the subject of rules. */
export const SUBJECT_NOTES = [
  message`The service has no IDs for rules. A rule's target and subject identify it, in its ID too. Orgform looks up an \`email\` among the members of the project's organization, and a ${fieldRef("roleName")} among its roles. ${fieldRef("projectId")} is enough for that, even if the provider is configured for another organization.`,
  message`A person with an open invite can't have a rule yet. Orgform warns, sets \`status\` to \`deferred\`, and shows no difference. The first update after the person accepts the invite creates the rule. Make this resource depend on the ${typeRef("Invite")} or the ${typeRef("Membership")}.`,
  message`If the declared rule exists already, create adopts it with a warning and records that in \`existed\`. Deleting the resource keeps such a rule unless ${fieldRef("onDestroy")} is \`remove\`. If the existing rule has another level, create stops and shows both levels and the import command. If create created the rule, deleting the resource removes it, and the default applies again.`,
  "Rules for roles need the plan feature `role_based_access`. Services have had access rules since 2025. If a service doesn't support rules, or doesn't support them for a kind of object, the preview fails and says so. On services of 2025, only unscoped API keys can write rules.",
] as const;

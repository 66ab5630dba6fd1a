import * as z from "zod";

import { field } from "../../../model/field.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldNames, message } from "../../../model/messages.ts";
import { uuid } from "../../fields/field-types.ts";
import type { Reading } from "../../../model/wire/codec.ts";
import { emailText, foldedEmail } from "../member/people.ts";
import { role } from "../role/role.ts";
import { type AccessRule, custom, type DeclaredSubject } from "./rule-wire.ts";

/** The service ignores case in role names. @source service 2026-09, roles.md */
export const foldedRoleName = (name: string): string => name.trim().toLowerCase();

/** The subject of a rule; everybody if a program names nobody. */
export const subjectInputs = {
  email: field(emailText.optional(), {
    doc: "Email address of the member whom the rule is about. Case and surrounding spaces make no difference.",
    wire: custom(
      (one, reading) => wordsOf(one, reading).email,
      (email: string | null) => ({ email: email ?? undefined }),
    ),
    onChange: "replace",
    normalize: foldedEmail,
    serviceDefault: null,
  }),
  roleId: field(uuid("role").optional(), {
    doc: "ID (UUID) of the role whose members the rule is about, instead of an email address.",
    wire: custom(
      (one, reading) => wordsOf(one, reading).roleId,
      (roleId: string | null) => ({ roleId: roleId ?? undefined }),
    ),
    onChange: "replace",
    serviceDefault: null,
    refersTo: { resource: () => role },
  }),
  roleName: field(
    z.string().max(200).regex(/\S/u, "expected the name of a role, not an empty or blank one").optional(),
    {
      doc: "Name of the role whose members the rule is about, instead of its ID. Case makes no difference.",
      wire: custom(
        (one, reading) => wordsOf(one, reading).roleName,
        (roleName: string | null) => ({ roleName: roleName ?? undefined }),
      ),
      onChange: "replace",
      normalize: foldedRoleName,
      serviceDefault: null,
    },
  ),
} as const;

/** The subject that the inputs name. */
export function subjectIn({ email, roleId, roleName }: Values): DeclaredSubject {
  const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  return { email: textIn(email), roleId: textIn(roleId), roleName: textIn(roleName) };
}

/** Why a subject is invalid: a rule has exactly one subject. */
export function subjectProblems(inputs: Values): Problem[] {
  const named = Object.keys(subjectInputs).filter((name) => inputs[name] !== undefined);
  const [first = "", ...others] = named;
  if (others.length === 0) return [];
  return [
    {
      path: first,
      reason: message`can't be set together with ${fieldNames(others)}: a rule is about one member or one role, or about everyone if neither is set.`,
    },
  ];
}

/** The subject "everybody without another rule". */
export const EVERYBODY = "default";

/** The part of an ID that names a member. */
export const memberSubject = (email: string): string => `member:${foldedEmail(email)}`;

/** The part of an ID that names a role. */
export const roleSubject = (roleId: string): string => `role:${roleId.toLowerCase()}`;

/** The address in a subject; undefined for a role or everybody. */
export const emailIn = (subject: string | undefined): string | undefined =>
  subject?.startsWith("member:") === true ? subject.slice("member:".length) : undefined;

/** The membership (UUID) that a string names instead of an address, as `membership:` and its ID. */
export const membershipIn = (text: string): string | undefined =>
  text.startsWith("membership:") ? text.slice("membership:".length).toLowerCase() : undefined;

/** What identifies a rule in its location. */
export function subjectOf({ rule, email }: AccessRule): string {
  if (rule.role !== null) return roleSubject(rule.role);
  if (email !== undefined) return memberSubject(email);
  return rule.organization_member === null ? EVERYBODY : `membership:${rule.organization_member}`;
}

/** The subject in the program's words: a role by the name or ID that the program uses. */
function wordsOf(one: AccessRule, { declared }: Reading): DeclaredSubject {
  const { rule, email, roleName } = one;
  if (rule.role !== null) {
    const name = declared?.["roleName"];
    return typeof name === "string" ? { roleName: roleName ?? name } : { roleId: rule.role };
  }
  // The person's address is unknown. A membership's ID can't be mistaken for an address.
  return subjectOf(one) === EVERYBODY ? {} : { email: email ?? rule.organization_member ?? "" };
}

import * as z from "zod";

import { field } from "../../../model/field.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldNames, message } from "../../../model/messages.ts";
import { uuid } from "../../fields/field-types.ts";
import { emailText, foldedEmail } from "../member/people.ts";
import { role } from "../role/role.ts";

/** Capitals do not tell roles apart. @source service 2026-09, roles.md */
export const foldedRoleName = (name: string): string => name.trim().toLowerCase();

/** Whom a rule is about; of everybody when a program names nobody. */
export const subjectInputs = {
  email: field(emailText.optional(), {
    doc: "Email address of the member whom the rule is about. Case and surrounding spaces make no difference.",
    onChange: "replace",
    normalize: foldedEmail,
    serviceDefault: null,
  }),
  roleId: field(uuid("role").optional(), {
    doc: "ID (UUID) of the role whose members the rule is about, instead of an email address.",
    onChange: "replace",
    serviceDefault: null,
    refersTo: { resource: () => role },
  }),
  roleName: field(z.string().max(200).regex(/\S/u, "expected the name of a role that is not blank").optional(), {
    doc: "Name of the role whose members the rule is about, instead of its ID. Case makes no difference.",
    onChange: "replace",
    normalize: foldedRoleName,
    serviceDefault: null,
  }),
} as const;

/** What a rule's subject is, as far as a program names it. */
export interface DeclaredSubject {
  readonly email?: string | undefined;
  readonly roleId?: string | undefined;
  readonly roleName?: string | undefined;
}

/** Why a subject cannot be: a rule is about one. */
export function subjectProblems(inputs: Values): Problem[] {
  const named = Object.keys(subjectInputs).filter((name) => inputs[name] !== undefined);
  const [first = "", ...others] = named;
  if (others.length === 0) return [];
  return [
    {
      path: first,
      reason: message`cannot be declared together with ${fieldNames(others)}: a rule is about one member, or about one role, or about everybody when none of them is given.`,
    },
  ];
}

/** The subject of everybody of whom no other rule says anything. */
export const EVERYBODY = "default";

/** The part of an id that names a member. */
export const memberSubject = (email: string): string => `member:${foldedEmail(email)}`;

/** The part of an id that names a role. */
export const roleSubject = (roleId: string): string => `role:${roleId.toLowerCase()}`;

/** The address in a subject; undefined in that of a role or of everybody. */
export const emailIn = (subject: string | undefined): string | undefined =>
  subject?.startsWith("member:") === true ? subject.slice("member:".length) : undefined;

import type { LocalNames } from "./local-names.ts";
import { aliasOf } from "./provider-blocks.ts";

/** A value in the language, or why there is none. */
export type Written = { readonly text: string } | { readonly why: string };

/** What a block says of an argument, and what the state says of its instances. */
export interface Given {
  /** The expression as it was written. */
  readonly text: string;
  /** The expression with translated references. */
  readonly next: string;
  /** The value out of the state, for all instances; undefined where the state does not tell. */
  readonly stored: (attribute: string) => string | undefined;
  /** Another argument of the block, with translated references; undefined where it has none. */
  readonly beside: (argument: string) => string | undefined;
  /** What the folder calls the provider that the block leaves, and the new one. */
  readonly names: LocalNames;
}

/** How an argument of the vendor's block becomes one or more of Orgform's. */
export type Rule = (given: Given) => Readonly<Record<string, Written>>;

/** The same value under another name. */
export const renamed =
  (name: string): Rule =>
  ({ next }) => ({ [name]: { text: next } });

/** The whole of an expression that ends in this attribute of something. */
const ending = (text: string, pattern: RegExp, attribute: string): Written | undefined => {
  const path = pattern.exec(text.trim())?.groups?.["path"];
  return path === undefined ? undefined : { text: `${path}.${attribute}` };
};

const USER = /^(?<path>data\.posthog_user\.[^\s?:]+)\.(?:uuid|organization_member_id)$/u;
const MEMBER = /^(?<path>orgform_member\.[^\s?:]+)\.user_id$/u;
const MEMBERSHIP = /^posthog_organization_member\.(?<path>[^\s?:]+)\.id$/u;

/** Orgform knows people by their addresses. */
const address =
  (attribute: string): Rule =>
  ({ text, next, stored }) => {
    const member = MEMBERSHIP.exec(text.trim())?.groups?.["path"];
    const found =
      ending(text, USER, "email") ??
      ending(next, MEMBER, "email") ??
      (member === undefined ? undefined : { text: `orgform_member.${member}.email` });
    if (found !== undefined) return { email: found };
    const value = stored(attribute);
    return {
      email:
        value === undefined ? { why: `it names a person by ${text.trim()}, not by an email address` } : { text: value },
    };
  };

const isLiteral = (text: string): boolean => /^"[^"$%\\]*"$/u.test(text.trim());

/** Orgform requires a level; where the expression may be null, the state tells which it is. */
const level: Rule = ({ text, next, stored }) => {
  if (isLiteral(text) || !/\bnull\b/u.test(text)) return { level: { text: next } };
  const value = stored("level");
  return {
    level: value === undefined ? { why: "its level might be null, and Orgform requires a level" } : { text: value },
  };
};

const retained: Rule = ({ text, next }) => {
  if (text.trim() === "true") return { on_destroy: { text: '"retain"' } };
  if (text.trim() === "false") return {};
  return { on_destroy: { text: `(${next}) == true ? "retain" : "remove"` } };
};

/** Values by key, and the keys of those in Liquid, out of objects with `value` and `templating`. */
const inputs: Rule = ({ text, next }) => {
  const each = `in jsondecode(${next}) :`;
  const liquid = /templating/u.test(text) || !text.trimStart().startsWith("jsonencode");
  return {
    inputs: { text: `jsonencode({ for key, input ${each} key => input.value if can(input.value) })` },
    ...(liquid
      ? { liquid_inputs: { text: `[for key, input ${each} key if try(input.templating, "") == "liquid"]` } }
      : {}),
  };
};

const secrets: Rule = ({ next }) => ({
  secret_inputs: {
    text: `{ for key, input in jsondecode(${next}) : key => try(tostring(input.value), jsonencode(input.value)) if can(input.value) }`,
  },
});

/** The same values under the same names. */
export const kept = (...names: readonly string[]): Record<string, Rule> =>
  Object.fromEntries(names.map((name) => [name, renamed(name)]));

/** What every block of a resource may have. */
const META = kept("for_each", "count", "depends_on");

/** A configuration becomes that of the other provider with the same alias. */
const provider: Rule = ({ text, names: { old, next } }) => {
  const alias = aliasOf(text.trim(), old);
  if (alias === undefined) return { provider: { why: `provider is ${text.trim()}, not ${old} or one of its aliases` } };
  return { provider: { text: alias === "" ? next : `${next}.${alias}` } };
};

/** The same with the block's provider. */
export const EVERY = { ...META, provider };

const subject = { role: renamed("role_id"), organization_member: address(""), access_level: renamed("level") };

/** The arguments of each type that moves. One that is not here cannot be translated. */
export const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  posthog_organization_member: {
    ...EVERY,
    ...kept("organization_id"),
    user_uuid: address("email"),
    level,
    retain_on_destroy: retained,
  },
  posthog_role: { ...EVERY, ...kept("organization_id", "name") },
  posthog_role_membership: { ...EVERY, ...kept("organization_id", "role_id"), user_uuid: address("user_email") },
  posthog_project: { ...EVERY, ...kept("organization_id", "name", "timezone") },
  posthog_project_default_access: { ...EVERY, ...kept("project_id"), access_level: renamed("level") },
  posthog_project_member: { ...EVERY, ...kept("project_id"), ...subject },
  posthog_access_control: { ...EVERY, ...kept("project_id", "resource", "resource_id"), ...subject },
  posthog_proxy_record: { ...EVERY, ...kept("organization_id", "domain") },
  posthog_hog_function: {
    ...EVERY,
    ...kept("project_id", "type", "name", "description", "template_id", "hog", "icon_url", "enabled"),
    ...kept("execution_order"),
    inputs_json: inputs,
    sensitive_inputs_json: secrets,
    inputs_schema_json: renamed("inputs_schema"),
    filters_json: renamed("filters"),
    masking_json: renamed("masking"),
    mappings_json: renamed("mappings"),
  },
};

/** Values that the vendor's provider fills in by default and Orgform requires: taken from the state. */
export const FILLED_IN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  posthog_organization_member: { level: "level" },
  posthog_project_default_access: { project_id: "project_id" },
  posthog_project_member: { project_id: "project_id" },
  posthog_access_control: { project_id: "project_id" },
  posthog_hog_function: { project_id: "project_id", name: "name", type: "type" },
};

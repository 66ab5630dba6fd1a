import type { LocalNames } from "./local-names.ts";
import { aliasOf } from "./provider-blocks.ts";

/** An expression in HCL, or why there is none. */
export type Written = { readonly text: string } | { readonly why: string };

/** An argument in a block, and its values in the state. */
export interface Given {
  /** The original expression. */
  readonly text: string;
  /** The expression with translated references. */
  readonly next: string;
  /** The value from the state, for all instances; undefined if the state lacks it. */
  readonly stored: (attribute: string) => string | undefined;
  /** Another argument of the block, with translated references; undefined if the block lacks it. */
  readonly beside: (argument: string) => string | undefined;
  /** The folder's names for the old and the new provider. */
  readonly names: LocalNames;
}

/** What replaces an argument; the comment after it goes after the first. */
export const commented = (all: Readonly<Record<string, Written>>, comment: string): [string, Written][] =>
  Object.entries(all).map(([own, one], index) =>
    index > 0 || "why" in one ? [own, one] : [own, { text: `${one.text}${comment}` }],
  );

/** Converts an argument of the vendor's block to one or more of Orgform's. */
export type Rule = (given: Given) => Readonly<Record<string, Written>>;

/** The same value under another name. */
export const renamed =
  (name: string): Rule =>
  ({ next }) => ({ [name]: { text: next } });

/** An expression that ends in this attribute of an object. */
const ending = (text: string, pattern: RegExp, attribute: string): Written | undefined => {
  const path = pattern.exec(text.trim())?.groups?.["path"];
  return path === undefined ? undefined : { text: `${path}.${attribute}` };
};

const USER = /^(?<path>data\.posthog_user\.[^\s?:]+)\.(?:uuid|organization_member_id)$/u;
const MEMBER = /^(?<path>orgform_member\.[^\s?:]+)\.user_id$/u;
const MEMBERSHIP = /^posthog_organization_member\.(?<path>[^\s?:]+)\.id$/u;

/** Orgform identifies people by their addresses. */
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

/** Orgform requires a level. If the expression can be null, the level comes from the state. */
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

/** Values by key, and the keys of values in Liquid, from objects with `value` and `templating`. */
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

/** Arguments that every resource block can have. */
const META = kept("for_each", "count", "depends_on");

/** A provider configuration becomes the other provider's configuration with the same alias. */
const provider: Rule = ({ text, names: { old, next } }) => {
  const alias = aliasOf(text.trim(), old);
  if (alias === undefined) return { provider: { why: `provider is ${text.trim()}, not ${old} or one of its aliases` } };
  return { provider: { text: alias === "" ? next : `${next}.${alias}` } };
};

/** The same arguments, and the block's provider. */
export const EVERY = { ...META, provider };

const subject = { role: renamed("role_id"), organization_member: address(""), access_level: renamed("level") };

/** The arguments of each type that moves. An argument that isn't here can't be translated. */
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

/** Values that the vendor's provider fills in and Orgform requires. They come from the state. */
export const FILLED_IN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  posthog_organization_member: { level: "level" },
  posthog_project_default_access: { project_id: "project_id" },
  posthog_project_member: { project_id: "project_id" },
  posthog_access_control: { project_id: "project_id" },
  posthog_hog_function: { project_id: "project_id", name: "name", type: "type" },
};

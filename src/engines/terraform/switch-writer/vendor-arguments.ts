import { type Given, kept, EVERY, renamed, type Rule, type Written } from "./arguments.ts";

/** Attributes that no state has. They come from the service, see `withLookedUp`. */
export const MEMBERSHIP = "membership of the organization";
export const ROLE_MEMBERSHIP = "membership of the role";

const MEMBER = /^orgform_member\.(?<path>[^\s?:]+)\.email$/u;

/** The vendor identifies people by IDs: those of a block that becomes the vendor's, or known IDs. */
const person =
  (argument: string, attribute: string, stored: string): Rule =>
  ({ text, stored: valueOf }: Given) => {
    const path = MEMBER.exec(text.trim())?.groups?.["path"];
    if (path !== undefined) return { [argument]: { text: `posthog_organization_member.${path}.${attribute}` } };
    const value = valueOf(stored);
    const why = `the ${stored === "user_id" ? "user" : stored} of ${text.trim()} isn't known`;
    return { [argument]: value === undefined ? { why } : { text: value } };
  };

const onDestroy: Rule = ({ text, next }): Readonly<Record<string, Written>> => {
  if (text.trim() === '"retain"') return { retain_on_destroy: { text: "true" } };
  if (text.trim() === '"remove"') return {};
  if (!/"(?:retain|remove)"/u.test(text) || text.includes("downgrade")) {
    return { retain_on_destroy: { why: `on_destroy is ${text.trim()}, and posthog/posthog only retains or removes` } };
  }
  return { retain_on_destroy: { text: `(${next}) == "retain" ? true : null` } };
};

const templated = (next: string, liquid: string | undefined): string => {
  const templating = liquid === undefined ? "null" : `contains(${liquid}, key) ? "liquid" : null`;
  return `jsonencode({ for key, value in jsondecode(${next}) : key => { for name, one in { value = value, templating = ${templating} } : name => one if one != null } })`;
};

/** In Orgform, Liquid inputs are a separate argument. */
const inputs: Rule = ({ next, beside }) => ({ inputs_json: { text: templated(next, beside("liquid_inputs")) } });

const secrets: Rule = ({ next }) => ({
  sensitive_inputs_json: { text: `jsonencode({ for key, value in ${next} : key => { value = value } })` },
});

const PERSONAL = { role_id: renamed("role"), email: person("organization_member", "id", MEMBERSHIP) };

/** The arguments of each of the vendor's types, by Orgform's names. An argument that isn't here has no counterpart. */
export const VENDOR_ARGUMENTS: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  posthog_organization_member: {
    ...EVERY,
    ...kept("organization_id", "level"),
    email: person("user_uuid", "user_uuid", "user_id"),
    on_destroy: onDestroy,
  },
  posthog_role: { ...EVERY, ...kept("organization_id", "name") },
  posthog_role_membership: {
    ...EVERY,
    ...kept("organization_id", "role_id"),
    email: person("user_uuid", "user_uuid", "user_id"),
  },
  posthog_project: { ...EVERY, ...kept("organization_id", "name", "timezone") },
  posthog_project_default_access: { ...EVERY, ...kept("project_id"), level: renamed("access_level") },
  posthog_project_member: { ...EVERY, ...kept("project_id"), ...PERSONAL, level: renamed("access_level") },
  posthog_access_control: {
    ...EVERY,
    ...kept("project_id", "resource", "resource_id"),
    ...PERSONAL,
    level: renamed("access_level"),
  },
  posthog_proxy_record: { ...EVERY, ...kept("organization_id", "domain") },
  posthog_hog_function: {
    ...EVERY,
    ...kept("project_id", "type", "name", "description", "template_id", "hog", "icon_url", "enabled"),
    ...kept("execution_order"),
    inputs,
    liquid_inputs: () => ({}),
    secret_inputs: secrets,
    inputs_schema: renamed("inputs_schema_json"),
    filters: renamed("filters_json"),
    masking: renamed("masking_json"),
    mappings: renamed("mappings_json"),
  },
};

/** The ID for importing an object with the vendor's provider; undefined if a part is unknown. */
export function vendorId(type: string, attributes: Readonly<Record<string, unknown>>): string | undefined {
  const part = (name: string): string | undefined => {
    const value = attributes[name];
    return (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : undefined;
  };
  const joined = (...parts: readonly (string | undefined)[]): string | undefined =>
    parts.includes(undefined) ? undefined : parts.join("/");
  const role = part("role_id");
  const subject = role === undefined ? joined("member", part(MEMBERSHIP)) : joined("role", role);
  switch (type) {
    case "posthog_organization_member":
      return joined(part("organization_id"), part("user_id"));
    case "posthog_role":
      return joined(part("organization_id"), role);
    case "posthog_role_membership":
      return joined(part("organization_id"), role, part(ROLE_MEMBERSHIP));
    case "posthog_project":
      return joined(part("organization_id"), part("project_id"));
    case "posthog_project_default_access":
    case "posthog_project_settings":
      return part("project_id");
    case "posthog_project_member":
      return joined(part("project_id"), subject);
    case "posthog_access_control": {
      const target = [part("resource"), ...(part("resource_id") === undefined ? [] : [part("resource_id")])];
      return joined(part("project_id"), ...target, part("subject") === "default" ? "default" : subject);
    }
    case "posthog_proxy_record":
      return joined(part("organization_id"), part("record_id"));
    case "posthog_hog_function":
      return joined(part("project_id"), part("function_id"));
    default:
      return undefined;
  }
}

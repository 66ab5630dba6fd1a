/** What becomes of a type of the vendor's provider: its own type, and the names of its attributes. */
export interface NewType {
  readonly type: string;
  /** Attributes by the vendor's names; one that is not here has no counterpart. */
  readonly attributes: Readonly<Record<string, string>>;
}

const same = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

/** @source PostHog/terraform-provider-posthog v1.0.13, internal/resource */
const TYPES: Readonly<Record<string, NewType>> = {
  posthog_organization_member: {
    type: "orgform_member",
    attributes: { ...same("organization_id", "email", "level", "joined_at"), user_uuid: "user_id" },
  },
  posthog_role: {
    type: "orgform_role",
    attributes: { ...same("organization_id", "name", "created_at"), id: "role_id" },
  },
  posthog_role_membership: {
    type: "orgform_role_membership",
    attributes: { ...same("organization_id", "role_id"), user_uuid: "user_id", user_email: "email" },
  },
  posthog_project: {
    type: "orgform_project",
    attributes: { ...same("organization_id", "name", "timezone", "api_token"), id: "project_id" },
  },
  posthog_project_default_access: {
    type: "orgform_project_access",
    attributes: { ...same("project_id"), access_level: "level" },
  },
  posthog_project_member: {
    type: "orgform_project_access",
    attributes: { ...same("project_id"), role: "role_id", access_level: "level" },
  },
  posthog_access_control: {
    type: "orgform_access_control",
    attributes: { ...same("project_id", "resource", "resource_id"), role: "role_id", access_level: "level" },
  },
  posthog_proxy_record: {
    type: "orgform_proxy_record",
    attributes: { ...same("organization_id", "domain", "target_cname", "created_at"), id: "record_id" },
  },
  posthog_hog_function: {
    type: "orgform_hog_function",
    attributes: {
      ...same("project_id", "type", "hog", "icon_url", "enabled", "execution_order", "name", "description"),
      ...same("template_id"),
      id: "function_id",
    },
  },
};

export const newTypes: ReadonlyMap<string, NewType> = new Map(Object.entries(TYPES));

/** A reference to an object of types with this prefix, with the index and the attribute that follow. */
const referenceTo = (prefix: string): RegExp =>
  new RegExp(
    String.raw`(?<![\w.])(?<type>${prefix}_\w+)\.(?<name>[\p{L}_][\p{L}\p{Nd}_-]*)(?<index>(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?)(?:\.(?<attribute>[\p{L}_]\w*|\*))?`,
    "gu",
  );

const TO_VENDOR = referenceTo("posthog");
const TO_ORGFORM = referenceTo("orgform");

/** The names of blocks after the switch, where two of one type had the same name in different types. */
export type NewNames = (type: string, name: string) => string;

/** A text with translated references, and those that cannot be translated. */
export interface Translated {
  readonly text: string;
  readonly open: readonly string[];
}

/**
 * Translates the references in a piece of a configuration; those to types that stay are left as they are.
 *
 * @param isNumberKept - whether the number of a project, which Orgform has as a string, stays one
 */
export function translated(text: string, names: NewNames, isNumberKept = false): Translated {
  return replaced(text, TO_VENDOR, ({ type, name, attribute }) => {
    const found = newTypes.get(type);
    if (found === undefined) return type === "posthog_project_settings" ? "none" : "stays";
    const isNumber = isNumberKept && type === "posthog_project" && attribute === "id";
    return {
      object: `${found.type}.${names(type, name)}`,
      attribute: attribute === undefined ? undefined : (found.attributes[attribute] ?? "none"),
      ...(isNumber ? { wrapper: "tonumber" } : {}),
    };
  });
}

/** What becomes of the blocks of a program that leaves: the vendor's type of each, if there is one. */
export type VendorTypeOf = (type: string, name: string) => string | undefined;

/** The same the other way round. @param isStringKept - whether the number of a project, which is a string, stays one */
export function translatedBack(text: string, typeOf: VendorTypeOf, isStringKept = false): Translated {
  return replaced(text, TO_ORGFORM, ({ type, name, attribute }) => {
    const vendorType = typeOf(type, name);
    if (vendorType === undefined) return "stays";
    const isString = isStringKept && type === "orgform_project" && attribute === "project_id";
    return {
      object: `${vendorType}.${name}`,
      attribute: attribute === undefined ? undefined : (vendorAttribute(vendorType, attribute) ?? "none"),
      ...(isString ? { wrapper: "tostring" } : {}),
    };
  });
}

/** What the vendor calls an attribute of Orgform. */
const vendorAttribute = (vendorType: string, attribute: string): string | undefined =>
  Object.entries(newTypes.get(vendorType)?.attributes ?? {}).find(([, own]) => own === attribute)?.[0];

/** An attribute of an object that a configuration names. */
interface Reference {
  readonly type: string;
  readonly name: string;
  /** The index in its brackets; empty for none. */
  readonly index: string;
  readonly attribute?: string;
}

/** Puts values in the place of references to the vendor's objects. @param valueOf - a literal, or that there is none */
export function valuesInstead(text: string, valueOf: (reference: Reference) => Value): Translated {
  return replaced(text, TO_VENDOR, valueOf);
}

/** A literal in the place of a reference; a reference that stays; one that nothing can stand for. */
export type Value = "stays" | "none" | { readonly value: string };

/** What a reference becomes: nothing else, nothing that there is, or another object and its attribute. */
type Becomes = Value | { readonly object: string; readonly attribute: string | undefined; readonly wrapper?: string };

function replaced(text: string, pattern: RegExp, become: (reference: Reference) => Becomes): Translated {
  const open: string[] = [];
  const next = text.replaceAll(pattern, (whole: string, ...rest: unknown[]) => {
    const reference = rest.at(-1) as Reference; // -- the groups of the expression
    const becomes = become(reference);
    if (becomes === "stays") return whole;
    if (typeof becomes === "object" && "value" in becomes) return becomes.value;
    if (becomes === "none" || becomes.attribute === "none") {
      open.push(whole);
      return whole;
    }
    const object = `${becomes.object}${reference.index}`;
    const path = becomes.attribute === undefined ? object : `${object}.${becomes.attribute}`;
    return becomes.wrapper === undefined ? path : `${becomes.wrapper}(${path})`;
  });
  return { text: next, open };
}

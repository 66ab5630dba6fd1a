import { PROJECT_SETTINGS } from "../provider/moves/vendor-types.ts";
import { codeIn } from "./code-text.ts";

/** Orgform's type for one of the vendor's types, and the names of its attributes. */
export interface NewType {
  readonly type: string;
  /** Attributes by the vendor's names. An attribute that isn't here has no counterpart. */
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
    String.raw`(?<![\w.])(?<type>${prefix}_\w+)\.(?<name>[\p{L}_][\p{L}\p{Nd}_-]*)(?<index>(?:\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\])?)(?:\.(?<attribute>[\p{L}_]\w*|\*))?`,
    "gu",
  );

const TO_VENDOR = referenceTo("posthog");
const TO_ORGFORM = referenceTo("orgform");

/** The names of blocks after the switch, because blocks of two types can become one type with equal names. */
export type NewNames = (type: string, name: string) => string;

/** A replacement of a piece of text. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A piece that can't be translated. */
export interface Gap {
  readonly at: number;
  /** The piece and the reason, as the end of a sentence. */
  readonly words: string;
}

/** A text with translated references, and the references that can't be translated. */
export interface Translated {
  readonly text: string;
  readonly changes: readonly Change[];
  readonly open: readonly Gap[];
}

/** The position of a piece of a configuration. */
export interface TextPlace {
  /** Only names are allowed here, as in `depends_on`. */
  readonly isStatic?: boolean;
  /** A number stays a number, except in `project_id`, which is a string in Orgform. */
  readonly isNumberKept?: boolean;
}

/** Translates the references in a piece of a configuration. References to types that stay don't change. */
export function translated(text: string, names: NewNames, place: TextPlace = {}): Translated {
  return replaced(text, { pattern: TO_VENDOR, place }, ({ type, name, attribute }, isNumberKept) => {
    const found = newTypes.get(type);
    if (found === undefined) return type === PROJECT_SETTINGS ? "none" : "stays";
    const isNumber = isNumberKept && type === "posthog_project" && attribute === "id";
    return {
      object: `${found.type}.${names(type, name)}`,
      attribute: attribute === undefined ? undefined : (found.attributes[attribute] ?? "none"),
      ...(isNumber ? { wrapper: "tonumber" } : {}),
    };
  });
}

/** The vendor's type for each block of a program that leaves, if one exists. */
export type VendorTypeOf = (type: string, name: string) => string | undefined;

/** The same in the other direction. */
export function translatedBack(text: string, typeOf: VendorTypeOf, place: TextPlace = {}): Translated {
  return replaced(text, { pattern: TO_ORGFORM, place }, ({ type, name, attribute }, isStringKept) => {
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

/** The vendor's name of an attribute of Orgform. */
const vendorAttribute = (vendorType: string, attribute: string): string | undefined =>
  Object.entries(newTypes.get(vendorType)?.attributes ?? {}).find(([, own]) => own === attribute)?.[0];

/** An attribute of an object that a configuration names. */
interface Reference {
  readonly type: string;
  readonly name: string;
  /** The index in its brackets; empty if there is none. */
  readonly index: string;
  readonly attribute?: string;
}

/**
 * Replaces references to the vendor's objects with values. @param valueOf - returns a literal, or that there is none
 */
export function valuesInstead(text: string, valueOf: (reference: Reference) => Value): Translated {
  return replaced(text, { pattern: TO_VENDOR, place: {} }, valueOf);
}

/** A literal that replaces a reference, or whether the reference stays or has no replacement. */
export type Value = "stays" | "none" | { readonly value: string };

/** The replacement of a reference: a literal, itself, nothing, or another object and its attribute. */
type Becomes = Value | { readonly object: string; readonly attribute: string | undefined; readonly wrapper?: string };

type Become = (reference: Reference, isKindKept: boolean) => Becomes;

/** Arguments that accept only names of objects. */
const STATIC = /\b(?:depends_on|replace_triggered_by)\s*=\s*\[(?:[^[\]]|\[[^[\]]*\])*$/u;

/** Only the keys of the whole object are used. */
const COUNTED = /\b(?:keys|length)\(\s*$/u;

/** `project_id = posthog_project.web.id` as a whole argument. */
const PROJECT = /^\s*project_id\s*=\s*(?:posthog_project\.[^\s?:]+\.id|orgform_project\.[^\s?:]+\.project_id)\s*$/u;

function replaced(
  text: string,
  { pattern, place }: { readonly pattern: RegExp; readonly place: TextPlace },
  become: Become,
): Translated {
  const open: Gap[] = [];
  const changes: Change[] = [];
  const code = codeIn(text);
  for (const match of code.matchAll(pattern)) {
    const { index: from, groups = {} } = match;
    const to = from + match[0].length;
    const reference = referenceIn(text, from, groups);
    const before = code.slice(0, from);
    const isStatic = place.isStatic === true || STATIC.test(before);
    const line = text.slice(before.lastIndexOf("\n") + 1).split("\n", 1)[0] ?? "";
    const becomes = become(reference, place.isNumberKept === true && !isStatic && !PROJECT.test(line));
    if (becomes === "stays") continue;
    const gap = (words: string): void => void open.push({ at: from, words: `${text.slice(from, to)} ${words}` });
    if (becomes === "none") gap("has no counterpart");
    else if ("value" in becomes && isStatic) gap("stands where only names can");
    else if ("value" in becomes) changes.push({ from, to, text: becomes.value });
    else if (becomes.attribute === "none") gap("has no counterpart");
    else if (becomes.attribute === undefined && !isStatic && !COUNTED.test(before)) {
      gap("is used as a whole, and its attributes have other names");
    } else {
      // Translates references in an index too.
      const index = replaced(reference.index, { pattern, place: {} }, become);
      open.push(...index.open.map(({ words }) => ({ at: from, words })));
      changes.push({ from, to, text: pathOf(becomes, index.text) });
    }
  }
  return { text: changed(text, changes), changes, open };
}

/** A reference with its original index. */
function referenceIn(text: string, from: number, groups: Readonly<Record<string, string | undefined>>): Reference {
  const { type = "", name = "", index = "", attribute } = groups;
  const start = from + type.length + 1 + name.length;
  const written = text.slice(start, start + index.length);
  return { type, name, index: written, ...(attribute === undefined ? {} : { attribute }) };
}

function pathOf(becomes: Exclude<Becomes, Value>, index: string): string {
  const object = `${becomes.object}${index}`;
  const path = becomes.attribute === undefined ? object : `${object}.${becomes.attribute}`;
  return becomes.wrapper === undefined ? path : `${becomes.wrapper}(${path})`;
}

/** A text with changes, in the order of their positions. */
export function changed(text: string, changes: readonly Change[]): string {
  return changes
    .toReversed()
    .reduce((all, { from, to, text: next }) => all.slice(0, from) + next + all.slice(to), text);
}

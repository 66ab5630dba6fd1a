import { jsonText, isRecord, type Values } from "../../../../model/json-value.ts";
import { MoveRefusal, shown, type SourceState } from "./source-state.ts";

/** An object in the model's terms. */
export interface MappedObject {
  readonly values: Values;
  /** Inputs that the vendor's provider stores even if the program doesn't declare them. */
  readonly undeclared?: readonly string[];
}

/** Converts the state of one of the vendor's types to Orgform's. */
export interface VendorType {
  /** The target resource, by the model's name. */
  readonly resource: string;
  /** @throws MoveRefusal if the state lacks a value that Orgform requires. */
  readonly map: (source: SourceState) => MappedObject;
  /** The ID for importing the object instead, with `<...>` for parts that the state lacks. */
  readonly importId: (source: SourceState) => string;
}

/** The part of an ID for a member if the state has only the membership; the first refresh looks up the person. */
export const MEMBERSHIP = "membership:";

const LEVELS_OF_PROJECTS = ["none", "member", "admin"];
const LEVELS_OF_KINDS = ["none", "viewer", "editor", "manager"];

/** Inputs that the vendor's provider fills in if the program doesn't declare them. */
const FILLED_IN_FUNCTIONS = ["enabled", "hog", "iconUrl", "executionOrder"];

function part({ values }: SourceState, name: string): string {
  const value = values[name];
  return (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : `<${name}>`;
}

const inOrganization = (source: SourceState, ...names: readonly string[]): string =>
  [part(source, "organization_id"), ...names.map((name) => part(source, name))].join("/");

const folded = (email: string): string => email.trim().toLowerCase();

const member: VendorType = {
  resource: "Member",
  map: (source) => ({
    values: {
      organizationId: source.needed("organization_id"),
      email: folded(source.needed("email")),
      level: source.word("level", ["member", "admin", "owner"]),
      onDestroy: source.flag("retain_on_destroy") === true ? "retain" : "remove",
      userId: source.needed("user_uuid"),
      joinedAt: source.text("joined_at"),
    },
  }),
  importId: (source) => inOrganization(source, source.text("email") === undefined ? "user_uuid" : "email"),
};

const role: VendorType = {
  resource: "Role",
  map: (source) => ({
    values: {
      organizationId: source.needed("organization_id"),
      name: source.needed("name"),
      roleId: source.needed("id"),
      createdAt: source.text("created_at"),
    },
  }),
  importId: (source) => inOrganization(source, "id"),
};

const roleMembership: VendorType = {
  resource: "RoleMembership",
  map: (source) => ({
    values: {
      organizationId: source.needed("organization_id"),
      roleId: source.needed("role_id"),
      email: folded(source.needed("user_email")),
      userId: source.text("user_uuid"),
      status: "active",
    },
  }),
  importId: (source) => inOrganization(source, "role_id", "user_email"),
};

const project: VendorType = {
  resource: "Project",
  map: (source) => ({
    values: {
      organizationId: source.needed("organization_id"),
      name: source.needed("name"),
      timezone: source.text("timezone"),
      deletionProtection: true,
      projectId: source.projectId("id"),
      apiToken: source.text("api_token"),
    },
    undeclared: ["timezone"],
  }),
  importId: (source) => inOrganization(source, "id"),
};

const projectDefaultAccess: VendorType = {
  resource: "ProjectAccess",
  map: (source) => ({
    values: {
      projectId: source.projectId("project_id"),
      level: source.word("access_level", LEVELS_OF_PROJECTS),
      subject: "default",
      status: "active",
    },
  }),
  importId: (source) => `${part(source, "project_id")}/default`,
};

const projectMember: VendorType = {
  resource: "ProjectAccess",
  map: (source) => {
    const subject = subjectOf(source);
    if (Object.keys(subject).length === 0) throw new MoveRefusal("its state has neither role nor organization_member.");
    return {
      values: {
        projectId: source.projectId("project_id"),
        level: source.word("access_level", LEVELS_OF_PROJECTS),
        ...subject,
        status: "active",
      },
    };
  },
  importId: (source) => `${part(source, "project_id")}/${subjectText(source)}`,
};

const accessControl: VendorType = {
  resource: "AccessControl",
  map: (source) => {
    const resource = source.needed("resource");
    if (resource === "project" || resource === "organization") {
      throw new MoveRefusal(
        `its resource is ${shown(resource)}, and access rules of a project are orgform_project_access.`,
      );
    }
    return {
      values: {
        projectId: source.projectId("project_id"),
        resource,
        resourceId: source.text("resource_id"),
        level: source.word("access_level", LEVELS_OF_KINDS),
        target: targetText(source),
        subject: "default",
        ...subjectOf(source),
        status: "active",
      },
    };
  },
  importId: (source) => `${part(source, "project_id")}/${targetText(source)}/${subjectText(source)}`,
};

const proxyRecord: VendorType = {
  resource: "ProxyRecord",
  map: (source) => ({
    values: {
      organizationId: source.needed("organization_id"),
      domain: source.needed("domain"),
      recordId: source.needed("id"),
      targetCname: source.text("target_cname"),
      createdAt: source.text("created_at"),
    },
  }),
  importId: (source) => inOrganization(source, "id"),
};

const hogFunction: VendorType = {
  resource: "HogFunction",
  map: (source) => ({
    values: {
      projectId: source.projectId("project_id"),
      functionId: source.needed("id"),
      type: source.text("type"),
      name: source.text("name"),
      description: source.text("description"),
      templateId: source.text("template_id"),
      hog: source.text("hog"),
      iconUrl: source.text("icon_url"),
      enabled: source.flag("enabled"),
      executionOrder: source.number("execution_order"),
      ...inputsOf(source),
      secretInputs: secretsOf(source),
      inputsSchema: source.text("inputs_schema_json"),
      filters: source.text("filters_json"),
      masking: source.text("masking_json"),
      mappings: source.text("mappings_json"),
    },
    undeclared: FILLED_IN_FUNCTIONS,
  }),
  importId: (source) => `${part(source, "project_id")}/${part(source, "id")}`,
};

/**
 * The types of the vendor's provider that Orgform covers, by their names without the prefix.
 *
 * @source PostHog/terraform-provider-posthog v1.0.13, internal/resource
 */
const VENDOR_TYPES: Readonly<Record<string, VendorType>> = {
  posthog_organization_member: member,
  posthog_role: role,
  posthog_role_membership: roleMembership,
  posthog_project: project,
  posthog_project_default_access: projectDefaultAccess,
  posthog_project_member: projectMember,
  posthog_access_control: accessControl,
  posthog_proxy_record: proxyRecord,
  posthog_hog_function: hogFunction,
};

/** All types whose objects can move, by name. */
export const vendorTypes: ReadonlyMap<string, VendorType> = new Map(Object.entries(VENDOR_TYPES));

/** The type whose values are fields of another type, so it has no target. */
export const PROJECT_SETTINGS = "posthog_project_settings";

/** Whether objects of one of the vendor's types can move to Orgform. */
export const isMoving = (type: string): boolean => vendorTypes.has(type) || type === PROJECT_SETTINGS;

/** The subject of a rule; empty for everybody. */
function subjectOf(source: SourceState): Values {
  const [roleId, membership] = [source.text("role"), source.text("organization_member")];
  if (roleId !== undefined) return { roleId, subject: `role:${roleId.toLowerCase()}` };
  return membership === undefined ? {} : { subject: `${MEMBERSHIP}${membership.toLowerCase()}` };
}

/** The same in an ID. */
function subjectText({ values }: SourceState): string {
  const { role: roleId, organization_member: membership } = values;
  if (typeof roleId === "string") return `role:${roleId}`;
  return typeof membership === "string" ? `${MEMBERSHIP}${membership}` : "default";
}

function targetText(source: SourceState): string {
  const { resource_id: id } = source.values;
  return typeof id === "string" && id !== "" ? `${part(source, "resource")}:${id}` : part(source, "resource");
}

/** Values of inputs, and the keys of those in Liquid. An entry that only marks a secret has no value. */
function inputsOf(source: SourceState): Values {
  const stored = source.jsonObject("inputs_json");
  if (stored === undefined) return {};
  const entries = Object.entries(stored).flatMap(([key, input]): [string, Values][] =>
    isRecord(input) && "value" in input ? [[key, input]] : [],
  );
  const liquid = entries.filter(([, { templating }]) => templating === "liquid").map(([key]) => key);
  return {
    inputs: jsonText(Object.fromEntries(entries.map(([key, { value }]) => [key, value]))),
    ...(liquid.length === 0 ? {} : { liquidInputs: liquid }),
  };
}

/** Values of secret inputs. Values other than strings become JSON text. */
function secretsOf(source: SourceState): Values | undefined {
  const stored = source.jsonObject("sensitive_inputs_json");
  if (stored === undefined) return undefined;
  const entries = Object.entries(stored).flatMap(([key, input]): [string, string][] => {
    if (!isRecord(input) || !("value" in input)) return [];
    const { value } = input;
    return [[key, typeof value === "string" ? value : jsonText(value)]];
  });
  return Object.fromEntries(entries);
}

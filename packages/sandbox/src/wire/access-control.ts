import { invalidInput } from "../pipeline/service-error.ts";
import { canonicalUuid } from "../identifiers.ts";
import { type FieldSpec, type ResourceSpec, fieldsFrom } from "./field.ts";

const SOURCE = "service 2026-09, access-control.md, GET answer and PUT body";
const SOURCE_OF_USERS = "PostHog/posthog access_control.py at 014ff14c (2026-09), users with access";

const shown = fieldsFrom(SOURCE);

/** @source service 2026-09, access-control.md, errors */
const NO_MEMBER_ID =
  "Invalid organization member id. Use the 'id' field from the /api/organizations/<organization_id>/members/ endpoint.";

/** The ID of a membership, not of a user. */
function readMember(sent: unknown, field: FieldSpec): string {
  const id = typeof sent === "string" ? canonicalUuid(sent) : undefined;
  if (id === undefined) throw invalidInput(NO_MEMBER_ID, field.name);
  return id;
}

/** A level of access for a target and a subject; it has no ID: resource, object, member, and role together identify it. */
export const ACCESS_RULE: ResourceSpec = {
  name: "AccessControlRule",
  fields: [
    shown("access_level", "text", { writable: true, required: true, nullable: true }),
    shown("resource", "text", { writable: true, required: true }),
    shown("resource_id", "text", { writable: true, nullable: true }),
    shown("organization_member", "uuid", { writable: true, nullable: true, read: readMember }),
    shown("role", "uuid", { writable: true, nullable: true }),
    shown("created_by", "integer", { nullable: true }),
    shown("created_at", "dateTime"),
    shown("updated_at", "dateTime"),
  ],
};

/** The rules of a target, and the caller's own access there. */
export const ACCESS_RULES: ResourceSpec = {
  name: "AccessControlList",
  fields: [
    shown("access_controls", "list", { of: ACCESS_RULE }),
    shown("available_access_levels", "list"),
    shown("default_access_level", "text"),
    shown("minimum_access_level", "text", { since: "2026-09" }),
    shown("maximum_access_level", "text", { since: "2026-09" }),
    shown("user_access_level", "text"),
    shown("user_can_edit_access_levels", "boolean"),
    shown("inherited_access", "object", { nullable: true, optional: true, since: "2026-09" }),
  ],
};

const ofUser = (name: string, type: FieldSpec["type"]): FieldSpec => ({ name, type, source: SOURCE_OF_USERS });

/** Everybody who has access to a project. */
export const USERS_WITH_ACCESS: ResourceSpec = {
  name: "UsersWithAccess",
  fields: [
    shown("users", "list", {
      of: {
        name: "UserWithAccess",
        fields: [
          ofUser("user_id", "uuid"),
          ofUser("access_level", "text"),
          ofUser("access_source", "text"),
          ofUser("organization_membership_id", "uuid"),
          ofUser("organization_membership_level", "text"),
        ],
      },
    }),
    shown("total_count", "integer"),
  ],
};

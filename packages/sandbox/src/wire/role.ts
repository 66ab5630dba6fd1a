import { canonicalUuid } from "../identifiers.ts";
import { invalidInput } from "../pipeline/service-error.ts";
import type { FieldSpec, ResourceSpec } from "./field.ts";
import { EMBEDDED_MEMBER } from "./member.ts";
import { numberChoice } from "./read-value.ts";
import { USER } from "./user.ts";

const RECORDED = "live service 2025-08, flow 5";

/** Reads a UUID that isn't a reference: only its form is checked. @source live service 2025-08, flow 5:60-64 */
function readUuid(sent: unknown, field: FieldSpec): string {
  const uuid = typeof sent === "string" ? canonicalUuid(sent) : undefined;
  if (uuid === undefined) throw invalidInput("Must be a valid UUID.", field.name);
  return uuid;
}

/** A user's membership in a role; `user_uuid` is accepted and never shown. @source live notes 11; flow 5:50-83 */
export const ROLE_MEMBERSHIP: ResourceSpec = {
  name: "RoleMembership",
  fields: [
    { name: "id", type: "uuid", source: RECORDED },
    { name: "role_id", type: "uuid", source: RECORDED },
    { name: "organization_member", type: "object", of: EMBEDDED_MEMBER, source: RECORDED },
    { name: "user", type: "object", of: USER, source: RECORDED },
    { name: "joined_at", type: "dateTime", source: RECORDED },
    { name: "updated_at", type: "dateTime", source: RECORDED },
    {
      name: "user_uuid",
      type: "uuid",
      writable: true,
      required: true,
      optional: true,
      read: readUuid,
      source: RECORDED,
    },
  ],
};

/** A role of an organization. @source live notes 10; live service 2025-08, flow 5 */
export const ROLE: ResourceSpec = {
  name: "Role",
  fields: [
    { name: "id", type: "uuid", source: RECORDED },
    { name: "name", type: "text", writable: true, required: true, maxChars: 200, source: `${RECORDED}:1-34` },
    {
      name: "feature_flags_access_level",
      type: "integer",
      writable: true,
      read: numberChoice([21, 37]),
      until: "2025-08",
      source: `${RECORDED}:27; service 2026-09, roles.md: gone`,
    },
    { name: "created_at", type: "dateTime", source: RECORDED },
    { name: "created_by", type: "object", nullable: true, of: USER, source: RECORDED },
    { name: "members", type: "list", of: ROLE_MEMBERSHIP, source: RECORDED },
    { name: "is_default", type: "boolean", since: "2026-09", source: "service 2026-09, roles.md" },
  ],
};

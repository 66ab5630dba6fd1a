import type { FieldSpec, ResourceSpec } from "./field.ts";
import { readLevel } from "./read-value.ts";
import { USER } from "./user.ts";

const CONTRACT = "contract, Member";

const FIELDS: readonly FieldSpec[] = [
  { name: "id", type: "uuid", source: CONTRACT },
  { name: "user", type: "object", of: USER, source: CONTRACT },
  { name: "level", type: "integer", writable: true, read: readLevel, source: "live service 2025-08, flow 4:13-34" },
  { name: "joined_at", type: "dateTime", source: CONTRACT },
  { name: "updated_at", type: "dateTime", source: CONTRACT },
  { name: "is_2fa_enabled", type: "boolean", source: CONTRACT },
  { name: "has_social_auth", type: "boolean", source: CONTRACT },
];

/** A member of an organization. @source contract; live service 2025-08, flow 4 */
export const MEMBER: ResourceSpec = {
  name: "Member",
  fields: [
    ...FIELDS,
    { name: "last_login", type: "dateTime", nullable: true, source: CONTRACT },
    {
      name: "search_match_type",
      type: "text",
      optional: true,
      since: "2026-09",
      choices: ["exact", "similar"],
      source: "service 2026-09, invites-and-members.md, Members",
    },
  ],
};

/** A member's account at a code host. @source service 2026-09, invites-and-members.md, Members */
export const MEMBER_GITHUB: ResourceSpec = {
  name: "MemberGithubLogin",
  fields: [
    { name: "github_login", type: "text", nullable: true, source: "service 2026-09, invites-and-members.md, Members" },
  ],
};

/** A member as roles embed it, without the last login. @source live service 2025-08, flow 5:57 */
export const EMBEDDED_MEMBER: ResourceSpec = { name: "Member", fields: FIELDS };

/** The response with a member's keys. @source live service 2025-08, first recording "member scoped keys" */
export const MEMBER_KEYS: ResourceSpec = {
  name: "MemberKeys",
  fields: [
    { name: "has_keys", type: "boolean", source: "live service 2025-08, first recording" },
    { name: "has_keys_active_last_week", type: "boolean", source: "live service 2025-08, first recording" },
    { name: "keys", type: "list", source: "live service 2025-08, first recording" },
  ],
};

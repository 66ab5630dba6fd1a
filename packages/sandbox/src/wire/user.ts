import type { ResourceSpec } from "./field.ts";

const CONTRACT = "contract, User (embedded in invites and members)";

/** A user as invites, members, and roles embed it. @source contract; live service 2025-08, flow 3:2 */
export const USER: ResourceSpec = {
  name: "User",
  fields: [
    { name: "id", type: "integer", source: CONTRACT },
    { name: "uuid", type: "uuid", source: CONTRACT },
    { name: "distinct_id", type: "text", nullable: true, source: CONTRACT },
    { name: "first_name", type: "text", source: CONTRACT },
    { name: "last_name", type: "text", source: CONTRACT },
    { name: "email", type: "text", source: CONTRACT },
    { name: "is_email_verified", type: "boolean", nullable: true, source: CONTRACT },
    { name: "hedgehog_config", type: "object", nullable: true, source: CONTRACT },
    {
      name: "role_at_organization",
      type: "text",
      nullable: true,
      since: "2025-08",
      source: "live service 2025-08, flow 3:2",
    },
  ],
};

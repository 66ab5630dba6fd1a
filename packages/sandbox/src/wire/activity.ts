import { type ResourceSpec, fieldsFrom } from "./field.ts";
import { USER } from "./user.ts";

const SHOWN = "live service 2025-08, flow 10:46";

/** An entry of the activity log. @source live notes on persons and events, 2.4; live service 2025-08, flow 10:46 */
export const ACTIVITY_ENTRY: ResourceSpec = {
  name: "ActivityEntry",
  fields: [
    { name: "user", type: "object", source: SHOWN },
    { name: "activity", type: "text", source: SHOWN },
    { name: "scope", type: "text", source: SHOWN },
    { name: "item_id", type: "text", nullable: true, source: SHOWN },
    { name: "detail", type: "object", source: SHOWN },
    { name: "created_at", type: "dateTime", source: SHOWN },
  ],
};

const newer = fieldsFrom("the service's published types of about 2026-08, as read in public");

/** An entry of a project's complete log. @source as the fields */
export const ADVANCED_ENTRY: ResourceSpec = {
  name: "AdvancedActivityEntry",
  fields: [
    newer("id", "uuid"),
    newer("user", "object", { nullable: true, of: USER }),
    newer("unread", "boolean"),
    newer("team_id", "integer", { nullable: true }),
    newer("organization_id", "uuid", { nullable: true }),
    newer("was_impersonated", "boolean", { nullable: true }),
    newer("is_system", "boolean", { nullable: true }),
    newer("client", "text", { nullable: true }),
    newer("ip_address", "text", { nullable: true }),
    newer("activity", "text"),
    newer("item_id", "text", { nullable: true }),
    newer("scope", "text"),
    newer("detail", "any", { nullable: true }),
    newer("created_at", "dateTime"),
  ],
};

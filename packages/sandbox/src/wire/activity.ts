import type { ResourceSpec } from "./field.ts";
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

const NEWER = "the service's published types of about 2026-08, as read in public";

/** An entry of a project's whole log. @source as the fields */
export const ADVANCED_ENTRY: ResourceSpec = {
  name: "AdvancedActivityEntry",
  fields: [
    { name: "id", type: "uuid", source: NEWER },
    { name: "user", type: "object", nullable: true, of: USER, source: NEWER },
    { name: "unread", type: "boolean", source: NEWER },
    { name: "team_id", type: "integer", nullable: true, source: NEWER },
    { name: "organization_id", type: "uuid", nullable: true, source: NEWER },
    { name: "was_impersonated", type: "boolean", nullable: true, source: NEWER },
    { name: "is_system", type: "boolean", nullable: true, source: NEWER },
    { name: "client", type: "text", nullable: true, source: NEWER },
    { name: "ip_address", type: "text", nullable: true, source: NEWER },
    { name: "activity", type: "text", source: NEWER },
    { name: "item_id", type: "text", nullable: true, source: NEWER },
    { name: "scope", type: "text", source: NEWER },
    { name: "detail", type: "any", nullable: true, source: NEWER },
    { name: "created_at", type: "dateTime", source: NEWER },
  ],
};

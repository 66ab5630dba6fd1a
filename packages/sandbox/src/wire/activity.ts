import type { ResourceSpec } from "./field.ts";

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

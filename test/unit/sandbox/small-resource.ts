import type { ResourceSpec } from "../../../packages/sandbox/src/wire/field.ts";

const source = "made up for tests";

/** An entry of the activity log. */
export const ENTRY: ResourceSpec = {
  name: "Entry",
  fields: [
    { name: "user", type: "object", source },
    { name: "activity", type: "text", source },
    { name: "scope", type: "text", source },
    { name: "item_id", type: "text", nullable: true, source },
    { name: "detail", type: "object", source },
    { name: "created_at", type: "dateTime", source },
  ],
};

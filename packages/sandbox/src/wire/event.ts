import type { FieldSpec, ResourceSpec } from "./field.ts";

const CONTRACT = "contract, Event (read 2026-11)";
const RECORDED = "live service 2025-08, flow 10:26";

const nullableText = (name: string): FieldSpec => ({ name, type: "text", nullable: true, source: RECORDED });
const nullableInteger = (name: string): FieldSpec => ({ name, type: "integer", nullable: true, source: RECORDED });

/** One element of the markup around a click. @source live service 2025-08, flow 10:28 */
const ELEMENT: ResourceSpec = {
  name: "Element",
  fields: [
    nullableText("event"),
    nullableText("text"),
    nullableText("tag_name"),
    { name: "attr_class", type: "list", nullable: true, source: RECORDED },
    nullableText("href"),
    nullableText("attr_id"),
    nullableInteger("nth_child"),
    nullableInteger("nth_of_type"),
    { name: "attributes", type: "object", source: RECORDED },
    { name: "order", type: "integer", source: RECORDED },
  ],
};

/** An event. @source contract, Event; live service 2025-08, flow 10:26 */
export const EVENT: ResourceSpec = {
  name: "Event",
  fields: [
    { name: "id", type: "uuid", source: CONTRACT },
    { name: "distinct_id", type: "text", source: CONTRACT },
    { name: "properties", type: "object", types: { documented: "text" }, source: CONTRACT },
    { name: "event", type: "text", source: CONTRACT },
    { name: "timestamp", type: "dateTime", source: CONTRACT },
    { name: "person", type: "object", types: { documented: "text" }, nullable: true, source: CONTRACT },
    { name: "elements", type: "list", types: { documented: "text" }, of: ELEMENT, source: CONTRACT },
    { name: "elements_chain", type: "text", source: CONTRACT },
  ],
};

/** A value of a property. @source live notes on persons and events, 4.3 */
export const NAMED_VALUE: ResourceSpec = {
  name: "Value",
  fields: [{ name: "name", type: "text", source: "live notes on persons and events, 4.3" }],
};

import { invalidInput } from "../pipeline/service-error.ts";
import type { FieldSpec, ResourceSpec } from "./field.ts";
import { checkText } from "./read-body.ts";

const RECORDED = "live service 2025-08, first recording";
const NEWEST = "service 2026-09, proxy-records.md";

/** Reads a string unchanged: not trimmed, not in lower case, and possibly empty. @source live service 2025-08, flow 9:6-17 */
function readAsSent(sent: unknown, field: FieldSpec): string {
  if (typeof sent !== "string") throw invalidInput("Not a valid string.", field.name);
  checkText(field, sent);
  return sent;
}

/** A reverse proxy for events under the organization's own domain. @source live notes 9.1 */
export const PROXY_RECORD: ResourceSpec = {
  name: "ProxyRecord",
  fields: [
    { name: "id", type: "uuid", source: RECORDED },
    {
      name: "domain",
      type: "text",
      writable: true,
      required: true,
      maxChars: 64,
      read: readAsSent,
      source: "live service 2025-08, flow 9:6-17",
    },
    { name: "target_cname", type: "text", source: RECORDED },
    { name: "status", type: "text", source: RECORDED },
    { name: "message", type: "text", nullable: true, source: RECORDED },
    { name: "created_at", type: "dateTime", source: RECORDED },
    { name: "updated_at", type: "dateTime", source: RECORDED },
    { name: "created_by", type: "integer", nullable: true, source: RECORDED },
    { name: "root_redirect_url", type: "text", nullable: true, since: "2026-09", source: NEWEST },
    { name: "root_redirect_supported", type: "boolean", since: "2026-09", source: NEWEST },
  ],
};

/** The body of a new record in services that check bodies: trimmed, of any length. @source proxy-records.md */
export const PROXY_RECORD_CREATION: ResourceSpec = {
  name: "ProxyRecord",
  fields: [{ name: "domain", type: "text", writable: true, required: true, source: NEWEST }],
};

/** The changeable part of a record. @source service 2026-09, proxy-records.md, PATCH */
export const PROXY_RECORD_CHANGE: ResourceSpec = {
  name: "ProxyRecord",
  fields: [
    {
      name: "root_redirect_url",
      type: "text",
      nullable: true,
      writable: true,
      blank: true,
      maxChars: 1024,
      source: NEWEST,
    },
  ],
};

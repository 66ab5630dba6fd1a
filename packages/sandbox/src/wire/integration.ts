import type { ResourceSpec } from "./field.ts";

const SOURCE = "service 2026-09, integrations.md, fields (2026-09)";

/** What connects a project with another service; `config` is its public part. @source service 2026-09, integrations.md */
export const INTEGRATION: ResourceSpec = {
  name: "Integration",
  fields: [
    { name: "id", type: "integer", source: SOURCE },
    { name: "kind", type: "text", writable: true, required: true, source: SOURCE },
    { name: "config", type: "object", writable: true, source: SOURCE },
    { name: "created_at", type: "dateTime", source: SOURCE },
    { name: "created_by", type: "any", nullable: true, source: SOURCE },
    { name: "errors", type: "text", source: SOURCE },
    { name: "display_name", type: "text", source: SOURCE },
    { name: "files_write_requestable", type: "boolean", source: SOURCE },
    { name: "installation_shared", type: "boolean", nullable: true, source: SOURCE },
    { name: "installation_status", type: "text", nullable: true, source: SOURCE },
  ],
};

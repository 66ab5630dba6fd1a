import type { ResourceSpec } from "./field.ts";

const CONTRACT = "contract, Organization (read 2026-11)";

/** An organization. @source contract and live service 2025-08, flow 1 */
export const ORGANIZATION: ResourceSpec = {
  name: "Organization",
  fields: [
    { name: "id", type: "uuid", source: CONTRACT },
    {
      name: "name",
      type: "text",
      writable: true,
      required: true,
      maxChars: 64,
      source: "live service 2025-08, flow 1:16-25",
    },
    { name: "slug", type: "text", source: "live service 2025-08, flow 1:109-114" },
    {
      name: "logo_media_id",
      type: "uuid",
      nullable: true,
      writable: true,
      blank: true,
      source: "live service 2025-08, flow 1:83-92",
    },
    { name: "created_at", type: "dateTime", source: CONTRACT },
    { name: "updated_at", type: "dateTime", source: CONTRACT },
    { name: "membership_level", type: "integer", nullable: true, source: CONTRACT },
    { name: "plugins_access_level", type: "integer", source: CONTRACT },
    { name: "teams", type: "list", source: CONTRACT },
    { name: "projects", type: "list", source: CONTRACT },
    { name: "available_product_features", type: "list", source: CONTRACT },
    {
      name: "is_member_join_email_enabled",
      type: "boolean",
      writable: true,
      source: "live service 2025-08, flow 1:27-38",
    },
    { name: "metadata", type: "object", types: { documented: "text" }, source: CONTRACT },
    { name: "customer_id", type: "text", nullable: true, source: CONTRACT },
    {
      name: "enforce_2fa",
      type: "boolean",
      nullable: true,
      writable: true,
      source: "live service 2025-08, flow 1:39-53",
    },
    {
      name: "members_can_invite",
      type: "boolean",
      nullable: true,
      writable: true,
      since: "2025-08",
      source: "live service 2025-08, flow 1:54-59",
    },
    {
      name: "members_can_use_personal_api_keys",
      type: "boolean",
      writable: true,
      since: "2025-08",
      source: "live service 2025-08, flow 1:60-65",
    },
    { name: "member_count", type: "integer", types: { documented: "text" }, source: CONTRACT },
    {
      name: "is_ai_data_processing_approved",
      type: "boolean",
      nullable: true,
      writable: true,
      since: "2025-08",
      source: "live service 2025-08, flow 1:66-71",
    },
    {
      name: "default_experiment_stats_method",
      type: "text",
      nullable: true,
      writable: true,
      blank: true,
      since: "2025-08",
      choices: ["bayesian", "frequentist"],
      source: "live service 2025-08, flow 1:73-82",
    },
  ],
};

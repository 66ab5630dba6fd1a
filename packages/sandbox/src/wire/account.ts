import type { ResourceSpec } from "./field.ts";

const ME = "live service 2025-08, flow 1:138";
const NEWER = "service 2026-09, schemas.json, user; PostHog/posthog core/api.schemas.ts (2026-09)";
const KEY = "live service 2025-08, flow 11:490";

/** The calling user, as far as a provider can use it. @source live service 2025-08, flow 1:138 */
export const CURRENT_USER: ResourceSpec = {
  name: "CurrentUser",
  fields: [
    { name: "date_joined", type: "dateTime", source: ME },
    { name: "uuid", type: "uuid", source: ME },
    { name: "distinct_id", type: "text", source: ME },
    { name: "first_name", type: "text", source: ME },
    { name: "last_name", type: "text", source: ME },
    { name: "email", type: "text", source: ME },
    { name: "pending_email", type: "text", nullable: true, source: ME },
    { name: "is_email_verified", type: "boolean", nullable: true, source: ME },
    { name: "notification_settings", type: "object", source: ME },
    { name: "anonymize_data", type: "boolean", source: ME },
    { name: "toolbar_mode", type: "text", source: ME },
    { name: "has_password", type: "boolean", source: ME },
    { name: "is_staff", type: "boolean", source: ME },
    { name: "is_impersonated", type: "boolean", source: ME },
    { name: "is_impersonated_until", type: "dateTime", nullable: true, source: ME },
    { name: "sensitive_session_expires_at", type: "dateTime", nullable: true, source: ME },
    { name: "team", type: "object", nullable: true, source: ME },
    { name: "organization", type: "object", nullable: true, source: ME },
    { name: "organizations", type: "list", source: ME },
    { name: "events_column_config", type: "object", source: ME },
    { name: "is_2fa_enabled", type: "boolean", source: ME },
    { name: "has_social_auth", type: "boolean", source: ME },
    { name: "has_seen_product_intro_for", type: "object", nullable: true, source: ME },
    { name: "scene_personalisation", type: "list", source: ME },
    { name: "theme_mode", type: "text", nullable: true, source: ME },
    { name: "hedgehog_config", type: "object", nullable: true, source: ME },
    { name: "role_at_organization", type: "text", nullable: true, source: ME },
    { name: "id", type: "integer", since: "2026-09", source: NEWER },
    { name: "has_sso_enforcement", type: "boolean", since: "2026-09", source: NEWER },
    { name: "is_organization_first_user", type: "boolean", nullable: true, since: "2026-09", source: NEWER },
    { name: "is_impersonated_read_only", type: "boolean", nullable: true, since: "2026-09", source: NEWER },
    { name: "pending_invites", type: "list", since: "2026-09", source: NEWER },
    { name: "notification_locks", type: "object", since: "2026-09", source: NEWER },
    { name: "passkeys_enabled_for_2fa", type: "boolean", nullable: true, since: "2026-09", source: NEWER },
    { name: "allow_impersonation", type: "boolean", nullable: true, since: "2026-09", source: NEWER },
  ],
};

/** The key of the request; its value is never shown. @source live service 2025-08, flow 11:490 */
export const CURRENT_KEY: ResourceSpec = {
  name: "CurrentKey",
  fields: [
    { name: "id", type: "text", source: KEY },
    { name: "label", type: "text", source: KEY },
    { name: "value", type: "text", nullable: true, source: KEY },
    { name: "mask_value", type: "text", nullable: true, source: KEY },
    { name: "created_at", type: "dateTime", source: KEY },
    { name: "last_used_at", type: "dateTime", nullable: true, source: KEY },
    { name: "user_id", type: "integer", source: KEY },
    { name: "scopes", type: "list", source: KEY },
    { name: "scoped_teams", type: "list", nullable: true, source: KEY },
    { name: "scoped_organizations", type: "list", nullable: true, source: KEY },
    { name: "last_rolled_at", type: "dateTime", nullable: true, source: KEY },
  ],
};

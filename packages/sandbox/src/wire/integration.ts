import { EMAIL_ADDRESS } from "./email-address.ts";
import type { ResourceSpec } from "./field.ts";

const SOURCE = "service 2026-09, integrations.md, fields (2026-09)";

/** Every kind, including those that are connected in a browser. */
const KINDS: readonly string[] = [
  "anthropic",
  "apns",
  "aws-redshift",
  "aws-s3",
  "azure-blob",
  "bing-ads",
  "clickup",
  "customerio-app",
  "customerio-track",
  "customerio-webhook",
  "databricks",
  "ebay",
  "email",
  "firebase",
  "github",
  "gitlab",
  "google-ads",
  "google-analytics",
  "google-calendar",
  "google-cloud-service-account",
  "google-cloud-storage",
  "google-pubsub",
  "google-search-console",
  "google-sheets",
  "helpscout",
  "hubspot",
  "instagram",
  "intercom",
  "jira",
  "linear",
  "linkedin-ads",
  "meta-ads",
  "pardot",
  "pinterest-ads",
  "postgresql",
  "posthog",
  "reddit-ads",
  "resend",
  "s3-compatible",
  "salesforce",
  "slack",
  "slack-posthog-code",
  "snapchat",
  "snowflake",
  "stripe",
  "tiktok-ads",
  "twilio",
  "vercel",
  "youtube-analytics",
];

/** Connects a project with another service; `config` is its public part. @source service 2026-09, integrations.md */
export const INTEGRATION: ResourceSpec<{
  readonly kind?: string;
  readonly config?: Readonly<Record<string, unknown>>;
}> = {
  name: "Integration",
  fields: [
    { name: "id", type: "integer", source: SOURCE },
    { name: "kind", type: "text", writable: true, required: true, choices: KINDS, source: SOURCE },
    { name: "config", type: "object", writable: true, source: SOURCE },
    { name: "created_at", type: "dateTime", source: SOURCE },
    { name: "created_by", type: "any", nullable: true, source: SOURCE },
    { name: "errors", type: "text", source: SOURCE },
    { name: "display_name", type: "text", source: SOURCE },
    { name: "files_write_requestable", type: "boolean", since: "2026-09", source: SOURCE },
    { name: "installation_shared", type: "boolean", nullable: true, since: "2026-09", source: SOURCE },
    { name: "installation_status", type: "text", nullable: true, since: "2026-09", source: SOURCE },
  ],
};

/** The parts of an integration of kind `email`. @source service 2026-09, integrations.md, kinds */
export const NATIVE_EMAIL: ResourceSpec = {
  name: "NativeEmailIntegration",
  fields: [
    { name: "email", type: "text", writable: true, required: true, pattern: EMAIL_ADDRESS, source: SOURCE },
    { name: "name", type: "text", writable: true, required: true, source: SOURCE },
    { name: "provider", type: "text", writable: true, required: true, choices: ["ses"], source: SOURCE },
    { name: "mail_from_subdomain", type: "text", writable: true, blank: true, source: SOURCE },
  ],
};

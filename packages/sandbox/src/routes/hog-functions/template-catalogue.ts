import { type Dialect, isIn } from "../../dialects.ts";

/** A template of functions. */
export type Template = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly code_language: "hog" | "javascript";
  readonly inputs_schema: readonly Readonly<Record<string, unknown>>[];
  readonly type: string;
  readonly status: "stable" | "hidden";
  readonly category: readonly string[];
  readonly free: boolean;
  readonly icon_url: string;
};

/** The template of the function that every new project has. */
const GEOIP = "template-geoip";

/** The same before 2026. @source service 2025-08, its own code (R) */
const OLDER_GEOIP = "plugin-posthog-plugin-geoip";

/** The template of the function that every new project has in a dialect. */
export function defaultTemplateIn(dialect: Dialect): string {
  return isIn(dialect, { since: "2026-09" }) ? GEOIP : OLDER_GEOIP;
}

/** Whether a dialect has a template: of the two default templates, it has only its own. */
export function isTemplateIn(dialect: Dialect, { id }: Template): boolean {
  return !isOfDefaultTemplate(id) || id === defaultTemplateIn(dialect);
}

/** Whether a function is a project's default function. */
export const isOfDefaultTemplate = (id: string | null): boolean => id === GEOIP || id === OLDER_GEOIP;

const GEOIP_TEMPLATE: Template = {
  id: GEOIP,
  name: "GeoIP",
  description: "Adds geoip data to the event",
  code: "let found := geoipLookup(event.properties.$ip)\nreturn event",
  code_language: "hog",
  inputs_schema: [],
  type: "transformation",
  status: "stable",
  category: ["Custom"],
  free: true,
  icon_url: "/static/transformations/geoip.png",
};

/** The service has many templates, and they change. These few have its IDs, and contents of the sandbox's own. */
export const TEMPLATES: readonly Template[] = [
  GEOIP_TEMPLATE,
  { ...GEOIP_TEMPLATE, id: OLDER_GEOIP },
  {
    id: "template-webhook",
    name: "HTTP Webhook",
    description: "Sends a request to an address",
    code: "fetch(inputs.url, {'method': inputs.method, 'headers': inputs.headers, 'body': inputs.body})",
    code_language: "hog",
    inputs_schema: [
      { key: "url", type: "string", label: "Address", required: true },
      { key: "method", type: "choice", label: "Method", choices: [{ label: "POST", value: "POST" }], default: "POST" },
      { key: "body", type: "json", label: "Body", default: { event: "{event}" } },
      { key: "headers", type: "dictionary", label: "Headers", default: {} },
    ],
    type: "destination",
    status: "stable",
    category: ["Custom"],
    free: true,
    icon_url: "/static/services/webhook.svg",
  },
  {
    id: "template-sendgrid",
    name: "Sendgrid",
    description: "Updates contacts",
    code: "fetch('https://api.sendgrid.com/v3/marketing/contacts', {'headers': {'Authorization': inputs.api_key}})",
    code_language: "hog",
    inputs_schema: [
      { key: "api_key", type: "string", label: "API key", secret: true, required: true },
      { key: "email", type: "string", label: "Address of the person", default: "{person.properties.email}" },
    ],
    type: "destination",
    status: "stable",
    category: ["Email Marketing"],
    free: false,
    icon_url: "/static/services/sendgrid.png",
  },
  {
    id: "template-source-webhook",
    name: "Incoming webhook",
    description: "Takes events from anywhere",
    code: "postHogCapture({'event': inputs.event, 'distinct_id': inputs.distinct_id})",
    code_language: "hog",
    inputs_schema: [
      { key: "event", type: "string", label: "Event name", required: true },
      { key: "distinct_id", type: "string", label: "Distinct id", required: true },
    ],
    type: "source_webhook",
    status: "stable",
    category: ["Custom"],
    free: true,
    icon_url: "/static/services/webhook.svg",
  },
  {
    id: "template-email",
    name: "Email",
    description: "Sends a message by the service's own means",
    code: "sendEmail(inputs.email)",
    code_language: "hog",
    inputs_schema: [{ key: "email", type: "native_email", label: "Message", required: true }],
    type: "destination",
    status: "hidden",
    category: ["Custom"],
    free: false,
    icon_url: "/static/services/email.png",
  },
];

/** Finds a template by its ID. */
export function templateOf(id: string | null | undefined): Template | undefined {
  return TEMPLATES.find((template) => template.id === id);
}

import type { Values } from "../../../src/model/json-value.ts";
import { LINKED } from "../../support/destination-samples.ts";

/** A body that creates an object, and the collection that takes it. */
export interface WriteSample {
  readonly at: string;
  readonly name: string;
  readonly body: Values;
}

const organization = (nouns: string, name: string, body: Values): WriteSample => ({
  at: `/api/organizations/:organization_id/${nouns}/`,
  name,
  body,
});
const project = (nouns: string, name: string, body: Values): WriteSample => ({
  at: `/api/projects/:project_id/${nouns}/`,
  name,
  body,
});

const SERVER = { host: "db.acme.example", port: 5432, user: "loader", password: "p" };
const AWS = { name: "keys", aws_access_key_id: "AK", aws_secret_access_key: "SK" };
const ROLE = { name: "role", aws_role_arn: "arn:aws:iam::123456789012:role/export" };
const KEY_FILE = {
  project_id: "acme",
  client_email: "a@b.example",
  private_key: "k",
  token_uri: "https://oauth2.googleapis.com/token",
};

/** Every kind of integration, in each of its forms. */
const INTEGRATIONS: readonly (readonly [kind: string, config: Values])[] = [
  ...Object.values(LINKED).map(({ kind, config }) => [kind, config] as const),
  ["aws-s3", ROLE],
  ["snowflake", { name: "flake", account: "a", user: "u", authentication_type: "keypair", private_key: "k" }],
  ["postgresql", { ...SERVER, ssl_mode: "verify-ca", ssl_root_cert: "c" }],
  ["aws-redshift", { ...AWS, user: "u" }],
  ["google-cloud-service-account", { ...KEY_FILE, service_account_email: "a@b.example", private_key_id: "i" }],
  ["twilio", { account_sid: "AC1", auth_token: "t" }],
  ["gitlab", { hostname: "https://gitlab.com", project_id: 7, project_access_token: "t" }],
  ["anthropic", { api_key: "sk-ant" }],
  ["firebase", { key_info: KEY_FILE }],
  ["apns", { signing_key: "k", key_id: "i", team_id_apple: "t", bundle_id: "b" }],
  ["email", { email: "a@acme.example", name: "Acme", provider: "ses" }],
];

/** The type of a block's destination. */
const typeOf = (block: string): string => `${block.slice(0, 1).toUpperCase()}${block.slice(1)}`;

const snake = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** Exports to each type of destination; the integration of each is made before. */
const EXPORTS: readonly WriteSample[] = [
  ...Object.entries(LINKED).map(([block, { block: members }]) => {
    const config = Object.fromEntries(Object.entries(members).map(([name, value]) => [snake(name), value]));
    const destination = { type: typeOf(block), config, integration: `:${block}` };
    return project("batch_exports", `to ${block}`, { name: `To ${block}`, interval: "hour", destination });
  }),
  project("batch_exports", "by week", {
    name: "By week",
    interval: "week",
    offset_day: 2,
    offset_hour: 3,
    timezone: "Europe/Berlin",
    destination: { type: "HTTP", config: { url: "https://eu.i.posthog.com/batch/", token: "t" } },
  }),
  project("batch_exports", "of a query", {
    name: "Query",
    interval: "day",
    model: "hogql",
    hogql_query: "select 1 as one",
    hogql_modifiers: {},
    destination: { type: "NoOp", config: {} },
  }),
];

const FUNCTIONS: readonly (readonly [type: string, further: Values])[] = [
  ["destination", { template_id: "template-webhook", inputs: { url: { value: "https://a.example" } } }],
  [
    "destination",
    {
      hog: "fetch(inputs.url)",
      inputs_schema: [{ key: "url", type: "string", required: true }],
      inputs: { url: { value: "https://a.example" } },
      filters: { events: [{ id: "signup", type: "events" }] },
      masking: { ttl: 60, hash: "{person.id}" },
      enabled: true,
    },
  ],
  ["transformation", { hog: "return event", enabled: true, execution_order: 3 }],
  ["transformation", { hog: "return null" }],
  ["site_app", { hog: "export function onLoad() {}" }],
  [
    "internal_destination",
    {
      hog: "return event",
      filters: { source: "internal-events", events: [{ id: "$activity_log_entry_created", type: "events" }] },
    },
  ],
];

const PROVIDERS: Readonly<Record<string, Values>> = {
  saml: { saml_entity_id: "urn:a", saml_acs_url: "https://idp.example/sso", saml_x509_cert: "MIIB" },
  oidc: { oidc_issuer_url: "https://idp.example", oidc_client_id: "c", oidc_client_secret: "s" },
  scim: { scim_enabled: true },
  xaa: { id_jag_issuer_url: "https://idp.example", id_jag_jwks_url: "https://idp.example/jwks" },
};

/** Valid bodies of all collections that take any; later ones refer to objects of the earlier. */
export const WRITE_SAMPLES: readonly WriteSample[] = [
  { at: "/api/organizations/", name: "usual", body: { name: "Globex" } },
  organization("projects", "usual", { name: "Shop", timezone: "Europe/Berlin" }),
  organization("domains", "usual", { domain: "acme.example" }),
  organization("roles", "usual", { name: "Builders" }),
  organization("roles/:role_id/role_memberships", "usual", { user_uuid: ":user__uuid" }),
  organization("invites", "usual", { target_email: "bob@acme.example", level: 1, first_name: "Bob", message: "Hello" }),
  organization("proxy_records", "usual", { domain: "e.acme.example" }),
  organization("plugins", "source", { plugin_type: "source", name: "Mailer" }),
  ...["destinations", "transformations", "frontend_apps", "import_apps"].map((noun) =>
    organization(`pipeline_${noun}`, "source", { plugin_type: "source", name: "Sender" }),
  ),
  ...Object.entries(PROVIDERS).map(([protocol, settings]) =>
    organization("identity_provider_configs", protocol, { name: protocol, config_scope: protocol, ...settings }),
  ),
  ...INTEGRATIONS.map(([kind, config], index) => project("integrations", `${kind} ${index}`, { kind, config })),
  ...EXPORTS,
  ...FUNCTIONS.map(([type, further], index) =>
    project("hog_functions", `${type} ${index}`, { type, name: `${type} ${index}`, ...further }),
  ),
];

import { invalid, invalidInput } from "../pipeline/service-error.ts";
import { type FieldSpec, type ResourceSpec, fieldsFrom } from "./field.ts";
import { isInternalHost } from "./internal-hosts.ts";
import { parsedUrl } from "./parsed-url.ts";
import { readText } from "./read-body.ts";
import { readList } from "./read-value.ts";

const READ = "service 2026-09, domains-and-identity-providers.md, identity provider configs";

const shown = fieldsFrom(READ);

const text = (name: string, more: Partial<FieldSpec> = {}): FieldSpec => ({
  ...shown(name, "text", more),
  writable: true,
  blank: true,
});

/** URLs that the service itself requests, which can't be private; the text after the colon is inferred. */
function checkIsPublic(url: URL, { name }: FieldSpec): void {
  if (!isInternalHost(url.hostname)) return;
  throw invalidInput("URL is not allowed: Disallowed target IP", name);
}

/** The URL of an issuer: https, without query, fragment, or credentials. */
function readIssuer(sent: unknown, field: FieldSpec): string {
  const written = readText({ ...field, type: "text" }, sent);
  if (written === "") return written;
  const url = parsedUrl(written);
  if (url?.protocol !== "https:" || `${url.search}${url.hash}${url.username}${url.password}` !== "") {
    const detail = "Use an HTTPS issuer URL without credentials, a query, or a fragment.";
    throw invalidInput(detail, field.name);
  }
  checkIsPublic(url, field);
  return written;
}

/** Stored unchanged, not trimmed. */
function readSecret(sent: unknown, field: FieldSpec): string {
  if (typeof sent !== "string") throw invalidInput("Not a valid string.", field.name);
  if (sent.length <= (field.maxChars ?? sent.length)) return sent;
  throw invalid("max_length", `Ensure this field has no more than ${field.maxChars} characters.`, field.name);
}

function readTexts(sent: unknown, field: FieldSpec): string[] {
  return readList(field, sent).map((item) => readText({ ...field, type: "text" }, item));
}

/** Stored without a final slash; an empty one counts as none. */
function readAddress(sent: unknown, field: FieldSpec): string | null {
  const written = readText({ ...field, type: "text" }, sent).replace(/\/$/, "");
  const url = parsedUrl(written);
  if (url !== undefined) checkIsPublic(url, field);
  return written === "" ? null : written;
}

/** How people on an organization's domains sign in. */
export const IDENTITY_PROVIDER_CONFIG: ResourceSpec = {
  name: "IdentityProviderConfig",
  fields: [
    shown("id", "uuid"),
    text("name", { maxChars: 255 }),
    text("domain_scope", { nullable: true, choices: ["all", "selected"] }),
    text("config_scope", { nullable: true, choices: ["saml", "oidc", "scim", "xaa"] }),
    shown("organization_domain_ids", "list", { writable: true, read: readTexts }),
    shown("has_saml", "boolean"),
    shown("has_oidc", "boolean"),
    shown("has_oidc_client_secret", "boolean"),
    shown("has_scim", "boolean"),
    shown("has_id_jag", "boolean"),
    text("oidc_issuer_url", { read: readIssuer }),
    text("oidc_client_id", { maxChars: 512 }),
    // Accepted and never shown.
    text("oidc_client_secret", { maxChars: 4096, read: readSecret, optional: true }),
    shown("saml_relay_state", "uuid"),
    text("saml_entity_id", { nullable: true, maxChars: 512 }),
    text("saml_acs_url", { nullable: true, maxChars: 512 }),
    text("saml_x509_cert", { nullable: true }),
    shown("scim_enabled", "boolean", { writable: true }),
    shown("scim_base_url", "text"),
    shown("scim_bearer_token", "text", { nullable: true }),
    text("id_jag_issuer_url", { nullable: true, maxChars: 512, read: readAddress }),
    text("id_jag_jwks_url", { nullable: true, maxChars: 512, read: readAddress }),
    shown("id_jag_allowed_clients", "list", { writable: true, maxChars: 256, read: readTexts }),
    shown("created_at", "dateTime"),
    shown("updated_at", "dateTime"),
  ],
};

/** A request of an identity provider; the sandbox receives none. */
export const SCIM_LOG: ResourceSpec = {
  name: "ScimLog",
  fields: [
    shown("id", "uuid"),
    shown("request_method", "text"),
    shown("request_path", "text"),
    shown("request_headers", "object"),
    shown("request_body", "any", { nullable: true }),
    shown("response_status", "integer"),
    shown("response_body", "any", { nullable: true }),
    shown("identity_provider", "text"),
    shown("duration_ms", "integer", { nullable: true }),
    shown("created_at", "dateTime"),
  ],
};

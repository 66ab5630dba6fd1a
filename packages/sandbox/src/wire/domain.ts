import type { ResourceSpec } from "./field.ts";

const CONTRACT = "contract, Domain (read 2026-11)";

/**
 * Names that the service accepts: lower-case labels without leading, trailing, or double hyphens, a last label of
 * letters. Labels aren't limited to 63 characters, and punycode is refused because of its double hyphen.
 * @source live service 2025-08, flow 2:14-32
 */
const DOMAIN_NAME = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/;

/** A domain of an organization. @source contract and live service 2025-08, flow 2 */
export const DOMAIN: ResourceSpec = {
  name: "Domain",
  fields: [
    { name: "id", type: "uuid", source: CONTRACT },
    {
      name: "domain",
      type: "text",
      writable: true,
      required: true,
      maxChars: 128,
      pattern: { matches: DOMAIN_NAME, detail: "Please enter a valid domain or subdomain name." },
      source: "live service 2025-08, flow 2:13-32",
    },
    { name: "is_verified", type: "boolean", source: CONTRACT },
    { name: "verified_at", type: "dateTime", nullable: true, source: CONTRACT },
    { name: "verification_challenge", type: "text", source: CONTRACT },
    {
      name: "jit_provisioning_enabled",
      type: "boolean",
      writable: true,
      source: "live service 2025-08, flow 2:6-10, 2:95-124",
    },
    {
      name: "sso_enforcement",
      type: "text",
      writable: true,
      blank: true,
      maxChars: 28,
      source: "live service 2025-08, flow 2:8-9, 2:99-118",
    },
    { name: "has_saml", type: "boolean", until: "2025-08", source: CONTRACT },
    ...(["saml_entity_id", "saml_acs_url"] as const).map((name) => ({
      name,
      type: "text" as const,
      nullable: true,
      writable: true,
      blank: true,
      maxChars: 512,
      until: "2025-08" as const,
      source: "live service 2025-08, flow 2:45-62",
    })),
    {
      name: "saml_x509_cert",
      type: "text",
      nullable: true,
      writable: true,
      blank: true,
      until: "2025-08",
      source: "live service 2025-08, flow 2:49-60",
    },
    {
      name: "scim_base_url",
      type: "text",
      nullable: true,
      since: "2026-09",
      source: "service 2026-09, domains-and-identity-providers.md, domains",
    },
  ],
};

import * as z from "zod";

import { requires, where, whereDeclared, whereEach, violation, type Said } from "../findings.ts";
import type { Known } from "../picture/known.generated.ts";
import type { Picture, PictureObject } from "../picture/picture.generated.ts";
import { daysSince } from "../days.ts";
import { defineRule } from "../rule.ts";

const NO_PARAMETERS = z.strictObject({});

const REFERENCES = { soc2: ["CC6.1"], iso27001: ["A.5.16", "A.8.5"], cis: ["6.7"] };

const ENFORCED = { name: "acme.example", domain: "acme.example", isVerified: true, ssoEnforcement: "saml" };

/** Requires that a domain enforces single sign-on. */
function requiresSso(domain: PictureObject & { readonly ssoEnforcement: Known<string | null> }): readonly Said[] {
  const isEnforced = (value: string | null): boolean => value !== null && value !== "";
  return requires(
    domain,
    "ssoEnforcement",
    domain.ssoEnforcement,
    isEnforced,
    "google-oauth2, github, gitlab, or saml",
  );
}

/** For domains that were verified as the organization's. */
export const ssoEnforced = defineRule({
  id: "sso-enforced",
  title: "Every verified domain enforces single sign-on",
  severity: "error",
  isOn: true,
  judgesEach: true,
  why: "If a domain doesn't enforce single sign-on, people keep passwords that the identity provider doesn't know.",
  remedy: "Set `ssoEnforcement` of the domain.",
  references: REFERENCES,
  needs: ["domains"],
  parameters: NO_PARAMETERS,
  judge: (picture) =>
    whereEach(picture, "domains", (domain) =>
      where(domain, "isVerified", domain.isVerified, (isVerified) => (isVerified ? requiresSso(domain) : [])),
    ),
  examples: {
    passing: { sections: { domains: [ENFORCED] } },
    failing: { sections: { domains: [{ ...ENFORCED, ssoEnforcement: "" }] } },
    unknown: { sections: { domains: [{ ...ENFORCED, ssoEnforcement: { unknown: "the service doesn't show it" } }] } },
  },
});

/** Automatic membership by an address of the domain: with sign-on by an identity provider, or for anyone. */
export const jitWithSso = defineRule({
  id: "jit-with-sso",
  title: "A domain that is open to just-in-time joining enforces single sign-on",
  severity: "error",
  isOn: true,
  judgesEach: true,
  why: "With just-in-time joining, anyone who gets an address of the domain becomes a member without an invite.",
  remedy: "Set `ssoEnforcement` of the domain, or `jitProvisioningEnabled` to false.",
  references: REFERENCES,
  needs: ["domains"],
  parameters: NO_PARAMETERS,
  judge: (picture) =>
    whereEach(picture, "domains", (domain) =>
      where(domain, "jitProvisioningEnabled", domain.jitProvisioningEnabled, (isOpen) =>
        isOpen === true ? requiresSso(domain) : [],
      ),
    ),
  examples: {
    passing: { sections: { domains: [{ ...ENFORCED, jitProvisioningEnabled: true }] } },
    failing: { sections: { domains: [{ ...ENFORCED, jitProvisioningEnabled: true, ssoEnforcement: "" }] } },
    unknown: { sections: { domains: [ENFORCED] } },
  },
});

/** The setting of the organization. */
export const verifiedDomainsEnforced = defineRule({
  id: "verified-domains-enforced",
  title: "The organization enforces its verified domains",
  severity: "warning",
  isOn: true,
  judgesEach: true,
  why: "Otherwise, people with email addresses of any domain can be members.",
  remedy: "Set `enforceVerifiedDomains` of the organization's settings to true.",
  references: { soc2: ["CC6.1", "CC6.2"], iso27001: ["A.5.16"], cis: ["6.1"] },
  needs: [],
  parameters: NO_PARAMETERS,
  judge: ({ living: { organization } }) =>
    requires(
      organization,
      "enforceVerifiedDomains",
      organization.enforceVerifiedDomains,
      (value) => value === true,
      "true",
    ),
  examples: {
    passing: { organization: { enforceVerifiedDomains: true } },
    failing: { organization: { enforceVerifiedDomains: false } },
    unknown: { organization: { enforceVerifiedDomains: { unknown: "the service doesn't show it" } } },
  },
});

/** Two sources for the same list undo each other's changes. */
export const scimOrCode = defineRule({
  id: "scim-or-code",
  title: "Either SCIM or code decides who is a member",
  severity: "warning",
  isOn: true,
  why: "People that the identity provider adds show up as drift. The next synchronization removes people that the program adds.",
  remedy: "Remove the memberships from the program, or turn off SCIM of the identity provider.",
  references: { soc2: ["CC6.2", "CC8.1"], iso27001: ["A.5.16", "A.5.18"], cis: ["6.1", "6.2"] },
  needs: ["identityProviders", "declared"],
  parameters: NO_PARAMETERS,
  judge: (picture) =>
    whereEach(picture, "identityProviders", (provider) =>
      where(provider, "scimEnabled", provider.scimEnabled, (isOn) => (isOn ? codeOwnsPeople(picture, provider) : [])),
    ),
  examples: {
    passing: {
      sections: { identityProviders: [{ name: "Okta", scimEnabled: true }] },
      declared: { resourceNames: [] },
    },
    failing: {
      sections: { identityProviders: [{ name: "Okta", scimEnabled: true }] },
      declared: { resourceNames: ["Member"] },
    },
    unknown: { sections: { identityProviders: [{ name: "Okta", scimEnabled: true }] } },
  },
});

function codeOwnsPeople(picture: Picture, provider: PictureObject): readonly Said[] {
  return whereDeclared(picture, ({ resourceNames }) => {
    const owned = resourceNames.filter((name) => ["Member", "RoleMembership"].includes(name));
    return owned.length === 0
      ? []
      : [violation(provider, "scimEnabled", `true, and code declares ${owned.join(" and ")}`, "only one of them")];
  });
}

/** Domains and identity providers alike: both have the certificate of the same provider. */
export const certificateEnds = defineRule({
  id: "certificate-ends",
  title: "No SAML certificate expires soon",
  severity: "warning",
  isOn: true,
  judgesEach: true,
  why: "After the certificate expires, nobody can sign in with SAML.",
  remedy: "Get the new certificate from the identity provider, and set it.",
  references: { soc2: ["CC6.1", "A1.2"], iso27001: ["A.8.24"] },
  needs: ["domains", "identityProviders"],
  parameters: z.strictObject({
    days: z.int().min(1).default(30).describe("Minimum number of days until the certificate expires."),
  }),
  judge: (picture, { days }) => {
    const ends = (object: PictureObject, end: Known<string | null>): readonly Said[] =>
      requires(
        object,
        "samlCertificateEndsAt",
        end,
        (time) => time === null || -daysSince(time, picture) > days,
        `more than ${days} days from now`,
      );
    return [
      ...whereEach(picture, "domains", (domain) => ends(domain, domain.samlCertificateEndsAt)),
      ...whereEach(picture, "identityProviders", (provider) => ends(provider, provider.samlCertificateEndsAt)),
    ];
  },
  examples: {
    passing: { sections: { domains: [{ ...ENFORCED, samlCertificateEndsAt: "2027-06-01T00:00:00Z" }] } },
    failing: { sections: { domains: [{ ...ENFORCED, samlCertificateEndsAt: "2026-12-01T00:00:00Z" }] } },
    unknown: { sections: { domains: [ENFORCED] } },
  },
});

import { X509Certificate } from "node:crypto";
import * as z from "zod";

import { type Known, unknown } from "../model/picture/known.ts";
import type { Section } from "../model/picture/picture.ts";

/** Facts about an object that aren't fields of its resource, by their name in a picture. */
type Facts = Readonly<Record<string, Known<unknown>>>;

/** Marks a fact that the row lacks as unknown, with the reason. */
const NOT_SHOWN = unknown("the service doesn't show it");

const shown = <T>(value: T | undefined): Known<T> => (value === undefined ? NOT_SHOWN : value);

const certificate = z.string().nullish();

/** Expiry of the first certificate; null without one. */
export function certificateEnd(pem: string | null | undefined): Known<string | null> {
  if (pem === undefined) return NOT_SHOWN;
  if (pem === null || pem.trim() === "") return null;
  try {
    const text = pem.includes("-----BEGIN")
      ? pem
      : `-----BEGIN CERTIFICATE-----\n${pem.trim()}\n-----END CERTIFICATE-----`;
    return new Date(new X509Certificate(text).validTo).toISOString();
  } catch {
    return unknown("the certificate can't be read");
  }
}

const person = z.looseObject({
  id: z.string(),
  user: z.looseObject({ first_name: z.string().nullish(), last_name: z.string().nullish(), email: z.string() }),
  is_2fa_enabled: z.boolean().optional(),
  has_social_auth: z.boolean().optional(),
  last_login: z.string().nullish(),
});

const invited = z.looseObject({
  invite: z
    .looseObject({ created_at: z.string(), created_by: z.looseObject({ email: z.string() }).nullish() })
    .optional(),
});

const domain = z.looseObject({
  is_verified: z.boolean(),
  verified_at: z.string().nullish(),
  saml_x509_cert: certificate,
});

const provider = z.looseObject({ scim_enabled: z.boolean().optional(), saml_x509_cert: certificate });

const batchExport = z.looseObject({
  team_id: z.number().optional(),
  latest_runs: z.array(z.looseObject({ status: z.string() })).optional(),
});

const proxy = z.looseObject({ status: z.string().optional() });

const organization = z.looseObject({
  uses_most_specific_access_resolution: z.boolean().nullish(),
  available_product_features: z.array(z.unknown()).nullish(),
});

const feature = z.looseObject({ key: z.string() });

/** The facts of the organization itself. */
export function organizationFacts(wire: unknown): Facts {
  const { uses_most_specific_access_resolution: mode, available_product_features: features } = organization.parse(wire);
  return {
    // Older organizations have null, which the service treats as the older mode.
    usesMostSpecificAccess: mode === undefined ? NOT_SHOWN : mode === true,
    features:
      features === undefined ? NOT_SHOWN : (features?.flatMap((one) => feature.safeParse(one).data?.key ?? []) ?? []),
  };
}

const FACTS: Partial<Record<Section, (wire: unknown) => Facts>> = {
  people: (wire) => {
    const { id, user, ...row } = person.parse(wire);
    const name = [user.first_name, user.last_name].filter(Boolean).join(" ");
    return {
      membershipId: id,
      name: name === "" ? user.email : name,
      is2faEnabled: shown(row.is_2fa_enabled),
      hasSocialAuth: shown(row.has_social_auth),
      lastLogin: shown(row.last_login),
    };
  },
  invites: (wire) => {
    const { invite } = invited.parse(wire);
    return {
      createdAt: shown(invite?.created_at),
      invitedBy: shown(invite?.created_by === null ? null : invite?.created_by?.email),
    };
  },
  domains: (wire) => {
    const { is_verified, verified_at, saml_x509_cert } = domain.parse(wire);
    return {
      isVerified: is_verified,
      verifiedAt: shown(verified_at),
      samlCertificateEndsAt: certificateEnd(saml_x509_cert),
    };
  },
  identityProviders: (wire) => {
    const { scim_enabled, saml_x509_cert } = provider.parse(wire);
    return { scimEnabled: shown(scim_enabled), samlCertificateEndsAt: certificateEnd(saml_x509_cert) };
  },
  exports: (wire) => {
    const { team_id, latest_runs } = batchExport.parse(wire);
    const project = team_id === undefined ? {} : { projectId: String(team_id) };
    return { ...project, lastRunStatus: latest_runs === undefined ? NOT_SHOWN : (latest_runs[0]?.status ?? null) };
  },
  proxies: (wire) => ({ status: shown(proxy.parse(wire).status) }),
};

/** The facts of an object of a section. */
export function factsOf(section: Section, wire: unknown): Facts {
  return FACTS[section]?.(wire) ?? {};
}

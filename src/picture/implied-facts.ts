import { isRecord } from "../model/json-value.ts";
import { isUnknown } from "../model/picture/known.ts";
import type { PlannedChange } from "../model/picture/planned-change.ts";
import { type Fields, NOT_YET } from "./planned-values.ts";
import { certificateEnd } from "./wire-facts.ts";

/** Facts of a picture that follow from declared inputs with other names. */
export function impliedFacts(change: PlannedChange, held: Fields | undefined): Fields {
  const { resource, after = {} } = change;
  // A function with its own code has no template.
  if (resource === "HogFunction" && held === undefined && after["templateId"] === undefined)
    return { templateId: null };
  const certificate = CERTIFICATES[resource];
  return certificate === undefined ? {} : certificateFacts(change, certificate, held);
}

/** The certificate of an identity provider in each resource. The certificate is secret, and its expiry isn't. */
const CERTIFICATES: Readonly<Record<string, (inputs: Fields) => unknown>> = {
  Domain: ({ samlX509Cert }) => samlX509Cert,
  IdentityProvider: ({ saml }) => (isRecord(saml) ? saml["x509Cert"] : saml),
};

function certificateFacts(
  { resource, before = {}, after = {} }: PlannedChange,
  certificateIn: (inputs: Fields) => unknown,
  held: Fields | undefined,
): Fields {
  const [was, shall] = [certificateIn(before), certificateIn(after)];
  const isKept = held !== undefined && (was === shall || isUnknown(held["samlCertificateEndsAt"]));
  // Newer services show no certificates of domains.
  if (isKept || (resource === "Domain" && held === undefined && shall === undefined)) return {};
  const text = shall ?? null;
  return { samlCertificateEndsAt: text === null || typeof text === "string" ? certificateEnd(text) : NOT_YET };
}

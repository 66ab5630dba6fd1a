import { pathText } from "../model/field-path.ts";
import { isUnknown } from "../model/picture/known.ts";
import type { PlannedChange } from "../model/picture/planned-change.ts";
import { UNKNOWN, valueAt } from "../model/unknown.ts";
import { DECIDED_BY_SERVICE, type Fields, NOT_YET } from "./planned-values.ts";
import { certificateEnd } from "./wire-facts.ts";

/** Facts of a picture that follow from declared inputs with other names. */
export function impliedFacts(change: PlannedChange, held: Fields | undefined): Fields {
  const { resource, after = {} } = change;
  // A function with its own code has no template.
  if (resource === "HogFunction" && held === undefined && after["templateId"] === undefined)
    return { templateId: null };
  if (resource === "BatchExport" && held !== undefined) return offsetFacts(change, held);
  const certificate = CERTIFICATES[resource];
  return {
    ...(resource === "IdentityProvider" && held !== undefined ? scimFacts(change, held) : {}),
    ...(certificate === undefined ? {} : certificateFacts(change, certificate, held)),
  };
}

/** A new interval has its own offsets, unless the program declares them. */
function offsetFacts({ before = {}, after = {} }: PlannedChange, held: Fields): Fields {
  if (before["interval"] === after["interval"]) return {};
  const left = ["offsetDay", "offsetHour"].filter((name) => after[name] === undefined && !isUnknown(held[name]));
  return Object.fromEntries(left.map((name) => [name, DECIDED_BY_SERVICE]));
}

/** Whether people are managed by SCIM is an input with another name, which also decides whether there is an address. */
function scimFacts({ after = {} }: PlannedChange, held: Fields): Fields {
  const enabled = valueAt(after, ["scim", "enabled"]) ?? false;
  if (enabled === held["scimEnabled"] || isUnknown(held["scimEnabled"])) return {};
  return { scimEnabled: typeof enabled === "boolean" ? enabled : NOT_YET, scimBaseUrl: DECIDED_BY_SERVICE };
}

/** The path of the certificate of an identity provider in each resource. It is secret, and its expiry isn't. */
const CERTIFICATES: Readonly<Record<string, readonly string[]>> = {
  Domain: ["samlX509Cert"],
  IdentityProvider: ["saml", "x509Cert"],
};

function certificateFacts(
  { resource, before = {}, after = {}, keptSecrets }: PlannedChange,
  path: readonly string[],
  held: Fields | undefined,
): Fields {
  const [was, shall] = [valueAt(before, path), valueAt(after, path)];
  // Two hidden values can differ.
  const isSame = was === shall && (was !== UNKNOWN || keptSecrets?.includes(pathText(path)) === true);
  const isKept = held !== undefined && (isSame || isUnknown(held["samlCertificateEndsAt"]));
  // Newer services show no certificates of domains.
  if (isKept || (resource === "Domain" && held === undefined && shall === undefined)) return {};
  const text = shall ?? null;
  return { samlCertificateEndsAt: text === null || typeof text === "string" ? certificateEnd(text) : NOT_YET };
}

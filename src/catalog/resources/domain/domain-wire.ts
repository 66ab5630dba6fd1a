import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { DomainBody, DomainWire } from "../../../client/domains.ts";
import type { Call } from "../../../model/call.ts";
import type { Collection, Operations } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import type { Identity } from "../../../model/identity.ts";
import { codecsOf } from "../../../model/wire/codecs.ts";

/** The wire form of a domain's fields. */
export const { same, shown } = codecsOf<DomainWire, DomainBody>();

/** The list that the three domain resources share. Each manages the same object of the service. */
export const domainCollection: Collection<Api, DomainWire, "organizationId"> = {
  name: "domains",
  scope: ["organizationId"],
  words: "the domains of the organization",
  list: (api, scope, call) => api.domains.list(scope.organizationId, call).all(),
  servesReads: true,
};

/** What identifies a domain. */
type DomainAt = Identity<"organizationId" | "domainId">;

/** Identity of a domain, and of the resources that set some of its properties. */
export const domainIdentity = {
  parts: ["organizationId", "domainId"],
  of: (wire: DomainWire, scope: Identity<"organizationId">): DomainAt => ({
    organizationId: scope.organizationId,
    domainId: wire.id,
  }),
} as const;

/** Operations to read and change a domain. Each resource adds its own. */
export const domainOps = {
  read: (api: Api, at: DomainAt, call: Call): Promise<DomainWire> =>
    api.domains.get(at.organizationId, at.domainId, call),
  update: (api: Api, at: DomainAt, body: DomainBody, call: Call): Promise<DomainWire | undefined> =>
    api.domains.update(at.organizationId, at.domainId, body, call),
} satisfies Operations<Api, DomainBody, DomainWire, keyof DomainAt, "organizationId">;

/** Whether a string is the domain's ID or name. */
export function isDomainNamed(wire: DomainWire, text: string): boolean {
  return wire.id === text || wire.domain === text;
}

/** The DNS record that proves control of a domain. @source live service 2025-08, flow 2:74-93 */
export function verificationRecordOf(wire: DomainWire): { type: "TXT"; name: string; value: string } {
  return { type: "TXT", name: `_posthog-challenge.${wire.domain}`, value: wire.verification_challenge };
}

/** Values that have a meaning at login; the service stores any string. @source live-organizations 3.1 */
const SSO_PROVIDERS = ["", "google-oauth2", "github", "gitlab", "saml"] as const;

/** The settings that the service refuses before a domain is verified. */
export const deferrableInputs = {
  jitProvisioningEnabled: field(z.boolean().optional(), {
    doc: "Whether people become members when they first sign in with an address of this domain. Needs a verified domain and a plan that has the feature.",
    wire: same("jit_provisioning_enabled"),
    serviceDefault: false,
  }),
  ssoEnforcement: field(z.enum(SSO_PROVIDERS).optional(), {
    doc: 'How people with an address of this domain must sign in: "google-oauth2", "github", "gitlab", or "saml"; "" enforces nothing. Needs a verified domain.',
    wire: same("sso_enforcement"),
    serviceDefault: "",
  }),
} as const;

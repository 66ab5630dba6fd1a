import { typeRef, aTypeRef, aTypeName, message } from "../../../model/messages.ts";
import type { DomainWire } from "../../../client/domains.ts";
import { defineResource } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import { domain } from "./domain.ts";
import { domainCollection, domainIdentity, domainOps, deferrableInputs, isDomainNamed, shown } from "./domain-wire.ts";
import { EXAMPLE_DOMAIN, EXAMPLE_ORGANIZATION, organizationIdInput, uuid } from "../../fields/field-types.ts";
import { organization } from "../organization/organization.ts";

/**
 * Single sign-on settings of a verified domain.
 *
 * @source live service 2025-08, flow 2:65-67 (refused before verification), 2:107-133 (values).
 */
export const domainSso = defineResource({
  kind: "settings",
  name: "DomainSso",
  doc: "Manages the single sign-on settings of a verified domain. As a separate resource, it lets one update create the domain and the DNS record, verify the domain, and enforce sign-on.",
  notes: [
    message`Make it depend on ${aTypeRef("DomainVerification")}. Before it writes, it checks that the domain is verified, and fails if it isn't.`,
    message`Declare these settings either here or in ${typeRef("Domain")}, not in both places.`,
    "Orgform leaves a setting alone if you don't declare it. Deleting the resource restores the server-side defaults: no enforcement, no automatic members.",
    "If the settings of the domain differ from both the declaration and the server-side defaults, Orgform assumes that somebody set them on purpose. Create then stops and shows the differences. `adopt` allows Orgform to change them.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, domainId: EXAMPLE_DOMAIN, ssoEnforcement: "google-oauth2" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: organizationIdInput,
    domainId: field(uuid("domain"), {
      doc: "ID (UUID) of the domain.",
      wire: shown("id"),
      onChange: "replace",
      refersTo: { resource: () => domain },
    }),
    jitProvisioningEnabled: deferrableInputs.jitProvisioningEnabled,
    ssoEnforcement: deferrableInputs.ssoEnforcement,
  },
  outputs: {},
  identity: domainIdentity,
  naturalKey: {
    fields: ["organizationId", "domainId"],
    isUnique: true,
    matches: (wire: DomainWire, inputs) => wire.id === inputs.domainId,
    isNamed: isDomainNamed,
  },
  scopes: { read: ["organization:read"], write: ["organization:write"] },
  ops: domainOps,
  collection: domainCollection,
  parent: organization,
  guards: [
    {
      on: ["create", "update"],
      // A preview can't know this, because another resource of the program might verify the domain first.
      inPreview: false,
      needsObject: true,
      refuse: (_context, wire: DomainWire | undefined) =>
        wire === undefined || wire.is_verified
          ? undefined
          : `The domain ${wire.domain} is not verified: the service refuses these settings.\n` +
            message`Make this resource depend on ${aTypeName("DomainVerification")}, or verify the domain first.`,
    },
  ],
});

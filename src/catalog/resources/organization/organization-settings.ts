import { typeRef, fieldRef, message } from "../../../model/messages.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import { defineResource } from "../../../model/definition.ts";
import { field } from "../../../model/field.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput, uuid } from "../../fields/field-types.ts";
import { lacksFeature, planRefusal } from "./organization-plan.ts";
import { isOrganizationNamed, organization, organizationCollection } from "./organization.ts";
import { custom, same, shown } from "./organization-wire.ts";

/** The plan feature that enabling the enforcement requires. @source service 2026-09, organizations.md, Fields */
const ENFORCEMENT_FEATURE = "automatic_provisioning";

/**
 * Settings of an organization that depend on objects inside it.
 *
 * @source service 2026-09, organizations.md, Fields.
 */
export const organizationSettings = defineResource({
  kind: "settings",
  name: "OrganizationSettings",
  doc: "Manages settings of an organization that first need a role or a verified domain in it. As a separate resource, it lets one update create everything.",
  notes: [
    message`Make it depend on the role for new members, and on the ${typeRef("DomainVerification")} of the enforced domain.`,
    message`Services before 2026 don't have these settings. The preview says so. The service refuses a ${fieldRef("defaultRoleId")} that isn't a role of the organization.`,
    message`${fieldRef("enforceVerifiedDomains")} locks out everyone whose address isn't on a verified domain of the organization. The service refuses it if the address of the key's account isn't on one, or if the plan lacks the feature. An administrator who is locked out can still turn this setting off through the API.`,
    "Orgform leaves a setting alone if you don't declare it. Deleting the resource restores the server-side defaults: no default role, nothing enforced.",
    "If the settings of the organization differ from both the declaration and the server-side defaults, Orgform assumes that somebody set them on purpose. Create then stops and shows the differences. `adopt` allows Orgform to change them.",
  ],
  example: { organizationId: EXAMPLE_ORGANIZATION, defaultRoleId: "01912347-4567-7abc-8123-456789abcdef" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    organizationId: { ...organizationIdInput, wire: shown("id") },
    defaultRoleId: field(uuid("role").optional(), {
      doc: "ID (UUID) of the role that new members get. Default none.",
      wire: same("default_role_id"),
      serviceDefault: null,
      returned: "where supported",
    }),
    enforceVerifiedDomains: field(z.boolean().optional(), {
      doc: "Whether only people with an address on a verified domain can enter; the server-side default is false.",
      // The service also has "not set", which means false.
      wire: custom(
        ({ enforce_verified_domains: isEnforced }) => (isEnforced === null ? false : isEnforced),
        (isEnforced: boolean) => ({ enforce_verified_domains: isEnforced }),
      ),
      serviceDefault: false,
      returned: "where supported",
    }),
  },
  outputs: {},
  identity: {
    parts: ["organizationId"],
    of: (wire: OrganizationWire) => ({ organizationId: wire.id }),
  },
  naturalKey: {
    fields: ["organizationId"],
    isUnique: true,
    matches: (wire, inputs) => wire.id === inputs.organizationId,
    isNamed: isOrganizationNamed,
  },
  scopes: { read: ["organization:read"], write: ["organization:write"] },
  ops: {
    read: (api: Api, at, call) => api.organizations.get(at.organizationId, call),
    update: (api: Api, at, body, call) => api.organizations.update(at.organizationId, body, call),
  },
  collection: organizationCollection,
  parent: organization,
  guards: [
    {
      on: ["create", "update"],
      inPreview: true,
      needsObject: true,
      refuse: (_asked, wire: OrganizationWire | undefined) =>
        wire === undefined || "default_role_id" in wire || "enforce_verified_domains" in wire
          ? undefined
          : "This service is too old for these settings.\nRemove the resource from the program until the service is upgraded.",
    },
    {
      on: ["create", "update"],
      inPreview: true,
      needsObject: true,
      isAsked: ({ inputs, state }) =>
        inputs["enforceVerifiedDomains"] === true && state?.["enforceVerifiedDomains"] !== true,
      refuse: (_asked, wire: OrganizationWire | undefined) =>
        wire !== undefined && wire.enforce_verified_domains !== true && lacksFeature(wire, ENFORCEMENT_FEATURE)
          ? planRefusal("enforceVerifiedDomains", ENFORCEMENT_FEATURE)
          : undefined,
    },
  ],
});

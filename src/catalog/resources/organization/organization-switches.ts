import * as z from "zod";

import type { OrganizationBody, OrganizationWire } from "../../../client/organizations.ts";
import { type Field, field, type Observed, type ValuesOf } from "../../../model/field.ts";

/**
 * A setting of newer services; the others do not show it.
 *
 * @param elsewhere - what services of another age or region begin with, and where that is
 */
const newer = (
  doc: string,
  serviceDefault: boolean | null,
  elsewhere?: readonly [values: readonly boolean[], where: string],
) =>
  field(z.boolean().optional(), {
    doc: `${doc}; the server-side default is ${serviceDefault === null ? "not set" : String(serviceDefault)}${elsewhere === undefined ? "" : `, ${elsewhere[1]}`}.`,
    serviceDefault,
    ...(elsewhere === undefined ? {} : { otherDefaults: elsewhere[0] }),
    notEverywhere: true,
  });

/** Settings that came after the contract. @source live service 2025-08, flow 1:54-71; service 2026-09, organizations.md, Fields and Defaults */
export const organizationSwitches = {
  membersCanInvite: newer("Whether members below administrators may invite people", true),
  membersCanCreateProjects: newer("Whether members below administrators may create projects", false),
  membersCanSeeOrgMembers: newer(
    "Whether members below administrators see all members; if not, they see those of their projects",
    true,
  ),
  membersCanUsePersonalApiKeys: newer("Whether members below administrators may use API keys here", true),
  allowPubliclySharedResources: newer("Whether dashboards and the like may be shared with everybody", true),
  readOnlyMcpAccess: newer("Whether agents that come by way of MCP may only read", false),
  defaultAnonymizeIps: newer("Whether new projects discard addresses of clients", false, [
    [true],
    "and true on the vendor's cloud in the EU since 2026",
  ]),
  isAiDataProcessingApproved: newer("Whether data may be handed to services of artificial intelligence", null, [
    [true],
    "and true since 2026",
  ]),
  isAiTrainingOptedIn: newer("Whether models may be trained with data of the organization", null, [
    [true, false],
    "and since 2026 true on the vendor's cloud in the US, false in the EU",
  ]),
} as const satisfies Readonly<Record<string, Field>>;

type Switches = ValuesOf<typeof organizationSwitches>;
type Name = keyof typeof organizationSwitches;

/** What each is called at the service. */
const WIRE_NAMES = {
  membersCanInvite: "members_can_invite",
  membersCanCreateProjects: "members_can_create_projects",
  membersCanSeeOrgMembers: "members_can_see_org_members",
  membersCanUsePersonalApiKeys: "members_can_use_personal_api_keys",
  allowPubliclySharedResources: "allow_publicly_shared_resources",
  readOnlyMcpAccess: "read_only_mcp_access",
  defaultAnonymizeIps: "default_anonymize_ips",
  isAiDataProcessingApproved: "is_ai_data_processing_approved",
  isAiTrainingOptedIn: "is_ai_training_opted_in",
} as const satisfies Record<Name, keyof OrganizationBody & keyof OrganizationWire>;

const NAMES = Object.entries(WIRE_NAMES) as [Name, (typeof WIRE_NAMES)[Name]][]; // -- the names of the table itself

/** The settings in the service's words; an absent one is absent. */
export function switchesToWire(inputs: Partial<Switches>): OrganizationBody {
  return Object.fromEntries(NAMES.map(([name, wireName]) => [wireName, inputs[name]]));
}

/** The settings out of an organization; what it does not show is absent. */
export function switchesFromWire(wire: OrganizationWire): Observed<typeof organizationSwitches> {
  return Object.fromEntries(NAMES.map(([name, wireName]) => [name, wire[wireName]]));
}

import * as z from "zod";

import { type Field, field } from "../../../model/field.ts";
import { differingDefaults } from "../../../model/service-default.ts";
import type { FieldCodec } from "../../../model/wire/codec.ts";
import { same } from "./organization-wire.ts";

/**
 * A setting of newer services, which older services don't show.
 *
 * @param elsewhere - the defaults in other service versions or regions, and which those are
 */
const newer = <
  Wire extends FieldCodec<never, unknown, boolean | null | undefined, boolean | Default>,
  const Default extends boolean | null,
>(
  doc: string,
  wire: Wire,
  serviceDefault: Default,
  elsewhere?: readonly [values: readonly boolean[], where: string],
) =>
  field(z.boolean().optional(), {
    doc: `${doc}. The server-side default is ${serviceDefault === null ? "not set" : String(serviceDefault)}${elsewhere === undefined ? "" : `, ${elsewhere[1]}`}.`,
    wire,
    serviceDefault: elsewhere === undefined ? serviceDefault : differingDefaults(serviceDefault, elsewhere[0]),
    returned: "where supported",
  });

/** Settings that came after the contract. @source live service 2025-08, flow 1:54-71; service 2026-09, organizations.md, Fields and Defaults */
export const organizationSwitches = {
  membersCanInvite: newer("Whether members below administrators can invite people", same("members_can_invite"), true),
  membersCanCreateProjects: newer(
    "Whether members below administrators can create projects",
    same("members_can_create_projects"),
    false,
  ),
  membersCanSeeOrgMembers: newer(
    "Whether members below administrators see all members, and not only those of their projects",
    same("members_can_see_org_members"),
    true,
  ),
  membersCanUsePersonalApiKeys: newer(
    "Whether members below administrators can use API keys here",
    same("members_can_use_personal_api_keys"),
    true,
  ),
  allowPubliclySharedResources: newer(
    "Whether dashboards and other resources can be shared publicly",
    same("allow_publicly_shared_resources"),
    true,
  ),
  readOnlyMcpAccess: newer("Whether agents that use MCP can only read", same("read_only_mcp_access"), false),
  defaultAnonymizeIps: newer("Whether new projects discard client IP addresses", same("default_anonymize_ips"), false, [
    [true],
    "and true on the vendor's cloud in the EU since 2026",
  ]),
  isAiDataProcessingApproved: newer(
    "Whether data can be sent to AI services",
    same("is_ai_data_processing_approved"),
    null,
    [[true], "and true since 2026"],
  ),
  isAiTrainingOptedIn: newer(
    "Whether AI models can be trained with the organization's data",
    same("is_ai_training_opted_in"),
    null,
    [[true, false], "and since 2026 true on the vendor's cloud in the US, false in the EU"],
  ),
} as const satisfies Readonly<Record<string, Field>>;

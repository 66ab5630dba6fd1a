import { canonicalUuid } from "../../identifiers.ts";
import type { Exchange } from "../../pipeline/exchange.ts";
import { hasQuirk } from "../../dialects.ts";
import { invalid, invalidInput } from "../../pipeline/service-error.ts";
import { isOnVerifiedDomain } from "../../pipeline/verified-domains.ts";
import type { OrganizationRow } from "../../store/rows.ts";
import type { FieldValues } from "../../wire/read-body.ts";
import { ROLES_TABLE } from "../roles/rows.ts";

const SECURITY = "organization_security_settings";
const INVITES = "organization_invite_settings";

/** Plan feature that a change of a setting requires. @source service 2026-09, organizations.md, Fields */
const FEATURE_OF: Readonly<Record<string, string>> = {
  enforce_2fa: "2fa_enforcement",
  members_can_invite: INVITES,
  members_can_create_projects: INVITES,
  members_can_use_personal_api_keys: SECURITY,
  members_can_see_org_members: SECURITY,
  allow_publicly_shared_resources: SECURITY,
  read_only_mcp_access: SECURITY,
};

/** The purpose in each refusal of a plan. @source service 2026-09, organizations.md, Texts of the plan gates */
const PURPOSE_OF: Readonly<Record<string, string>> = {
  enforce_2fa: "enforce 2FA",
  enforce_verified_domains: "restrict members to verified domains",
  members_can_invite: "configure who can send invites",
  members_can_create_projects: "configure who can create projects",
  members_can_use_personal_api_keys: "configure personal API key permissions",
  members_can_see_org_members: "configure member list visibility",
  allow_publicly_shared_resources: "configure public sharing settings",
  read_only_mcp_access: "configure MCP access",
};

/**
 * Refuses a change that the plan, the caller's own address, or a signed agreement doesn't allow. A create isn't
 * checked: the service checks only existing organizations.
 *
 * @source service 2026-09, organizations.md, Fields and Permissions
 */
export function checkSettings(exchange: Exchange, row: OrganizationRow, values: FieldValues): void {
  if (!hasQuirk(exchange.world.dialect, "settingsNeedPlan")) return;
  const features = row.available_product_features;
  const stored: Readonly<Record<string, unknown>> = { ...row };
  for (const [name, value] of Object.entries(values)) {
    if (value === stored[name]) continue;
    const feature = FEATURE_OF[name];
    if (feature !== undefined && !features.includes(feature)) throw needsPlan(name);
    if (name === "enforce_verified_domains" && value === true) checkEnforcement(exchange, row.id, features);
    if (name === "is_ai_training_opted_in" && (row.is_ai_training_locked || row.has_signed_baa)) {
      throw invalid("locked", "The choice about AI training is locked for this organization.", name);
    }
  }
}

function needsPlan(name: string): Error {
  return invalid("payment_required", `You must upgrade your plan to ${PURPOSE_OF[name] ?? "change this"}.`, name);
}

/** @source service 2026-09, organizations.md, Fields */
function checkEnforcement(exchange: Exchange, id: string, features: readonly string[]): void {
  const name = "enforce_verified_domains";
  if (!features.includes("automatic_provisioning")) throw needsPlan(name);
  const row = exchange.world.store.tables.organizations.get(id);
  if (row !== undefined && isOnVerifiedDomain(exchange, row)) return;
  const detail =
    "Your own email address isn't on a verified domain for this organization, so turning this on would lock you out. Verify the domain of your email address first.";
  throw invalid("would_block_self", detail, name);
}

/**
 * Refuses a default role that doesn't belong to the organization: on a create, every role.
 *
 * @param organization - undefined during its creation
 * @source service 2026-09, organizations.md, Fields; the text for a string that isn't a UUID is inferred
 */
export function checkDefaultRole(exchange: Exchange, organization: string | undefined, id: unknown): void {
  if (typeof id !== "string" || !hasQuirk(exchange.world.dialect, "settingsNeedPlan")) return;
  const known = canonicalUuid(id);
  if (known === undefined) throw invalidInput(`“${id}” is not a valid UUID.`, "default_role_id");
  const role = exchange.world.store.table(ROLES_TABLE).get(known);
  if (role !== undefined && role.organization === organization) return;
  throw invalid("does_not_exist", `Invalid pk "${id}" - object does not exist.`, "default_role_id");
}

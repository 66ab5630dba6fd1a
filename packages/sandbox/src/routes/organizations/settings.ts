import { type Exchange, callerOf } from "../../pipeline/exchange.ts";
import { hasQuirk } from "../../dialects.ts";
import { invalid, sandboxError } from "../../pipeline/service-error.ts";
import { isOnVerifiedDomain } from "../../pipeline/verified-domains.ts";
import { NEW_ORGANIZATION, type OrganizationRow } from "../../store/rows.ts";
import type { FieldValues } from "../../wire/read-body.ts";
import { ROLES_TABLE } from "../roles/rows.ts";

const SECURITY = "organization_security_settings";
const INVITES = "organization_invite_settings";

/** Plan feature that a change of a setting needs. @source service 2026-09, organizations.md, Fields */
const FEATURE_OF: Readonly<Record<string, string>> = {
  enforce_2fa: "2fa_enforcement",
  members_can_invite: INVITES,
  members_can_create_projects: INVITES,
  members_can_use_personal_api_keys: SECURITY,
  members_can_see_org_members: SECURITY,
  allow_publicly_shared_resources: SECURITY,
  read_only_mcp_access: SECURITY,
};

/** What an organization holds that is only just being made, as far as its plan is asked about it. */
export const BEFORE_CREATE = {
  ...NEW_ORGANIZATION,
  id: "",
  enforce_2fa: null,
  members_can_invite: true,
  members_can_use_personal_api_keys: true,
};

/** Refuses what the plan, the caller's own address or a signed agreement stand against. */
export function checkSettings(
  exchange: Exchange,
  row: Pick<OrganizationRow, keyof typeof BEFORE_CREATE>,
  features: readonly string[],
  values: FieldValues,
): void {
  if (!hasQuirk(exchange.world.dialect, "settingsNeedPlan")) return;
  const stored: Readonly<Record<string, unknown>> = row;
  for (const [name, value] of Object.entries(values)) {
    if (value === stored[name]) continue;
    const feature = FEATURE_OF[name];
    if (feature !== undefined && !features.includes(feature)) throw needsPlan(name);
    if (name === "enforce_verified_domains" && value === true) checkEnforcement(exchange, row.id, features);
    if (name === "is_ai_training_opted_in" && (row.is_ai_training_locked || row.has_signed_baa)) {
      throw invalid("locked", "The choice about AI training is locked for this organization.", name);
    }
    if (name === "default_role_id" && typeof value === "string") checkRole(exchange, value);
  }
}

function needsPlan(name: string): Error {
  return invalid("payment_required", "You must upgrade your plan to change this setting.", name);
}

/** @source service 2026-09, organizations.md, Fields */
function checkEnforcement(exchange: Exchange, id: string, features: readonly string[]): void {
  const name = "enforce_verified_domains";
  if (!features.includes("automatic_provisioning")) throw needsPlan(name);
  const row = exchange.world.store.tables.organizations.get(id);
  if (row !== undefined && isOnVerifiedDomain(exchange, row)) return;
  const email = callerOf(exchange).email;
  throw invalid("would_block_self", `This would block you: ${email} is not on a verified domain.`, name);
}

/** The service does not look whose role it is; what it says of one that nobody has is not known. */
function checkRole(exchange: Exchange, id: string): void {
  if (exchange.world.store.table(ROLES_TABLE).get(id) !== undefined) return;
  throw sandboxError(
    501,
    "not_implemented",
    "How the service refuses a default role that does not exist is not known.",
  );
}

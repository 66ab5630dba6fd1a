import { type TableSpec, defineTable } from "./table.ts";

/** Rows use the service's field names for values that the service shows. */

/** A user of the emulated service; `current_*` is what `@current` means for this user. */
export type UserRow = {
  readonly id: string;
  readonly number: number;
  readonly email: string;
  readonly first_name: string;
  readonly distinct_id: string;
  readonly is_active: boolean;
  readonly current_organization: string | null;
  readonly current_project: number | null;
  readonly date_joined: string;
  /** Absent until the user first logs in, by accepting an invite. */
  readonly last_login?: string;
  /** Absent unless the user signed up by an invite. */
  readonly is_email_verified?: boolean;
  readonly role_at_organization?: string;
  /** Users who share a project with this one, if members are hidden from each other; absent: nobody. */
  readonly shares_projects_with?: readonly string[];
};

/** A personal API key; `scopes: null` is an unscoped key, empty lists mean "not limited". */
export type KeyRow = {
  readonly id: string;
  readonly user: string;
  readonly label: string;
  readonly value: string;
  readonly scopes: readonly string[] | null;
  readonly scoped_organizations: readonly string[];
  readonly scoped_teams: readonly number[];
  readonly created_at: string;
  readonly last_used_at: string | null;
};

/** An organization; `available_product_features` contains only feature keys. */
export type OrganizationRow = {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly logo_media_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly plugins_access_level: number;
  readonly available_product_features: readonly string[];
  readonly is_member_join_email_enabled: boolean;
  readonly customer_id: string | null;
  readonly enforce_2fa: boolean | null;
  readonly members_can_invite: boolean | null;
  readonly members_can_use_personal_api_keys: boolean;
  readonly is_ai_data_processing_approved: boolean | null;
  readonly default_experiment_stats_method: string | null;
  /** The maximum number of projects in the plan; null: unlimited. */
  readonly project_limit: number | null;
  readonly enforce_verified_domains: boolean | null;
  readonly members_can_create_projects: boolean | null;
  readonly members_can_see_org_members: boolean;
  readonly allow_publicly_shared_resources: boolean;
  readonly read_only_mcp_access: boolean | null;
  readonly is_ai_training_opted_in: boolean | null;
  readonly is_ai_training_locked: boolean;
  readonly is_ai_training_cta_shown: boolean;
  readonly has_signed_baa: boolean;
  readonly default_anonymize_ips: boolean;
  readonly default_role_id: string | null;
  readonly is_active: boolean | null;
  readonly is_not_active_reason: string | null;
  readonly is_pending_deletion: boolean | null;
  readonly uses_most_specific_access_resolution: boolean | null;
  /** When a deleted organization is gone; only if a setting keeps it for hours. */
  readonly deletion_scheduled_at?: string;
};

/** A user's membership in an organization; level 1 member, 8 admin, 15 owner. */
export type MembershipRow = {
  readonly id: string;
  readonly user: string;
  readonly organization: string;
  readonly level: number;
  readonly joined_at: string;
  readonly updated_at: string;
};

/** A project together with its only environment, which has the same number. */
export type ProjectRow = {
  readonly id: string;
  readonly number: number;
  readonly uuid: string;
  readonly organization: string;
  readonly name: string;
  readonly product_description: string | null;
  /** The environment keeps the original name of the project. */
  readonly environment_name: string;
  readonly api_token: string;
  readonly created_at: string;
  /** Of the environment. */
  readonly updated_at: string;
  readonly ingested_event: boolean;
  readonly is_generating_demo_data: boolean;
  /** Settings of the environment that differ from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly intents: readonly ProductIntentRow[];
  readonly tags: readonly string[];
  /** When the project will be gone; null unless somebody deletes it. */
  readonly deletion_scheduled_at: string | null;
};

/** Interest in a product. */
type ProductIntentRow = {
  readonly product_type: string;
  readonly created_at: string;
  readonly onboarding_completed_at: string | null;
  readonly updated_at: string;
};

/** A domain of an organization; names are unique across all organizations. */
export type DomainRow = {
  readonly id: string;
  readonly organization: string;
  readonly domain: string;
  readonly verified_at: string | null;
  readonly verification_challenge: string;
  readonly jit_provisioning_enabled: boolean;
  readonly sso_enforcement: string;
  readonly saml_entity_id: string | null;
  readonly saml_acs_url: string | null;
  readonly saml_x509_cert: string | null;
};

/** An uploaded picture, known only by its ID, to which `logo_media_id` can refer. */
export type MediaRow = { readonly id: string };

/** One name of the sandbox's own DNS; each record is a list of strings, as in a real TXT record. */
export type DnsRow = {
  readonly id: string;
  readonly records: readonly (readonly string[])[];
  /** Target of the name's CNAME record. */
  readonly alias?: string;
  readonly error?: "timeout" | "nxdomain";
};

/** Single values, such as counters and settings. */
export type SingletonRow<Value = unknown> = { readonly id: string; readonly value: Value };

/** A future event, at a time of the sandbox's clock. @see scheduler.ts */
export type TimerRow = { readonly id: string; readonly due_ms: number; readonly job: string; readonly data: unknown };

/** Rows of the tables that more than one family reads. */
export type Rows = {
  users: UserRow;
  keys: KeyRow;
  organizations: OrganizationRow;
  memberships: MembershipRow;
  projects: ProjectRow;
  domains: DomainRow;
  media: MediaRow;
  dns: DnsRow;
  singletons: SingletonRow;
  timers: TimerRow;
};

/**
 * An unchanged organization's values of the fields that came by 2026-09: they allow everything that was allowed before.
 * @source service 2026-09, organizations.md; the values are inferred
 */
export const NEW_ORGANIZATION = {
  enforce_verified_domains: null,
  members_can_create_projects: false,
  members_can_see_org_members: true,
  allow_publicly_shared_resources: true,
  read_only_mcp_access: null,
  is_ai_training_opted_in: null,
  is_ai_training_locked: false,
  is_ai_training_cta_shown: false,
  has_signed_baa: false,
  default_anonymize_ips: false,
  default_role_id: null,
  is_active: true,
  is_not_active_reason: null,
  is_pending_deletion: false,
  uses_most_specific_access_resolution: null,
} as const;

/** An unchanged project's values; the first projects of the sandbox had fewer. */
const NEW_PROJECT = {
  product_description: null,
  environment_name: "Default project",
  created_at: "2025-01-01T00:00:00Z",
  updated_at: "2025-01-01T00:00:00Z",
  ingested_event: false,
  is_generating_demo_data: false,
  settings: {},
  intents: [],
  tags: [],
  deletion_scheduled_at: null,
} as const;

/** The table of single values, for those of one type. */
export function singletonsOf<Value>(): TableSpec<SingletonRow<Value>> {
  return defineTable("singletons", { indexes: [], isOwnBusiness: true });
}

/** The tables that several families read; the other tables are declared by their families. */
export const CORE_TABLES: { readonly [Name in keyof Rows]: TableSpec<Rows[Name]> } = {
  users: defineTable("users", {
    indexes: [["email"], ["number"], ["current_organization"], ["current_project"], ["is_active"]],
    isOwnBusiness: true,
  }),
  keys: defineTable("keys", { indexes: [["value"], ["user"]], isOwnBusiness: true }),
  organizations: defineTable<OrganizationRow>("organizations", {
    indexes: [["slug"], ["logo_media_id"]],
    lacking: { project_limit: null, ...NEW_ORGANIZATION },
  }),
  memberships: defineTable("memberships", {
    indexes: [["user", "organization"], ["organization"]],
    within: "organization",
  }),
  projects: defineTable<ProjectRow>("projects", {
    indexes: [["number"], ["organization"], ["api_token"]],
    within: "organization",
    lacking: NEW_PROJECT,
  }),
  domains: defineTable("domains", { indexes: [["organization", "domain"], ["domain"]], within: "organization" }),
  media: defineTable("media", { indexes: [], isOwnBusiness: true }),
  dns: defineTable("dns", { indexes: [], isOwnBusiness: true }),
  singletons: singletonsOf(),
  timers: defineTable("timers", { indexes: [["due_ms"], ["job"]], isOwnBusiness: true }),
};

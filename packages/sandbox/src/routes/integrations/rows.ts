import { type Table, defineTable } from "../../store/table.ts";
import type { World } from "../../world.ts";
import { pickFields, showUserOf } from "../members/show.ts";
import { pythonString } from "../../wire/python-text.ts";
import { INTEGRATION } from "../../wire/integration.ts";

/** The connected service, as the control plane describes it: its data answers requests that would go to that service. */
export type Connection = {
  readonly name: string;
  readonly channels: readonly Named[];
  readonly users: readonly Named[];
  readonly repositories: readonly Named[];
  readonly projects: readonly Named[];
  readonly teams: readonly Named[];
};

/** An object of the other service. */
export type Named = Readonly<Record<string, unknown>> & { readonly id: string | number; readonly name: string };

/** Connects a project with another service. @source service 2026-09, integrations.md */
export type IntegrationRow = {
  readonly id: string;
  readonly number: number;
  readonly project: number;
  readonly kind: string;
  /** Distinguishes it from others of its kind in the project. */
  readonly identity: string;
  /** The visible part. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The part that no response shows. */
  readonly secrets: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly created_by: string | null;
  /** For an integration that was connected in a browser. */
  readonly connection?: Connection;
};

export const INTEGRATIONS_TABLE = defineTable<IntegrationRow>("integrations", {
  indexes: [["project", "kind"], ["number"]],
  within: "project",
});

export const integrationsOf = ({ store }: World): Table<IntegrationRow> => store.table(INTEGRATIONS_TABLE);

/** Renders an integration without its secrets. */
export function showIntegration(world: World, row: IntegrationRow): Record<string, unknown> {
  return pickFields(INTEGRATION, world.dialect, {
    id: row.number,
    kind: row.kind,
    config: row.config,
    created_at: row.created_at,
    created_by: showUserOf(world, row.created_by),
    errors: "",
    display_name: row.connection?.name ?? (world.dialect === "2025-08" ? olderNameOf(row) : displayName(row)),
    files_write_requestable: false,
    // Only for GitHub; no second project of the sandbox shares one. @source the service's code of 2026
    installation_shared: row.kind === "github" ? false : null,
    installation_status: row.kind === "github" ? "connected" : null,
  });
}

/** For kinds that a key can create. @source PostHog/posthog posthog/models/integration.py (mid 2025), display_name */
const olderNameOf = ({ kind, identity }: IntegrationRow): string =>
  kind.startsWith("google-") ? identity : `ID: ${identity}`;

/** @source service 2026-09, integrations.md, display_name; kinds that aren't described there: the service's code of 2026 */
function displayName({ kind, identity, config }: IntegrationRow): string {
  const text = (key: string): string => pythonString(config[key] ?? "");
  if (kind === "aws-s3" || kind === "aws-redshift") {
    if ("aws_role_arn" in config) return `${identity} (AWS role '${text("aws_role_arn")}')`;
    if ("aws_account_id" in config) return `${identity} (AWS account ${text("aws_account_id")})`;
    return `${identity} (${text("user")}@${text("host")})`;
  }
  if (kind === "s3-compatible") return `${identity} (access key, ${text("endpoint_url")})`;
  if (kind === "snowflake") return `${identity} (account: ${text("account")}, ${text("authentication_type")} auth)`;
  if (kind === "databricks" || kind === "gitlab" || kind === "email") return identity;
  return kind === "apns" ? text("bundle_id") : `ID: ${identity}`;
}

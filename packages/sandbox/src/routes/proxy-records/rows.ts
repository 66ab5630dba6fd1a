import { createHash } from "node:crypto";
import { type Table, defineTable } from "../../store/table.ts";
import type { World } from "../../world.ts";
import { wireNow } from "../organizations/rows.ts";

/** States of a proxy record. @source live notes 9.1 */
export const STATUSES = ["waiting", "issuing", "valid", "warning", "erroring", "deleting", "timed_out"] as const;

/** A stored proxy record; the service shows everything except the organization. */
export type ProxyRecordRow = {
  readonly id: string;
  readonly organization: string;
  readonly domain: string;
  readonly target_cname: string;
  readonly status: (typeof STATUSES)[number];
  readonly message: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: number;
  readonly root_redirect_url: string | null;
  /** Whether the kind of proxy can redirect; an old kind can't. */
  readonly root_redirect_supported: boolean;
};

export const PROXY_RECORDS_TABLE = defineTable<ProxyRecordRow>("proxy_records", {
  indexes: [["organization"], ["domain"]],
  within: "organization",
  lacking: { root_redirect_url: null, root_redirect_supported: true },
});

/** The proxy records of a world. */
export function proxyRecordsOf(world: World): Table<ProxyRecordRow> {
  return world.store.table(PROXY_RECORDS_TABLE);
}

/** Each service sets the domain of its targets; this one is the sandbox's own. */
const TARGET_BASE = "proxy.sandbox.example";

/** The same for the same organization and domain. @source live notes 9.1; live service 2025-08, first recording "proxy" */
export function targetOf(organization: string, domain: string): string {
  const digest = createHash("sha256").update(`${organization}${domain}`).digest("hex");
  return `${digest.slice(0, 20)}.${TARGET_BASE}`;
}

/** Changes the status of a record; an absent message stays unchanged. */
export function moveTo(
  world: World,
  row: ProxyRecordRow,
  status: ProxyRecordRow["status"],
  message: string | null = row.message,
): ProxyRecordRow {
  return proxyRecordsOf(world).put({ ...row, status, message, updated_at: wireNow(world) });
}

/** Maximum number of records of an organization whose plan has no limit. @source service 2026-09, proxy-records.md, quota */
const DEFAULT_QUOTA = 2;

const quotaKey = (organization: string): string => `proxy-record-quota:${organization}`;

/** The maximum number of records for an organization. */
export function quotaOf(world: World, organization: string): number {
  const value = world.store.tables.singletons.get(quotaKey(organization))?.value;
  return typeof value === "number" ? value : DEFAULT_QUOTA;
}

/** Sets the limit of an organization's plan. */
export function setQuota(world: World, organization: string, value: number): void {
  world.store.tables.singletons.put({ id: quotaKey(organization), value });
}

import type { RecordedRow } from "./recording.ts";

const BY_NOUN: Readonly<Record<string, string>> = {
  projects: "projects",
  invites: "invites",
  members: "members",
  roles: "roles",
  domains: "domains",
  batch_exports: "batch-exports",
  proxy_records: "proxy-records",
  plugins: "plugins",
  persons: "persons",
  "persons.csv": "persons",
  events: "events",
};

const BY_ROOT: Readonly<Record<string, string>> = { organizations: "organizations", signup: "invites" };

const INSIGHT = /^(?:funnel|lifecycle|path|retention|stickiness|trends)$/;

/** The sandbox's family that answers a row. */
export function familyOfRow(row: Pick<RecordedRow, "path">): string {
  const [, root = "", , noun, ...rest] = (row.path.split("?")[0] ?? "").replace(/\/$/, "").slice(1).split("/");
  if (noun === undefined)
    return root === "projects" || root === "environments" ? "projects" : (BY_ROOT[root] ?? "account");
  if (root === "users" || root === "personal_api_keys") return "account";
  if (noun === "persons" && rest.includes("activity")) return "activity";
  if (noun === "persons" && rest.some((part) => INSIGHT.test(part))) return "person-insights";
  if (noun.startsWith("pipeline_")) return "plugins";
  return BY_NOUN[noun] ?? (root === "organizations" ? "organizations" : "projects");
}

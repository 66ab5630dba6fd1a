import { ACTIVITY_LOG, type ActivityRow } from "../../activity-log.ts";
import { type Answer, type Exchange, projectOf } from "../../pipeline/exchange.ts";
import { invalidInput, sandboxError } from "../../pipeline/service-error.ts";
import { readInteger } from "../../wire/read-value.ts";
import type { Match } from "../../store/table.ts";
import type { World } from "../../world.ts";
import { cursorPage } from "../batch-exports/cursor-page.ts";
import { showUser } from "../members/show.ts";

/** Scopes for which the sandbox logs every entry that the service would log: lists of other scopes would be incomplete. */
const WHOLE = ["Person", "Project", "Team"];

/** Parameters that have no effect with these values. */
const WITHOUT_EFFECT: Readonly<Record<string, readonly string[]>> = {
  follow: ["false"],
  ordering: ["-created_at"],
};

const PAGE_SIZE = { name: "page_size", type: "integer", least: 1, most: 1000, source: "code of 2026" } as const;

/**
 * The project's activity that the sandbox logs, latest first.
 * @source service 2026-09, other-organization-scoped.md, activity log; pages and entries: the service's code of 2026
 */
export function listAdvancedActivity(exchange: Exchange): Answer {
  const { world, query } = exchange;
  refuseWithoutPlan(world, projectOf(exchange).organization);
  for (const [name, value] of query) {
    if (["scopes", "page_size", "cursor"].includes(name) || value === "") continue;
    if (WITHOUT_EFFECT[name]?.includes(value) !== true) throw notTold(`by \`${name}\``);
  }
  const scopes = scopesOf(query.getAll("scopes"));
  if (scopes.length === 0 || scopes.some((scope) => !WHOLE.includes(scope))) throw notOfAll();
  return pageOf(exchange, scopes, {});
}

/**
 * The activity of a project for keys with a scope, in every plan, newest first: of one kind, and of one object if the
 * query names it.
 * @source service 2026-09, other-organization-scoped.md, activity log; pages and entries as in {@link
 *   listAdvancedActivity}
 */
export function listProjectActivity(exchange: Exchange): Answer {
  const { query } = exchange;
  for (const [name, value] of query) {
    if (["scope", "item_id", "page_size", "cursor"].includes(name) || value === "") continue;
    if (name === "follow" || WITHOUT_EFFECT[name]?.includes(value) !== true) throw notTold(`by \`${name}\``);
  }
  const scope = query.get("scope") ?? "";
  if (!WHOLE.includes(scope)) throw notOfAll();
  const item = query.get("item_id") ?? "";
  return pageOf(exchange, [scope], item === "" ? {} : { item });
}

function pageOf(exchange: Exchange, scopes: readonly string[], match: Match<ActivityRow>): Answer {
  const { world, query } = exchange;
  const rows = world.store
    .table(ACTIVITY_LOG)
    .where({ project: projectOf(exchange).number, ...match }, { order: "seq DESC" })
    .filter((row) => scopes.includes(row.scope));
  return cursorPage(exchange, rows, {
    size: readInteger(PAGE_SIZE, query.get("page_size") ?? "100"),
    isDescending: true,
    positionOf: (row) => Date.parse(row.created_at),
    show: (row) => showEntry(world, row),
  });
}

/** A list in the service's forms: repeated names, or one JSON string. */
function scopesOf(given: readonly string[]): string[] {
  return given.flatMap((text): string[] => {
    if (!text.startsWith("[")) return text === "" ? [] : [text];
    try {
      const parsed: unknown = JSON.parse(text);
      if (Array.isArray(parsed)) return parsed.map(String);
    } catch {
      // Refused below.
    }
    throw invalidInput("Expected a list of items.", "scopes");
  });
}

/** Only the vendor's cloud asks for the plan. @source the service's code of 2026, as read in public */
export function refuseWithoutPlan(world: World, organization: string): void {
  const features = world.store.tables.organizations.get(organization)?.available_product_features ?? [];
  if (!world.settings().cloud || features.includes("audit_logs")) return;
  const detail = "The response to requests for activity without the plan feature audit_logs is not known.";
  throw sandboxError(501, "not_implemented", detail);
}

function notTold(what: string): Error {
  return sandboxError(501, "not_implemented", `The sandbox can't list the activity of a project ${what}.`);
}

const notOfAll = (): Error => notTold(`for scopes other than ${WHOLE.join(", ")}: it doesn't log all of that activity`);

/** Keys have no unread entries, and nobody acts for another. @source the service's published types of about 2026-08 */
function showEntry(world: World, row: ActivityRow): Record<string, unknown> {
  const { id, organization, project, scope, item, activity, detail, created_at, client } = row;
  const user = world.store.tables.users.one({ email: row.user.email });
  return {
    id,
    user: user === undefined ? null : showUser(world, user),
    unread: false,
    team_id: project,
    organization_id: organization,
    was_impersonated: false,
    is_system: false,
    client: client ?? null,
    ip_address: "127.0.0.1",
    activity,
    item_id: item,
    scope,
    detail,
    created_at,
  };
}

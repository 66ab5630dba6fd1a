import { callerOf } from "./pipeline/exchange.ts";
import type { Exchange } from "./pipeline/exchange.ts";
import { wireTimeFromMs } from "./clock.ts";
import { defineTable } from "./store/table.ts";

/** One entry; `item` is the ID of the changed object, as a string. @source live notes on persons and events, 2.4 */
export type ActivityRow = {
  readonly id: string;
  readonly organization: string;
  /** Absent for objects of the whole organization, such as a plugin. */
  readonly project: number | null;
  readonly scope: string;
  readonly item: string | null;
  readonly user: { readonly first_name: string; readonly email: string };
  readonly activity: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  /** The calling program's name for itself. @source service 2026-09, other-organization-scoped.md, activity log */
  readonly client?: string;
};

/** The log survives the objects that it is about; it is deleted with its organization. */
export const ACTIVITY_LOG = defineTable<ActivityRow>("activity_log", {
  indexes: [
    ["organization", "scope", "item"],
    ["project", "scope", "item"],
  ],
  within: "organization",
});

/** The log entry of an operation. */
export type Activity = Pick<ActivityRow, "scope" | "item" | "activity" | "detail" | "project">;

/** Records that the caller did something; call it inside the operation. */
export function logActivity(exchange: Exchange, organization: string, activity: Activity): ActivityRow {
  const { store, identifiers, clock } = exchange.world;
  const { first_name, email } = callerOf(exchange);
  const client = exchange.request.headers["x-posthog-client"];
  return store.table(ACTIVITY_LOG).put({
    id: identifiers.uuid(),
    organization,
    user: { first_name, email },
    ...activity,
    ...(typeof client === "string" ? { client } : {}),
    created_at: wireTimeFromMs(clock.nowMs()),
  });
}

/** Renders an entry. @source live notes on persons and events, 2.4 */
export function showActivity(row: ActivityRow): Record<string, unknown> {
  const { user, activity, scope, item, detail, created_at } = row;
  return { user, activity, scope, item_id: item, detail, created_at };
}

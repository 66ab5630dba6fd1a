import * as z from "zod";

import type { ActivityWire, Api } from "../../client/client.ts";
import type { Activity } from "../../model/activity.ts";
import type { CallContext } from "../../model/call-context.ts";

/** Number of activity log entries to read: one page. */
const NEWEST = 100;

/** The parameters for the newest page of a log. */
export const NEWEST_PAGE = { pageSize: NEWEST } as const;

/** The fields that an entry names, if it names any. @source live service 2025-08, flow 6:167-169 */
const changesSchema = z.array(z.looseObject({ field: z.string() })).catch([]);

/** The newest entries of a log in the model's form, only from the first page. */
export async function newestActivity(
  log: AsyncIterable<ActivityWire>,
  objectOf: (entry: ActivityWire) => string | null = (entry) => entry.item_id,
): Promise<Activity[]> {
  const entries: Activity[] = [];
  for await (const entry of log) {
    const by = entry.user?.email ?? entry.user?.first_name ?? "the service";
    const fields = changesSchema.parse(entry.detail?.["changes"]).map((change) => change.field);
    const client = entry.client ?? undefined;
    entries.push({
      object: objectOf(entry) ?? "",
      by,
      at: entry.created_at,
      ...(client === undefined ? {} : { client }),
      ...(fields.length === 0 ? {} : { fields }),
    });
    if (entries.length === NEWEST) break;
  }
  return entries;
}

/**
 * The log entries of one object of a project, which can have several kinds in the log. Undefined if the service has no
 * such log.
 *
 * @source service 2026-09, other-organization-scoped.md, activity log
 */
export async function loggedInProject(
  api: Api,
  projectId: string,
  of: { readonly scopes: readonly string[]; readonly itemId: string },
  call: CallContext,
): Promise<Activity[] | undefined> {
  const entries: Activity[] = [];
  for (const scope of of.scopes) {
    const { itemId } = of;
    const ask = () =>
      newestActivity(api.projects.activityLog(projectId, { scope, itemId }, { ...call, ...NEWEST_PAGE }));
    const served = await call.served("the activity log of a project", ask);
    if (served === undefined) return undefined;
    entries.push(...served.answer);
  }
  return entries.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

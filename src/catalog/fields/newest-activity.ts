import type { ActivityWire } from "../../client/client.ts";
import type { Activity } from "../../model/activity-log.ts";

/** Entries of an activity log that are looked at: one page of it. */
const NEWEST = 100;

/** How the newest page of a log is asked for. */
export const NEWEST_PAGE = { pageSize: NEWEST } as const;

/** The newest entries of a log in the model's form; nothing after the first page is read. */
export async function newestActivity(
  log: AsyncIterable<ActivityWire>,
  objectOf: (entry: ActivityWire) => string | null,
): Promise<Activity[]> {
  const entries: Activity[] = [];
  for await (const entry of log) {
    const by = entry.user?.email ?? entry.user?.first_name ?? "the service";
    entries.push({ object: objectOf(entry) ?? "", by, at: entry.created_at });
    if (entries.length === NEWEST) break;
  }
  return entries;
}

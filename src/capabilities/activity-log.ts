import type { ActivityLog } from "../model/activity-log.ts";
import type { Capability } from "../model/capability.ts";

/** The service keeps a log of what was done to the objects: a report of drift names who changed one last, and when. */
export function activityLog<Api, Part extends string>(log: ActivityLog<Api, Part>): Capability {
  return { name: "activity log", activity: log };
}

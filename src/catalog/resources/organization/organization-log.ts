import { activityLog } from "../../../capabilities/activity-log.ts";
import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import { newestActivity, NEWEST_PAGE } from "../../fields/newest-activity.ts";

/**
 * Organizations, by host, whose log was refused: only some plans have it, only administrators can read it, and perhaps no key
 * can. Kept for the process, since a watcher has a new client for each look.
 */
const refused = new Set<string>();

/**
 * The activity on objects of an organization, which services before 2026 don't log. It is read once for each
 * organization, and not again in this process after a refusal.
 *
 * @source service 2026-09, other-organization-scoped.md, activity log
 */
export const organizationLog = activityLog({
  name: "organization",
  scope: ["organizationId"],
  list: async (api: Api, { organizationId }, call) => {
    const place = JSON.stringify([api.host, organizationId]);
    if (refused.has(place)) return undefined;
    try {
      const ask = () => newestActivity(api.organizations.activityLog(organizationId, { ...call, ...NEWEST_PAGE }));
      const served = await call.served("the activity log of an organization", ask);
      if (served === undefined) refused.add(place);
      return served?.answer;
    } catch (error) {
      if (isApiError(error) && (error.category === "permission" || error.category === "quota")) refused.add(place);
      throw error;
    }
  },
});

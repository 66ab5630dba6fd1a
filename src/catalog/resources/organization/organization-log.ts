import { activityLog } from "../../../capabilities/activity-log.ts";
import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import { newestActivity, NEWEST_PAGE } from "../../fields/newest-activity.ts";

/** Services, by client, that refused an organization's log. Only some plans have it, and perhaps no key can read it. */
const refusing = new WeakSet<Api>();

/**
 * The activity on objects of an organization, which services before 2026 don't log. It is read once for each
 * organization, and not again after a refusal.
 *
 * @source service 2026-09, other-organization-scoped.md, activity log
 */
export const organizationLog = activityLog({
  name: "organization",
  scope: ["organizationId"],
  list: async (api: Api, { organizationId }, call) => {
    if (refusing.has(api)) return undefined;
    try {
      const ask = () => newestActivity(api.organizations.activityLog(organizationId, { ...call, ...NEWEST_PAGE }));
      return (await call.served("the activity log of an organization", ask))?.answer;
    } catch (error) {
      if (isApiError(error) && error.category === "permission") refusing.add(api);
      throw error;
    }
  },
});

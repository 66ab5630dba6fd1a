import type { Answer, Exchange, Operation, Route } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { ADMIN_LEVEL, authorizeInOrganization, callerLevel } from "../../pipeline/permission.ts";
import { denied, sandboxError } from "../../pipeline/service-error.ts";
import { refuseWithoutPlan } from "./advanced.ts";

const ADMINISTRATORS_ONLY = "Only organization admins and owners can view organization-wide activity logs.";

/** Members are refused; the sandbox doesn't log everything that administrators would see. */
function authorize(exchange: Exchange<"organization_id">): void {
  authorizeInOrganization(exchange, 1);
  refuseWithoutPlan(exchange.world, exchange.organizationId ?? "");
  if (callerLevel(exchange) < ADMIN_LEVEL) throw denied(ADMINISTRATORS_ONLY);
}

function notLogged(): Answer {
  throw sandboxError(501, "not_implemented", "The sandbox doesn't log all activity of an organization.");
}

const OPERATION: Operation<"organization_id"> = {
  scope: "activity_log:read",
  authorize,
  handle: notLogged,
  answers: inAll({ kind: "nothing" }),
};

const below = (path: string, title: string, method: "GET" | "POST"): Route =>
  route({
    template: `/api/organizations/:organization_id/advanced_activity_logs/${path}`,
    title,
    allow: method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS",
    since: "2026-09",
    operations: { [method]: OPERATION },
  });

/**
 * The activity of an organization as a whole.
 * @source service 2026-09, other-organization-scoped.md, activity log: administrators and owners only
 */
export const ORGANIZATION_ACTIVITY_ROUTES: readonly Route[] = [
  below("", "Organization Advanced Activity Logs List", "GET"),
  below("available_filters/", "Available Filters", "GET"),
  below("export/", "Export", "POST"),
];

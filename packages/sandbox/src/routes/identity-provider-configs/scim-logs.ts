import type { Answer, Exchange, Route } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { ADMIN_LEVEL, READ_ORGANIZATION, membershipIn } from "../../pipeline/permission.ts";
import { denied } from "../../pipeline/service-error.ts";
import { SCIM_LOG } from "../../wire/identity-provider-config.ts";

/**
 * The log of an identity provider's requests: none ever reaches the sandbox. No scope is declared for it.
 * @source service 2026-09, domains-and-identity-providers.md; that keys are refused is inferred
 */
export function scimLogsRoute(template: `/api/organizations/:organization_id/${string}`): Route {
  return route({
    template,
    title: "Scim Logs",
    allow: "GET, HEAD, OPTIONS",
    since: "2026-09",
    operations: {
      GET: {
        ...READ_ORGANIZATION,
        scope: "no scoped key",
        handle: listLogs,
        answers: inAll({ kind: "page", resource: SCIM_LOG }),
        isList: true,
      },
    },
  });
}

function listLogs(exchange: Exchange): Answer {
  const level = membershipIn(exchange, exchange.organizationId ?? "")?.level ?? 0;
  if (level < ADMIN_LEVEL) throw denied("Only organization admins can view SCIM logs.");
  return { status: 200, headers: {}, body: { count: 0, next: null, previous: null, results: [] } };
}

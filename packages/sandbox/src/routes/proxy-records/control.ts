import { z } from "zod";
import { controlError, controlRoute, controlRouteWith, givenIn } from "../../control/family-control.ts";
import type { ControlRoute } from "../../family.ts";
import type { World } from "../../world.ts";
import { type ProxyRecordRow, STATUSES, moveTo, proxyRecordsOf, setQuota } from "./rows.ts";

const patch = z.strictObject({
  status: z.enum(STATUSES).optional(),
  message: z.string().nullable().optional(),
  root_redirect_url: z.string().nullable().optional(),
  root_redirect_supported: z.boolean().optional(),
});

const quota = z.strictObject({ organization: z.string(), limit: z.number().int().nonnegative() });

/** Proxy records for tests, and their states. */
export const PROXY_RECORD_CONTROL: readonly ControlRoute[] = [
  controlRoute("GET", "proxy-records", (world, { query }) => {
    const organization = query["organization"];
    return proxyRecordsOf(world).where(organization === undefined ? {} : { organization });
  }),
  controlRouteWith("PATCH", "proxy-records/:id", patch, (world, { parameters, body }) => {
    const { status, message, ...redirect } = body;
    const row = recordOf(world, parameters.id);
    const isRedirect = Object.keys(redirect).length > 0;
    const changes = givenIn(redirect);
    const changed = isRedirect ? proxyRecordsOf(world).put({ ...row, ...changes }) : row;
    return status === undefined ? changed : moveTo(world, changed, status, message);
  }),
  controlRouteWith("PUT", "proxy-record-quota", quota, (world, { body }) => {
    const { organization, limit } = body;
    setQuota(world, organization, limit);
    return { organization, limit };
  }),
  controlRoute("DELETE", "proxy-records/:id", (world, { parameters }) =>
    proxyRecordsOf(world).delete(recordOf(world, parameters.id).id),
  ),
];

function recordOf(world: World, id: string): ProxyRecordRow {
  const row = proxyRecordsOf(world).get(id);
  if (row === undefined) throw controlError(404, `There is no proxy record ${id}.`);
  return row;
}

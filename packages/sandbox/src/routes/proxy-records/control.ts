import { z } from "zod";
import { controlError } from "../../control/control-error.ts";
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

/** What tests see of proxy records, and where they put them. */
export const PROXY_RECORD_CONTROL: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "proxy-records",
    handle: (world, { query }) => {
      const organization = query["organization"];
      return proxyRecordsOf(world).where(organization === undefined ? {} : { organization });
    },
  },
  {
    method: "PATCH",
    path: "proxy-records/:id",
    body: patch,
    handle(world, { parameters, body }) {
      const { status, message, ...redirect } = patch.parse(body);
      const row = recordOf(world, parameters["id"]);
      const isRedirect = Object.keys(redirect).length > 0;
      const changes = redirect as Partial<ProxyRecordRow>; // -- read by its shape
      const changed = isRedirect ? proxyRecordsOf(world).put({ ...row, ...changes }) : row;
      return status === undefined ? changed : moveTo(world, changed, status, message);
    },
  },
  {
    method: "PUT",
    path: "proxy-record-quota",
    body: quota,
    handle(world, { body }) {
      const { organization, limit } = quota.parse(body);
      setQuota(world, organization, limit);
      return { organization, limit };
    },
  },
  {
    method: "DELETE",
    path: "proxy-records/:id",
    handle: (world, { parameters }) => proxyRecordsOf(world).delete(recordOf(world, parameters["id"]).id),
  },
];

function recordOf(world: World, id = ""): ProxyRecordRow {
  const row = proxyRecordsOf(world).get(id);
  if (row === undefined) throw controlError(404, `There is no proxy record ${id}.`);
  return row;
}

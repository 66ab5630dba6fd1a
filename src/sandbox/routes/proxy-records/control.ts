import { z } from "zod";
import { controlError } from "../../control/control-error.ts";
import type { ControlRoute } from "../../family.ts";
import { STATUSES, moveTo, proxyRecordsOf } from "./rows.ts";

const patch = z.strictObject({ status: z.enum(STATUSES), message: z.string().nullable().optional() });

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
      const row = proxyRecordsOf(world).get(parameters["id"] ?? "");
      if (row === undefined) throw controlError(404, `There is no proxy record ${parameters["id"] ?? ""}.`);
      const { status, message } = patch.parse(body);
      return moveTo(world, row, status, message);
    },
  },
  {
    method: "DELETE",
    path: "proxy-records/:id",
    handle: (world, { parameters }) => proxyRecordsOf(world).delete(parameters["id"] ?? ""),
  },
];

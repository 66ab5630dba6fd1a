import type { Family } from "../../family.ts";
import { PROXY_RECORD_CONTROL } from "./control.ts";
import { PROXY_RECORD_ROUTES } from "./routes.ts";
import { PROXY_RECORDS_TABLE } from "./rows.ts";
import { PROXY_RECORD_JOBS } from "./states.ts";

/** Proxy records. */
export const PROXY_RECORDS: Family = {
  name: "proxy-records",
  place: 8,
  routes: PROXY_RECORD_ROUTES,
  tables: [PROXY_RECORDS_TABLE],
  jobs: { once: PROXY_RECORD_JOBS },
  control: PROXY_RECORD_CONTROL,
};

import type { Family } from "../../family.ts";

/** Proxy records. */
export const PROXY_RECORDS: Family = { name: "proxy-records", routes: [] };

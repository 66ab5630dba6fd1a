import { expect } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import type { FunctionRow } from "./row.ts";
import type { Seeded } from "./seeded.ts";

const record = ({ organizationId, recordId }: Seeded) => ({ organizationId, recordId });

const NOT_YET = {
  because: "the service has the call since 2026-09",
  fails: /404 endpoint_not_found.*\n.*has had this call since September 2026/u,
};
const departs = { documented: NOT_YET, "2025-08": NOT_YET };

export const PROXY_ROWS: Readonly<Record<string, FunctionRow>> = {
  retryProxyRecord: {
    args: record,
    gives: () => ({ status: "waiting" }),
    effect: {
      look: ({ sandbox }) => (sandbox.control.call("GET", "proxy-records") as Values[]).map(({ status }) => status),
      after: () => ["waiting"],
    },
    departs,
  },
  diagnoseProxyRecord: {
    args: record,
    gives: () => ({
      ranAt: "2030-01-09T12:00:00.218000Z",
      status: "fail",
      primaryIssue: "cname",
      nextAction: expect.stringMatching(/^Point a CNAME record from e\.acme\.example to /u),
      checks: [
        {
          id: "cname",
          status: "failed",
          remediation: { type: "dns", records: [{ name: "e.acme.example", type: "CNAME" }] },
        },
        { id: "cert_expiry", name: "Certificate", status: "skipped", detail: "There is no certificate yet." },
      ],
    }),
    departs,
  },
};

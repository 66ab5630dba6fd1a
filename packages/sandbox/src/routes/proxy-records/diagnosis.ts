import type { World } from "../../world.ts";
import { wireNow } from "../organizations/rows.ts";
import type { ProxyRecordRow } from "./rows.ts";
import { isPointedAt } from "./states.ts";

/**
 * The problems of a proxy, as far as the sandbox's own DNS shows.
 * @source service 2026-09, proxy-records.md, diagnose report; the texts of checks are the sandbox's own
 */
export function diagnosisOf(world: World, row: ProxyRecordRow): Record<string, unknown> {
  const isPointed = isPointedAt(world, row);
  const record = { name: row.domain, type: "CNAME", value: row.target_cname };
  const advice = `Point a CNAME record from ${row.domain} to ${row.target_cname}.`;
  const cname = {
    id: "cname",
    name: "CNAME record",
    status: isPointed ? "passed" : "failed",
    detail: isPointed ? "The CNAME record is there." : `${row.domain} does not point to ${row.target_cname}.`,
    remediation: isPointed ? null : { type: "dns", summary: advice, records: [record] },
  };
  const isServed = row.status === "valid" || row.status === "warning";
  const certificate = {
    id: "cert_expiry",
    name: "Certificate",
    status: isServed ? "passed" : "skipped",
    detail: isServed ? "The certificate is valid." : "There is no certificate yet.",
    remediation: null,
  };
  const summary = {
    status: isPointed ? "healthy" : "fail",
    primary_issue: isPointed ? null : "cname",
    next_action: isPointed ? null : advice,
  };
  return { ran_at: wireNow(world), summary, checks: [cname, certificate] };
}

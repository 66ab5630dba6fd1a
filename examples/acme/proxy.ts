import * as orgform from "orgform/pulumi";

import { DnsRecord } from "./dns-record";
import type { Organization } from "./organization";

/** Receives events under a domain of our own, so tracker blockers don't block them. */
export function proxyEvents(organization: Organization, name: string): void {
  const proxy = new orgform.ProxyRecord("events", { ...organization, domain: name });
  const pointer = new DnsRecord("events", { name, type: "CNAME", value: proxy.targetCname });
  new orgform.ProxyRecordValidation(
    "events",
    { ...organization, recordId: proxy.recordId, pollIntervalSeconds: 2 },
    { dependsOn: pointer },
  );
}

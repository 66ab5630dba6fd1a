import * as orgform from "orgform/pulumi";

import { DnsRecord } from "./dns-record";
import type { Organization } from "./organization";

/** Proves control of the email domain, and makes Google the only way to sign in. */
export function signIn(organization: Organization, name: string): void {
  const domain = new orgform.Domain("people", { ...organization, domain: name });
  const challenge = new DnsRecord("challenge", {
    name: domain.verificationRecord.name,
    type: "TXT",
    value: domain.verificationRecord.value,
  });
  const verified = new orgform.DomainVerification(
    "people",
    { ...organization, domainId: domain.domainId, pollIntervalSeconds: 1 },
    { dependsOn: challenge },
  );
  new orgform.DomainSso(
    "people",
    { ...organization, domainId: domain.domainId, ssoEnforcement: "google-oauth2", jitProvisioningEnabled: true },
    { dependsOn: verified },
  );
}

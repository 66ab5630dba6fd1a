import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

import { DnsRecord } from "./dns-record";
import type { Organization } from "./organization";

const config = new pulumi.Config();

/** Proves control of the email domain, declares its identity provider, and makes it the only way to sign in. */
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
  const okta = new orgform.IdentityProvider("okta", {
    ...organization,
    name: "Okta",
    protocol: "saml",
    domainIds: [verified.domainId],
    saml: {
      entityId: "urn:okta",
      acsUrl: "https://okta.acme.example/sso",
      // `pulumi config set --secret samlCertificate ...`
      x509Cert: config.getSecret("samlCertificate") ?? pulumi.secret("for the sandbox"),
    },
  });
  new orgform.DomainSso(
    "people",
    { ...organization, domainId: domain.domainId, ssoEnforcement: "saml", jitProvisioningEnabled: true },
    { dependsOn: okta },
  );
}

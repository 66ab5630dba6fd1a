import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

import { TxtRecord } from "./txt-record";

const config = new pulumi.Config();

const acme = new orgform.Organization("acme", {
  name: "Acme Cloud",
  enforce2fa: true,
  // On by default. Off here, so that `pulumi destroy` can clean up after the example.
  deletionProtection: false,
});

const domain = new orgform.Domain("acme", {
  organizationId: acme.organizationId,
  domain: "cloud.acme.example",
});

// With your own DNS, use a record resource of its provider, such as aws.route53.Record.
const challenge = new TxtRecord("challenge", {
  name: domain.verificationRecord.name,
  value: domain.verificationRecord.value,
});

const verified = new orgform.DomainVerification(
  "acme",
  {
    organizationId: acme.organizationId,
    domainId: domain.domainId,
    timeoutSeconds: 60,
    pollIntervalSeconds: 1,
  },
  { dependsOn: challenge },
);

new orgform.DomainSso(
  "acme",
  {
    organizationId: acme.organizationId,
    domainId: domain.domainId,
    ssoEnforcement: config.get("signIn") === "github" ? "github" : "google-oauth2",
  },
  { dependsOn: verified },
);

export const organizationId = acme.organizationId;
export const domainId = domain.domainId;
export const slug = acme.slug;

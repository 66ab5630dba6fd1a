/**
 * What the public classes accept and give, held by the compiler: `tsc --noEmit` fails when a line that must be refused
 * is accepted. Nothing here is run.
 */
import type * as pulumi from "@pulumi/pulumi";

import * as orgform from "../../src/pulumi.ts";

declare const text: pulumi.Output<string>;
declare const flag: pulumi.Output<boolean>;

/** Arguments as literals and as outputs of other resources. */
export function accepted(): pulumi.Resource[] {
  const account = new orgform.Provider("acme", { apiKey: text, host: "https://eu.posthog.com", requestsPerMinute: 60 });
  const organization = new orgform.Organization("acme", { name: "Acme" }, { provider: account, protect: true });
  const domain = new orgform.Domain("acme", {
    organizationId: organization.organizationId,
    domain: "acme.example",
    jitProvisioningEnabled: flag,
    ssoEnforcement: "saml",
    samlX509Cert: text,
    adopt: "acme.example",
  });
  const verification = new orgform.DomainVerification(
    "acme",
    { organizationId: organization.organizationId, domainId: domain.domainId, timeoutSeconds: 60 },
    { dependsOn: [domain] },
  );
  const single = new orgform.DomainSso("acme", { domainId: verification.domainId });
  return [single, orgform.Domain.get("acme", text)];
}

/** Outputs have the types of the fields. */
export function outputs(domain: orgform.Domain, organization: orgform.Organization): unknown[] {
  const id: pulumi.Output<string> = domain.domainId;
  const optional: pulumi.Output<string | undefined> = domain.samlEntityId;
  const value: pulumi.Output<string> = domain.verificationRecord.value;
  const type: pulumi.Output<"TXT"> = domain.verificationRecord.type;
  const version: pulumi.Output<number> = organization.stateVersion;
  const held: pulumi.Output<string[] | undefined> = domain.heldBack;
  // @ts-expect-error -- an output that may be missing is no text
  const surely: pulumi.Output<string> = domain.samlEntityId;
  // @ts-expect-error -- `apiKey` is no property of a resource
  const key: unknown = domain.apiKey;
  // @ts-expect-error -- outputs are not assigned
  domain.domainId = text;
  return [id, optional, value, type, version, held, surely, key];
}

/** What the compiler has to refuse. */
export function refused(): pulumi.Resource[] {
  return [
    // @ts-expect-error -- the domain is required
    new orgform.Domain("a", {}),
    // @ts-expect-error -- a name is required
    new orgform.Organization("a"),
    // @ts-expect-error -- a name is a text
    new orgform.Organization("a", { name: 5 }),
    // @ts-expect-error -- null is no way to leave a field out
    new orgform.Organization("a", { name: "Acme", enforce2fa: null }),
    // @ts-expect-error -- a misspelt argument
    new orgform.Organization("a", { name: "Acme", deletionProtecton: false }),
    // @ts-expect-error -- an output is no argument
    new orgform.Domain("a", { domain: "acme.example", domainId: "d1" }),
    // @ts-expect-error -- no such way to sign in
    new orgform.DomainSso("a", { domainId: "d1", ssoEnforcement: "okta" }),
    // @ts-expect-error -- an output of another type
    new orgform.DomainSso("a", { domainId: "d1", jitProvisioningEnabled: text }),
    // @ts-expect-error -- a number is no text
    new orgform.DomainVerification("a", { domainId: "d1", timeoutSeconds: "60" }),
    // @ts-expect-error -- a misspelt setting
    new orgform.Provider("a", { apikey: "phx" }),
  ];
}

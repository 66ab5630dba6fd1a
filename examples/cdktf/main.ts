import { App, TerraformOutput, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Domain, DomainSso, DomainVerification, Organization, OrgformProvider } from "@orgform/cdktf";

class SingleSignOn extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Host and key come from ORGFORM_HOST and ORGFORM_API_KEY. Values set here would be in the output in plain text.
    new OrgformProvider(this, "orgform");

    const organization = new Organization(this, "acme", {
      name: "Acme Cloud",
      enforce2fa: true,
      // Makes the example easy to remove. Omit it for an organization that matters.
      deletionProtection: false,
    });

    const domain = new Domain(this, "acme-domain", {
      organizationId: organization.organizationId,
      domain: "acme.example",
    });

    // Publish this record with your DNS provider, and make the verification depend on it.
    new TerraformOutput(this, "verification-record", { value: domain.verificationRecord });

    const verification = new DomainVerification(this, "acme-verification", {
      organizationId: organization.organizationId,
      domainId: domain.domainId,
      timeoutSeconds: 900,
      pollIntervalSeconds: 1,
    });

    new DomainSso(this, "acme-sso", {
      organizationId: organization.organizationId,
      domainId: verification.domainId,
      ssoEnforcement: "google-oauth2",
    });
  }
}

const app = new App();
new SingleSignOn(app, "single-sign-on");
app.synth();

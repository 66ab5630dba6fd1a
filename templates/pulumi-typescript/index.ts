import * as orgform from "orgform/pulumi-plugin";

const acme = new orgform.Organization("acme", {
  name: "Acme Cloud",
  // On by default. Off here, so that `pulumi destroy` can clean up after a try in the sandbox.
  deletionProtection: false,
});

const domain = new orgform.Domain("domain", {
  organizationId: acme.organizationId,
  domain: "cloud.acme.example",
});

export const publishThisRecord = domain.verificationRecord;

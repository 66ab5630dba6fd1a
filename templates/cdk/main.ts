import { App, TerraformOutput, TerraformStack } from "cdktn";
import { Domain, Organization, OrgformProvider } from "@orgform/cdktn";

const app = new App();
const stack = new TerraformStack(app, "acme");

// Host and key come from ORGFORM_HOST and ORGFORM_API_KEY. Values set here would be in the output in plain text.
new OrgformProvider(stack, "orgform");

const acme = new Organization(stack, "acme", {
  name: "Acme Cloud",
  // On by default. Off here, so that `terraform destroy` can clean up after a try in the sandbox.
  deletionProtection: false,
});

const domain = new Domain(stack, "domain", {
  organizationId: acme.organizationId,
  domain: "cloud.acme.example",
});

new TerraformOutput(stack, "publish-this-record", { value: domain.verificationRecord });

app.synth();

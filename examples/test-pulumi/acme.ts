import * as orgform from "orgform/pulumi-plugin";

/** Declares the organization. It's a function so a test can run it with an engine or with mocks. */
export function acme(founders: readonly string[]) {
  const organization = new orgform.Organization("acme", { name: "Acme Cloud", deletionProtection: false });
  const invites = founders.map(
    (email) => new orgform.Invite(email, { organizationId: organization.organizationId, email, level: "admin" }),
  );
  return { organizationId: organization.organizationId, organization, invites };
}

import type * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

/** The arguments that everything in an organization shares. */
export interface Organization {
  readonly organizationId: pulumi.Input<string>;
}

/** The organization itself, with two-factor sign-in for everybody. */
export function organization(name: string): Organization {
  const { organizationId } = new orgform.Organization("acme", {
    name,
    enforce2fa: true,
    // On by default. Off here and in the projects, so that `pulumi destroy` can clean up after the example.
    deletionProtection: false,
  });
  return { organizationId };
}

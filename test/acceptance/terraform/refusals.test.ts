import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { ENGINES_BY_DAY } from "../../support/terraform-programs.ts";
import { makeDomain } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const ORGANIZATION = (protection: boolean): string => `
resource "orgform_organization" "globex" {
  name                = "Globex"
  deletion_protection = ${String(protection)}
}
`;

const INSIDE = `
resource "orgform_domain" "globex" {
  organization_id = orgform_organization.globex.organization_id
  domain          = "globex.example"
}
`;

/** Ways to request the deletion of the organization, each with its program. */
const DELETIONS = [
  [ORGANIZATION(true) + INSIDE, ["destroy", "-auto-approve"]],
  [ORGANIZATION(true) + INSIDE, ["destroy", "-auto-approve", "-target=orgform_organization.globex"]],
  ["", ["apply", "-auto-approve"]],
  [ORGANIZATION(false) + INSIDE, ["destroy", "-auto-approve"]],
  [ORGANIZATION(true) + INSIDE, ["apply", "-auto-approve", "-replace=orgform_organization.globex"]],
] as const;

describe.each(ENGINES_BY_DAY)("%s, dialect %s", (engine, dialect) => {
  test(
    "refuses to delete a protected organization, or anything inside of it, until two steps are taken",
    async () => {
      const { sandbox, workspace, writes } = await openStory(dialect, ORGANIZATION(true) + INSIDE, { engine });
      await workspace.apply();
      sandbox.control.clearRequests();
      for (const [config, deletion] of DELETIONS) {
        workspace.write(config);
        const output = await workspace.mustFail(...deletion);
        expect(output).toContain('Error: Refused to delete orgform_organization "Globex"');
        expect(output).toContain("set `deletion_protection = false` and run an update");
      }
      expect(writes()).toEqual([]);
      workspace.write(ORGANIZATION(false) + INSIDE);
      await workspace.apply();
      expect(writes()).toEqual([]);
      await workspace.must("destroy", "-auto-approve");
      expect(sandbox.control.organizations().map(({ name }) => name)).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );
});

describe.each(SCENARIO_DIALECTS)("terraform, dialect %s", (dialect) => {
  test(
    "reports bad values with their line, before any request",
    async () => {
      const { sandbox, workspace } = await openStory(
        dialect,
        'resource "orgform_domain" "acme" {\n  domain = "Acme.Example"\n  slug = 1\n}\n',
      );
      expect(await workspace.mustFail("validate")).toContain('An argument named "slug" is not expected here.');
      workspace.write('resource "orgform_domain" "acme" {\n  domain    = "Acme.Example"\n  domain_id = "x"\n}\n');
      const output = await workspace.mustFail("validate");
      expect(output).toContain('expected a domain name in lower case such as "acme.example"');
      expect(output).toMatch(/on main\.tf line \d+, in resource "orgform_domain" "acme": \d+: domain /u);
      expect(output).toContain("domain_id is an output of orgform_domain: the service decides it; remove it.");
      expect(sandbox.control.requests()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "names the missing provider settings, and where they can come from",
    async () => {
      const { workspace } = await openStory(
        dialect,
        'provider "orgform" {\n  request_timeout_seconds = 0.5\n}\nresource "orgform_organization" "a" {\n  name = "A"\n}\n',
      );
      expect(await workspace.mustFail("plan")).toContain(
        'The setting request_timeout_seconds is "0.5"; a whole number is expected.',
      );
      workspace.write('resource "orgform_domain" "a" {\n  domain = "globex.example"\n}\n');
      expect(await workspace.mustFail("plan")).toContain(
        "organization_id is required: set it here, or set `organization_id` in the provider's block.",
      );
    },
    STORY_LIMIT_MS,
  );

  test(
    "stops at somebody else's object, and adopts it on request",
    async () => {
      const config = (organizationId: string, adopt = ""): string => `
resource "orgform_domain" "globex" {
  organization_id = "${organizationId}"
  domain          = "globex.example"
  saml_entity_id  = "urn:ours"
  ${adopt}
}
`;
      const { sandbox, workspace, writes } = await openStory(dialect, ({ organizationId }) => config(organizationId));
      const { organizationId } = sandbox;
      const id = await makeDomain(sandbox, organizationId, { domain: "globex.example", saml_entity_id: "urn:theirs" });
      sandbox.control.clearRequests();
      const output = await workspace.mustFail("apply", "-auto-approve");
      expect(output).toContain('saml_entity_id is "urn:theirs", declared is "urn:ours"');
      expect(output).toContain(`set \`adopt = "${organizationId}/${id}"\``);
      expect(writes()).toEqual([]);
      workspace.write(config(organizationId, 'adopt = "globex.example"'));
      await workspace.apply();
      expect(await workspace.planStatus()).toBe(0);
      expect(sandbox.control.domains().find((row) => row["id"] === id)?.["saml_entity_id"]).toBe("urn:ours");
      workspace.write(config(organizationId));
      expect(await workspace.planStatus()).toBe(0);
    },
    STORY_LIMIT_MS,
  );

  test(
    "keeps an incomplete object as tainted, and completes it once it's untainted",
    async () => {
      const config = (organizationId: string): string => `
resource "orgform_domain" "globex" {
  organization_id = "${organizationId}"
  domain          = "globex.example"
  saml_entity_id  = "urn:ours"
  saml_x509_cert  = "MIIB"
}
`;
      const { sandbox, workspace } = await openStory(dialect, ({ organizationId }) => config(organizationId));
      // An apply that never learns whether its create was carried out, followed by the object that the create left. A
      // secret can't prove that the object is the same, so it's sent again.
      sandbox.control.addFault({ kind: "status", status: 500, method: "POST" });
      await workspace.mustFail("apply", "-auto-approve");
      const own = { domain: "globex.example", saml_entity_id: "urn:ours" };
      const id = await makeDomain(sandbox, sandbox.organizationId, own);
      sandbox.control.addFault({ kind: "status", status: 400, method: "PATCH", times: 0 });
      const output = await workspace.mustFail("apply", "-auto-approve");
      expect(output).toContain('Warning: orgform_domain "globex.example" was recovered');
      expect(output).toContain("Error: orgform_domain");
      expect(output).toContain("To keep it, run `terraform untaint <address>`");
      sandbox.control.clearFaults();
      expect(workspace.resources()[0]?.instances[0]?.status).toBe("tainted");
      expect(await workspace.must("plan")).toMatch(/orgform_domain\.globex is tainted, so (?:it )?must be replaced/u);
      await workspace.must("untaint", "orgform_domain.globex");
      expect(await workspace.apply()).toContain("Resources: 0 added, 1 changed, 0 destroyed.");
      expect(sandbox.control.domains().find((row) => row["id"] === id)?.["saml_x509_cert"]).toBe("MIIB");
      expect(await workspace.planStatus()).toBe(0);
    },
    STORY_LIMIT_MS,
  );
});

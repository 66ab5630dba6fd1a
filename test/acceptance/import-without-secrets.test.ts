import { afterEach, expect, test } from "@jest/globals";

import type { Sandbox } from "../../packages/sandbox/src/index.ts";
import { closeTerraformStories, openStory } from "./terraform/fixture.ts";
import { openPluginStory, pluginProgram } from "./support/plugin-story.ts";
import { keyOf } from "./support/service.ts";
import { closeStories, STORY_LIMIT_MS } from "./support/story.ts";

afterEach(closeTerraformStories);
afterEach(closeStories);

const DIALECT = "2026-09";

/** Objects that can't be declared without a secret, by the type and the ID for their import. */
async function furnish(sandbox: Sandbox): Promise<{ readonly resource: string; readonly id: string }[]> {
  const { organizationId } = sandbox;
  const apiKey = keyOf(sandbox, null);
  const send = async (path: string, body: object): Promise<{ readonly id: string | number }> => {
    const answer = await fetch(`${sandbox.host}/api/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { readonly id: string | number };
  };
  const provider = await send(`organizations/${organizationId}/identity_provider_configs/`, {
    name: "Okta",
    config_scope: "saml",
    saml_entity_id: "urn:okta",
    saml_acs_url: "https://okta.example/sso",
    saml_x509_cert: "HUSHED",
  });
  await send("projects/1/integrations/", {
    kind: "aws-s3",
    config: { name: "lake", aws_access_key_id: "HUSHED", aws_secret_access_key: "HUSHED" },
  });
  await send("projects/1/integrations/", {
    kind: "postgresql",
    config: { host: "db.acme.example", port: 5432, user: "loader", password: "HUSHED", ssl_mode: "require" },
  });
  return [
    { resource: "identity_provider", id: `${organizationId}/${provider.id}` },
    { resource: "integration", id: "1/aws-s3/lake" },
    { resource: "integration", id: "1/postgresql/loader@db.acme.example:5432" },
  ];
}

test(
  "Terraform generates a configuration that plans unchanged, and asks for a secret if it's needed",
  async () => {
    const { sandbox, workspace, writes } = await openStory(DIALECT, "");
    const objects = await furnish(sandbox);
    const blocks = (more: string): string =>
      objects
        .map(({ resource, id }, at) => `import {\n  to = orgform_${resource}.at_${at}\n  id = "${id}"\n${more}}\n`)
        .join("");
    // Only a generation uses the provider of undeclared objects.
    workspace.write(blocks("  provider = orgform\n"));
    sandbox.control.clearRequests();
    const planned = await workspace.must("plan", "-generate-config-out=generated.tf");
    expect(planned).toContain("Plan: 3 to import, 0 to add, 0 to change, 0 to destroy.");
    workspace.write(blocks(""));
    expect(await workspace.apply()).toContain("3 imported, 0 added, 0 changed, 0 destroyed");
    const generated = workspace.read("generated.tf");
    expect(`${generated}${workspace.read("terraform.tfstate")}`).not.toContain("HUSHED");
    // Without the service's defaults that the generation writes, as a person would declare it.
    workspace.write(generated.replaceAll(/^ *(?:ssl_mode|authentication_type) .*\n/gmu, ""), "generated.tf");
    workspace.write("");
    expect(await workspace.planStatus()).toBe(0);
    expect(writes()).toEqual([]);

    workspace.write(generated.replace('"Okta"', '"Okta 2"'), "generated.tf");
    expect(await workspace.apply()).toContain("0 added, 1 changed, 0 destroyed");
    workspace.write('resource "orgform_integration" "other" {\n  project_id = 1\n  aws_s3 = { name = "other" }\n}\n');
    expect(await workspace.mustFail("plan")).toContain("aws_s3.aws_access_key_id is required");
  },
  STORY_LIMIT_MS,
);

test(
  "Pulumi imports them without reporting the missing secrets as a bug, and a refresh finds nothing",
  async () => {
    const { sandbox, stack } = await openPluginStory(DIALECT, pluginProgram([]));
    const objects = await furnish(sandbox);
    const types = { identity_provider: "IdentityProvider", integration: "Integration" } as const;
    const outputs: string[] = [];
    for (const [at, { resource, id }] of objects.entries()) {
      const type = `orgform:index:${types[resource as keyof typeof types]}`;
      outputs.push(
        await stack.must("import", "--yes", "--protect=false", "--generate-code=false", type, `at-${at}`, id),
      );
    }
    expect(outputs.join("\n")).not.toMatch(/bug in the provider|failed to validate/u);
    expect(await stack.must("refresh", "--yes", "--expect-no-changes", "--skip-preview")).not.toContain("HUSHED");
  },
  STORY_LIMIT_MS,
);

import { afterEach, expect, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { type Canary, filesBelow, sightingsOf } from "../../support/canary.ts";
import { bareOf, VALID } from "../../support/certificates.ts";
import { engineHas, EVERY_ENGINE } from "../../support/terraform-programs.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";

afterEach(closeTerraformStories);

const SECRETS: Readonly<Record<string, string>> = {
  key_id: "CANARYkeyid-30a7",
  key: "CANARYkey-5be1",
  client_secret: "CANARYclient-77c2",
  certificate: bareOf(VALID),
};
const GIVEN = Object.fromEntries(Object.entries(SECRETS).map(([name, value]) => [`TF_VAR_${name}`, value]));
const CANARIES: readonly Canary[] = Object.entries(SECRETS).map(([name, value]) => ({ name, value }));

interface Form {
  readonly storesSecrets?: boolean;
  /** How the configuration sets the integration's key. */
  readonly key?: string;
}

const WRITE_ONLY = "aws_secret_access_key_wo = var.key, aws_secret_access_key_wo_version = 1";

/** A program with every way to pass a secret without storing it: a variable, and an ephemeral resource. */
const program = ({ organizationId }: Sandbox, { storesSecrets = false, key = WRITE_ONLY }: Form = {}): string => `
${Object.keys(SECRETS)
  .map(
    (name) => `variable "${name}" {\n  type      = string\n  ephemeral = ${name !== "key" || key === WRITE_ONLY}\n}\n`,
  )
  .join("")}
provider "orgform" {
  organization_id = "${organizationId}"
  store_secrets   = ${storesSecrets}
}
resource "orgform_project" "shop" {
  name                = "Shop"
  deletion_protection = false
}
ephemeral "orgform_project" "shop" {
  project_id = orgform_project.shop.project_id
}
resource "orgform_hog_function" "hook" {
  project_id               = orgform_project.shop.project_id
  type                     = "destination"
  name                     = "Hook"
  hog                      = "return event"
  inputs_schema            = jsonencode([{ key = "token", type = "string", label = "Token", secret = true }])
  secret_inputs_wo         = { token = ephemeral.orgform_project.shop.api_token }
  secret_inputs_wo_version = 1
}
resource "orgform_integration" "lake" {
  project_id = orgform_project.shop.project_id
  aws_s3     = { name = "lake", aws_access_key_id_wo = var.key_id, aws_access_key_id_wo_version = 1, ${key} }
}
resource "orgform_identity_provider" "saml" {
  name       = "Okta"
  protocol   = "saml"
  domain_ids = []
  saml = {
    entity_id            = "urn:okta"
    acs_url              = "https://okta.example/sso"
    x509_cert_wo         = var.certificate
    x509_cert_wo_version = 1
  }
}
resource "orgform_identity_provider" "oidc" {
  name       = "Okta"
  protocol   = "oidc"
  domain_ids = []
  oidc = {
    issuer_url               = "https://okta.example"
    client_id                = "acme"
    client_secret_wo         = var.client_secret
    client_secret_wo_version = 1
  }
}
`;

const ENGINES = EVERY_ENGINE.filter((engine) => engineHas(engine, "write-only") && engineHas(engine, "ephemeral"));

for (const engine of EVERY_ENGINE.filter((one) => !ENGINES.includes(one))) {
  test(`${engine}: refuses a program that needs what it lacks`, async () => {
    const { workspace, writes } = await openStory("2026-09", program, { engine, variables: GIVEN });
    expect(await workspace.mustFail("plan")).toMatch(/type "ephemeral" are not expected|write-only/iu);
    expect(writes()).toEqual([]);
  });
}

for (const engine of ENGINES) {
  test(
    `${engine}: secrets that are given write-only or read by an ephemeral resource are in no plan, state, or output`,
    async () => {
      const { sandbox, workspace } = await openStory("2026-09", program, { engine, variables: GIVEN });
      const outputs = [await workspace.must("plan", "-out=first.plan")];
      outputs.push(await workspace.must("show", "-json", "first.plan"), await workspace.must("apply", "first.plan"));
      expect(await workspace.planStatus("-out=second.plan")).toBe(0);

      const rows = (of: string) => sandbox.control.call("GET", of) as Values[];
      const token = String(rows("projects").find(({ name }) => name === "Shop")?.["api_token"]);
      expect(JSON.stringify(rows("hog-functions"))).toContain(token);
      const held = JSON.stringify([rows("integrations"), rows("identity-provider-configs")]);
      for (const { value } of CANARIES) expect(held).toContain(value);

      const canaries = [...CANARIES, { name: "api_token", value: token }];
      const seen = (): string[] => [
        ...new Set(
          sightingsOf(canaries, { ...filesBelow(workspace.folder), outputs: outputs.join("\n") }).map(
            ({ canary, where }) => `${canary} in ${where}`,
          ),
        ),
      ];
      expect(seen()).toEqual([]);

      // The search finds secrets that are stored: one in its other form, and the outputs of a provider that stores
      // them.
      workspace.write(program(sandbox, { storesSecrets: true, key: "aws_secret_access_key = var.key" }));
      await workspace.must("plan", "-out=leak.plan");
      await workspace.must("apply", "leak.plan");
      expect(seen()).toEqual(
        expect.arrayContaining(["key in leak.plan", "key in terraform.tfstate", "api_token in terraform.tfstate"]),
      );
    },
    STORY_LIMIT_MS,
  );
}

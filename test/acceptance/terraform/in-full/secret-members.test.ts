import { afterEach, expect, test } from "@jest/globals";

import type { Sandbox } from "../../../../packages/sandbox/src/index.ts";
import type { Values } from "../../../../src/model/json-value.ts";
import { runOrgform } from "../../../cli/spawn-orgform.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";
import { PluginFolder } from "../plugin-folder.ts";

afterEach(closeTerraformStories);

/** Secrets inside an attribute that isn't secret. They are in the state, and must not show anywhere else. */
const FIRST = "CANARYpassword-4e0b2d";
const SECOND = "CANARYrotated-8f61a3";

function config({ organizationId, control }: Sandbox, database = "events"): string {
  const [project] = control.call("GET", `projects?organization=${organizationId}`) as { number: number }[];
  return `
variable "password" {
  type = string
}
resource "orgform_batch_export" "events" {
  organization_id = "${organizationId}"
  project_id      = ${project?.number ?? 0}
  name            = "Events"
  interval        = "hour"
  destination = {
    postgres = { host = "db.acme.example", database = "${database}", user = "CANARYuser", password = var.password }
  }
}
`;
}

function configAt({ control }: Sandbox): unknown {
  return (control.call("GET", "batch-exports") as { destination: { config: object } }[])[0]?.destination.config;
}

test(
  "an attribute with secrets inside shows its other parts, is imported, and then shows no difference",
  async () => {
    const { sandbox, workspace, writes } = await openStory("2025-08", (own) => config(own));
    const first = [`-var=password=${FIRST}`];
    const second = [`-var=password=${SECOND}`];
    const outputs = [await workspace.must("plan", ...first)];
    expect(outputs[0]).toMatch(/database += "events"[^]*password += \(sensitive value\)/u);
    outputs.push(await workspace.apply(...first));
    expect(configAt(sandbox)).toMatchObject({ user: "CANARYuser", password: FIRST });
    expect(await workspace.planStatus(...first)).toBe(0);

    workspace.write(config(sandbox, "other"));
    outputs.push(await workspace.must("plan", ...second));
    expect(outputs.at(-1)).toMatch(/~ database += "events" -> "other"/u);
    expect(outputs.at(-1)).toMatch(/~ password += \(sensitive value\)/u);
    sandbox.control.clearRequests();
    outputs.push(await workspace.apply(...second));
    expect(writes()).toHaveLength(1);
    expect(configAt(sandbox)).toMatchObject({ database: "other", user: "CANARYuser", password: SECOND });
    expect(await workspace.planStatus(...second)).toBe(0);

    const [{ id } = { id: "" }] = sandbox.control.call("GET", "batch-exports") as { id: string }[];
    outputs.push(await workspace.must("state", "rm", "orgform_batch_export.events"));
    const address = "orgform_batch_export.events";
    outputs.push(await workspace.must("import", ...second, address, `${sandbox.organizationId}/${id}`));
    expect(workspace.read("terraform.tfstate")).not.toContain("CANARY");
    sandbox.control.clearRequests();
    outputs.push(await workspace.apply(...second));
    expect(writes()).toEqual([]);
    expect(await workspace.planStatus(...second)).toBe(0);
    outputs.push(await workspace.must("destroy", "-auto-approve", ...second));
    outputs.push(JSON.stringify(sandbox.control.requests()));
    for (const text of outputs) expect(text).not.toContain("CANARY");
  },
  STORY_LIMIT_MS,
);

const NEWER = ["key", "token", "certificate", "client_secret"] as const;

/** Every resource with a secret that only 2026-09 has. */
const newer = ({ organizationId }: Sandbox): string => `
${NEWER.map((name) => `variable "${name}" {\n  type = string\n}\n`).join("")}
resource "orgform_integration" "keys" {
  project_id = 1
  aws_s3     = { name = "lake", aws_access_key_id = "AKIA", aws_secret_access_key = var.key }
}
resource "orgform_hog_function" "hook" {
  project_id    = 1
  type          = "destination"
  name          = "Hook"
  hog           = "return event"
  inputs_schema = jsonencode([{ key = "token", type = "string", label = "Token", secret = true }])
  secret_inputs = { token = var.token }
}
resource "orgform_identity_provider" "saml" {
  organization_id = "${organizationId}"
  name            = "Okta"
  protocol        = "saml"
  domain_ids      = []
  saml            = { entity_id = "urn:okta", acs_url = "https://okta.example/sso", x509_cert = var.certificate }
}
resource "orgform_identity_provider" "oidc" {
  organization_id = "${organizationId}"
  name            = "Okta"
  protocol        = "oidc"
  domain_ids      = []
  oidc            = { issuer_url = "https://okta.example", client_id = "acme", client_secret = var.client_secret }
}
resource "orgform_identity_provider" "scim" {
  organization_id = "${organizationId}"
  name            = "Okta"
  protocol        = "scim"
  domain_ids      = []
  scim            = { enabled = true }
}
`;

test(
  "secrets of the kinds that are new in 2026-09 are in no plan, debug log, or drift report",
  async () => {
    const folder = new PluginFolder();
    try {
      const { sandbox, workspace, apiKey } = await openStory("2026-09", newer, {
        ...folder.options,
        variables: { TF_LOG: "DEBUG" },
      });
      // In a file, because the engine logs its arguments.
      const give = (time: string): void =>
        workspace.write(
          JSON.stringify(Object.fromEntries(NEWER.map((name) => [name, `CANARY${name}${time}`]))),
          "own.auto.tfvars.json",
        );
      give("1");
      const outputs = [await workspace.must("plan"), await workspace.apply()];
      give("2");
      outputs.push(await workspace.must("plan"), await workspace.apply());
      const rows = (of: string) => sandbox.control.call("GET", of) as Values[];
      const configs = rows("identity-provider-configs");
      const held = JSON.stringify([rows("integrations"), rows("hog-functions"), configs]);
      for (const name of NEWER) expect(held).toContain(`CANARY${name}2`);
      const token = String(configs.find(({ scim_enabled: isOn }) => isOn === true)?.["scim_bearer_token"]);
      expect(workspace.read("terraform.tfstate")).toContain(token);

      const hook = rows("hog-functions").find(({ name }) => name === "Hook");
      sandbox.control.call("PATCH", `hog-functions/${String(hook?.["id"])}`, { name: "Renamed" });
      const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey };
      for (const format of ["text", "json"]) {
        const told = await runOrgform(["drift", "--cwd", workspace.folder, "--format", format], [], env);
        expect([format, told.code]).toEqual([format, 2]);
        outputs.push(told.stdout, told.stderr);
      }
      outputs.push(await workspace.must("plan", "-refresh-only"), await workspace.must("destroy", "-auto-approve"));
      outputs.push(JSON.stringify(sandbox.control.requests()));
      expect(outputs.join("\n")).toMatch(/\[DEBUG\][^\n]*orgform/u);
      for (const text of outputs) {
        expect(text).not.toMatch(/CANARY(?:key|token|certificate|client_secret)/u);
        expect(text).not.toContain(token);
        expect(text).not.toContain(apiKey);
      }
    } finally {
      folder.dispose();
    }
  },
  STORY_LIMIT_MS,
);

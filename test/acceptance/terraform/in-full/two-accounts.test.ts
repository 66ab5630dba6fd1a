import { afterEach, expect, test } from "@jest/globals";

import type { Sandbox } from "../../../../packages/sandbox/src/index.ts";
import { runOrgform } from "../../../cli/spawn-orgform.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";
import { PluginFolder } from "../plugin-folder.ts";

// The engine starts a process for each of the two provider blocks.
const folder = new PluginFolder();
afterEach(closeTerraformStories);
afterEach(() => folder.dispose());

const config = (own: Sandbox, other: Sandbox): string => `
variable "other_key" {
  type = string
}
provider "orgform" {
  organization_id = "${own.organizationId}"
}
provider "orgform" {
  alias           = "other"
  host            = "${other.host}"
  api_key         = var.other_key
  organization_id = "${other.organizationId}"
}
resource "orgform_domain" "own" {
  domain = "own.example"
}
resource "orgform_domain" "other" {
  provider = orgform.other
  domain   = "other.example"
}
`;

test(
  "drift reads each provider's objects with that provider's key from the environment",
  async () => {
    const { sandbox: other, apiKey: otherKey } = await openStory("2025-08", "");
    const { sandbox, apiKey, workspace } = await openStory("2025-08", (own) => config(own, other), folder.options);
    await workspace.apply(`-var=other_key=${otherKey}`);
    const drift = async (more: Readonly<Record<string, string>> = {}) => {
      const { code, stdout } = await runOrgform(["drift", "--cwd", workspace.folder, "--format", "json"], [], {
        ORGFORM_HOST: sandbox.host,
        ORGFORM_API_KEY: apiKey,
        ...more,
      });
      const report = JSON.parse(stdout) as {
        readonly host: string;
        readonly changed: readonly unknown[];
        readonly missing: readonly { readonly address: string }[];
        readonly unchecked: readonly { readonly address?: string; readonly reason: string }[];
      };
      return { code, ...report };
    };

    const { unchecked } = await drift();
    expect(unchecked).toEqual([
      expect.objectContaining({
        address: "orgform_domain.other",
        reason: expect.stringContaining("Set ORGFORM_API_KEY_OTHER to the key of the provider other"),
      }),
    ]);

    const both = { ORGFORM_API_KEY_OTHER: otherKey };
    expect(await drift(both)).toMatchObject({ unchecked: [], changed: [], host: `${sandbox.host}, ${other.host}` });
    const id = String(workspace.attributes("orgform_domain", "other")["domain_id"]);
    const path = `${other.host}/api/organizations/${other.organizationId}/domains/${id}/`;
    await fetch(path, { method: "DELETE", headers: { authorization: `Bearer ${otherKey}` } });
    expect((await drift(both)).missing.map(({ address }) => address)).toEqual(["orgform_domain.other"]);
  },
  STORY_LIMIT_MS,
);

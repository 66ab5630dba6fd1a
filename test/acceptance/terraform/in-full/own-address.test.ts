import { afterEach, describe, expect, test } from "@jest/globals";

import { EVERY_ENGINE } from "../../../support/terraform-programs.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";

afterEach(closeTerraformStories);

const HOSTS = { terraform: "registry.terraform.io", opentofu: "registry.opentofu.org" } as const;

describe.each(EVERY_ENGINE)("a state of Orgform at another address, %s", (engine) => {
  const host = HOSTS[engine];

  /** A state with a role whose provider was installed from another address. */
  async function elsewhere() {
    const story = await openStory(
      "2026-09",
      ({ organizationId }) =>
        `provider "orgform" {\n  organization_id = "${organizationId}"\n}\nresource "orgform_role" "eng" {\n  name = "Engineering"\n}\n`,
      { engine },
    );
    const { workspace } = story;
    await workspace.must("init");
    await workspace.apply();
    const state = workspace.read("terraform.tfstate");
    workspace.write(state.replaceAll("/orgform/orgform", "/acme/orgform"), "terraform.tfstate");
    return story;
  }

  test(
    "only needs the new source while the old address can still be installed",
    async () => {
      const { workspace, writes, sandbox } = await elsewhere();
      const served = JSON.parse(workspace.environment["TF_REATTACH_PROVIDERS"] ?? "{}") as Record<string, unknown>;
      workspace.attachBeside({ [`${host}/acme/orgform`]: Object.values(served)[0] });
      await workspace.must("init");
      sandbox.control.clearRequests();
      await workspace.apply();
      expect(workspace.read("terraform.tfstate")).toContain(`${host}/orgform/orgform`);
      expect(workspace.read("terraform.tfstate")).not.toContain("/acme/");
      expect([await workspace.planStatus(), writes()]).toEqual([0, []]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "needs `state replace-provider` if it can't",
    async () => {
      const { workspace } = await elsewhere();
      await workspace.mustFail("plan");
      const addresses = [`${host}/acme/orgform`, `${host}/orgform/orgform`];
      await workspace.must("state", "replace-provider", "-auto-approve", ...addresses);
      await workspace.must("init");
      expect(await workspace.planStatus()).toBe(0);
    },
    STORY_LIMIT_MS,
  );
});

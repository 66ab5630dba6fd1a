import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "@jest/globals";

import { TerraformWorkspace } from "../../../support/terraform-workspace.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "../fixture.ts";
import { PluginFolder } from "../plugin-folder.ts";

const opened: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  while (opened.length > 0) await opened.pop()?.();
  await closeTerraformStories();
});

/** Objects that a second declaration would silently adopt if they didn't belong to another stack. */
const shared = (organizationId: string): string => `
resource "orgform_invite" "new" {
  organization_id = "${organizationId}"
  email           = "new@acme.example"
}
resource "orgform_membership" "newer" {
  organization_id = "${organizationId}"
  email           = "newer@acme.example"
  level           = "member"
}
resource "orgform_proxy_record" "events" {
  organization_id = "${organizationId}"
  domain          = "e.acme.example"
}
`;

test(
  "a stack doesn't adopt objects of another stack with the same key, so its destroy leaves them",
  async () => {
    const records = mkdtempSync(join(tmpdir(), "orgform-shared-records-"));
    opened.push(() => rmSync(records, { recursive: true, force: true }));
    // The engine starts its own provider processes, each in the folder of its stack.
    const folder = new PluginFolder();
    opened.push(() => folder.dispose());
    const options = { ...folder.options, variables: { ORGFORM_INTENTS_DIR: records } };
    const first = await openStory("2026-09", ({ organizationId }) => shared(organizationId), options);
    const { sandbox, apiKey } = first;
    expect(await first.workspace.apply()).toContain("3 added");

    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey };
    const second = await TerraformWorkspace.create(shared(sandbox.organizationId), env, options);
    opened.push(() => second.dispose());
    sandbox.control.clearRequests();
    const refused = await second.mustFail("apply", "-auto-approve");
    expect(refused.match(/exists already/gu)?.length ?? 0).toBeGreaterThanOrEqual(3);
    await second.must("destroy", "-auto-approve");
    expect(first.writes()).toEqual([]);
    expect(await first.workspace.planStatus()).toBe(0);
  },
  STORY_LIMIT_MS,
);

import { join } from "node:path";

import { afterEach, expect, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { openPluginStory, pluginProgram } from "../support/plugin-story.ts";
import { makeDomain } from "../support/service.ts";
import { closeStories, STORY_LIMIT_MS, type StoryOptions } from "../support/story.ts";

const SCHEMA = join(__dirname, "../../../src/engines/pulumi/plugin/schema.generated.json");

afterEach(closeStories);

/** `pulumi do` has no stack, so the host and the key come from the environment. */
const inEnvironment = ({ host, apiKey, organizationId }: Sandbox): StoryOptions => ({
  config: {},
  secrets: {},
  env: { ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey, ORGFORM_ORGANIZATION_ID: organizationId },
});

test.each(SCENARIO_DIALECTS)(
  "the engine takes the schema, and an operator lists, looks up, reads, makes, changes, deletes and calls without a program (%s)",
  async (dialect) => {
    const story = await openPluginStory(dialect, pluginProgram([]), inEnvironment);
    const { sandbox, stack } = story;
    const { organizationId } = sandbox;
    expect(await stack.must("schema", "check", SCHEMA)).not.toMatch(/error|warning/iu);
    const plugin = join(stack.program, "plugin/pulumi-resource-orgform");
    // The command prints its progress before the result.
    const operate = async (...args: readonly string[]): Promise<unknown> =>
      JSON.parse((await stack.must("do", "--package", plugin, ...args)).replace(/^[^[{]*/u, ""));
    const id = `${organizationId}/${await makeDomain(sandbox, organizationId, { domain: "known.example" })}`;
    expect(await operate("orgform:Domain", "list")).toEqual([{ id, name: "known.example" }]);
    expect(await operate("orgform:getDomain", "--domain", "known.example")).toMatchObject({ id, organizationId });
    expect(await operate("orgform:Domain", "read", id, "--output", "json")).toMatchObject({ id });
    sandbox.control.clearRequests();
    const change = ["do", "--package", plugin, "orgform:Domain", "patch", id, "--stateless", "--yes"];
    const refused = await stack.run(...change, "--domain", "other.example");
    expect(refused.output).toContain("A change of domain replaces the object");
    expect(story.writes()).toEqual([]);
    await stack.must(...change, "--saml-entity-id", "https://idp.example");
    expect(story.domain("known.example")).toMatchObject({ saml_entity_id: "https://idp.example" });
    const create = ["orgform:Organization", "create", "--stateless", "--yes"];
    await stack.must("do", "--package", plugin, ...create, "--name", "Operated");
    expect(story.organizationNames()).toEqual(["Acme", "Operated"]);
    await stack.must("do", "--package", plugin, "orgform:Domain", "delete", id, "--stateless", "--yes");
    expect(story.domainNames()).toEqual([]);
    expect(await operate("orgform:listOrganizations", "--limit", "1")).toMatchObject({ items: [{ name: "Acme" }] });
    // A flag can't hold a list, so a file contains it.
    stack.write({ "erase.pp": 'projectId = "@current"\ndistinctIds = ["ada"]\nconfirm = "1"\n' });
    const erase = ["orgform:call:bulkDeletePersons", "--input", "pcl", "--input-file", join(stack.program, "erase.pp")];
    sandbox.control.clearRequests();
    expect(await operate(...erase, "--dry-run", "--on-every-run")).toEqual({
      planned: true,
      plan: "would delete 1 person",
    });
    expect(story.writes()).toEqual([]);
    expect(await operate(...erase, "--on-every-run")).toMatchObject({ planned: false, requested: 1 });
    expect(story.writes()).toHaveLength(1);
  },
  STORY_LIMIT_MS,
);

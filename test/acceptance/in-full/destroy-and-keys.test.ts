import { rmSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { DOCUMENTED_SCOPES, type Sandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { testInFull } from "../../support/extent.ts";
import { code, type Declared, declare, programOf } from "../support/program-text.ts";
import { keyOf } from "../support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

function organization(args: object = {}): Declared[] {
  return [
    declare("Organization", "org", { name: "Kept", ...args }),
    declare("Domain", "domain", { organizationId: code("org.organizationId"), domain: "kept.example" }),
  ];
}

/** Deletes every key of the sandbox and creates a new one, like a person who rotates keys. */
function rotate(sandbox: Sandbox): string {
  for (const { id } of sandbox.control.keys()) sandbox.control.deleteKey(id);
  return keyOf(sandbox, DOCUMENTED_SCOPES);
}

function setKey(story: Story, apiKey: string): Promise<string> {
  return story.stack.must("config", "set", "--secret", "orgform:apiKey", apiKey);
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  testInFull(
    "after deletion protection is lifted, a destroy passes with the last update's program and key gone",
    async () => {
      const story = await Story.open(dialect, programOf(organization()));
      await story.stack.up();
      expect((await story.stack.run("destroy", "--yes", "--skip-preview")).status).not.toBe(0);
      expect(story.organizationNames()).toEqual(["Acme", "Kept"]);

      story.declare(organization({ deletionProtection: false }));
      await story.stack.up();
      rmSync(join(story.stack.program, "index.js"));
      await setKey(story, "phx_never_used");
      expect(await story.stack.refresh("--expect-no-changes")).toContain("3 unchanged");
      story.sandbox.control.clearRequests();
      await story.stack.destroy();
      expect(story.writes().map((write) => write.split(" ")[0])).toEqual(["DELETE", "DELETE"]);
      expect([story.organizationNames(), story.domainNames()]).toEqual([["Acme"], []]);
      expect((await story.stack.deployment()).resources ?? []).toEqual([]);
    },
  );

  test("after a key rotation, a plain refresh fails and keeps the state; run-program and update work", async () => {
    const story = await Story.open(dialect, programOf(organization({ deletionProtection: false })));
    const { sandbox, stack } = story;
    await stack.up();
    const before = await story.managed();
    expect(before).toHaveLength(2);
    const second = rotate(sandbox);
    await setKey(story, second);

    const refused = await stack.run("refresh", "--yes", "--skip-preview");
    expect(refused.status).not.toBe(0);
    expect(refused.output).toMatch(
      /error: Could not read Domain \S+\n {4}The service answered 401 authentication_failed /u,
    );
    expect(refused.output).toContain(
      "    A refresh or destroy uses the settings of the last update: if the key was changed since, run `pulumi up` first, or add `--run-program`.\n",
    );
    expect(refused.output).not.toContain(second);
    expect(await story.managed()).toEqual(before);
    expect(await stack.refresh("--run-program", "--expect-no-changes")).toContain("3 unchanged");

    await setKey(story, rotate(sandbox));
    story.declare(organization({ deletionProtection: false, enforce2fa: true }));
    expect(await story.up()).toEqual([`PATCH /api/organizations/${story.organization("Kept").id}/`]);
    expect(await stack.refresh("--expect-no-changes")).toContain("3 unchanged");
    await stack.destroy();
    expect(story.organizationNames()).toEqual(["Acme"]);
  });
});

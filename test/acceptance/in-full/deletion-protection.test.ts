import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { testInFull } from "../../support/extent.ts";
import { installPlugin, onPlugin } from "../support/plugin-story.ts";
import { code, declare, programOf } from "../support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

/** An organization, a domain in it, and a domain outside it. */
function program(args: object = {}, options?: Readonly<Record<string, unknown>>): string {
  const organizationId = code("org.organizationId");
  return programOf([
    declare("Organization", "org", { name: "Kept", ...args }, options),
    declare("Domain", "child", { organizationId, domain: "child.example" }, { parent: code("org") }),
    declare("Domain", "beside", { organizationId, domain: "beside.example" }),
  ]);
}

const ENGINES = [
  ["dynamic", (text: string) => text],
  ["plugin", onPlugin],
] as const;

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test.each(ENGINES)(
    "%s: a destroy with protection on deletes nothing, and passes after one update with it off",
    async (engine, textOf) => {
      const story = await Story.open(dialect, textOf(program()));
      if (engine === "plugin") installPlugin(story);
      const { stack } = story;
      expect((await story.up()).filter((write) => write.startsWith("POST"))).toHaveLength(3);

      story.sandbox.control.clearRequests();
      // The engine refuses in its preview. Without a preview, it deletes the contents before the organization.
      const refused = await stack.run("destroy", "--yes");
      expect(refused.status).not.toBe(0);
      expect(refused.output).toContain("because it is protected");
      expect(story.writes()).toEqual([]);
      expect([story.organizationNames(), story.domainNames()]).toEqual([
        ["Acme", "Kept"],
        ["beside.example", "child.example"],
      ]);

      stack.write({ "index.js": textOf(program({ deletionProtection: false })) });
      expect(await story.up()).toEqual([]);
      await stack.destroy();
      expect([story.organizationNames(), story.domainNames()]).toEqual([["Acme"], []]);
    },
  );

  testInFull("the object's guard refuses after the engine's protection was removed manually", async () => {
    const story = await Story.open(dialect, program({}, { protect: false }));
    await story.stack.up();
    const refused = await story.stack.run("destroy", "--yes", "--skip-preview");
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain(
      [
        'error: Refused to delete Organization "Kept"',
        "    `deletionProtection` is on in the state. Deleting an organization deletes everything in it.",
        "    First set `deletionProtection: false` and run an update. Then delete.",
      ].join("\n"),
    );
    expect(story.organizationNames()).toEqual(["Acme", "Kept"]);
  });
});

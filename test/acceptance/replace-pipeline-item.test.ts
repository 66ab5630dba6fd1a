import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { declare, programOf } from "./support/program-text.ts";
import { OWNER } from "./support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("a pipeline item of another address or type, or in another organization, is made after the old one is deleted", async () => {
    const item = (args: object): string =>
      programOf([declare("PipelineDestination", "moved", { name: "Moved", ...args })]);
    const story = await Story.open(dialect, ({ organizationId }) => item({ organizationId }));
    const { control, organizationId: first } = story.sandbox;
    const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
    await story.stack.up();

    const base = (organizationId: string): string => `/api/organizations/${organizationId}/`;
    const url = "https://github.com/acme/moved";
    let [home, args] = [first, {}];
    for (const [organizationId, change] of [
      [first, { pluginType: "source" }],
      [first, { url }],
      [second, {}],
    ] as const) {
      const old = String((await story.outputs("PipelineDestination", "moved"))["itemId"]);
      args = { ...args, ...change };
      story.stack.write({ "index.js": item({ organizationId, ...args }) });
      const made = [`DELETE ${base(home)}plugins/${old}/`, `POST ${base(organizationId)}pipeline_destinations/`];
      expect(await story.up()).toEqual(made);
      expect(control.call("GET", "plugins")).toMatchObject([
        { organization: organizationId, ...("url" in args ? { url } : {}) },
      ]);
      home = organizationId;
    }
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");
  });
});

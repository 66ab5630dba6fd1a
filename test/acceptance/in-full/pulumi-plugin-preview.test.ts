import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { openPluginStory, pluginProgram } from "../support/plugin-story.ts";
import { declare } from "../support/program-text.ts";
import { closeStories, STORY_LIMIT_MS } from "../support/story.ts";

afterEach(closeStories);

const domain = (inputs: Readonly<Record<string, unknown>>): string =>
  pluginProgram([declare("Domain", "domain", inputs)]);

describe.each(SCENARIO_DIALECTS)("a preview with the plugin (%s)", (dialect) => {
  test(
    "shows what changes by property, and why the object is replaced; no secret shows",
    async () => {
      const before = { domain: "one.example", samlEntityId: "https://one", samlAcsUrl: "https://acs" };
      const after = { domain: "two.example", samlEntityId: "https://two", samlX509Cert: "HUSHED" };
      const story = await openPluginStory(dialect, domain(before), (sandbox) => ({
        config: { "orgform:host": sandbox.host, "orgform:organizationId": sandbox.organizationId },
      }));
      const { stack } = story;
      await stack.up();
      story.sandbox.control.clearRequests();
      stack.write({ "index.js": domain(after) });
      const json = await stack.must("preview", "--json");
      const { steps } = JSON.parse(json) as { steps: { op: string }[] };
      const changed = steps.filter(({ op }) => op !== "same");
      const detailedDiff = {
        domain: { kind: "update-replace", inputDiff: true },
        samlAcsUrl: { kind: "delete", inputDiff: true },
        samlEntityId: { kind: "update", inputDiff: true },
        samlX509Cert: { kind: "add", inputDiff: true },
      };
      expect(changed).toMatchObject([{ op: "replace", replaceReasons: ["domain"], detailedDiff }]);
      const text = await stack.must("preview", "--diff");
      for (const line of [
        /\+-orgform:index:Domain: \(replace\)/u,
        /~ domain +: "one.example" => "two.example"/u,
        /- samlAcsUrl +: "https:\/\/acs"/u,
        /~ samlEntityId: "https:\/\/one" => "https:\/\/two"/u,
        /\+ samlX509Cert: \[secret\]/u,
      ])
        expect(text).toMatch(line);
      expect([json, text].filter((one) => one.includes("HUSHED"))).toEqual([]);
      expect(story.writes()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});

import { afterEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { openPluginStory, pluginProgram } from "../support/plugin-story.ts";
import { declare } from "../support/program-text.ts";
import { closeStories, STORY_LIMIT_MS } from "../support/story.ts";

afterEach(closeStories);

const IN_CLEAR =
  "warning: The API key is in plain text in this stack's configuration. Run `pulumi config set --secret orgform:apiKey <key>`, then replace the key: it has been readable.";

describe.each(SCENARIO_DIALECTS)("settings of the plugin (%s)", (dialect) => {
  test(
    "are requested by name, found in the stack by every provider, and cause a warning if a secret is in plain text",
    async () => {
      // An explicit provider, as in another language: the engine's own class, which reads no configuration.
      const program = pluginProgram(
        [declare("Domain", "one", { domain: "one.example" })],
        `const bare = new pulumi.ProviderResource("orgform", "bare", {});`,
        `new orgform.Domain("two", { domain: "two.example" }, { provider: bare });`,
      );
      const story = await openPluginStory(dialect, program, { config: {}, secrets: {} });
      const { sandbox, stack } = story;
      const nothing = await stack.run("preview");
      expect(nothing.status).not.toBe(0);
      expect(nothing.output).toContain(
        "The apiKey is missing: run `pulumi config set --secret orgform:apiKey <value>`, or set the environment variable ORGFORM_API_KEY or POSTHOG_API_KEY.\n" +
          "    The host is missing: run `pulumi config set orgform:host <value>`, or set the environment variable ORGFORM_HOST or POSTHOG_HOST.",
      );

      await stack.must("config", "set", "orgform:host", sandbox.host);
      await stack.must("config", "set", "--plaintext", "orgform:apiKey", sandbox.apiKey);
      const unplaced = await stack.run("preview");
      expect(unplaced.status).not.toBe(0);
      expect(unplaced.output).toContain(
        "organizationId: is required: set it here, or run `pulumi config set orgform:organizationId <value>`",
      );
      expect(unplaced.output).toContain(IN_CLEAR);
      expect(sandbox.control.requests()).toEqual([]);

      await stack.must("config", "set", "orgform:organizationId", sandbox.organizationId);
      expect(await stack.up()).toContain(IN_CLEAR);
      expect(JSON.stringify(await stack.deployment())).not.toContain(sandbox.apiKey);
      await stack.must("config", "set", "--secret", "orgform:apiKey", sandbox.apiKey);
      expect(await stack.previewEmpty()).not.toContain("stands in clear");
      expect(story.domainNames()).toEqual(["one.example", "two.example"]);
      await stack.destroy();
      expect(story.domainNames()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});

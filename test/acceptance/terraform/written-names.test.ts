import { afterEach, expect, test } from "@jest/globals";

import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";
import { PluginFolder } from "./plugin-folder.ts";

afterEach(closeTerraformStories);

const exportWith = (setting: string): string => `
resource "orgform_batch_export" "daily" {
  name     = "Daily"
  interval = "day"
  destination = {
    s3 = { bucket_name = "b", region = "eu", prefix = "", ${setting} = "gzip" }
  }
}
`;

test(
  "a misspelled name inside an object, which the engine silently drops, is an error",
  async () => {
    const plugin = new PluginFolder();
    try {
      const { sandbox, workspace } = await openStory("documented", exportWith("compresion"), plugin.options);
      expect(await workspace.mustFail("validate")).toContain("did you mean `compression`?");
      workspace.write(exportWith("compression"));
      await workspace.must("validate");
      workspace.write("");
      const config = { bucket_name: "b", region: "eu", prefix: "", compresion: "gzip" };
      const daily = { name: "Daily", interval: "day", destination: { s3: config } };
      const program = JSON.stringify({ resource: { orgform_batch_export: { daily } } }, undefined, 2);
      workspace.write(program, "cdk.tf.json");
      expect(await workspace.mustFail("validate")).toMatch(/\(cdk\.tf\.json, line 12\); did you mean `compression`\?/u);
      expect(sandbox.control.requests()).toEqual([]);
    } finally {
      plugin.dispose();
    }
  },
  STORY_LIMIT_MS,
);

import { afterEach, expect, jest, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { code, declare, programOf } from "./support/program-text.ts";
import { keyOf } from "./support/service.ts";
import { installPlugin, pluginProgram } from "./support/plugin-story.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const INTEGRATIONS = "/api/projects/1/integrations/";
const EXPORTS = "/api/projects/1/batch_exports/";

/** Keys, and an export that uses them. */
const declared = (secret: string, name = "warehouse") => [
  declare("Integration", "keys", {
    projectId: "1",
    awsS3: { name, awsAccessKeyId: "AKIA-CANARY", awsSecretAccessKey: secret },
  }),
  declare("BatchExport", "events", {
    projectId: "1",
    name: "Events",
    interval: "hour",
    destination: {
      type: "AwsS3",
      config: { bucketName: "events", region: "eu-central-1", prefix: "raw/" },
      integrationId: code("keys.integrationId"),
    },
  }),
];

test.each(["the dynamic provider", "the plugin"])(
  "with %s, an integration is rotated, replaced and deleted under an export, and its secret stands nowhere",
  async (way) => {
    const story = await Story.open("2026-09", "", (sandbox) => ({
      apiKey: keyOf(sandbox, null),
      config: { "orgform:host": sandbox.host, "orgform:organizationId": sandbox.organizationId },
    }));
    const { stack, sandbox } = story;
    if (way === "the plugin") installPlugin(story);
    const write = (secret: string, name?: string): void => {
      const resources = declared(secret, name);
      stack.write({ "index.js": way === "the plugin" ? pluginProgram(resources) : programOf(resources) });
    };
    const rows = () => sandbox.control.call("GET", "integrations") as Values[];
    const links = () =>
      (sandbox.control.call("GET", "batch-exports") as Values[])
        .filter((row) => row["is_deleted"] !== true)
        .map(({ destination }) => (destination as Values)["integration"]);
    write("secret-canary-1");
    expect(await story.up()).toEqual([`POST ${INTEGRATIONS}`, `POST ${EXPORTS}`]);
    expect(await stack.previewEmpty()).toContain("3 unchanged");

    write("secret-canary-2");
    const writes = await story.up();
    expect(writes.map((one) => one.split(" ")[0])).toEqual(["POST", "PATCH", "DELETE"]);
    expect(rows()).toMatchObject([{ identity: "warehouse~r2", secrets: { aws_secret_access_key: "secret-canary-2" } }]);
    expect(links()).toEqual([rows()[0]?.["number"]]);
    expect(await stack.previewEmpty()).toContain("3 unchanged");
    expect(JSON.stringify(await stack.deployment())).not.toContain("canary");

    // Another name: the new one first, then the export, then the end of the old one.
    write("secret-canary-2", "lake");
    expect((await story.up()).map((one) => one.split(" ")[0])).toEqual(["POST", "PATCH", "DELETE"]);
    expect(rows()).toMatchObject([{ identity: "lake" }]);
    expect(links()).toEqual([rows()[0]?.["number"]]);
    await stack.destroy();
    expect([rows(), links()]).toEqual([[], []]);
  },
);

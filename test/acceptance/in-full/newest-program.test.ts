import { afterEach, expect, jest, test } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import { isInFull } from "../../support/extent.ts";
import { code, declare, programOf } from "../support/program-text.ts";
import { keyOf } from "../support/service.ts";
import { installPlugin, pluginProgram } from "../support/plugin-story.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const PROJECT = "/api/projects/1/";

/** The values in which versions of the program differ. */
interface Variant {
  readonly secret: string;
  readonly name: string;
  /** The level of the project's default. */
  readonly level: string;
}

/**
 * Objects of a project that only 2026-09 has: keys with an export, a function, and rules of access. No organization is
 * configured.
 */
const declared = ({ secret, name, level }: Variant, organizationId: string) => [
  declare("Integration", "keys", {
    projectId: "1",
    awsS3: { name, awsAccessKeyId: "AKIA-CANARY", awsSecretAccessKey: secret },
  }),
  declare("BatchExport", "events", {
    projectId: "1",
    name: "Events",
    interval: "hour",
    destination: {
      awsS3: {
        bucketName: "events",
        region: "eu-central-1",
        prefix: "raw/",
        integrationId: code("keys.integrationId"),
      },
    },
  }),
  declare("HogFunction", "bots", {
    projectId: "1",
    type: "transformation",
    name: "Drop bots",
    hog: "return event",
    enabled: true,
  }),
  declare("Role", "builders", { organizationId, name: "Builders" }),
  declare("ProjectAccess", "team", { projectId: "1", roleId: code("builders.roleId"), level: "admin" }),
  declare("ProjectAccess", "nobody", { projectId: "1", level }),
  declare("AccessControl", "dashboards", { projectId: "1", resource: "dashboard", level: "viewer" }),
];

// The plugin meets 2026-09 in `dialects.test.ts`, and plays this program only in full runs.
test.each(isInFull() ? ["the dynamic provider", "the plugin"] : ["the dynamic provider"])(
  "with %s, new kinds of a project's objects are created, an export's keys rotate, and no secret shows",
  async (way) => {
    const story = await Story.open("2026-09", "", (sandbox) => ({
      apiKey: keyOf(sandbox, null),
      config: { "orgform:host": sandbox.host },
    }));
    const { stack, sandbox } = story;
    if (way === "the plugin") installPlugin(story);
    let variant: Variant = { secret: "secret-canary-1", name: "warehouse", level: "none" };
    const up = async (change: Partial<Variant> = {}): Promise<string[]> => {
      variant = { ...variant, ...change };
      const resources = declared(variant, sandbox.organizationId);
      stack.write({ "index.js": way === "the plugin" ? pluginProgram(resources) : programOf(resources) });
      return (await story.up()).map((write) => write.replace(/\d+\/$/u, ":id/"));
    };
    const rows = (of: string) => sandbox.control.call("GET", of) as Values[];
    const links = () =>
      rows("batch-exports")
        .filter((row) => row["is_deleted"] !== true)
        .map(({ destination }) => (destination as Values)["integration"]);
    const levels = () => rows("access-controls").map(({ access_level: level }) => String(level));
    // Rules of a project can only be written below its own organization.
    const below = PROJECT.replace("/api/", `/api/organizations/${sandbox.organizationId}/`);
    expect((await up()).toSorted()).toEqual([
      `POST /api/organizations/${sandbox.organizationId}/roles/`,
      `POST ${PROJECT}batch_exports/`,
      `POST ${PROJECT}hog_functions/`,
      `POST ${PROJECT}integrations/`,
      `PUT ${below}access_controls/`,
      `PUT ${below}access_controls/`,
      `PUT ${below}resource_access_controls/`,
    ]);
    expect(levels().toSorted()).toEqual(["admin", "none", "viewer"]);
    expect(await stack.previewEmpty()).toContain("8 unchanged");

    const methods = (await up({ secret: "secret-canary-2" })).map((write) => write.split(" ")[0]);
    expect(methods).toEqual(["POST", "PATCH", "DELETE"]);
    expect(rows("integrations")).toMatchObject([
      { identity: "warehouse~r2", secrets: { aws_secret_access_key: "secret-canary-2" } },
    ]);
    expect(links()).toEqual([rows("integrations")[0]?.["number"]]);
    expect(await stack.previewEmpty()).toContain("8 unchanged");
    expect(JSON.stringify(await stack.deployment())).not.toContain("canary");

    // Another name: first the new integration, then the export, then the deletion of the old one. The rule changes in
    // parallel.
    const writes = await up({ name: "lake", level: "member" });
    expect(writes.filter((write) => write === `PUT ${below}access_controls/`)).toHaveLength(1);
    const renamed = writes.filter((write) => !write.startsWith("PUT")).map((write) => write.split(" ")[0]);
    expect(renamed).toEqual(["POST", "PATCH", "DELETE"]);
    expect(rows("integrations")).toMatchObject([{ identity: "lake" }]);
    expect(links()).toEqual([rows("integrations")[0]?.["number"]]);
    await stack.destroy();
    expect([rows("integrations"), links(), levels()]).toEqual([[], [], []]);
    const functions = rows("hog-functions").filter((row) => row["deleted"] === false);
    expect(functions.map(({ name }) => name)).not.toContain("Drop bots");
  },
);

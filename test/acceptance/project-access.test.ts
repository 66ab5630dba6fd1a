import { afterEach, expect, jest, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { code, declare, programOf } from "./support/program-text.ts";
import { keyOf } from "./support/service.ts";
import { installPlugin, pluginProgram } from "./support/plugin-story.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const RULES = "/api/projects/1/access_controls/";
const KINDS = "/api/projects/1/resource_access_controls/";

/** The rules of a project in one program, with a role of its own; `level` is that of the default. */
const declared = (level: string) => [
  declare("Role", "builders", { name: "Builders" }),
  declare("ProjectAccess", "team", { projectId: "1", roleId: code("builders.roleId"), level: "admin" }),
  declare("ProjectAccess", "nobody", { projectId: "1", level }),
  declare("AccessControl", "dashboards", { projectId: "1", resource: "dashboard", level: "viewer" }),
];

test.each(["the dynamic provider", "the plugin"])("with %s, rules come and go with the program", async (way) => {
  const story = await Story.open("2026-09", "", (sandbox) => ({
    apiKey: keyOf(sandbox, null),
    config: { "orgform:host": sandbox.host, "orgform:organizationId": sandbox.organizationId },
  }));
  const { stack, sandbox } = story;
  if (way === "the plugin") installPlugin(story);
  const write = (level: string): void => {
    const program = way === "the plugin" ? pluginProgram(declared(level)) : programOf(declared(level));
    stack.write({ "index.js": program });
  };
  write("none");
  expect((await story.up()).toSorted()).toEqual([
    `POST /api/organizations/${sandbox.organizationId}/roles/`,
    `PUT ${RULES}`,
    `PUT ${RULES}`,
    `PUT ${KINDS}`,
  ]);
  const rules = () => sandbox.control.call("GET", "access-controls") as Values[];
  expect(
    rules()
      .map(({ access_level: level }) => level as string)
      .toSorted(),
  ).toEqual(["admin", "none", "viewer"]);
  expect(await stack.previewEmpty()).toContain("5 unchanged");
  write("member");
  expect(await story.up()).toEqual([`PUT ${RULES}`]);
  await stack.destroy();
  expect(rules()).toEqual([]);
});

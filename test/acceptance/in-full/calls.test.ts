import { afterEach, expect, test } from "@jest/globals";

import { isInFull } from "../../support/extent.ts";
import { onPlugin, openPluginStory } from "../support/plugin-story.ts";
import { programOf } from "../support/program-text.ts";
import { closeStories, type Dialect, Story, STORY_LIMIT_MS } from "../support/story.ts";

afterEach(closeStories);

/** A program that reads and writes: directly, and with an argument that is a secret output. */
const calls = (permission: string): string =>
  programOf(
    [],
    `const args = { projectId: "@current", confirm: "1"${permission} };
export const direct = await orgform.bulkDeletePersons({ ...args, distinctIds: ["ada"] });
export const output = orgform.bulkDeletePersonsOutput({ ...args, distinctIds: [pulumi.secret("grace")] });
export const names = [];
for await (const { name } of orgform.listOrganizations({ limit: 5 })) names.push(name);
export const found = orgform.getOrganizationOutput({ name: pulumi.output("Acme") }).name;
export const listed = orgform.listOrganizationsOutput({}).items.length;`,
  );

type Opening = (dialect: Dialect, program: string) => Promise<Story>;

test.each<[string, Dialect, Opening, (program: string) => string]>([
  ["dynamic resources", "documented", (dialect, program) => Story.open(dialect, program), String],
  ["plugin", "2025-08", (dialect, program) => openPluginStory(dialect, program), onPlugin],
])(
  "besides the %s, functions read in every run, and writing ones are refused until the program allows them (%s)",
  async (_engine, dialect, open, toEngine) => {
    const story = await open(dialect, toEngine(calls("")));
    const { stack } = story;
    story.sandbox.control.clearRequests();
    const run = ["--yes", "--skip-preview"];
    const further = [
      ["up", ...run],
      ["destroy", ...run, "--run-program"],
    ];
    for (const command of [["preview"], ["refresh", ...run, "--run-program"], ...(isInFull() ? further : [])]) {
      const refused = await stack.run(...command);
      expect(refused.status).not.toBe(0);
      expect(refused.output).toContain("bulkDeletePersons writes, and Orgform can't tell why this program runs");
      expect(refused.output).toContain("Declare the resource BulkDeletePersons");
    }
    expect(story.writes()).toEqual([]);

    stack.write({ "index.js": toEngine(calls(", onEveryRun: true")) });
    const preview = await stack.must("preview");
    expect(preview).toMatch(/plan +: "would delete 1 person"/u);
    expect(preview).toMatch(/names +: \[\s+(?:\+\s+)?\[0\]: "Acme"/u);
    expect(preview).not.toContain("grace");
    expect(story.writes()).toEqual([]);
    expect(await story.up()).toHaveLength(2);
    expect(JSON.parse(await stack.must("stack", "output", "--json"))).toMatchObject({
      direct: { planned: false, requested: 1 },
      output: "[secret]",
      names: ["Acme"],
      found: "Acme",
      listed: 1,
    });
  },
  STORY_LIMIT_MS,
);

import { afterEach, expect, test } from "@jest/globals";

import { onPlugin, openPluginStory } from "../support/plugin-story.ts";
import { declare, programOf } from "../support/program-text.ts";
import { closeStories, type Dialect, Story, STORY_LIMIT_MS } from "../support/story.ts";

afterEach(closeStories);

const CONFIRMED = { confirm: "delete 2 persons" };
const DELETION = /^POST \/api\/\S+\/persons\/bulk_delete\/\?/u;

const erasure = (args: object): string =>
  programOf(
    [declare("BulkDeletePersons", "gdpr", { projectId: "@current", distinctIds: ["ada", "grace"], ...args })],
    "export const { ranAt, result } = gdpr;",
  );

type Opening = (dialect: Dialect, program: string) => Promise<Story>;

// Each engine in one dialect: both run the same code, and other tests cover the functions in both dialects.
test.each<[string, Dialect, Opening, (program: string) => string]>([
  ["dynamic resources", "2025-08", (dialect, program) => Story.open(dialect, program), String],
  ["plugin", "documented", (dialect, program) => openPluginStory(dialect, program), onPlugin],
])(
  "with the %s, a function runs once on up and again when triggers change (%s)",
  async (_engine, dialect, open, toEngine) => {
    const story = await open(dialect, toEngine(erasure({})));
    const { sandbox, stack } = story;
    const requests = (): string[] => sandbox.control.requests().map(({ path }) => path);
    sandbox.control.clearRequests();
    const refused = await stack.run("up", "--yes", "--skip-preview");
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain(`must be "delete 2 persons" or "2", because this can't be undone`);
    stack.write({ "index.js": toEngine(erasure(CONFIRMED)) });
    expect(await stack.must("preview")).toContain("1 to create");
    // Only the key is checked.
    expect(requests()).toEqual(["/api/personal_api_keys/@current/"]);

    expect(await story.up()).toEqual([expect.stringMatching(DELETION)]);
    const receipt = async (): Promise<unknown> => JSON.parse(await stack.must("stack", "output", "--json"));
    const first = await receipt();
    expect(first).toMatchObject({ ranAt: expect.stringMatching(/^\d{4}-/u), result: { requested: 2 } });
    expect(await story.up("--refresh", "--expect-no-changes")).toEqual([]);
    expect(await receipt()).toEqual(first);

    stack.write({ "index.js": toEngine(erasure({ ...CONFIRMED, triggers: { ticket: "4712" } })) });
    expect(await story.up()).toEqual([expect.stringMatching(DELETION)]);
    expect(await receipt()).not.toEqual(first);
    sandbox.control.clearRequests();
    await stack.destroy();
    expect(requests()).toEqual([]);
  },
  STORY_LIMIT_MS,
);

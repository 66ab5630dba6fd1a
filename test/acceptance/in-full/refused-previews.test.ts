import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { openPluginStory, onPlugin } from "../support/plugin-story.ts";
import { declare, type Declared, programOf } from "../support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(2 * STORY_LIMIT_MS);
afterEach(closeStories);

const NOWHERE = "01912345-89ab-7cde-8f01-23456789abcd";

const domain = (name: string, options?: Declared["options"]): Declared =>
  declare("Domain", name, { domain: "globex.example" }, options);

/** How both adapters name the two declarations. */
const ADAPTERS = [
  ["plugin", /urn:pulumi:\S+::(one|two) and\s+urn:pulumi:\S+::(?!\1)(one|two) declare the same Domain/u],
  ["dynamic", /Two declarations declare the same Domain/u],
] as const;

describe.each(ADAPTERS)("pulumi, %s", (adapter, both) => {
  const written = (...resources: readonly Declared[]): string =>
    adapter === "plugin" ? onPlugin(programOf(resources)) : programOf(resources);

  const open = (program: string): Promise<Story> => {
    const start = adapter === "plugin" ? openPluginStory : Story.open.bind(Story);
    return start("2026-09", program, ({ host, organizationId }) => ({
      config: { "orgform:host": host, "orgform:organizationId": organizationId },
    }));
  };

  test("a preview refuses an object that is declared twice, and one that refers to nothing", async () => {
    const story = await open(written(domain("one"), domain("two")));
    const { stack } = story;
    const twice = await stack.run("preview");
    expect(twice.status).not.toBe(0);
    expect(twice.output).toMatch(/Declared twice: Domain "globex\.example"/u);
    expect(twice.output).toMatch(both);
    stack.write({ "index.js": written(declare("DomainVerification", "proof", { domainId: NOWHERE })) });
    const nothing = await stack.run("preview");
    expect(nothing.status).not.toBe(0);
    expect(nothing.output).toMatch(/domainId is 01912345\S+\. There's no Domain with that ID/u);
    expect(story.writes()).toEqual([]);
  });

  test("an object that is replaced on request, renamed, or planned with its dependents counts as one declaration", async () => {
    const story = await open(written(domain("one")));
    const { stack } = story;
    await stack.up();
    const { urn } = (await stack.entry("Domain", "one")) ?? {};
    await stack.must("preview", "--target-replace", String(urn));
    stack.write({ "index.js": written(domain("renamed", { aliases: [{ name: "one" }] })) });
    await stack.must("preview");
    stack.write({ "index.js": written(domain("one"), domain("two")) });
    const twice = await stack.run("preview");
    expect(twice.output).toMatch(/Declared twice: Domain "globex\.example"/u);
  });
});

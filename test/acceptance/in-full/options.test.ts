import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { testInFull } from "../../support/extent.ts";
import { code, type Declared, declare } from "../support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const TYPE = "pulumi-nodejs:dynamic/orgform";
const urnOf = (type: string, name: string): string => `urn:pulumi:dev::test::${TYPE}:${type}::${name}`;

/** The engine keeps protected objects, so a rename without an alias, which removes the old name, fails. */
const REMOVABLE = { deletionProtection: false };

function domain(name: string, domainName: string, args: object = {}, options: object = {}): Declared {
  return declare("Domain", name, { domain: domainName, ...args }, { ...options });
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  testInFull("a resource renamed in the program keeps its one object, with and without an alias", async () => {
    const story = await Story.open(dialect, "");
    const { stack, sandbox } = story;
    await stack.must("config", "set", "orgform:organizationId", sandbox.organizationId);
    story.declare([
      declare("Organization", "before", { name: "Survivor", ...REMOVABLE }),
      domain("first", "kept.example"),
    ]);
    await stack.up();
    const [org, kept] = [story.organization("Survivor").id, story.domain("kept.example").id];

    story.declare([
      declare("Organization", "after", { name: "Survivor", ...REMOVABLE }),
      domain("second", "kept.example"),
    ]);
    sandbox.control.clearRequests();
    const renamed = await stack.up();
    expect(story.writes()).toEqual([]);
    expect(renamed).toContain(
      `Domain ${sandbox.organizationId}/${kept} is now managed by another resource of this run, so it wasn't deleted.`,
    );
    expect([story.organization("Survivor").id, story.domain("kept.example").id]).toEqual([org, kept]);
    expect([await stack.entry("Domain", "first"), await stack.entry("Organization", "before")]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await stack.entry("Domain", "second"))?.id).toBe(`${sandbox.organizationId}/${kept}`);

    const aliased = { aliases: [{ name: "second" }] };
    story.declare([
      declare("Organization", "last", { name: "Survivor", ...REMOVABLE }, { aliases: [{ name: "after" }] }),
      domain("third", "kept.example", {}, aliased),
    ]);
    expect(await stack.previewEmpty()).toContain("3 unchanged");
    expect(await story.up()).toEqual([]);
    expect((await stack.entry("Domain", "third"))?.id).toBe(`${sandbox.organizationId}/${kept}`);
    expect([story.organizationNames(), story.domainNames()]).toEqual([["Acme", "Survivor"], ["kept.example"]]);
  });

  testInFull(
    "a renamed resource takes over an organization with contents, as its creation record says, and nothing is deleted",
    async () => {
      const story = await Story.open(dialect, "");
      const held = domain("held", "held.example", { organizationId: code("before.organizationId") });
      story.declare([declare("Organization", "before", { name: "Full", ...REMOVABLE }), held]);
      await story.stack.up();
      const full = story.organization("Full").id;
      story.declare([
        declare("Organization", "after", { name: "Full", ...REMOVABLE }),
        domain("held", "held.example", { organizationId: code("after.organizationId") }),
      ]);
      story.sandbox.control.clearRequests();
      const renamed = await story.stack.must("up", "--yes", "--skip-preview");
      expect(renamed).toContain('Organization "Full" was recovered');
      expect(story.writes()).toEqual([]);
      expect((await story.stack.entry("Organization", "after"))?.id).toBe(full);
    },
  );

  test("the engine's own options work: ignoreChanges, protect, target and replace", async () => {
    const story = await Story.open(dialect, "");
    const { stack, sandbox } = story;
    const base = `/api/organizations/${sandbox.organizationId}/domains/`;
    await stack.must("config", "set", "orgform:organizationId", sandbox.organizationId);
    story.declare([
      domain("one", "one.example", { samlEntityId: "a" }),
      domain("two", "two.example", { samlEntityId: "a" }),
    ]);
    await stack.up();
    const [one, two] = [story.domain("one.example").id, story.domain("two.example").id];

    const ignored = domain("one", "one.example", { samlEntityId: "b" }, { ignoreChanges: ["samlEntityId"] });
    story.declare([ignored, domain("two", "two.example", { samlEntityId: "a" }, { protect: true })]);
    expect(await story.up()).toEqual([]);
    const refused = await stack.run("destroy", "--yes", "--skip-preview", "--target", urnOf("Domain", "two"));
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain("is protected");
    expect(story.writes()).toEqual([]);

    story.declare([
      domain("one", "one.example", { samlEntityId: "c" }),
      domain("two", "two.example", { samlEntityId: "c" }),
    ]);
    expect(await story.up("--target", urnOf("Domain", "one"))).toEqual([`PATCH ${base}${one}/`]);
    expect(story.domain("two.example")).toMatchObject({ saml_entity_id: "a" });

    // The other domain is changed in parallel, so only the order of the replaced domain's two requests is certain.
    const writes = await story.up("--replace", urnOf("Domain", "one"));
    const other = `PATCH ${base}${two}/`;
    expect(writes.filter((write) => write !== other)).toEqual([`DELETE ${base}${one}/`, `POST ${base}`]);
    expect(writes).toHaveLength(3);
    expect(story.domainNames()).toEqual(["one.example", "two.example"]);
    expect(story.domain("one.example")).toMatchObject({ saml_entity_id: "c" });
    expect((await stack.entry("Domain", "one"))?.id).toBe(
      `${sandbox.organizationId}/${story.domain("one.example").id}`,
    );
    expect(await stack.previewEmpty()).toContain("3 unchanged");
  });
});

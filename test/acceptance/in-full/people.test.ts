import { afterEach, describe, expect, jest, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { testInFull } from "../../support/extent.ts";
import { openPluginStory, pluginProgram } from "../support/plugin-story.ts";
import { code, declare, programOf } from "../support/program-text.ts";
import { OWNER } from "../support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const EMAIL = "ann@acme.example";
const FOUR_DAYS_SECONDS = 4 * 86_400;

const configured = ({ host, organizationId }: Sandbox) => ({
  config: { "orgform:host": host, "orgform:organizationId": organizationId },
});

const invites = ({ sandbox }: Story) => sandbox.control.call("GET", "invites") as { id: string; is_expired: boolean }[];

function accept(story: Story): void {
  story.sandbox.control.call("POST", `invites/${invites(story)[0]?.id}/accept`, {});
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  testInFull("a role membership waits for the acceptance with a warning, and the next update creates it", async () => {
    const program = programOf([
      declare("Role", "engineers", { name: "engineers" }),
      declare("Membership", "ann", { email: EMAIL, level: "member" }),
      declare("RoleMembership", "place", { roleId: code("engineers.roleId"), email: code("ann.email") }),
    ]);
    const story = await Story.open(dialect, program, configured);
    const first = await story.stack.must("up", "--yes", "--skip-preview");
    expect(first).toMatch(
      /warning: RoleMembership ann@acme\.example isn't created yet: the invite isn't accepted yet/u,
    );
    expect(await story.outputs("RoleMembership", "place")).toMatchObject({ status: "deferred" });
    expect(await story.stack.previewEmpty()).toContain("is still deferred: the invite isn't accepted yet");

    accept(story);
    expect(await story.up()).toEqual([expect.stringMatching(/^POST .*\/role_memberships\/$/u)]);
    expect(await story.outputs("RoleMembership", "place")).toMatchObject({ status: "active" });
    expect(await story.stack.previewEmpty()).toContain("4 unchanged");
    await story.stack.destroy();
    expect(story.sandbox.control.call("GET", "role_memberships")).toEqual([]);
    expect(story.sandbox.control.memberships()).toHaveLength(1);
  });

  testInFull(
    "an invite that a refresh finds expired is shown and sent again, but not after its acceptance",
    async () => {
      const invite = (level: string): string => pluginProgram([declare("Invite", "ann", { email: EMAIL, level })]);
      const story = await openPluginStory(dialect, invite("admin"), configured);
      await story.stack.up();
      story.sandbox.control.advanceClock(FOUR_DAYS_SECONDS);
      await story.stack.must("refresh", "--yes", "--skip-preview");
      const preview = await story.stack.must("preview", "--diff");
      expect(preview).toMatch(/~ orgform:index:Invite: \(update\)/u);
      expect(preview).toMatch(/- status: "expired"/u);
      expect(await story.up()).toEqual([expect.stringMatching(/^POST .*\/invites\/$/u)]);
      expect(invites(story)).toMatchObject([{ is_expired: false, level: 8 }]);

      accept(story);
      await story.stack.must("refresh", "--yes", "--skip-preview");
      story.stack.write({ "index.js": invite("member") });
      expect(await story.stack.previewEmpty()).toContain("2 unchanged");
      expect(await story.up()).toEqual([]);
      expect(story.sandbox.control.memberships()).toMatchObject([{ level: 15 }, { level: 8 }]);
    },
  );

  test("OrganizationMembers shows each person to remove, removes them, and moves to another organization", async () => {
    const members = (organizationId: string, level: string): string =>
      pluginProgram([
        declare("OrganizationMembers", "all", { organizationId, enforce: true, members: { [EMAIL]: level } }),
      ]);
    const story = await openPluginStory(dialect, "");
    const { control, organizationId: first } = story.sandbox;
    const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
    const [ann, eve] = [EMAIL, "eve@acme.example"].map((email) => control.createUser({ email }).id);
    for (const organizationId of [first, second]) control.addMembership({ userId: ann, organizationId, level: 1 });
    const path = (organizationId: string, user = ""): string => `/api/organizations/${organizationId}/members/${user}/`;
    story.stack.write({ "index.js": members(first, "member") });
    expect(await story.up()).toEqual([]);

    control.addMembership({ userId: eve, organizationId: first, level: 8 });
    await story.stack.must("refresh", "--yes", "--skip-preview");
    story.stack.write({ "index.js": members(first, "admin") });
    const preview = await story.stack.must("preview", "--diff");
    expect(preview).toMatch(/~ ann@acme\.example: "member" => "admin"\n *- eve@acme\.example: "admin"/u);
    expect(preview).toContain("warning: Members who are not declared and will be removed: eve@acme.example.");
    expect(await story.up()).toEqual([`PATCH ${path(first, ann)}`, `DELETE ${path(first, eve)}`]);
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");

    story.stack.write({ "index.js": members(second, "admin") });
    expect(await story.up()).toEqual([`PATCH ${path(second, ann)}`]);
    const levels = control.memberships().map(({ organization, user, level }) => [organization, user, level]);
    expect(levels).toEqual(expect.arrayContaining([first, second].map((organization) => [organization, ann, 8])));
  });
});

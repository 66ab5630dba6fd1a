import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { DIALECTS } from "../support/dialects.ts";
import { declare, programOf } from "./support/program-text.ts";
import { OWNER } from "./support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

/** The stories of people; that every replacing field has a story is looked at in `replace.test.ts`. */
describe.each(DIALECTS)("with the %s dialect", (dialect) => {
  test.each(["Invite", "Membership"])(
    "%s of another address or organization is sent after the old one is revoked",
    async (type) => {
      const invite = (organizationId: string, email: string): string =>
        programOf([declare(type, "moved", { organizationId, email, level: "admin" })]);
      const story = await Story.open(dialect, ({ organizationId }) => invite(organizationId, "ann@acme.example"));
      const { control, organizationId: first } = story.sandbox;
      const open = (): Record<string, unknown>[] => control.call("GET", "invites") as Record<string, unknown>[];
      await story.stack.up();
      const base = (organizationId: string): string => `/api/organizations/${organizationId}/invites/`;
      const one = String(open()[0]?.["id"]);

      story.stack.write({ "index.js": invite(first, "bob@acme.example") });
      expect(await story.up()).toEqual([`DELETE ${base(first)}${one}/`, `POST ${base(first)}`]);
      expect(open()).toMatchObject([{ target_email: "bob@acme.example", level: 8 }]);
      const two = String(open()[0]?.["id"]);

      const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
      story.stack.write({ "index.js": invite(second, "bob@acme.example") });
      expect(await story.up()).toEqual([`DELETE ${base(first)}${two}/`, `POST ${base(second)}`]);
      expect(open()).toMatchObject([{ organization: second, target_email: "bob@acme.example" }]);
      expect(await story.stack.previewEmpty()).toContain("2 unchanged");
    },
  );

  test("a member of another address or organization is taken over after the old one is removed", async () => {
    const member = (organizationId: string, email: string): string =>
      programOf([declare("Member", "moved", { organizationId, email, level: "admin" })]);
    const story = await Story.open(dialect, ({ organizationId }) => member(organizationId, "ann@acme.example"));
    const { control, organizationId: first } = story.sandbox;
    const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
    const [ann, bob] = ["ann@acme.example", "bob@acme.example"].map((email) => control.createUser({ email }).id);
    for (const userId of [ann, bob]) control.addMembership({ userId, organizationId: first, level: 1 });
    control.addMembership({ userId: bob, organizationId: second, level: 1 });
    await story.stack.up();

    const path = (organizationId: string, user = ""): string => `/api/organizations/${organizationId}/members/${user}/`;
    story.stack.write({ "index.js": member(first, "bob@acme.example") });
    expect(await story.up()).toEqual([`DELETE ${path(first, ann)}`, `PATCH ${path(first, bob)}`]);
    story.stack.write({ "index.js": member(second, "bob@acme.example") });
    expect(await story.up()).toEqual([`DELETE ${path(first, bob)}`, `PATCH ${path(second, bob)}`]);
    const places = control.memberships().filter(({ user }) => user === ann || user === bob);
    expect(places).toMatchObject([{ organization: second, user: bob, level: 8 }]);
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");
  });

  test("a place in another role, of another person or in another organization is made after the old one is taken", async () => {
    const place = (organizationId: string, roleId: unknown, email: string): string =>
      programOf([declare("RoleMembership", "moved", { organizationId, roleId, email })]);
    const story = await Story.open(dialect, "");
    const { control, organizationId: first, host, apiKey } = story.sandbox;
    const role = async (organizationId: string, name: string): Promise<string> => {
      const response = await fetch(`${host}/api/organizations/${organizationId}/roles/`, {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ name }),
      });
      return ((await response.json()) as { id: string }).id;
    };
    const [ann, bob] = ["ann@acme.example", "bob@acme.example"].map((email) => control.createUser({ email }).id);
    for (const userId of [ann, bob]) control.addMembership({ userId, organizationId: first, level: 1 });
    const [one, two] = [await role(first, "one"), await role(first, "two")];
    // Whoever makes an organization is in it from then on, and makes its roles there.
    const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
    const three = await role(second, "three");
    control.addMembership({ userId: bob, organizationId: second, level: 1 });

    const moves = [
      { to: place(first, one, "ann@acme.example"), holds: { role: one, user: ann }, methods: ["POST"] },
      { to: place(first, two, "ann@acme.example"), holds: { role: two, user: ann }, methods: ["DELETE", "POST"] },
      { to: place(first, two, "bob@acme.example"), holds: { role: two, user: bob }, methods: ["DELETE", "POST"] },
      { to: place(second, three, "bob@acme.example"), holds: { role: three, user: bob }, methods: ["DELETE", "POST"] },
    ];
    for (const { to, holds, methods } of moves) {
      story.stack.write({ "index.js": to });
      expect((await story.up()).map((write) => write.split(" ")[0])).toEqual(methods);
      expect(control.call("GET", "role_memberships")).toMatchObject([holds]);
    }
    expect(await story.stack.previewEmpty()).toContain("2 unchanged");
  });
});

import { describe, expect, test } from "@jest/globals";

import type { Api } from "../../../src/client/client.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { CallContext } from "../../../src/model/call-context.ts";
import { projectAccess } from "../../../src/catalog/resources/access/project-access.ts";
import { invite as inviteResource } from "../../../src/catalog/resources/invite/invite.ts";
import { repeatedBody } from "../../../src/catalog/resources/invite/invite-ops.ts";
import { membership } from "../../../src/catalog/resources/member/membership.ts";
import { plannedOutputs } from "../../../src/driver/driver.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { levelNumber, levelWord } from "../../../src/catalog/resources/member/levels.ts";
import {
  foldedEmail,
  peopleCollection,
  type PersonWire,
  statusOf,
} from "../../../src/catalog/resources/member/people.ts";

const invite = (id: string, email: string, further: object = {}) =>
  ({ id, target_email: email, level: 8, first_name: "Ann", message: null, is_expired: false, ...further }) as never; // -- the fields that people look at

const member = (email: string) => ({ id: "m1", level: 1, user: { uuid: "u1", email } }) as never; // -- as above

/** People from these lists, and the order of the requests. */
async function peopleOf(invites: never[], members: never[]): Promise<{ people: PersonWire[]; asked: string[] }> {
  const asked: string[] = [];
  const list = (name: string, rows: never[]) => ({
    list: (_organizationId: string, { pageSize }: { pageSize: number }) => {
      asked.push(`${name} ${pageSize}`);
      return { all: () => Promise.resolve(rows) };
    },
  });
  const api = { invites: list("invites", invites), members: list("members", members) } as unknown as Api; // -- as above
  return { people: (await peopleCollection.list?.(api, { organizationId: "o1" }, {} as CallContext)) ?? [], asked };
}

test("a member's invite is forgotten, and of several invites the newest counts", async () => {
  const invites = [
    invite("new", "ann@acme.example"),
    invite("old", "ann@acme.example"),
    invite("i", "bob@acme.example"),
  ];
  const { people, asked } = await peopleOf(invites, [member("Bob@Acme.example")]);
  expect(people.map((one) => [one.email, statusOf(one), one.invite?.id])).toEqual([
    ["ann@acme.example", "pending", "new"],
    ["bob@acme.example", "accepted", undefined],
  ]);
  // Whoever accepts in between is in both lists then.
  expect(asked).toEqual(["invites 1000", "members 1000"]);
});

test("an invite that takes the place of another repeats what is not declared", () => {
  const access = [{ id: 1, level: "admin" }];
  const held = {
    email: "ann@acme.example",
    invite: invite("i", "ann@acme.example", { private_project_access: access }),
  };
  // Null takes a text back.
  const { toWire }: AnyResource = inviteResource;
  expect({ ...repeatedBody(held), ...toWire({ level: "owner", message: null }) }).toEqual({
    target_email: "ann@acme.example",
    level: 15,
    first_name: "Ann",
    message: null,
    private_project_access: access,
  });
  const none = { email: "ann@acme.example", invite: invite("i", "ann@acme.example", { private_project_access: [] }) };
  expect(repeatedBody(none)).toMatchObject({ level: 8, private_project_access: undefined });
});

test("levels have words, and a number that is not known is taken for none of them", () => {
  expect([1, 8, 15, 3].map(levelWord)).toEqual(["member", "admin", "owner", "3"]);
  expect((["member", "admin", "owner", undefined] as const).map((word) => levelNumber(word))).toEqual([
    1,
    8,
    15,
    undefined,
  ]);
});

test("addresses are compared without capitals and surrounding blanks", () => {
  expect(foldedEmail(" Ann@Acme.Example\n")).toBe("ann@acme.example");
});

test("a change of the level leaves known of a member, and of a rule in force, what it cannot change", () => {
  const person = { organizationId: "o1", email: "ann@acme.example", level: "member", onExpired: "resend" };
  const planned = (status: string, more: object) =>
    plannedOutputs(
      membership as never,
      { ...person, level: "admin" },
      {
        id: "o1/ann@acme.example",
        state: { ...person, status, ...more, stateVersion: 1 },
      },
    );
  expect(planned("accepted", { userId: "u1" })).toMatchObject({ status: "accepted", userId: "u1" });
  expect(Object.values(planned("accepted", { userId: "u1" }))).not.toContain(UNKNOWN);
  expect(planned("pending", {})).toMatchObject({ status: UNKNOWN, userId: UNKNOWN, dueAt: UNKNOWN });
  const rule = { projectId: "1", email: "ann@acme.example", level: "member" };
  const state = {
    ...rule,
    subject: "member:ann@acme.example",
    organizationId: "o1",
    status: "active",
    stateVersion: 1,
  };
  const access = plannedOutputs(
    projectAccess as never,
    { ...rule, level: "admin" },
    { id: "1/member:ann@acme.example", state },
  );
  expect(access).toMatchObject({ status: "active", subject: "member:ann@acme.example" });
  expect(access["dueAt"]).toBeUndefined();
});

describe("another level for one person of an organization", () => {
  const held = { id: "m1", level: 1, user: { uuid: "u1", email: "ann@acme.example" } };

  /** The requests for a person, and the result. */
  async function changed(before: PersonWire, answer: object | undefined) {
    const sent: unknown[] = [];
    const noted =
      (name: string) =>
      (...words: readonly unknown[]) => {
        sent.push([name, ...words.slice(0, -1)]);
        return Promise.resolve(answer);
      };
    const api = {
      members: { update: noted("update member") },
      invites: { create: noted("create invite"), delete: noted("delete invite") },
    } as unknown as Api; // -- as above
    const at = { organizationId: "o1", email: "ann@acme.example" };
    const update = (membership as AnyResource).ops.update?.bind(membership.ops);
    const wire = await update?.(api, at, { level: 8 }, {} as never, { wire: before, state: {} } as never); // -- as above
    return { sent, wire };
  }

  test("changes a member in place, and sends no invite", async () => {
    const before = { email: "ann@acme.example", member: held } as unknown as PersonWire; // -- the fields that people look at
    const now = { ...held, level: 8 };
    const { sent, wire } = await changed(before, now);
    expect(sent).toEqual([["update member", "o1", "u1", { level: 8 }]]);
    expect(wire).toEqual({ email: "ann@acme.example", member: now });
    // Without a response, the person's status isn't known.
    expect((await changed(before, undefined)).wire).toBeUndefined();
  });

  test("of somebody who is only invited sends an invite, and touches no member", async () => {
    const open = { email: "ann@acme.example", invite: invite("i", "ann@acme.example") } as unknown as PersonWire; // -- as above
    const names = (await changed(open, invite("i2", "ann@acme.example"))).sent.map((one) =>
      String((one as unknown[])[0]),
    ); // -- as noted above
    expect(names).toContain("create invite");
    expect(names).not.toContain("update member");
  });
});

import * as fc from "fast-check";

import type { Values } from "../../src/model/json-value.ts";
import { accept, addMember, leave, levelIn } from "../support/scenario-people.ts";
import { FOUNDER, type World } from "../support/scenario-world.ts";
import { optional, type Slot } from "./slot.ts";

/** A member before any history begins. */
export const BOB = "bob@model.example";

const ANN = "ann@model.example";
const CLEO = "cleo@model.example";

/** Dora is declared as a member, but never gets an invite. Nobody declares Eve. */
const DORA = "dora@model.example";
const EVE = "eve@model.example";

const level = fc.constantFrom("member", "admin");
const onExpired = fc.constantFrom("resend", "ignore");

/** An open invite to an email address. An accepted invite no longer has a row. */
const inviteOf = (email: string): NonNullable<Slot["row"]> => ({
  table: "invites",
  isNamed: (row) => row["target_email"] === email,
  key: { ofRow: (row) => String(row["target_email"]), ofId: (id) => id.split("/").at(-1) ?? "" },
  isThere: ({ status }) => status !== "accepted",
});

/** What can happen to an invite outside the program. */
const ofInvite: Slot["outside"] = {
  edit: (world, email) => void world.sandbox.control.call("PATCH", `invites/${openIn(world, email)}`, { level: 8 }),
  revoke: (world, email) => void world.sandbox.control.call("DELETE", `invites/${openIn(world, email)}`),
  accept,
};

/** A slot for the membership of a person in another slot's role. */
const place = (email: string, role: string, ...needs: string[]): Slot => ({
  name: `place in ${role}`,
  resource: "RoleMembership",
  needs: [role, ...needs],
  values: fc.constant({}),
  inputs: ({ organizationId, output }) => ({ organizationId, roleId: output(role, "roleId"), email }),
  row: {
    table: "role_memberships",
    isNamed: () => true,
    key: { ofRow: (row) => String(row["role"]), ofId: (id) => id.split("/")[1] ?? "" },
    isThere: ({ status }) => status === "active",
  },
  outside: {},
});

/** The slots of people, in the order in which an engine creates their objects. */
export const PEOPLE: readonly Slot[] = [
  {
    name: "invite",
    resource: "Invite",
    needs: [],
    values: optional({ level, onExpired, message: fc.constantFrom("Welcome", " Hello ") }),
    inputs: ({ organizationId }, given) => ({ organizationId, email: ANN, ...given }),
    row: inviteOf(ANN),
    isThere: (world, email) => openIn(world, email) !== undefined,
    outside: ofInvite,
  },
  {
    name: "member",
    resource: "Member",
    needs: [],
    // Never `remove`: nothing could make a removed person a member again.
    values: fc.record({ level, onDestroy: fc.constantFrom("downgrade", "retain") }),
    inputs: ({ organizationId }, given) => ({
      organizationId,
      email: BOB,
      level: "member",
      onDestroy: "retain",
      ...given,
    }),
    isThere: (world, email) => levelIn(world, email) !== undefined,
    outside: { edit: (world, email) => addMember(world, email, 8) },
  },
  {
    name: "membership",
    resource: "Membership",
    needs: [],
    values: fc.record({ level, onExpired }),
    inputs: ({ organizationId }, given) => ({ organizationId, email: CLEO, level: "member", ...given }),
    row: inviteOf(CLEO),
    isThere: (world, email) => openIn(world, email) !== undefined,
    outside: ofInvite,
  },
  {
    ...place(BOB, "role readers"),
    isThere: () => true,
    outside: {
      "leave and come back": (world, email) => {
        leave(world, email);
        addMember(world, email, 1);
      },
    },
  },
  {
    ...place(CLEO, "role writers", "membership"),
    isThere: (world, email) => levelIn(world, email) !== undefined,
    outside: { leave },
  },
  {
    name: "members",
    resource: "OrganizationMembers",
    needs: [],
    values: fc.record({ level, enforce: fc.boolean() }),
    inputs: ({ organizationId }, { level: dora = "member", ...given }) => ({
      organizationId,
      members: { [FOUNDER]: "owner", [DORA]: dora },
      protected: [ANN, BOB, CLEO],
      ...given,
    }),
    isThere: () => true,
    outside: {
      join: (world) => [DORA, EVE].forEach((email) => addMember(world, email, 1)),
      edit: (world) => addMember(world, DORA, 8),
      // A person who hasn't accepted the invite isn't a member yet.
      leave: (world) => {
        for (const email of [DORA, EVE].filter((one) => levelIn(world, one) !== undefined)) leave(world, email);
      },
    },
  },
];

/** The ID of the open invite to an email address. */
function openIn({ sandbox }: World, email: string): string | undefined {
  const invites = sandbox.control.call("GET", "invites") as readonly Values[];
  const open = invites.find((one) => one["target_email"] === email && one["is_expired"] === false);
  return open === undefined ? undefined : String(open["id"]);
}

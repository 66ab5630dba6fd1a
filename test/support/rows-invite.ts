import type { Values } from "../../src/model/json-value.ts";
import type { RowDeclaration } from "./row-declaration.ts";
import { emailIn, NOW } from "./scenario-people.ts";
import type { World } from "./scenario-world.ts";

const EMAIL = "Ann@Globex.example";

const LISTS = ["INVITES", "MEMBERS"];

/** An open invite. `people.test.ts` has its later life. */
export const inviteRow = {
  resource: "Invite",
  at: "/organizations/:id/invites/",
  setUp: (world) => {
    // The creation time of an invite determines its expiry.
    world.sandbox.control.setClock(NOW, true);
    const { organizationId, otherOrganizationId } = world;
    return Promise.resolve({ organizationId, otherOrganizationId });
  },
  full: ({ organizationId }) => ({
    organizationId,
    email: EMAIL,
    level: "admin",
    firstName: "Ann",
    message: "Welcome!\n",
    onExpired: "ignore",
    onDestroy: "removeMember",
  }),
  changes: () => ({
    level: { to: "owner", wire: { level: 15 } },
    firstName: { to: "Anna" },
    message: { to: "Join us" },
  }),
  changeMethod: "POST",
  replacements: ({ otherOrganizationId }) => ({ organizationId: otherOrganizationId, email: "bob@globex.example" }),
  imported: { email: "ann@globex.example", message: "Welcome!", onExpired: "resend", onDestroy: "revoke" },
  stored: { onExpired: "resend", onDestroy: "revoke" },
  edit: {
    field: "level",
    value: "owner",
    apply: (world, id) =>
      void world.sandbox.control.call("PATCH", `invites/${String(inviteOf(world, id)?.["id"])}`, { level: 15 }),
  },
  remove: (world, id) => void world.sandbox.control.call("DELETE", `invites/${String(inviteOf(world, id)?.["id"])}`),
  look: inviteOf,
  count: (world) => invitesOf(world).length,
  // Each change is a new invite.
  derived: ["id", "created_at", "updated_at"],
  existing: {
    own: async (world, { organizationId, email }) => {
      await world.send("POST", `organizations/${String(organizationId)}/invites/`, { target_email: String(email) });
    },
    ownRequests: [...LISTS, "ACCOUNT", "MAKE"],
    foreign: async (world, { organizationId, email }) => {
      await world.send("POST", `organizations/${String(organizationId)}/invites/`, {
        target_email: String(email),
        first_name: "Somebody",
      });
    },
    foreignReason: /firstName is "Somebody", declared is "Ann"/u,
    adoptTexts: (id, { email }) => [id, emailIn(id), String(email)],
  },
  // A preview checks whether the invite gives more access to projects than the account has.
  previewRequests: LISTS,
  requests: { create: [...LISTS, "MAKE"], update: [...LISTS, ...LISTS, "MAKE"], delete: [...LISTS, "REMOVE"] },
} satisfies RowDeclaration;

function invitesOf({ sandbox }: World): readonly Values[] {
  return sandbox.control.call("GET", "invites") as readonly Values[];
}

/** The invite of the address in an ID. */
function inviteOf(world: World, id: string): Values | undefined {
  return invitesOf(world).find((row) => row["target_email"] === emailIn(id));
}

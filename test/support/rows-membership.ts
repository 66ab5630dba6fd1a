import type { RowDeclaration } from "./row-declaration.ts";
import { inviteRow } from "./rows-invite.ts";
import { emailIn } from "./scenario-people.ts";

const EMAIL = "Ann@Globex.example";

const LISTS = ["INVITES", "MEMBERS"];

/** A person with an open invite. `people.test.ts` has their later life. */
export const membershipRow: RowDeclaration = {
  resource: "Membership",
  at: "/organizations/:id/invites/",
  setUp: inviteRow.setUp,
  full: ({ organizationId }) => ({
    organizationId,
    email: EMAIL,
    level: "admin",
    onExpired: "ignore",
    onDestroy: "downgrade",
  }),
  changes: () => ({ level: { to: "owner", wire: { level: 15 } } }),
  changeMethod: "POST",
  replacements: inviteRow.replacements,
  imported: { email: "ann@globex.example", onExpired: "resend", onDestroy: "remove" },
  stored: { onExpired: "resend", onDestroy: "remove" },
  edit: inviteRow.edit,
  remove: inviteRow.remove,
  look: inviteRow.look,
  count: inviteRow.count,
  derived: inviteRow.derived,
  existing: {
    own: inviteRow.existing.own,
    ownRequests: inviteRow.existing.ownRequests.filter((request) => request !== "ACCOUNT"),
    foreign: { none: "whoever is there is the person who is meant" },
    adoptTexts: (id, { email }) => [id, emailIn(id), String(email)],
  },
  // A preview checks whether the invite gives more access to projects than the account has.
  previewRequests: LISTS,
  requests: { create: [...LISTS, "MAKE"], update: [...LISTS, ...LISTS, "MAKE"], delete: [...LISTS, "REMOVE"] },
};

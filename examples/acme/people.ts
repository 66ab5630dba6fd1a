import * as orgform from "orgform/pulumi";

import type { Organization } from "./organization";

/** The people of the organization, with their levels and roles. */
const PEOPLE: Readonly<Record<string, { level: "member" | "admin"; roles: readonly string[] }>> = {
  "ann@cloud.acme.example": { level: "admin", roles: ["Engineering"] },
  "ben@cloud.acme.example": { level: "member", roles: ["Engineering", "Marketing"] },
  "cleo@cloud.acme.example": { level: "member", roles: ["Marketing"] },
};

/** Invites everybody, adds them to their roles once they accept, and reports other members. */
export function people(organization: Organization): void {
  const roles = new Map(
    ["Engineering", "Marketing"].map((name) => [name, new orgform.Role(name.toLowerCase(), { ...organization, name })]),
  );
  for (const [email, { level, roles: names }] of Object.entries(PEOPLE)) {
    const [person = email] = email.split("@");
    const membership = new orgform.Membership(person, { ...organization, email, level });
    for (const name of names) {
      const role = roles.get(name);
      if (role === undefined) throw new Error(`There is no role ${name}.`);
      new orgform.RoleMembership(
        `${person}-${name.toLowerCase()}`,
        { ...organization, roleId: role.roleId, email },
        { dependsOn: membership },
      );
    }
  }
  // `enforce: true` would remove other members. Without it, previews list them.
  new orgform.OrganizationMembers("people", {
    ...organization,
    members: Object.fromEntries(Object.entries(PEOPLE).map(([email, { level }]) => [email, level])),
  });
}

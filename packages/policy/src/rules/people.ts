import * as z from "zod";

import { cannotTell, requires, violation, where, whereAll, whereEach } from "../findings.ts";
import { isUnknown } from "../picture/known.generated.ts";
import { daysSince } from "../days.ts";
import { LEVELS, whereOfLevels } from "../people-levels.ts";
import { defineRule } from "../rule.ts";

const ANN = { email: "ann@acme.example", level: "member" };

/** By the last sign-in, or by the day of joining for people who never signed in. */
export const peopleActive = defineRule({
  id: "people-active",
  title: "Members sign in from time to time",
  severity: "warning",
  isOn: true,
  why: "If nobody uses an account, nobody notices when somebody else does.",
  remedy: "Remove the person. An invite brings them back.",
  references: { soc2: ["CC6.2", "CC6.3"], iso27001: ["A.5.18"], cis: ["5.3"] },
  needs: ["people"],
  parameters: z.strictObject({
    days: z.int().min(1).default(90).describe("Maximum number of days since the last sign-in."),
  }),
  judge: (picture, { days }) => {
    const isRecent = (time: string): boolean => daysSince(time, picture) <= days;
    const shouldBe = `at most ${days} days ago`;
    return whereEach(picture, "people", (person) =>
      where(person, "lastLogin", person.lastLogin, (time) =>
        time === null
          ? requires(person, "joinedAt", person.joinedAt, isRecent, `${shouldBe}, without a sign-in since`)
          : requires(person, "lastLogin", time, isRecent, shouldBe),
      ),
    );
  },
  examples: {
    passing: { sections: { people: [{ ...ANN, lastLogin: "2026-11-20T00:00:00Z" }] } },
    failing: { sections: { people: [{ ...ANN, lastLogin: "2026-01-20T00:00:00Z" }] } },
    unknown: { sections: { people: [ANN] } },
  },
});

/** If everybody has a role, access follows from roles. */
export const peopleInRoles = defineRule({
  id: "people-in-roles",
  title: "Every person is in a role",
  severity: "warning",
  isOn: false,
  why: "Access that comes from a role is granted and removed in one place.",
  remedy: "Add the person to a role.",
  references: { soc2: ["CC6.3"], iso27001: ["A.5.15", "A.5.18"], cis: ["6.8"] },
  needs: ["people", "roles"],
  parameters: z.strictObject({
    levels: z.array(z.enum(LEVELS)).default(["member"]).describe("Levels of the people who need a role."),
  }),
  judge: (picture, { levels }) =>
    whereAll(picture, "roles", (roles) => {
      const members = new Set(roles.flatMap((role) => (isUnknown(role.members) ? [] : role.members)));
      const hidden = roles.find((role) => isUnknown(role.members))?.members;
      return whereEach(picture, "people", (person) => {
        if (members.has(person.email)) return [];
        return whereOfLevels(person, levels, () => {
          if (hidden !== undefined && isUnknown(hidden)) return [cannotTell(person, "roles", hidden.unknown)];
          return where(person, "email", person.email, () => [violation(person, "roles", "none", "at least one")]);
        });
      });
    }),
  examples: {
    passing: { sections: { people: [ANN], roles: [{ name: "Builders", members: ["ann@acme.example"] }] } },
    failing: { sections: { people: [ANN], roles: [{ name: "Builders", members: [] }] } },
    unknown: { sections: { people: [ANN], roles: [{ name: "Builders" }] } },
  },
});

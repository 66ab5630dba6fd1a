import * as z from "zod";

import { cannotTell, violation, whereAll, whereEach } from "../findings.ts";
import { isUnknown } from "../picture/known.generated.ts";
import { defineRule } from "../rule.ts";

const OWNER = { email: "ann@acme.example", level: "owner" };

const REFERENCES = { soc2: ["CC6.1", "CC6.3"], iso27001: ["A.5.18", "A.8.2"], cis: ["5.4"] };

/** Neither only one owner nor too many. */
export const ownersCount = defineRule({
  id: "owners-count",
  title: "The organization has neither too few owners nor too many",
  severity: "error",
  isOn: true,
  why: "If the only owner leaves, the organization has none. Every owner can do everything, and so can anyone who gets into an owner's account.",
  remedy: "Promote people to owner, or demote owners, until the number fits.",
  references: REFERENCES,
  needs: ["people"],
  parameters: z.strictObject({
    min: z.int().min(1).default(2).describe("Minimum number of owners."),
    max: z.int().min(1).default(4).describe("Maximum number of owners."),
  }),
  judge: (picture, { min, max }) =>
    whereAll(picture, "people", (people) => {
      const { organization } = picture.living;
      const owners = people.filter(({ level }) => level === "owner").length;
      const hidden = people.filter(({ level }) => isUnknown(level)).length;
      if (owners <= max && owners + hidden >= min && hidden > 0 && (owners < min || owners + hidden > max)) {
        return [cannotTell(organization, "people", `the level of ${hidden} people isn't known`)];
      }
      return owners >= min && owners <= max
        ? []
        : [violation(organization, "people", `owners: ${owners}`, `owners: ${min} to ${max}`)];
    }),
  examples: {
    passing: { sections: { people: [OWNER, { email: "bob@acme.example", level: "owner" }] } },
    failing: { sections: { people: [OWNER, { email: "bob@acme.example", level: "member" }] } },
    unknown: { sections: { people: { unknown: "the API key lacks the scope organization_member:read" } } },
  },
});

/** Only the listed people are owners. */
export const ownersNamed = defineRule({
  id: "owners-named",
  title: "Only the named people are owners",
  severity: "error",
  isOn: false,
  judgesEach: true,
  why: "Owners can delete the organization. Decide once who they are, and write it down.",
  remedy: "Demote the person, or add the address to the policy.",
  references: REFERENCES,
  needs: ["people"],
  parameters: z.strictObject({
    emails: z
      .array(z.email().toLowerCase())
      .min(1)
      .describe("Email addresses of the people who are allowed to be owners."),
  }),
  judge: (picture, { emails }) =>
    whereEach(picture, "people", (person) => {
      if (!isUnknown(person.email) && emails.includes(person.email)) return [];
      if (isUnknown(person.level)) return [cannotTell(person, "level", person.level.unknown)];
      if (person.level !== "owner") return [];
      return isUnknown(person.email)
        ? [cannotTell(person, "email", person.email.unknown)]
        : [violation(person, "level", "owner", "admin or member")];
    }),
  examples: {
    passing: { parameters: { emails: ["ann@acme.example"] }, sections: { people: [OWNER] } },
    failing: { parameters: { emails: ["bob@acme.example"] }, sections: { people: [OWNER] } },
    unknown: { parameters: { emails: ["bob@acme.example"] }, sections: { people: [{ email: "ann@acme.example" }] } },
  },
});

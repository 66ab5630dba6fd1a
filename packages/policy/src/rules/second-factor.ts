import * as z from "zod";

import { requires, whereEach } from "../findings.ts";
import { LEVELS, whereOfLevels } from "../people-levels.ts";
import { defineRule } from "../rule.ts";

const REFERENCES = { soc2: ["CC6.1"], iso27001: ["A.5.17", "A.8.5"], cis: ["6.3", "6.5"] };

/** The setting of the organization. */
export const secondFactorEnforced = defineRule({
  id: "second-factor-enforced",
  title: "The organization enforces a second factor",
  severity: "error",
  isOn: true,
  judgesEach: true,
  why: "A password alone can be guessed, reused, or stolen.",
  remedy: "Set `enforce2fa` of the organization's settings to true.",
  references: REFERENCES,
  needs: [],
  parameters: z.strictObject({}),
  judge: ({ living: { organization } }) =>
    requires(organization, "enforce2fa", organization.enforce2fa, (value) => value === true, "true"),
  examples: {
    passing: { organization: { enforce2fa: true } },
    failing: { organization: { enforce2fa: false } },
    unknown: { organization: { enforce2fa: { unknown: "the service doesn't show it" } } },
  },
});

/** People without a second factor, whether or not the organization enforces one. */
export const secondFactorMissing = defineRule({
  id: "second-factor-missing",
  title: "Every person has a second factor",
  severity: "warning",
  isOn: true,
  why: "If a person has no second factor, a stolen password is enough to get in.",
  remedy: "Ask the person to set up a second factor, or remove the person.",
  references: REFERENCES,
  needs: ["people"],
  parameters: z.strictObject({
    levels: z
      .array(z.enum(LEVELS))
      .default([...LEVELS])
      .describe("Levels of the people who need a second factor."),
  }),
  judge: (picture, { levels }) =>
    whereEach(picture, "people", (person) =>
      whereOfLevels(person, levels, () =>
        requires(person, "is2faEnabled", person.is2faEnabled, (value) => value, "true"),
      ),
    ),
  examples: {
    passing: { sections: { people: [{ email: "ann@acme.example", level: "admin", is2faEnabled: true }] } },
    failing: { sections: { people: [{ email: "ann@acme.example", level: "admin", is2faEnabled: false }] } },
    unknown: { sections: { people: [{ email: "ann@acme.example", level: "admin" }] } },
  },
});

import * as z from "zod";

import { requires, whereEach } from "../findings.ts";
import { defineRule } from "../rule.ts";

const NOT_SHOWN = { unknown: "the service doesn't show it" };

/** Links that work without an account. */
export const publicSharingOff = defineRule({
  id: "public-sharing-off",
  title: "Nothing can be shared publicly",
  severity: "warning",
  isOn: true,
  judgesEach: true,
  why: "Anyone who has the link to a shared dashboard can read it forever, without an account.",
  remedy: "Set `allowPubliclySharedResources` of the organization's settings to false.",
  references: { soc2: ["CC6.1", "CC6.7"], iso27001: ["A.5.14", "A.8.3"], cis: ["3.3"] },
  needs: [],
  parameters: z.strictObject({}),
  judge: ({ living: { organization } }) =>
    requires(
      organization,
      "allowPubliclySharedResources",
      organization.allowPubliclySharedResources,
      (value) => value === false,
      "false",
    ),
  examples: {
    passing: { organization: { allowPubliclySharedResources: false } },
    failing: { organization: { allowPubliclySharedResources: true } },
    unknown: { organization: { allowPubliclySharedResources: NOT_SHOWN } },
  },
});

/** Who can invite people. */
export const invitesByAdmins = defineRule({
  id: "invites-by-admins",
  title: "Only admins invite people",
  severity: "note",
  isOn: true,
  judgesEach: true,
  why: "People who can invite others decide who reads the organization's data.",
  remedy: "Set `membersCanInvite` of the organization's settings to false.",
  references: { soc2: ["CC6.2"], iso27001: ["A.5.16", "A.5.18"], cis: ["6.1"] },
  needs: [],
  parameters: z.strictObject({}),
  judge: ({ living: { organization } }) =>
    requires(organization, "membersCanInvite", organization.membersCanInvite, (value) => value === false, "false"),
  examples: {
    passing: { organization: { membersCanInvite: false } },
    failing: { organization: { membersCanInvite: true } },
    unknown: { organization: { membersCanInvite: NOT_SHOWN } },
  },
});

/** The policy decides for or against the setting. */
export const aiProcessing = defineRule({
  id: "ai-processing",
  title: "The approval of AI data processing is as decided",
  severity: "warning",
  isOn: false,
  judgesEach: true,
  why: "With the approval, the service sends the organization's data to providers of language models.",
  remedy: "Set `isAiDataProcessingApproved` of the organization's settings.",
  references: { soc2: ["P6.1"], iso27001: ["A.5.34"] },
  needs: [],
  parameters: z.strictObject({
    isApproved: z.boolean().default(false).describe("Whether AI data processing is approved."),
  }),
  judge: ({ living: { organization } }, { isApproved }) =>
    requires(
      organization,
      "isAiDataProcessingApproved",
      organization.isAiDataProcessingApproved,
      (value) => (value ?? false) === isApproved,
      String(isApproved),
    ),
  examples: {
    passing: { organization: { isAiDataProcessingApproved: false } },
    failing: { organization: { isAiDataProcessingApproved: true } },
    unknown: { organization: { isAiDataProcessingApproved: NOT_SHOWN } },
  },
});

/** Checks each project, because the setting of the organization applies only to new projects. */
export const addressesAnonymized = defineRule({
  id: "addresses-anonymized",
  title: "Every project drops the IP addresses of its users",
  severity: "warning",
  isOn: true,
  judgesEach: true,
  why: "An IP address is personal data, and few analyses need it.",
  remedy: "Set `anonymizeIps` of the project to true.",
  references: { soc2: ["P4.1"], iso27001: ["A.5.34", "A.8.11"], cis: ["3.1"] },
  needs: ["projects", "projectSettings"],
  parameters: z.strictObject({}),
  judge: (picture) =>
    whereEach(picture, "projects", (project) =>
      requires(project, "anonymizeIps", project.anonymizeIps, (value) => value === true, "true"),
    ),
  examples: {
    passing: { sections: { projects: [{ name: "Web", anonymizeIps: true }] } },
    failing: { sections: { projects: [{ name: "Web", anonymizeIps: false }] } },
    unknown: { sections: { projects: [{ name: "Web" }] } },
  },
});

/** By the naming pattern of the policy. */
export const projectNames = defineRule({
  id: "project-names",
  title: "Project names follow a pattern",
  severity: "note",
  isOn: false,
  judgesEach: true,
  why: "People find a project by its name, and see from the name who owns the project.",
  remedy: "Rename the project.",
  references: { iso27001: ["A.5.9"], cis: ["1.1"] },
  needs: ["projects"],
  parameters: z.strictObject({
    pattern: z
      .string()
      .min(1)
      .refine(isPattern, "expected a regular expression")
      .describe("Regular expression that the whole name must match."),
  }),
  judge: (picture, { pattern }) => {
    const whole = new RegExp(`^(?:${pattern})$`, "u");
    return whereEach(picture, "projects", (project) =>
      requires(project, "name", project.name, (name) => whole.test(name), `like ${pattern}`),
    );
  },
  examples: {
    passing: { parameters: { pattern: "[a-z-]+" }, sections: { projects: [{ name: "web-shop" }] } },
    failing: { parameters: { pattern: "[a-z-]+" }, sections: { projects: [{ name: "Test 2" }] } },
    unknown: {
      parameters: { pattern: "[a-z-]+" },
      sections: { projects: [{ name: { unknown: "known after the apply" } }] },
    },
  },
});

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u").source !== "";
  } catch {
    return false;
  }
}

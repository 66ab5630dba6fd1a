import * as z from "zod";

import { cannotTell, type Said, violation, where, whereAll, whereEach } from "../findings.ts";
import { ACCESS_SECTIONS, EffectiveAccess } from "../picture/access.generated.ts";
import { isUnknown } from "../picture/known.generated.ts";
import type { Picture } from "../picture/picture.generated.ts";
import { defineRule } from "../rule.ts";

const REFERENCES = { soc2: ["CC6.3"], iso27001: ["A.5.15", "A.8.3"], cis: ["3.3", "6.8"] };

/** Levels of a project, the lowest first. @source the service's access control: the built-in default is admin */
const PROJECT_LEVELS = ["none", "member", "admin"] as const;

const OF_PROJECT = { projectId: "7", resource: "project", email: null, roleId: null };

/** Grants that stay when the person changes teams. */
export const accessByRole = defineRule({
  id: "access-by-role",
  title: "Access rules name roles, not individual people",
  severity: "warning",
  isOn: true,
  judgesEach: true,
  why: "A rule for one person stays when that person changes teams.",
  remedy: "Give the rule to a role, and add the person to it.",
  references: REFERENCES,
  needs: ["accessRules"],
  parameters: z.strictObject({}),
  judge: (picture) =>
    whereEach(picture, "accessRules", (rule) =>
      where(rule, "email", rule.email, (email) => (email === null ? [] : [violation(rule, "email", email, "a role")])),
    ),
  examples: {
    passing: { sections: { accessRules: [{ ...OF_PROJECT, roleId: "r1", level: "member" }] } },
    failing: { sections: { accessRules: [{ ...OF_PROJECT, email: "ann@acme.example", level: "member" }] } },
    unknown: { sections: { accessRules: { unknown: "the API key lacks the scope access_control:read" } } },
  },
});

type Rule = Extract<Picture["living"]["accessRules"], readonly unknown[]>[number];

const isMaybe = (found: unknown, wanted: unknown): boolean => isUnknown(found) || found === wanted;

/** Whether a rule is for everybody in a project, or might be. */
const isMaybeOfEverybody = ({ resource, email, roleId }: Rule): boolean =>
  isMaybe(resource, "project") && isMaybe(email, null) && isMaybe(roleId, null);

/** The default access of everybody; without a rule, everybody is admin. */
export const projectDefaultAccess = defineRule({
  id: "project-default-access",
  title: "The default access of every project is limited",
  severity: "warning",
  isOn: false,
  why: "Without a default rule, every member of the organization is an admin of the project.",
  remedy: "Set the default access of the project.",
  references: REFERENCES,
  needs: ["projects", "accessRules"],
  parameters: z.strictObject({
    most: z.enum(PROJECT_LEVELS).default("member").describe("Highest level that everybody is allowed to have."),
  }),
  judge: (picture, { most }) =>
    whereAll(picture, "accessRules", (rules) =>
      whereEach(picture, "projects", (project) => {
        const ofAll = rules.filter((rule) => isMaybe(rule.projectId, project.projectId) && isMaybeOfEverybody(rule));
        const own = ofAll.find((rule) => ![rule.projectId, rule.resource, rule.email, rule.roleId].some(isUnknown));
        const hidden = own === undefined && most !== "admin" ? ofAll[0] : undefined;
        if (hidden !== undefined) return [cannotTell(project, "access", "it isn't known whom a rule is about")];
        const level = own?.level ?? "admin";
        if (isUnknown(level)) return [cannotTell(project, "access", level.unknown)];
        const at = PROJECT_LEVELS.findIndex((one) => one === level);
        return at <= PROJECT_LEVELS.indexOf(most) ? [] : [violation(project, "access", level, `at most ${most}`)];
      }),
    ),
  examples: {
    passing: {
      sections: { projects: [{ name: "Web", projectId: "7" }], accessRules: [{ ...OF_PROJECT, level: "member" }] },
    },
    failing: { sections: { projects: [{ name: "Web", projectId: "7" }] } },
    unknown: {
      sections: {
        projects: [{ name: "Web", projectId: "7" }],
        accessRules: { unknown: "the API key lacks the scope access_control:read" },
      },
    },
  },
});

/** People who are admins of a project by a rule, although the list of people doesn't show it. */
export const adminByRule = defineRule({
  id: "admin-by-rule",
  title: "Nobody is an admin of a project by a personal rule",
  severity: "warning",
  isOn: true,
  judgesEach: true,
  why: "The list of people shows such a person as a member, so a review of admins misses them.",
  remedy: "Lower the level of the rule, or make the person an admin of the organization.",
  references: { soc2: ["CC6.1", "CC6.3"], iso27001: ["A.8.2"], cis: ["5.4"] },
  needs: ["accessRules"],
  parameters: z.strictObject({}),
  judge: (picture) =>
    whereEach(picture, "accessRules", (rule): readonly Said[] => {
      const { resource, email, level } = rule;
      if (email === null || !isMaybe(resource, "project") || !isMaybe(level, "admin")) return [];
      return where(rule, "resource", resource, () =>
        where(rule, "email", email, () =>
          where(rule, "level", level, () => [violation(rule, "level", "admin", "member or none")]),
        ),
      );
    }),
  examples: {
    passing: { sections: { accessRules: [{ ...OF_PROJECT, email: "ann@acme.example", level: "member" }] } },
    failing: { sections: { accessRules: [{ ...OF_PROJECT, email: "ann@acme.example", level: "admin" }] } },
    unknown: { sections: { accessRules: [{ ...OF_PROJECT, email: "ann@acme.example" }] } },
  },
});

const WEB = [{ name: "Web", projectId: "7" }];
const THREE = ["ann", "ben", "cid"].map((name) => ({ email: `${name}@acme.example`, level: "member" }));
const WITH_RULES = { usesMostSpecificAccess: true, features: ["access_control", "role_based_access"] };

export const PLACE = "it isn't known what a rule is about";

/** Whether a rule might be about a project, or about a kind of resource in it, but it isn't known what it is about. */
export const isMaybeOf = ({ projectId, resource, resourceId }: Rule, wanted: unknown, kind = "project"): boolean =>
  isMaybe(projectId, wanted) &&
  isMaybe(resource, kind) &&
  isMaybe(resourceId, null) &&
  ([resource, resourceId].some(isUnknown) || isUnknown(projectId) !== isUnknown(wanted));

/** Whoever is an admin of a project in the end: by level, by a rule, by a role, or since nothing limits it. */
export const projectAdmins = defineRule({
  id: "project-admins",
  title: "Every project has few admins",
  severity: "warning",
  isOn: false,
  why: "An admin of a project can delete its data. Levels, roles, rules, and defaults together decide who is one.",
  remedy: "Run `orgform access --at-least admin` to see what gives the access, and limit it.",
  references: { soc2: ["CC6.1", "CC6.3"], iso27001: ["A.5.15", "A.8.2"], cis: ["5.4", "6.8"] },
  needs: ACCESS_SECTIONS,
  parameters: z.strictObject({
    max: z
      .int()
      .min(0)
      .default(10)
      .describe("Largest number of admins, including admins and owners of the organization."),
  }),
  judge: (picture, { max }) => {
    const access = new EffectiveAccess(picture.living);
    return whereAll(picture, "people", () =>
      whereAll(picture, "accessRules", (rules) =>
        whereEach(picture, "projects", (project): readonly Said[] => {
          const { projectId } = project;
          if (rules.some((rule) => isMaybeOf(rule, projectId))) return [cannotTell(project, "access", PLACE)];
          const levels = access.people.map((one) => access.of(one, { projectId, name: "" }).level);
          const admins = levels.filter((level) => level === "admin").length;
          if (admins > max) return [violation(project, "access", `${admins} admins`, `at most ${max}`)];
          const unclear = levels.filter(isUnknown);
          const [first] = unclear;
          const isClear = first === undefined || admins + unclear.length <= max;
          return isClear ? [] : [cannotTell(project, "access", first.unknown)];
        }),
      ),
    );
  },
  examples: {
    passing: {
      parameters: { max: 2 },
      organization: WITH_RULES,
      sections: { people: THREE, projects: WEB, accessRules: [{ ...OF_PROJECT, resourceId: null, level: "member" }] },
    },
    failing: { parameters: { max: 2 }, organization: WITH_RULES, sections: { people: THREE, projects: WEB } },
    unknown: {
      parameters: { max: 2 },
      organization: WITH_RULES,
      sections: {
        people: THREE,
        projects: WEB,
        accessRules: { unknown: "the API key lacks the scope access_control:read" },
      },
    },
  },
});

import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import { type Collection, defineResource, type ListOf } from "../../../model/definition.ts";
import type { Before } from "../../../model/call.ts";
import { field } from "../../../model/field.ts";
import type { Identity } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import { projectIdInput } from "../../fields/project-id.ts";
import { ruleGuards } from "./access-guards.ts";
import { onDestroyInput, RULE_OUTPUTS, SUBJECT_NOTES } from "./access-outputs.ts";
import {
  type AccessRule,
  changeRule,
  isAbout,
  isSubjectNamed,
  namedRules,
  putRule,
  ruleFromWire,
  type RuleBody,
  subjectOf,
  takeRule,
} from "./access-rules.ts";
import { subjectInputs, subjectProblems } from "./access-subject.ts";
import { RULE_LIST, RULE_TRAITS } from "./access-traits.ts";
import { editingGuard, type RuleList } from "./editing-guard.ts";
import { lockOutGuard } from "./lock-out-guard.ts";

type At = Identity<"projectId" | "subject">;

const projectRules: Collection<Api, AccessRule, "projectId"> = {
  ...RULE_LIST,
  name: "project access",
  route: "access controls of projects",
  words: "the rules of access to the project",
  list: (api, { projectId }, call) => namedRules(api, { projectId }, call, ({ resource }) => resource === "project"),
};

/**
 * Who may enter a project: one rule of it.
 *
 * @source service 2026-09, access-control.md.
 */
export const projectAccess = defineResource({
  kind: "object",
  name: "ProjectAccess",
  doc: "One rule of who may enter a project: its default, or the level of one member or one role.",
  notes: [
    "A project without rules is open to all members of its organization, at the built-in level `admin`. The default, the rule without `email`, `roleId` and `roleName`, says otherwise: at the level `none` only those get in whom another rule names. Administrators and owners of the organization are `admin` in every project, whatever rules say; who created a project has nothing of that.",
    "Where the organization's `uses_most_specific_access_resolution` is true, as in every organization created since September 2026, a member's level comes from their own rule; else from the highest rule of their roles; else from the default; else it is `admin`. In the older order (false or null) it is the highest of their own rule and those of their roles, even where the default is higher; else the default; else `admin`. In both orders a rule of one member narrows the default for that member.",
    "Rules have an effect with the plan feature `access_control`; without it they are stored, and everybody is `admin`.",
    ...SUBJECT_NOTES,
    "Rules are edited by administrators of the organization, and by members whose level `admin` comes from a rule; the built-in `admin` isn't enough. A preview refuses a rule that the key's account may not write.",
    "Refused before anything is written: a rule, or its removal, by which an account that is no administrator of the organization would lose the project, or the right to edit rules in it, without which it couldn't change the rule again. The account of the key is recognized with the scope `user:read`.",
  ],
  example: { projectId: "17", email: "ann@acme.example", level: "member" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    projectId: projectIdInput,
    ...subjectInputs,
    level: field(z.enum(["none", "member", "admin"]), {
      doc: 'What those whom the rule is about may do: "none", "member" or "admin".',
    }),
    onDestroy: onDestroyInput,
  },
  outputs: RULE_OUTPUTS,
  identity: {
    parts: ["projectId", "subject"],
    of: (wire: AccessRule, { projectId }) => ({ projectId, subject: subjectOf(wire) }),
  },
  naturalKey: {
    fields: ["projectId", "roleId", "roleName", "email"],
    isUnique: true,
    matches: (wire: AccessRule, inputs) => isAbout(wire, inputs),
    isNamed: isSubjectNamed,
    lookUpBy: ["subject", "roleId", "email"],
  },
  validate: subjectProblems,
  toWire: ({ level = "", email, roleId, roleName }, before?: Before<AccessRule>): RuleBody => ({
    level,
    email,
    roleId,
    roleName,
    held: before?.wire,
  }),
  fromWire: (wire: AccessRule, at: At, declared) => ({
    projectId: at.projectId,
    ...ruleFromWire(wire, at, declared),
  }),
  ops: {
    create: (api: Api, { projectId }, body, call) => putRule(api, { projectId }, body, call),
    update: (api: Api, { projectId }, body, call) => changeRule(api, { projectId }, body, call),
    delete: (api: Api, { projectId }, call, target) => takeRule(api, { projectId }, call, target),
  },
  collection: projectRules,
  ...RULE_TRAITS,
  guards: [...ruleGuards(() => listed()), editingGuard(() => listed(), listOf), lockOutGuard(() => listed())],
});

/** Where the list lies that has the rule. */
function listOf(inputs: Values): RuleList {
  const projectId = String(inputs["projectId"]);
  return { place: { projectId }, scope: { projectId } };
}

/** The resource itself, for what its own calls look up. */
function listed(): ListOf<AccessRule, "projectId"> {
  return projectAccess;
}

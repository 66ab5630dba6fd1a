import { fieldRef, message } from "../../../model/messages.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import { type Collection, defineResource } from "../../../model/definition.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import type { Values } from "../../../model/json-value.ts";
import { projectIdInput } from "../../fields/field-types.ts";
import { ruleGuards } from "./access-guards.ts";
import { levelWire, onDestroyInput, RULE_OUTPUTS, SUBJECT_NOTES } from "./access-outputs.ts";
import { changeRule, isAbout, isSubjectNamed, namedRules, putRule, deleteRule } from "./access-rules.ts";
import { subjectInputs, subjectOf, subjectProblems } from "./access-subject.ts";
import { RULE_LIST, RULE_TRAITS } from "./access-traits.ts";
import { editingGuard, type RuleList } from "./editing-guard.ts";
import { lockOutGuard } from "./lock-out-guard.ts";
import type { AccessRule } from "./rule-wire.ts";

const projectRules: Collection<Api, AccessRule, "projectId"> = {
  ...RULE_LIST,
  name: "project access",
  route: "access controls of projects",
  words: "the rules of access to the project",
  list: (api, { projectId }, call) => namedRules(api, { projectId }, call, ({ resource }) => resource === "project"),
};

/**
 * One rule for the access to a project.
 *
 * @source service 2026-09, access-control.md.
 */
export const projectAccess = defineResource({
  kind: "object",
  name: "ProjectAccess",
  doc: "Manages one access rule for a project: its default, or the level of one member or one role.",
  notes: [
    message`A project without rules is open to all members of its organization, at the built-in level \`admin\`. The default rule, which has no \`email\`, ${fieldRef("roleId")}, or ${fieldRef("roleName")}, changes that. At its level \`none\`, only people named by another rule can enter. Administrators and owners of the organization are always \`admin\` in every project. Creating a project gives a person no level in it.`,
    "If the organization's `uses_most_specific_access_resolution` is true, a member's level comes from their own rule, else from the highest rule of their roles, else from the default, else it's `admin`. Every organization created since September 2026 works like this. In the older order (false or null), the level is the highest of the member's own rule and the rules of their roles, even if the default is higher. Without such a rule, it's the default, else `admin`. In both orders, a rule for one member can lower the default for that member.",
    "Rules need the plan feature `access_control`. Without it, the service stores them, and everyone is `admin`.",
    ...SUBJECT_NOTES,
    "Administrators of the organization can edit rules, and so can members whose level `admin` comes from a rule. The built-in `admin` isn't enough. A preview refuses a rule that the key's account can't write.",
    "Orgform refuses a change that would lock out the key's own account, before it writes anything. An account that isn't an administrator of the organization must keep its access to the project and its right to edit rules there. Orgform refuses changes that would end either. Orgform needs the scope `user:read` to recognize the account.",
  ],
  example: { projectId: "17", email: "ann@acme.example", level: "member" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    projectId: projectIdInput,
    ...subjectInputs,
    level: field(z.enum(["none", "member", "admin"]), {
      doc: 'What the people whom the rule is about can do: "none", "member", or "admin".',
      wire: levelWire,
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
  ops: {
    create: (api: Api, { projectId }, body, call) => putRule(api, { projectId }, body, call),
    update: (api: Api, { projectId }, body, call) => changeRule(api, { projectId }, body, call),
    delete: (api: Api, { projectId }, call, target) => deleteRule(api, { projectId }, call, target),
  },
  collection: projectRules,
  ...RULE_TRAITS,
  guards: [...ruleGuards(() => listed()), editingGuard(() => listed(), listOf), lockOutGuard(() => listed())],
});

/** The location of the list that contains the rule. */
function listOf(inputs: Values): RuleList {
  const projectId = String(inputs["projectId"]);
  return { place: { projectId }, scope: { projectId } };
}

/** The resource itself, for its own requests. */
function listed(): ListOf<AccessRule, "projectId"> {
  return projectAccess;
}

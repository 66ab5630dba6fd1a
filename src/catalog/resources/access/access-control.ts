import { separateLists } from "../../../capabilities/separate-lists.ts";
import { warnings } from "../../../capabilities/warnings.ts";
import * as z from "zod";

import type { AccessPlace, AccessRuleWire } from "../../../client/access-controls.ts";
import type { Api } from "../../../client/client.ts";
import { type Collection, defineResource } from "../../../model/definition.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { field } from "../../../model/field.ts";
import type { Identity } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import type { Reading } from "../../../model/wire/codec.ts";
import { fieldName, fieldRef, message, type Text, aTypeRef } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { projectIdInput } from "../../fields/field-types.ts";
import { type RuledObject, ruleGuards } from "./access-guards.ts";
import { isKnownKind, kindMeant } from "./access-kinds.ts";
import { levelWire, onDestroyInput, RULE_OUTPUTS, SUBJECT_NOTES } from "./access-outputs.ts";
import { changeRule, isAbout, isSubjectNamed, namedRules, putRule, deleteRule } from "./access-rules.ts";
import { subjectInputs, subjectOf, subjectProblems } from "./access-subject.ts";
import { RULE_LIST, RULE_TRAITS } from "./access-traits.ts";
import { editingGuard, type RuleList } from "./editing-guard.ts";
import { type AccessRule, custom, shown } from "./rule-wire.ts";

/** The target of a rule as its ID shows it: `dashboard`, or `dashboard:42`. */
function targetOf({ resource, resourceId }: Values): string | undefined {
  if (typeof resource !== "string") return undefined;
  if (resourceId === undefined || resourceId === null) return resource;
  return typeof resourceId === "string" ? `${resource}:${resourceId}` : undefined;
}

/** The kind in a target, and the object if it names one. */
function readTarget(target: string): { readonly resource: string; readonly resourceId?: string } {
  const end = target.indexOf(":");
  return end < 0 ? { resource: target } : { resource: target.slice(0, end), resourceId: target.slice(end + 1) };
}

/** The target of a rule. */
const targetIn = ({ target }: AccessRule, { at: { target: named = "" } }: Reading): string => target ?? named;

const isObject = (target: string): boolean => target.includes(":");

/** The object that the inputs name, if known. */
function objectIn(inputs: Values): RuledObject | undefined {
  const target = containsUnknown(inputs["resourceId"]) ? undefined : targetOf(inputs);
  return target === undefined || !isObject(target) ? undefined : { kind: readTarget(target).resource, target };
}

/** The location of a target's rules, or without a target, of the rules for all kinds. */
function placeOf(projectId: string, target: string | undefined): AccessPlace {
  const { resource, resourceId } = readTarget(target ?? "");
  if (resourceId === undefined) return { projectId, isOfKinds: true };
  // A path has the kind's plural, which is always regular. @source service 2026-09, access-control.md, table
  return { projectId, object: { objects: `${resource}s`, id: resourceId } };
}

/** The location of the list that contains the rule. */
function listOf(inputs: Values): RuleList {
  const projectId = String(inputs["projectId"]);
  const target = targetOf(inputs);
  if (target === undefined || !isObject(target)) return { place: placeOf(projectId, undefined), scope: { projectId } };
  return { place: placeOf(projectId, target), scope: { projectId, target } };
}

/** The rules for a project's kinds of resources, or those of one object if the scope names it. */
async function listRules(
  api: Api,
  scope: Identity<"projectId"> & { readonly target?: string },
  call: CallContext,
): Promise<AccessRule[]> {
  const { projectId, target } = scope;
  const object = target !== undefined && isObject(target) ? target : undefined;
  const isOfPlace = (rule: AccessRuleWire): boolean => object !== undefined || rule.resource_id === null;
  const rules = await namedRules(api, placeOf(projectId, object), call, isOfPlace);
  // An object can have different IDs in its rules and in its path.
  return rules.map((one) => ({ ...one, target: object ?? one.rule.resource }));
}

const resourceRules: Collection<Api, AccessRule, "projectId"> = {
  ...RULE_LIST,
  name: "access control",
  words: "the rules of the project's kinds of resources",
  // Each kind of object has its own route, and not every service has all of them.
  route: "access controls of kinds",
  list: listRules,
  capabilities: [
    separateLists({
      part: "target",
      of: targetOf,
      isSeparate: isObject,
      route: (target) => `access controls of each ${readTarget(target).resource}`,
      words: "the rules of single objects, such as of one dashboard",
    }),
    ...RULE_LIST.capabilities,
  ],
};

const ELSEWHERE = new Map([
  ["project", message`A rule of a project itself is ${aTypeRef("ProjectAccess")}.`],
  [
    "organization",
    message`An organization has no access rules. The level of ${aTypeRef("Member")} decides what a person can do in it.`,
  ],
]);

function problems(inputs: Values): Problem[] {
  const { resource } = inputs;
  const reason = typeof resource === "string" ? (ELSEWHERE.get(resource) ?? unknownKind(resource)) : undefined;
  const wrong = reason === undefined ? [] : [{ path: "resource", reason }];
  return [...wrong, ...subjectProblems(inputs)];
}

function unknownKind(resource: string): Text | undefined {
  const meant = kindMeant(resource);
  return meant === undefined
    ? undefined
    : message`is ${JSON.stringify(resource)}, which isn't a kind of resource; did you mean ${fieldRef("resource", meant)}?`;
}

/** A word that resembles no known kind might be a kind of a newer service. */
function warnOfKind({ resource }: Values): Text[] {
  if (typeof resource !== "string" || isKnownKind(resource)) return [];
  return [
    message`${fieldName("resource")} is ${JSON.stringify(resource)}, a kind of resource that this version of Orgform doesn't know\nThe service refuses the rule if it doesn't know the kind either.`,
  ];
}

/**
 * One access rule for a kind of resource, or for one object.
 *
 * @source service 2026-09, access-control.md.
 */
export const accessControl = defineResource({
  kind: "object",
  name: "AccessControl",
  doc: "Manages one access rule in a project, for a kind of resource, such as all dashboards, or for one object.",
  notes: [
    message`Without ${fieldRef("resourceId")}, the rule covers all objects of the kind. Without any rule, everyone who can enter the project is an \`editor\`, except that they are a \`viewer\` of \`activity_log\` and \`toolbar\` and have no access to \`data_deletion\`. For the kind \`action\`, the service refuses the level "none". It refuses levels above "viewer" for \`activity_log\` and \`toolbar\`. These rules give nothing to people who can't enter the project.`,
    "A setting of the organization in the service's API, `uses_most_specific_access_resolution`, decides how rules combine. If it's true, the most specific rule decides: the member's own rule, else the highest rule of their roles, else the default. The rules of the object come first, then those of its kind, each in this order. Every organization created since September 2026 works like this. In the older order (false or null), the level for a kind is the highest of all rules that apply, including the default. The level for an object is the highest of the member's own rule and the rules of their roles. Without such a rule, it's `none` if that is the object's default, else the level for the kind if a rule of the kind applies, else the object's default.",
    "The creator of an object and the administrators of the organization always have the highest level. Being `admin` of a project doesn't raise anybody's level here. The rules of some kinds also cover other kinds: `warehouse_objects` covers tables and views, and `session_recording` covers playlists. `llm_analytics` covers data sets, provider keys, and prompts. `customer_analytics` covers accounts, customer journeys, and customer tasks. `experiment` covers saved metrics and holdouts, `dashboard` covers templates of dashboards, `web_analytics` covers marketing analytics, and `replay_scanner` covers vision alerts. A rule for a covered kind has no effect, but a rule for one object of such a kind counts.",
    "Rules need the plan feature `access_control`. Without it, the service stores them, and they have no effect. Administrators of the organization can edit rules, and so can members whose level `admin` in the project comes from a rule. The rules of one object can also be edited by its creator and by members whose level `manager` for it comes from a rule. A preview refuses a rule that the key's account can't write.",
    ...SUBJECT_NOTES,
    "The service lists the rules of all kinds of a project together, and the rules of each object separately. Orgform knows which object to check only from a declared rule. That's why `orgform drift` and `orgform adopt` find undeclared rules for kinds, but not for single objects.",
  ],
  example: { projectId: "17", resource: "dashboard", email: "ann@acme.example", level: "viewer" },
  stateVersion: 1,
  migrations: {},
  inputs: {
    projectId: projectIdInput,
    resource: field(
      z
        .string()
        .max(32)
        .regex(
          /^[a-z]+(?:_[a-z]+)*$/u,
          'expected a kind of resource as the service names it, such as "dashboard" or "feature_flag"',
        ),
      {
        doc: 'Kind of resource as the service names it: "dashboard", "feature_flag", "notebook", "insight", "experiment" and others.',
        wire: custom(
          (rule, reading) => readTarget(targetIn(rule, reading)).resource,
          (_resource: string, { inputs }) => ({ target: targetOf(inputs) }),
        ),
        onChange: "replace",
      },
    ),
    resourceId: field(z.string().min(1).max(36).optional(), {
      doc: "ID of the one object that the rule is about, as a string. By default, the rule is about all objects of the kind.",
      wire: custom(
        (rule, reading) => readTarget(targetIn(rule, reading)).resourceId,
        (_resourceId: string | null, { inputs }) => ({ target: targetOf(inputs) }),
      ),
      onChange: "replace",
      serviceDefault: null,
    }),
    ...subjectInputs,
    level: field(z.enum(["none", "viewer", "editor", "manager"]), {
      doc: 'What the people whom the rule is about can do: "none", "viewer", "editor", or "manager".',
      wire: levelWire,
    }),
    onDestroy: onDestroyInput,
  },
  outputs: {
    target: field(z.string(), {
      doc: 'What the rule is about, as in its ID: "dashboard", or "dashboard:42" for one object.',
      wire: shown(targetIn),
      stable: true,
    }),
    ...RULE_OUTPUTS,
  },
  identity: {
    parts: ["projectId", "target", "subject"],
    of: (wire: AccessRule, { projectId }) => ({ projectId, target: wire.target ?? "", subject: subjectOf(wire) }),
  },
  naturalKey: {
    fields: ["projectId", "resource", "resourceId", "roleId", "roleName", "email"],
    isUnique: true,
    matches: (wire: AccessRule, inputs) => wire.target === targetOf(inputs) && isAbout(wire, inputs),
    isNamed: isSubjectNamed,
    lookUpBy: ["subject", "target", "email"],
  },
  validate: problems,
  ops: {
    create: (api: Api, { projectId }, body, call) => putRule(api, placeOf(projectId, body.target), body, call),
    update: (api: Api, { projectId, target }, body, call) => changeRule(api, placeOf(projectId, target), body, call),
    delete: (api: Api, { projectId, target }, call, removal) =>
      deleteRule(api, placeOf(projectId, target), call, removal),
  },
  collection: resourceRules,
  ...RULE_TRAITS,
  capabilities: [...RULE_TRAITS.capabilities, warnings({ inputWarnings: warnOfKind })],
  guards: [...ruleGuards(() => listed(), objectIn), editingGuard(() => listed(), listOf)],
});

/** The resource itself, for use in its own requests. */
function listed(): ListOf<AccessRule, "projectId"> {
  return accessControl;
}

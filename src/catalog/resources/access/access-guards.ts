import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Guard, ServiceContext } from "../../../model/guard.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldName, message, type Text, aTypeName } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { whyNotInvited } from "../member/invited-people.ts";
import { foldedEmail } from "../member/people.ts";
import { lacksFeature } from "../organization/organization-plan.ts";
import { organization } from "../organization/organization.ts";
import { organizationOf, servedGuard } from "../project/project-scope.ts";
import { roleNamed } from "./access-rules.ts";
import type { AccessRule } from "./rule-wire.ts";

/** The plan feature that rules for roles require. @source service 2026-09, access-control.md, errors */
export const ROLE_FEATURE = "role_based_access";

/** @source service 2026-09, access-control.md */
export const RULES_SINCE =
  "Services have had them since 2025.\nRemove the resource from the program until the service is upgraded.";

type Rules = ListOf<AccessRule, "projectId">;

/**
 * Refusals of any rule before the service gets it.
 *
 * @param objectIn - the object that a rule's inputs name, and its kind
 */
export function ruleGuards(
  rules: () => Rules,
  objectIn: (inputs: Values) => RuledObject | undefined = () => undefined,
): Guard<Api, AccessRule>[] {
  return [
    {
      ...servedGuard({ of: rules, words: "rules of access" }),
      isAsked: ({ inputs }) => objectIn(inputs) === undefined,
    },
    {
      on: ["create"],
      inPreview: true,
      needsObject: false,
      isAsked: ({ inputs }) => objectIn(inputs) !== undefined,
      refuse: ({ inputs }, _wire, ask) => whyNoObjectRules(inputs, objectIn(inputs), rules(), ask()),
    },
    {
      on: ["create"],
      inPreview: true,
      needsObject: false,
      isAsked: ({ inputs }) => inputs["roleId"] !== undefined || inputs["roleName"] !== undefined,
      refuse: ({ inputs }, _wire, ask) => (containsUnknown(inputs) ? undefined : whyNoRoleRule(inputs, ask())),
    },
    {
      on: ["make"],
      inPreview: false,
      needsObject: false,
      refuse: ({ inputs }, _wire, ask) => whyNoSubject(inputs, ask()),
    },
  ];
}

/** The object of a rule. */
export interface RuledObject {
  readonly kind: string;
  /** The target as an ID shows it. */
  readonly target: string;
}

/** Why the service has no rules for objects of the kind. Checked once for each kind, with its first object. */
async function whyNoObjectRules(
  { projectId }: Values,
  object: RuledObject | undefined,
  rules: Rules,
  { call }: ServiceContext<Api>,
): Promise<Text | undefined> {
  if (object === undefined || typeof projectId !== "string" || containsUnknown(projectId)) return undefined;
  const { kind, target } = object;
  const scope = { projectId, target };
  const isThere = await call.once(`rules of each ${kind}`, async () => {
    try {
      return await call.hasList<AccessRule, "projectId">(rules, scope);
    } catch (error) {
      // If the error reports a missing object, the route exists.
      if (isApiError(error) && error.category === "notFound") return true;
      throw error;
    }
  });
  if (isThere) return undefined;
  return message`This service has no access rules for single objects of the kind ${JSON.stringify(kind)}.\nDeclare a rule for the whole kind, without ${fieldName("resourceId")}.`;
}

/** The plan lacks the feature for rules of roles, if the organization shows its features. */
async function whyNoRoleRule({ projectId }: Values, ask: ServiceContext<Api>): Promise<Text | undefined> {
  const home = await homeOf(projectId, ask);
  if (home === undefined || !lacksFeature(home, ROLE_FEATURE)) return undefined;
  return message`The organization's plan lacks the feature ${JSON.stringify(ROLE_FEATURE)}, so the service refuses rules for roles.\nChange the plan in the billing settings of the service's web interface. Or declare rules for members by ${fieldName("email")}.`;
}

/** The organization of a project, if the key can see it. */
export async function homeOf(projectId: unknown, ask: ServiceContext<Api>): Promise<OrganizationWire | undefined> {
  const organizationId = await organizationOf(String(projectId), ask);
  return organizationId === undefined ? undefined : ask.call.known(organization, { organizationId });
}

async function whyNoSubject(
  { projectId, email, roleName }: Values,
  ask: ServiceContext<Api>,
): Promise<Text | undefined> {
  if (typeof email === "string") {
    const organizationId = await organizationOf(String(projectId), ask);
    return organizationId === undefined
      ? `There is no project ${String(projectId)}, or this API key cannot see it.`
      : whyNotInvited(ask.call, { organizationId, email: foldedEmail(email) });
  }
  if (typeof roleName !== "string" || (await roleNamed(String(projectId), roleName, ask)) !== undefined)
    return undefined;
  return message`The organization has no role ${JSON.stringify(roleName)}.\nDeclare ${aTypeName("Role")} with this name, and make this resource depend on it. Or correct the name.`;
}

import { aTypeRef, message } from "../../../model/messages.ts";
import type { AccessPlace } from "../../../client/access-controls.ts";
import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Guard, GuardContext } from "../../../model/guard.ts";
import type { Identity } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import type { Text } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { ADMIN } from "../member/levels.ts";
import { homeOf } from "./access-guards.ts";
import { isRetained } from "./access-outputs.ts";
import { isAbout } from "./access-rules.ts";
import { subjectIn } from "./access-subject.ts";
import type { AccessRule } from "./rule-wire.ts";
import { rightOf } from "./editing-right.ts";

type Rules = ListOf<AccessRule, "projectId">;

/** Whether the verb sends a rule. It doesn't if the rule stays, keeps its level, or is deferred. */
export function isWritten({ verb, inputs, state = {} }: GuardContext): boolean {
  if (verb === "delete") return !isRetained(state) && state["status"] !== "deferred";
  return verb !== "update" || state["status"] === "deferred" || state["level"] !== inputs["level"];
}

/** A list of rules: its location, and the scope by which runs share it. */
export interface RuleList {
  readonly place: AccessPlace;
  readonly scope: Identity<"projectId"> & { readonly target?: string };
}

/**
 * Refuses a rule that the key's account isn't allowed to write.
 *
 * Administrators of the organization always are. For other accounts, the list that contains the rule shows the right.
 * The built-in level `admin` doesn't give it.
 *
 * @source service 2026-09, access-control.md, who may list, set and clear
 */
export function editingGuard(rules: () => Rules, listOf: (inputs: Values) => RuleList): Guard<Api, AccessRule> {
  return {
    on: ["create", "update", "delete"],
    inPreview: true,
    needsObject: false,
    isAsked: isWritten,
    refuse: async ({ verb, inputs }, _wire, ask) => {
      if (containsUnknown(inputs)) return undefined;
      const { projectId } = inputs;
      const home = await homeOf(projectId, ask());
      if ((home?.membership_level ?? 0) >= ADMIN) return undefined;
      const { place, scope } = listOf(inputs);
      const held = await ifShown(() => ask().call.shown<AccessRule, "projectId">(rules(), scope));
      // For an account that can't see the rules, the write reports the refusal.
      if (held === undefined || (await rightOf(place, ask())) !== false) return undefined;
      // Adopting an existing rule as declared sends no request.
      if (verb === "create" && held.some((one) => isAsDeclared(one, inputs))) return undefined;
      return refusal(String(projectId), place.object !== undefined);
    },
  };
}

function refusal(projectId: string, isOfObject: boolean): Text {
  const more = isOfObject
    ? ' The rules of one object can also be edited by its creator and by members whose level "manager" for it comes from a rule.'
    : "";
  return (
    `The account of this API key isn't allowed to edit access rules in project ${projectId}. Nothing was written.\n` +
    `Administrators of the organization can edit rules, and so can members whose level "admin" in the project comes from a rule. The built-in level "admin" isn't enough.${more} ` +
    message`Use the key of such an account. Or let such an account give this one ${aTypeRef("ProjectAccess")} with the level "admin".`
  );
}

/** Whether a rule has the declared subject and level. */
function isAsDeclared(one: AccessRule, inputs: Values): boolean {
  const { resource, resourceId, level } = inputs;
  const isOfPlace = one.target === undefined || resourceId !== undefined || one.target === resource;
  return isOfPlace && isAbout(one, subjectIn(inputs)) && one.rule.access_level === level;
}

async function ifShown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isApiError(error) && (error.category === "permission" || error.category === "notFound")) return undefined;
    throw error;
  }
}

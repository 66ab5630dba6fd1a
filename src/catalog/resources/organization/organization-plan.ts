import type { Api } from "../../../client/client.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import type { Guard, GuardContext } from "../../../model/guard.ts";
import { isRecord, sameValue, type Values } from "../../../model/json-value.ts";
import { fieldName, fieldRef, message, type Text } from "../../../model/messages.ts";

const INVITES = "organization_invite_settings";
const SECURITY = "organization_security_settings";

/** The plan feature that a change of a setting requires. @source service 2026-09, organizations.md, Fields */
const FEATURE_OF: Readonly<Record<string, string>> = {
  enforce2fa: "2fa_enforcement",
  membersCanInvite: INVITES,
  membersCanCreateProjects: INVITES,
  membersCanUsePersonalApiKeys: SECURITY,
  membersCanSeeOrgMembers: SECURITY,
  allowPubliclySharedResources: SECURITY,
  readOnlyMcpAccess: SECURITY,
};

const AI_TRAINING = "isAiTrainingOptedIn";

const isChanged = ({ inputs, state }: GuardContext, name: string): boolean =>
  inputs[name] !== undefined && !sameValue(inputs[name], state?.[name]);

/** Services that check these features also show whether an organization is being deleted. */
const asksForPlan = (wire: OrganizationWire): boolean => wire.is_pending_deletion !== undefined;

/** Whether the organization's plan surely lacks a feature. False if the service doesn't show features. */
export function lacksFeature(wire: OrganizationWire, feature: string): boolean {
  const features = wire.available_product_features;
  if (!asksForPlan(wire) || !Array.isArray(features)) return false;
  return features.every((one) => isRecord(one) && one["key"] !== feature);
}

/** Why the plan refuses a setting, and what to do. */
export function planRefusal(name: string, feature: string): Text {
  return message`The organization's plan lacks the feature ${JSON.stringify(feature)}, so the service refuses a change of ${fieldName(name)}.\nChange the plan in the billing settings of the service's web interface, or remove ${fieldRef(name)} from the program.`;
}

function refusal(asked: GuardContext, wire: OrganizationWire, observed: Values): Text | undefined {
  const differs = (name: string): boolean => isChanged(asked, name) && !sameValue(asked.inputs[name], observed[name]);
  for (const [name, feature] of Object.entries(FEATURE_OF)) {
    if (differs(name) && lacksFeature(wire, feature)) return planRefusal(name, feature);
  }
  const isLocked = wire["is_ai_training_locked"] === true || wire["has_signed_baa"] === true;
  if (!isLocked || !differs(AI_TRAINING)) return undefined;
  return message`The choice about ${fieldName(AI_TRAINING)} is locked for this organization: by an agreement that was signed, or by the service.\nRemove ${fieldRef(AI_TRAINING)} from the program, or ask the service's support.`;
}

/** Refuses settings that the organization's plan lacks, before the service does. */
export function planGuard(observedIn: (wire: OrganizationWire) => Values): Guard<Api, OrganizationWire> {
  return {
    on: ["update"],
    inPreview: true,
    needsObject: true,
    isAsked: (asked) => [...Object.keys(FEATURE_OF), AI_TRAINING].some((name) => isChanged(asked, name)),
    refuse: (asked, wire) => (wire === undefined ? undefined : refusal(asked, wire, observedIn(wire))),
  };
}

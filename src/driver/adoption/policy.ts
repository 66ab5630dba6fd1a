import type { Capability } from "../../model/hooks/capability.ts";
import type { AnyResource } from "../../model/definition.ts";
import { hookOf } from "../../model/hook-of.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import { objectKey } from "../../model/managed-keys.ts";
import { fieldRef, message, type Text } from "../../model/messages.ts";
import type { Operation } from "../operation.ts";
import type { Wire } from "../session/list-cache.ts";

type AdoptionPolicy = NonNullable<Capability<unknown, Wire>["adoption"]>;

const NO_POLICY: AdoptionPolicy = {};

/** A resource's policy for existing objects; empty if it has none. */
export function policyOf(definition: AnyResource): AdoptionPolicy {
  return hookOf(definition, "adoption") ?? NO_POLICY;
}

/** Whether the user allows a second object of the same natural key. */
export function mayDuplicate({ definition, inputs }: Operation): boolean {
  const { allowDuplicateField } = policyOf(definition);
  return allowDuplicateField !== undefined && inputs[allowDuplicateField] === true;
}

/** Whether a second request could make a second object: a record of the first one has to be cleared up before. */
export function canDuplicate({ definition }: Operation): boolean {
  return definition.naturalKey?.isUnique === false && definition.collection !== undefined;
}

/** How to allow a second object with the same natural key, if the service accepts one. */
export function duplicateHint(definition: AnyResource): Text {
  const { allowDuplicateField } = policyOf(definition);
  return allowDuplicateField === undefined
    ? ""
    : message` Or set ${fieldRef(allowDuplicateField, true)} to create another one.`;
}

/** Whether whatever exists is adopted: a person exists by nature. */
export function adoptsAlways(definition: AnyResource): boolean {
  return policyOf(definition).adoptExisting === "always";
}

/** Whether an object that matches the declaration is adopted, no matter who created it. */
export function adoptsEqual(definition: AnyResource): boolean {
  return policyOf(definition).adoptExisting === "ifEqual";
}

/** Whether the service made the object with a parent that this run made. */
export function isCreatedWithParent(
  { definition, context }: Operation,
  { wire, at }: { readonly wire: Wire; readonly at: IdentityParts },
): boolean {
  const { parent } = definition;
  if (parent === undefined || policyOf(definition).isMadeWithParent?.(wire) !== true) return false;
  return context.session.creations.hasMade(objectKey(parent, formatId(parent.identity.parts, at)));
}

/** Whether the service shows that an account other than the key's created the object. */
export async function isCreatedByOther({ definition, context }: Operation, wire: Wire): Promise<boolean> {
  const { session, call } = context;
  return (await policyOf(definition).isMadeByAccount?.(session.api, wire, session.contextOf(call))) === false;
}

/** Whether the resource has its own rule instead of the general one. */
export function hasOwnershipCheck(definition: AnyResource): boolean {
  return policyOf(definition).ownershipCheck !== undefined;
}

/** Why an object can't come from this program's own earlier attempt, by the resource's own rule. */
export async function ownershipCheck({ definition, context }: Operation, wire: Wire): Promise<Text | undefined> {
  const { session, call } = context;
  return policyOf(definition).ownershipCheck?.(session.api, wire, { serviceNow: session.serviceNow(), call });
}

/** Without a record, an earlier attempt of the program is at most this old; an older object belongs to somebody else. */
const RECENT_MS = 60 * 60 * 1_000;

/** Whether an object can be young enough to come from an earlier attempt of the program, as far as its row shows. */
export function mayBeRecent({ definition, context }: Operation, wire: Wire): boolean {
  const madeMs = Date.parse(policyOf(definition).madeAt?.(wire) ?? "");
  return !(context.session.nowMs() - madeMs >= RECENT_MS);
}

/** Why an object that equals the declaration can't come from this program's own earlier attempt, by its age and its creator. */
export async function whyNotRecent({ definition, context }: Operation, wire: Wire): Promise<Text | undefined> {
  const { session, call } = context;
  const { madeAt: madeAtOf, isMadeByAccount } = policyOf(definition);
  const madeAt = madeAtOf?.(wire);
  const hasMaker = isMadeByAccount !== undefined || session.takeOverRecent;
  if (madeAt === undefined || !hasMaker)
    return "it matches the declaration, but nothing shows that this program created it";
  const now = session.serviceNow();
  if (now === undefined) return "the service sent no Date header, so its age isn't known";
  if (!(now.getTime() - Date.parse(madeAt) < RECENT_MS)) return `it was created at ${madeAt}, at least an hour ago`;
  if (session.takeOverRecent) return undefined;
  const isOwn = await isMadeByAccount?.(session.api, wire, session.contextOf(call));
  return isOwn === true ? undefined : "nothing shows that the account of this API key created it";
}

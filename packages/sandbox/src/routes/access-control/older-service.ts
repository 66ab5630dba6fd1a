import { type Exchange, bodyOf } from "../../pipeline/exchange.ts";
import { sandboxError } from "../../pipeline/service-error.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { pythonTruth } from "../../wire/python-text.ts";
import { asDictionary } from "../../wire/read-body.ts";

/** Kinds that certainly have rules in that service. @source PostHog/posthog posthog/rbac/user_access_control.py (mid 2025) */
const KINDS: readonly string[] = ["dashboard", "feature_flag", "insight", "notebook"];

const notKnown = (what: string): Error => sandboxError(501, "not_implemented", `${what} in 2025-08 is not known.`);

/** Refuses to guess about a kind of resource that the facts about 2025-08 don't name. */
export function refuseUnknownKind({ world }: Exchange, kind: unknown): void {
  if (world.dialect !== "2025-08" || kind === undefined || KINDS.some((known) => known === kind)) return;
  throw notKnown(`Whether there are access rules for kinds other than ${KINDS.join(", ")}`);
}

/** The same for the parts of a rule of 2025-08; `isOfKinds` says that it is about a kind of resource. */
export function refuseUnknownRule(exchange: Exchange, isOfKinds: boolean): void {
  if (exchange.world.dialect !== "2025-08") return;
  const { resource, resource_id: object, organization_member: member } = asDictionary(bodyOf(exchange));
  if (isOfKinds) refuseUnknownKind(exchange, resource);
  if (isOfKinds && pythonTruth(object ?? null))
    throw notKnown("The response to a rule for a kind that also names an object");
  if (typeof member === "string" && canonicalUuid(member) === undefined) {
    throw notKnown("The refusal of an organization_member that isn't a UUID");
  }
}

/** The list of users with access was added in 2025, at an unknown time. */
export function refuseUnknownUsers({ world }: Exchange): void {
  if (world.dialect === "2025-08") throw notKnown("Whether there is a list of users with access");
}

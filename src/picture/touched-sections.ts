import type { Section } from "../model/picture/picture.ts";
import type { RecordedPlan } from "../model/picture/planned-change.ts";
import { ORGANIZATION_SOURCES, SECTIONS, sourceOf } from "./sections.ts";

/** The sections that show an object of a kind, and the sections that a deletion also affects. */
interface Touched {
  readonly own: readonly Section[];
  readonly below?: readonly Section[];
}

/** Resources that affect other sections than the one that lists their objects. */
const TOUCHED: Readonly<Record<string, Touched>> = {
  Organization: { own: [], below: SECTIONS.map(({ section }) => section) },
  OrganizationSettings: { own: ["roles"] },
  OrganizationMembers: { own: ["people", "roles", "accessRules"] },
  Member: { own: ["people"], below: ["roles", "accessRules"] },
  Membership: { own: ["people", "invites"], below: ["roles", "accessRules"] },
  Invite: { own: ["invites"], below: ["people", "roles", "accessRules"] },
  Role: { own: ["roles"], below: ["accessRules"] },
  RoleMembership: { own: ["roles"] },
  Project: { own: ["projects"], below: ["accessRules", "exports", "integrations", "hogFunctions", "pipelineItems"] },
  Domain: { own: ["domains"], below: ["identityProviders"] },
  BulkCreateInvites: { own: ["invites"] },
  PauseBatchExport: { own: ["exports"] },
  UnpauseBatchExport: { own: ["exports"] },
  VerifyDomain: { own: ["domains"] },
};

/** A change to one object, of whichever provider. */
interface ChangeOfObject {
  readonly resource: string;
  readonly isMade: boolean;
  readonly isRemoved: boolean;
}

/** The sections that a change can affect. */
export function sectionsTouchedBy({ resource, isMade, isRemoved }: ChangeOfObject): readonly Section[] {
  const source = sourceOf(resource);
  const { own, below = [] } = TOUCHED[resource] ?? { own: source === undefined ? [] : [source.section] };
  // With a project, the service creates objects of its own.
  return isRemoved || (isMade && resource === "Project") ? [...own, ...below] : own;
}

/** The parts of a picture that a plan can affect, whether or not the key can read them. */
export function touchedBy({
  changes,
  foreign = [],
}: Pick<RecordedPlan, "changes" | "foreign">): ReadonlySet<Section | "organization"> {
  const own = changes
    .filter(({ isKept, isForgotten }) => isKept !== true && !isForgotten)
    .map(({ resource, before, after, isReplaced }) => ({
      resource,
      isMade: before === undefined || isReplaced,
      isRemoved: after === undefined || isReplaced,
    }));
  const all: readonly ChangeOfObject[] = [...own, ...foreign];
  const isOfOrganization = all.some(({ resource }) => ORGANIZATION_SOURCES.some((one) => one === resource));
  return new Set([...all.flatMap(sectionsTouchedBy), ...(isOfOrganization ? ["organization" as const] : [])]);
}

import { servedNamed } from "../../../app/served.ts";
import type { ForeignObject } from "../../../driver/driver.ts";
import { fieldsOf } from "../../../model/definition.ts";
import { formatId, UUID } from "../../../model/identity.ts";
import { pick, textsByName, type Values } from "../../../model/json-value.ts";
import type { ForeignChange } from "../../../model/picture/planned-change.ts";
import { MoveRefusal, SourceState } from "../provider/moves/source-state.ts";
import { MEMBERSHIP, PROJECT_SETTINGS, vendorTypes } from "../provider/moves/vendor-types.ts";

/** The vendor's provider, as people know it. */
const VENDOR = "posthog/posthog";

/** An object of another provider in a state, as it was stored. */
export interface ForeignInstance {
  readonly address: string;
  readonly type: string;
  readonly attributes: Values;
}

/**
 * Objects that `posthog/posthog` manages in a state, under the IDs that Orgform knows them by: nobody has to declare them a
 * second time. What Orgform has no ID for, such as an object without an address, is left out.
 */
export function foreignObjects(instances: readonly ForeignInstance[]): ForeignObject[] {
  const members = instances.filter(({ type }) => type === "posthog_organization_member");
  const emails = new Map(members.map(({ attributes: { id, email } }) => [String(id).toLowerCase(), email]));
  return instances.flatMap(({ address, type, attributes }) => {
    const vendorType = vendorTypes.get(type);
    const definition = vendorType === undefined ? undefined : servedNamed(vendorType.resource);
    if (vendorType === undefined || definition === undefined) return [];
    const mapped = mappedOrNone(() => vendorType.map(new SourceState(attributes)).values);
    if (mapped === undefined) return [];
    const state = withAddress(mapped, emails);
    const id = formatId(definition.identity.parts, textsByName(state));
    const inputs = pick(
      state,
      fieldsOf(definition, "inputs").map(([name]) => name),
    );
    const object = { resource: definition.name, address, id, state, inputs, unreadable: [], fingerprints: {} };
    return [{ ...object, by: VENDOR }];
  });
}

/** A planned change of an instance, as the engine shows it. */
interface PlannedInstance {
  readonly address: string;
  readonly type: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before?: Values | null | undefined;
    readonly after?: Values | null | undefined;
  };
}

/** Whether a plan changes an object that the vendor's provider manages, and of which kind. */
export function foreignChange({ address, type, change }: PlannedInstance): ForeignChange | undefined {
  const resource = type === PROJECT_SETTINGS ? "Project" : vendorTypes.get(type)?.resource;
  const { actions, before, after } = change;
  const [isMade, isRemoved] = [actions.includes("create"), actions.includes("delete")];
  if (resource === undefined || !(isMade || isRemoved || actions.includes("update"))) return undefined;
  const organization = (after ?? before)?.["organization_id"];
  return {
    resource,
    address,
    by: VENDOR,
    // Also a slug or `@current` names an organization, and nobody can tell which.
    organizationId:
      typeof organization === "string" && UUID.test(organization) ? organization.toLowerCase() : undefined,
    isMade,
    isRemoved,
  };
}

function mappedOrNone(map: () => Values): Values | undefined {
  try {
    return map();
  } catch (error) {
    if (error instanceof MoveRefusal) return undefined;
    throw error;
  }
}

/** A rule of a member names the membership alone; the member itself may be in the same state. */
function withAddress(values: Values, emails: ReadonlyMap<string, unknown>): Values {
  const { subject } = values;
  if (typeof subject !== "string" || !subject.startsWith(MEMBERSHIP)) return values;
  const email = emails.get(subject.slice(MEMBERSHIP.length));
  return typeof email === "string" ? { ...values, email, subject: `member:${email.toLowerCase()}` } : values;
}

import { isUnknown, type Unknown } from "../model/picture/known.ts";
import type { PlannedChange } from "../model/picture/planned-change.ts";
import { UNKNOWN } from "../model/unknown.ts";
import { type Fields, NOT_YET } from "./planned-values.ts";

/** The ID of a role that a plan creates. */
export const idOfNewRole = (address: string | undefined): Unknown => ({ ...NOT_YET, origin: address });

/** The role of a rule or membership: its ID, or the same unknown value as the role's own ID. */
export function roleIdIn({ references = {}, after, before }: PlannedChange): unknown {
  const { roleId } = after ?? before ?? {};
  return roleId === UNKNOWN ? idOfNewRole(references.roleId) : roleId;
}

/** Whether a role is the one with an ID, which can be the ID of a role that the plan creates. */
export function isRole({ roleId }: Fields, sought: unknown): boolean {
  if (!isUnknown(sought)) return roleId === sought;
  return isUnknown(roleId) && sought.origin !== undefined && sought.origin === roleId.origin;
}

/** The changes of a plan, without the references to a role that might not be a role that the plan creates. */
export function withSureRoles(changes: readonly PlannedChange[]): PlannedChange[] {
  return changes.map((change) => {
    const address = change.references?.roleId;
    if (address === undefined) return change;
    const [role, ...others] = changes.filter((one) => one.resource === "Role" && one.address === address);
    const isMade = role?.after !== undefined && (role.before === undefined || role.isReplaced);
    return isMade && others.length === 0 ? change : { ...change, references: {} };
  });
}

import { type Table, defineTable } from "../store/table.ts";
import { ACCESS_RULE } from "../wire/access-control.ts";
import type { World } from "../world.ts";
import { pickFields } from "../routes/members/show.ts";
import { rolesOf } from "../routes/roles/rows.ts";

/** The target of a rule: a kind of resource, or one object of it. */
export type RuleTarget = { readonly project: number; readonly resource: string; readonly resource_id: string | null };

/** The subject of a rule: a membership, a role, or everybody if both are null. */
export type Subject = { readonly organization_member: string | null; readonly role: string | null };

/** A rule. Its ID consists of its target and its subject, so each combination has at most one rule. */
export type RuleRow = RuleTarget &
  Subject & {
    readonly id: string;
    readonly access_level: string;
    /** No creator is recorded. */
    readonly created_by: null;
    readonly created_at: string;
    readonly updated_at: string;
  };

/** An object that rules can be about; only the control plane creates such objects. */
export type GuardedObjectRow = {
  readonly id: string;
  readonly project: number;
  readonly resource: string;
  readonly object: string;
  /** Its name in paths if that isn't the ID, as for notebooks. */
  readonly short_id: string | null;
  /** Shown in lists of rules; null if nobody set it. */
  readonly name: string | null;
  /** ID of the user who created it. */
  readonly created_by: string | null;
  /** For a table of the warehouse: the object of `external_data_source` that it comes from. */
  readonly source: string | null;
};

export const RULES_TABLE = defineTable<RuleRow>("access_controls", {
  indexes: [["project", "resource", "resource_id"]],
  within: "project",
});

export const GUARDED_OBJECTS_TABLE = defineTable<GuardedObjectRow>("guarded_objects", {
  indexes: [["project"]],
  within: "project",
  lacking: { short_id: null, name: null, created_by: null, source: null },
});

export const rulesOf = ({ store }: World): Table<RuleRow> => store.table(RULES_TABLE);
export const guardedObjectsOf = ({ store }: World): Table<GuardedObjectRow> => store.table(GUARDED_OBJECTS_TABLE);

export const objectKey = (project: number, resource: string, object: string): string =>
  JSON.stringify([project, resource, object]);

export const ruleKey = (place: RuleTarget, subject: Subject): string =>
  JSON.stringify([place.project, place.resource, place.resource_id, subject.organization_member, subject.role]);

/** Rules of a location, or for a project's kinds of resources, without those of deleted members and roles. */
export function rulesAt(
  world: World,
  match: RuleTarget | { readonly project: number; readonly resource_id: null },
): RuleRow[] {
  const { memberships } = world.store.tables;
  const isThere = ({ organization_member: member, role }: RuleRow): boolean =>
    (member === null || memberships.get(member) !== undefined) &&
    (role === null || rolesOf(world).get(role) !== undefined);
  return rulesOf(world).where(match).filter(isThere);
}

/** Renders a rule, without an id. */
export const showRule = (world: World, row: RuleRow): Record<string, unknown> =>
  pickFields(ACCESS_RULE, world.dialect, row);

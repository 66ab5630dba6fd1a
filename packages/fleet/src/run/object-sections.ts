import type { Changes, ObjectGroup, PlannedObject } from "./events.ts";

/** Operations that can't be undone come first. */
const ORDER = ["delete", "replace", "update", "create"] as const satisfies readonly (keyof Changes)[];

/** The planned objects of one organization. */
interface Planned {
  readonly name: string;
  readonly objects?: readonly PlannedObject[] | undefined;
}

/** The objects of a plan, with equal ones grouped: deletions first, then the most common ones. */
export function groupedObjects(organizations: readonly Planned[]): ObjectGroup[] {
  const groups = new Map<string, PlannedObject & { readonly organizations: string[] }>();
  for (const { name, objects = [] } of organizations) {
    for (const { operation, address, fields } of objects) {
      const key = JSON.stringify([operation, address, fields]);
      const group = groups.get(key) ?? { operation, address, fields, organizations: [] };
      if (!group.organizations.includes(name)) group.organizations.push(name);
      groups.set(key, group);
    }
  }
  return [...groups.values()].toSorted(
    (one, other) =>
      ORDER.indexOf(one.operation) - ORDER.indexOf(other.operation) ||
      other.organizations.length - one.organizations.length ||
      (one.address < other.address ? -1 : 1),
  );
}

/** A longer list of organizations is cut here, and the rest is counted. */
const MOST_NAMED = 3;

const HEADINGS: Readonly<Record<keyof Changes, string>> = {
  delete: "To delete",
  replace: "To replace",
  update: "To update",
  create: "To create",
};

/** The groups of one operation, in words. */
export interface ObjectSection {
  /** `To delete: 5 objects`. */
  readonly heading: string;
  readonly operation: keyof Changes;
  readonly rows: readonly { readonly object: string; readonly organizations: string }[];
}

/** The groups as sections with a heading each: `To delete: 5 objects`. */
export function objectSections(organizations: readonly Planned[]): ObjectSection[] {
  const groups = groupedObjects(organizations);
  return ORDER.flatMap((operation) => {
    const own = groups.filter((one) => one.operation === operation);
    if (own.length === 0) return [];
    const number = own.reduce((sum, group) => sum + group.organizations.length, 0);
    return [
      {
        operation,
        heading: `${HEADINGS[operation]}: ${number} object${number === 1 ? "" : "s"}`,
        rows: own.map(({ address, fields, organizations: names }) => ({
          object: fields.length === 0 ? address : `${address}: ${fields.join(", ")}`,
          organizations: names.length > MOST_NAMED ? `in ${names.length} organizations` : `in ${names.join(", ")}`,
        })),
      },
    ];
  });
}

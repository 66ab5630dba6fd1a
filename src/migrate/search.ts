import type { Names } from "../adopt/names.ts";
import type { Context, Gap, RecordedObject } from "../driver/driver.ts";
import type { AnyResource } from "../model/definition.ts";
import { type IdentityParts, parseId } from "../model/identity.ts";

/** What a search for changes knows: the state, the service, and the names that are free. */
export interface Search {
  readonly objects: readonly RecordedObject[];
  readonly context: Context;
  /** Names of new objects, none of which the program has. */
  readonly names: Names;
  /** Names of what a person fills in. */
  readonly secretNames: Names;
  /** The folder of what is written, as a path from that of the program. */
  readonly folder: string;
  readonly noteUnread: (gap: Gap) => void;
}

/** The rows of a list of the service; each list is read once, whoever asks. */
export async function rowsOf<Wire>(
  { context }: Search,
  definition: AnyResource,
  scope: IdentityParts,
): Promise<readonly Wire[]> {
  return (await context.session.lists.list(definition, scope, context.call)) as readonly Wire[]; // -- rows of that kind
}

/** The objects of a kind by the organization that they are in. */
export function byOrganization(
  objects: readonly RecordedObject[],
  definition: AnyResource,
): ReadonlyMap<string, readonly RecordedObject[]> {
  const own = objects.filter(({ resource }) => resource === definition.name);
  const organizationOf = ({ id }: RecordedObject): string => {
    const { organizationId = "" } = parseId(definition.identity.parts, id);
    return organizationId;
  };
  const organizations = [...new Set(own.map(organizationOf))];
  return new Map(organizations.map((one) => [one, own.filter((object) => organizationOf(object) === one)]));
}

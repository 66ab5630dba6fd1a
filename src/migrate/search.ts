import type { Names } from "../adopt/names.ts";
import type { Context, Gap, RecordedObject } from "../driver/driver.ts";
import type { AnyResource } from "../model/definition.ts";
import { type IdentityParts, parseId } from "../model/identity.ts";

/** The context of a search for changes: the state, the service, and the available names. */
export interface Search {
  readonly objects: readonly RecordedObject[];
  readonly context: Context;
  /** Names for new objects; the program has none of them. */
  readonly names: Names;
  /** Names for the values that a person fills in. */
  readonly secretNames: Names;
  /** The folder of the written files, relative to the program's folder. */
  readonly folder: string;
  readonly noteUnread: (gap: Gap) => void;
}

/** The rows of a list of the service; each list is read once. */
export async function rowsOf<Wire>(
  { context }: Search,
  definition: AnyResource,
  scope: IdentityParts,
): Promise<readonly Wire[]> {
  return (await context.session.lists.list(definition, scope, context.call)) as readonly Wire[]; // -- rows of that kind
}

/** The objects of a kind by their organization. */
export function byOrganization(
  objects: readonly RecordedObject[],
  definition: AnyResource,
): ReadonlyMap<string, readonly RecordedObject[]> {
  const own = objects.filter(({ resource }) => resource === definition.name);
  const organizationOf = ({ id }: RecordedObject): string =>
    String(parseId(definition.identity.parts, id)["organizationId"]);
  const organizations = [...new Set(own.map(organizationOf))];
  return new Map(organizations.map((one) => [one, own.filter((object) => organizationOf(object) === one)]));
}

import * as z from "zod";
import { rowsOf } from "./pages.ts";
import type { StreamSource } from "./stream.ts";
import { instantText, jsonObject, nonEmptyText, textOrNull } from "./wire.ts";

const activitySchema = z.looseObject({
  /** Who did it; for the service itself, there is no email. */
  user: z
    .looseObject({ first_name: z.string().default(""), email: textOrNull })
    .nullable()
    .default(null),
  /** What was done, such as `deleted`, `updated`, `split_person`. */
  activity: nonEmptyText,
  /** Kind of the object, such as `Person` or `Plugin`. */
  scope: nonEmptyText,
  /** Number of the object as a string; `None` for persons of a bulk deletion. */
  item_id: textOrNull,
  /** `changes`, `name`, and more, but never the values of properties. */
  detail: jsonObject.nullable().default(null),
  /** The name that the changing program gave itself; null if it gave none, absent in older logs. */
  client: z.string().nullish(),
  created_at: instantText,
});

/**
 * An entry of an activity log as the service sends it; undeclared fields are kept unchanged.
 *
 * @source live-persons-and-events 2.4, flows 10:193 (observed 2026-11-20)
 */
export type ActivityWire = z.output<typeof activitySchema>;

/**
 * An activity log: pages by number, newest entries first.
 *
 * Only links are followed: the service returns 500 to a page beyond the last one. @source flows 6:170
 */
export function activityAt(at: Pick<StreamSource<ActivityWire>, "route" | "params">): StreamSource<ActivityWire> {
  // Entries have no ID: two entries with the same content are the same entry, seen on two pages.
  return { ...at, page: rowsOf(activitySchema), idOf: (entry) => JSON.stringify(entry), isBodyOptional: true };
}

/** Selects the entries of a log. */
export interface ActivityOf {
  /** Kind of the object, such as `Team` or `HogFunction`. */
  readonly scope: string;
  /** Number or UUID of the object. */
  readonly itemId: string;
}

/**
 * A log of services since 2026, latest entries first; it requires its own scope.
 *
 * @source service 2026-09, other-organization-scoped.md, activity log
 */
export function activityLogAt(
  at: Pick<StreamSource<ActivityWire>, "route" | "params">,
  of?: ActivityOf,
): StreamSource<ActivityWire> {
  const query = of === undefined ? {} : { scope: of.scope, item_id: of.itemId };
  return { ...activityAt(at), query, sizeParameter: "page_size" };
}

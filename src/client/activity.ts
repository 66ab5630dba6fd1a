import * as z from "zod";
import { rowsOf } from "./pages.ts";
import type { StreamSource } from "./stream.ts";
import { instantText, jsonObject, nonEmptyText, textOrNull } from "./wire.ts";

const activitySchema = z.looseObject({
  /** Who did it; the service itself has no e-mail address. */
  user: z
    .looseObject({ first_name: z.string().default(""), email: textOrNull })
    .nullable()
    .default(null),
  /** What was done, such as `deleted`, `updated`, `split_person`. */
  activity: nonEmptyText,
  /** Kind of the object, such as `Person` or `Plugin`. */
  scope: nonEmptyText,
  /** Number of the object as text; `None` for persons of a bulk deletion. */
  item_id: textOrNull,
  /** `changes`, `name` and more; values of properties are never in it. */
  detail: jsonObject.nullable().default(null),
  /** What the program that did it calls itself; null where it does not say, absent in older logs. */
  client: z.string().nullish(),
  created_at: instantText,
});

/**
 * An entry of an activity log as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source live-persons-and-events 2.4, flows 10:193 (observed 2026-11-20)
 */
export type ActivityWire = z.output<typeof activitySchema>;

/**
 * An activity log: pages by number, newest entries first.
 *
 * Only links are followed: the service answers 500 to a page beyond the last one. @source flows 6:170
 */
export function activityAt(at: Pick<StreamSource<ActivityWire>, "route" | "params">): StreamSource<ActivityWire> {
  // Entries have no id; what is equal in everything is the same entry, seen on two pages.
  return { ...at, page: rowsOf(activitySchema), idOf: (entry) => JSON.stringify(entry), isBodyOptional: true };
}

/** Whose entries of a log are asked for. */
export interface ActivityOf {
  /** Kind of the object, such as `Team` or `HogFunction`. */
  readonly scope: string;
  /** Number or UUID of the object. */
  readonly itemId: string;
}

/**
 * A log of services of 2026, by a scope of its own, newest entries first.
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

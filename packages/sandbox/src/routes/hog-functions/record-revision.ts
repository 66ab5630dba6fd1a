import { type Exchange, callerOf } from "../../pipeline/exchange.ts";
import { wireNow } from "../organizations/rows.ts";
import { HOG_REVISIONS_TABLE, type HogFunctionRow, contentOf } from "./rows.ts";

/**
 * Gives the changed function its version, and records a revision if the function does something else than before. The
 * first change also records the earlier form, which has no creator.
 * @source the service's code of 2026, as read in public
 */
export function withRevision(exchange: Exchange, before: HogFunctionRow, after: HogFunctionRow): HogFunctionRow {
  const [was, is] = [contentOf(before), contentOf(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return after;
  const { world } = exchange;
  const table = world.store.table(HOG_REVISIONS_TABLE);
  const note = (version: number, content: typeof is, created_by: string | null): void => {
    const { id: hog_function, project } = after;
    const created_at = wireNow(world);
    table.put({ id: world.identifiers.uuid(), project, hog_function, version, created_at, created_by, content });
  };
  const version = before.version + 1;
  if (table.count({ hog_function: before.id }) === 0) note(before.version, was, null);
  note(version, is, callerOf(exchange).id);
  return { ...after, version };
}

import { isApiError } from "../../client/errors.ts";
import type { Activity } from "../../model/traits/activity-log.ts";
import type { AnyResource } from "../../model/definition.ts";
import { parseId } from "../../model/identity.ts";
import { pick } from "../../model/json-value.ts";
import type { Context } from "../session/session.ts";

/**
 * Who changed an object last, and when, by the newest entries of the service's own log; read once for all objects.
 * Undefined where there is no log, the key may not read it, or the object is not in it.
 */
export async function lastChange(
  definition: AnyResource,
  id: string,
  { session, call }: Context,
): Promise<Activity | undefined> {
  const { activity, identity } = definition;
  if (activity === undefined) return undefined;
  const at = parseId(identity.parts, id);
  const scope = pick(at, activity.scope) as Record<string, string>;
  const name = JSON.stringify(["activity", activity.name, scope]);
  const callContext = session.contextOf(call);
  const entries = await callContext.once(name, (shared) =>
    activity.list(session.api, scope, shared).catch((error: unknown): readonly Activity[] => {
      // It only adds to what is known already: a log that cannot be read takes nothing away.
      if (isApiError(error)) return [];
      throw error;
    }),
  );
  const object = at[identity.parts.at(-1) ?? ""];
  return entries.find((entry) => entry.object === object);
}

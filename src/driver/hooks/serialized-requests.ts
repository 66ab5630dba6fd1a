import { hookOf } from "../../model/hook-of.ts";
import type { AnyResource } from "../../model/definition.ts";
import type { Operation } from "../operation.ts";
import { whenIdle } from "../session/idle.ts";
import { type Context, writeContextIn } from "../session/session.ts";

/** How long a turn that has to restore something waits for others of its group: an engine begins the next one this soon. */
const LINGER_MS = 100;

/** The target of a request. */
type Target = Pick<Operation, "definition" | "at" | "context">;

/** Sends the request that makes an object when those before it that share something with it have ended. */
export function serialized<T>({ definition, at, context }: Target, send: () => Promise<T>): Promise<T> {
  const by = hookOf(definition, "serializeBy");
  if (by === undefined) return send();
  const { name, turnsTogetherBy: part } = by;
  const { session, call } = context;
  const group = part === undefined ? undefined : at[part];
  const turn = {
    name,
    group,
    lease: async () => session.takeTurn?.(name, call.signal),
    linger: () => session.clock.sleep(LINGER_MS),
    // A person who ends the run still expects that the moved setting is restored.
    call: () => writeContextIn({ ...context, call: {} }),
  };
  return session.turns.take(turn, send);
}

/** The same of the request that removes one. */
export function serializedRemoval<T>(target: Target, send: () => Promise<T>): Promise<T> {
  return hookOf(target.definition, "serializeBy")?.removals === true ? serialized(target, send) : send();
}

/** The same of a request that changes one. */
export function serializedChange<T>(target: Target, send: () => Promise<T>): Promise<T> {
  return hookOf(target.definition, "serializeBy")?.changes === true ? serialized(target, send) : send();
}

/**
 * Resolves when no such request is running and none was requested for a moment. Then all waiting callers share one
 * read.
 */
export async function whenRequestsIdle(definition: AnyResource, context: Context): Promise<void> {
  const by = hookOf(definition, "serializeBy");
  if (by !== undefined) await whenIdle(context.session.turns, by.name, context);
}

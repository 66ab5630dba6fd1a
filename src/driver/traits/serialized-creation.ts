import type { AnyResource } from "../../model/definition.ts";
import type { Operation } from "../operation.ts";
import { whenQuiet } from "../quiet.ts";
import { type Context, makingIn } from "../session/session.ts";

/** How long a turn that has to put something back stays for others of its place: an engine begins what is next as soon. */
const LINGER_MS = 100;

/** What a request works on. */
type Target = Pick<Operation, "definition" | "at" | "context">;

/** Sends the request that makes an object when those before it that share something with it have ended. */
export function serialized<T>({ definition, at, context }: Target, send: () => Promise<T>): Promise<T> {
  const { mutex: name, turnsTogetherBy: part } = definition;
  if (name === undefined) return send();
  const { session, call } = context;
  const place = part === undefined ? undefined : at[part];
  const turn = {
    name,
    place,
    lease: async () => session.takeTurn?.(name, call.signal),
    linger: () => session.clock.sleep(LINGER_MS),
    // Who ends the run still wants to find what was moved where it was.
    call: () => makingIn({ ...context, call: {} }),
  };
  return session.turns.take(turn, send);
}

/** The same of the request that removes one. */
export function serializedRemoval<T>(target: Target, send: () => Promise<T>): Promise<T> {
  return target.definition.isRemovedInTurn === true ? serialized(target, send) : send();
}

/** The same of a request that changes one. */
export function serializedChange<T>(target: Target, send: () => Promise<T>): Promise<T> {
  return target.definition.isChangedInTurn === true ? serialized(target, send) : send();
}

/** Passes when none of them is under way and nobody has asked for one for a moment: who waits then looks with all others. */
export async function whenAllMade({ mutex }: AnyResource, context: Context): Promise<void> {
  if (mutex !== undefined) await whenQuiet(context.session.turns, mutex, context);
}

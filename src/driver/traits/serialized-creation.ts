import type { AnyResource } from "../../model/definition.ts";
import { whenQuiet } from "../quiet.ts";
import type { Context, Session } from "../session/session.ts";

/** Sends the request that makes an object when those before it that share something with it have ended. */
export function serialized<T>({ mutex }: AnyResource, session: Session, send: () => Promise<T>): Promise<T> {
  return mutex === undefined ? send() : session.mutex.run(mutex, send);
}

/** The same of the request that removes one. */
export function serializedRemoval<T>(definition: AnyResource, session: Session, send: () => Promise<T>): Promise<T> {
  return definition.isRemovedInTurn === true ? serialized(definition, session, send) : send();
}

/** The same of a request that changes one. */
export function serializedChange<T>(definition: AnyResource, session: Session, send: () => Promise<T>): Promise<T> {
  return definition.isChangedInTurn === true ? serialized(definition, session, send) : send();
}

/** Passes when none of them is under way and nobody has asked for one for a moment: who waits then looks with all others. */
export async function whenAllMade({ mutex }: AnyResource, context: Context): Promise<void> {
  if (mutex !== undefined) await whenQuiet(context.session.mutex, mutex, context);
}

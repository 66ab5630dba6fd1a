import type { AnyResource } from "../../model/definition.ts";
import type { Session } from "../session/session.ts";

/** Sends the request that makes an object when those before it that share something with it have ended. */
export function serialized<T>({ mutex }: AnyResource, session: Session, send: () => Promise<T>): Promise<T> {
  return mutex === undefined ? send() : session.mutex.run(mutex, send);
}

/** The same of the request that removes one. */
export function serializedRemoval<T>(definition: AnyResource, session: Session, send: () => Promise<T>): Promise<T> {
  return definition.isRemovedInTurn === true ? serialized(definition, session, send) : send();
}

/** Passes when those have ended that wait by now: what is looked at then is looked at once for all of them. */
export function afterThose({ mutex }: AnyResource, session: Session): Promise<void> {
  return mutex === undefined ? Promise.resolve() : session.mutex.run(mutex, () => Promise.resolve());
}

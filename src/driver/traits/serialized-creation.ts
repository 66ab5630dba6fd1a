import type { AnyResource } from "../../model/definition.ts";
import type { Session } from "../session/session.ts";

/** Sends the request that makes an object when those before it that share something with it have ended. */
export function serialized<T>({ mutex }: AnyResource, session: Session, send: () => Promise<T>): Promise<T> {
  return mutex === undefined ? send() : session.mutex.run(mutex, send);
}

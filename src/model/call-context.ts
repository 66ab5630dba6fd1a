import type { Call } from "./call.ts";
import type { Identity } from "./identity.ts";
import type { Text } from "./messages.ts";
import type { ListOf, ResourceOf, ResourceReference } from "./resource-reference.ts";

/** What a guard, or a request that creates or deletes an object, can read besides that object. */
export interface CallContext extends Call {
  /**
   * An object of any resource from the shared lists; if they lack it, a new list is read once.
   *
   * @throws unconfirmed_absence if it isn't in a list of which the key sees only a part.
   */
  readonly find: <Wire, Part extends string>(
    of: ResourceOf<Wire, Part>,
    at: Identity<NoInfer<Part>>,
  ) => Promise<Wire | undefined>;
  /**
   * An object of any resource that this process has already read, or else a read of its own, shared by all callers;
   * undefined if the key can't read it or doesn't see it.
   */
  readonly known: <Wire, Part extends string>(
    of: ResourceOf<Wire, Part>,
    at: Identity<NoInfer<Part>>,
  ) => Promise<Wire | undefined>;
  /**
   * All objects of any resource from the shared list.
   *
   * @throws unconfirmed_absence if the key sees only a part of them.
   */
  readonly all: <Wire, Scope extends string>(
    of: ListOf<Wire, Scope>,
    scope: Identity<NoInfer<Scope>>,
  ) => Promise<Wire[]>;
  /** Those of them that the key sees, whether that is all or only a part. */
  readonly shown: <Wire, Scope extends string>(
    of: ListOf<Wire, Scope>,
    scope: Identity<NoInfer<Scope>>,
  ) => Promise<Wire[]>;
  /** When (RFC 3339) the service accepts requests that create such an object again, if this process knows that its quota is used up. */
  readonly deferredUntil: (of: ResourceReference, at: Readonly<Record<string, string>>) => string | undefined;
  /**
   * A value that is read once per process and is the same for all callers, for instance the key's account. The read has
   * its own call, which ends with the last waiting caller.
   */
  readonly once: <T>(name: string, read: (call: Call) => Promise<T>) => Promise<T>;
  /** Discards a value that was read once, so it is read again: it might have changed. */
  readonly forget: (name: string) => void;
  /**
   * The response of a route that not every service has; undefined after this service said that it has no such route,
   * from then on without a request. The name identifies the route.
   */
  readonly served: <T>(route: string, ask: () => Promise<T>) => Promise<Served<T> | undefined>;
  /** Whether the service has the list of a resource that not every service lists; uses the shared list. */
  readonly hasList: <Wire, Scope extends string>(
    of: ListOf<Wire, Scope>,
    scope: Identity<NoInfer<Scope>>,
  ) => Promise<boolean>;
}

/** The response of a route that the service has. */
export interface Served<T> {
  readonly answer: T;
}

/** The context of a request that creates or changes an object. */
export interface WriteContext extends CallContext {
  /** Warns the user of a problem that doesn't prevent the object's creation or change. */
  readonly warn: (text: Text) => void;
  /** The knowledge about something shared by requests that are sent in turn, by the name of their mutex. */
  readonly shared: (name: string) => SharedThing;
}

/** Something that requests sent in turn change or depend on, such as the account's current organization. */
export interface SharedThing {
  /** The noted value; undefined if none was noted, or another process might have changed it since. */
  readonly known: () => unknown;
  /** Notes a value for later callers; undefined if it might have changed. */
  readonly note: (known: unknown) => void;
  /**
   * Runs an action, which never fails, after the last of the requests that share this turn has ended. Only the first
   * action counts.
   */
  readonly onTurnEnd: (ending: (call: WriteContext) => Promise<void>) => void;
}

import type { Call } from "./call.ts";
import type { Identity } from "./identity.ts";
import type { Text } from "./messages.ts";
import type { ListOf, ResourceOf, ResourceReference } from "./resource-reference.ts";

/** What a guard, and the request that makes or removes an object, may know beside that object. */
export interface CallContext extends Call {
  /**
   * An object of any resource out of the shared lists; one that they lack is looked for in a new list once.
   *
   * @throws unconfirmed_absence if a list lacks it that the key is shown a part of alone.
   */
  readonly find: <Wire, Part extends string>(
    of: ResourceOf<Wire, Part>,
    at: Identity<NoInfer<Part>>,
  ) => Promise<Wire | undefined>;
  /**
   * An object of any resource as this process knows it already, else by a read of its own that is shared with all who
   * ask; undefined if the key may not read it or doesn't see it.
   */
  readonly known: <Wire, Part extends string>(
    of: ResourceOf<Wire, Part>,
    at: Identity<NoInfer<Part>>,
  ) => Promise<Wire | undefined>;
  /**
   * All objects of any resource out of the shared list.
   *
   * @throws unconfirmed_absence if the key is shown a part of them alone.
   */
  readonly all: <Wire, Scope extends string>(
    of: ListOf<Wire, Scope>,
    scope: Identity<NoInfer<Scope>>,
  ) => Promise<Wire[]>;
  /** Those of them that the key is shown, whether that is all or a part. */
  readonly shown: <Wire, Scope extends string>(
    of: ListOf<Wire, Scope>,
    scope: Identity<NoInfer<Scope>>,
  ) => Promise<Wire[]>;
  /** When (RFC 3339) the service accepts requests that create such an object again, if this process knows that its quota is used up. */
  readonly deferredUntil: (of: ResourceReference, at: Readonly<Record<string, string>>) => string | undefined;
  /**
   * What is read once per process and the same for all who ask, for instance the key's account; by a call of its own,
   * which ends with the last one who waits.
   */
  readonly once: <T>(name: string, read: (call: Call) => Promise<T>) => Promise<T>;
  /** Lets what was read once be read again: it may be another one by now. */
  readonly forget: (name: string) => void;
  /**
   * What a request to a route gives that not every service has; undefined if this one said that it has no such route,
   * from then on without a request. The name stands for the route.
   */
  readonly served: <T>(route: string, ask: () => Promise<T>) => Promise<Served<T> | undefined>;
  /** Whether the service has the one list of a resource whose list not every service has; by the shared list. */
  readonly hasList: <Wire, Scope extends string>(
    of: ListOf<Wire, Scope>,
    scope: Identity<NoInfer<Scope>>,
  ) => Promise<boolean>;
}

/** What a request gave to a route that the service has. */
export interface Served<T> {
  readonly answer: T;
}

/** What a request that makes or changes an object may do besides. */
export interface Making extends CallContext {
  /** Warns the user of something that doesn't keep the object from being made or changed. */
  readonly warn: (text: Text) => void;
  /** What is known of something that requests share which are sent in turn, by the name of their mutex. */
  readonly shared: (name: string) => SharedThing;
}

/** Something that requests change or depend on which are sent in turn, such as the account's current organization. */
export interface SharedThing {
  /** What was noted of it; undefined if nothing was, or another process may have changed it since. */
  readonly known: () => unknown;
  /** Notes what is known for those who come later; undefined if it may have changed. */
  readonly note: (known: unknown) => void;
  /** Does something, which never fails, when the last of those that have this turn together has ended; the first one counts. */
  readonly lastly: (ending: (call: Making) => Promise<void>) => void;
}

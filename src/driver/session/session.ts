import { type ApiErrorCategory, isApiError } from "../../client/errors.ts";
import type { Call } from "../../model/call.ts";
import { type AnyResource, definitionOf } from "../../model/definition.ts";
import type { ResourceReference } from "../../model/resource-reference.ts";
import type { CallContext, WriteContext } from "../../model/call-context.ts";
import type { ServiceContext } from "../../model/guard.ts";
import { formatId, type IdentityParts } from "../../model/identity.ts";
import type { Reporter } from "../../model/messages.ts";
import { isUnrestricted } from "../../model/scopes.ts";
import { titleOf } from "../../model/title.ts";
import { AbsentRoutes } from "./absent-routes.ts";
import { Batcher } from "./batcher.ts";
import { SingleFlightCache } from "./cache.ts";
import type { DriverClock } from "./clock.ts";
import type { Declaration } from "./declarations.ts";
import type { CreationStore, RecordStore, IdempotencyRecord } from "./records.ts";
import { RowsInPart } from "./rows-in-part.ts";
import { quotaKey, Quotas } from "./quotas.ts";
import { Creations } from "./creations.ts";
import { ListCache, type Wire } from "./list-cache.ts";
import { KeyedMutex, UnderWay } from "./under-way.ts";
import { type TurnLease, Turns } from "./turns.ts";
import { Ownership } from "./ownership.ts";
import { refusePartial } from "../lists/hidden-rows.ts";

/** The name of the shared request that reads the API key's own data. */
const CURRENT_KEY = "current key";

/** Responses to that request that say nothing about the key: not every service allows it for every key. */
const SILENT: ReadonlySet<ApiErrorCategory> = new Set(["permission", "notFound", "unexpected", "invalid"]);

export type { Reporter } from "../../model/messages.ts";

/** The parts of a session. */
export interface SessionOptions {
  /** The typed client; the driver hands it to the calls of the definitions and looks no further into it. */
  readonly api: unknown;
  readonly clock: DriverClock;
  /** The service's time from its last Date header. */
  readonly serviceNow: () => Date | undefined;
  /** Where the idempotency records of functions that must not be repeated are stored; nowhere if absent. */
  readonly idempotency?: RecordStore<IdempotencyRecord> | undefined;
  /** Shared by sessions of the same account that take turns; the session's own if absent. */
  readonly turns?: Turns<WriteContext> | undefined;
  /** Asks the other processes of the credential for a turn; absent if no others are known. */
  readonly takeTurn?: ((name: string, signal?: AbortSignal) => Promise<TurnLease | undefined>) | undefined;
  /** Where the records of creates are stored; only in this process if absent. */
  readonly creations?: CreationStore | undefined;
  /** Accepts an object's age and its equality with the declaration as proof to recover it. */
  readonly takeOverRecent?: boolean | undefined;
  /** The service's description of the key; previews don't request it if absent. */
  readonly currentKey?: ((call: Call) => Promise<KeyRights>) | undefined;
  /** Allows previews without a reachable service. */
  readonly isOfflineAllowed?: boolean | undefined;
}

/** What a key can do. */
export interface KeyRights {
  /** Null or none for a key without any restriction. */
  readonly scopes: readonly string[] | null;
}

/**
 * One process's knowledge about one service with one credential: lists that are read once, and objects that resources
 * own.
 *
 * Its owner, the engine, identifies it by host and credential; it is never shared between credentials.
 */
export class Session {
  readonly api: unknown;
  readonly clock: DriverClock;
  readonly serviceNow: () => Date | undefined;
  /** The service's time as far as it is known, or else the machine's, in milliseconds. */
  readonly nowMs: () => number;
  readonly idempotency: RecordStore<IdempotencyRecord> | undefined;
  /** This program's creates. */
  readonly creations: Creations;
  readonly takeOverRecent: boolean;
  /** Quotas that are used up for now. */
  readonly quotas: Quotas;
  readonly lists: ListCache;
  /** Routes that this service doesn't have. */
  readonly routes = new AbsentRoutes();
  /** Fields that lists were seen to omit from their rows. */
  readonly rows = new RowsInPart();
  readonly ownership = new Ownership();
  /** Requests that depend on something that they share, by its name, run one after another. */
  readonly turns: Turns<WriteContext>;
  readonly takeTurn: SessionOptions["takeTurn"];
  /** Creates that are under way, by natural key: none of them has an object yet that could be owned. */
  readonly creates = new KeyedMutex();
  /** Creates and deletes with one natural key run one after another. */
  readonly objects = new KeyedMutex();
  /** Running creates, by the list that will show their objects. */
  readonly making = new UnderWay();
  /** Reads of parents whose objects are missing: each is read once for all. */
  readonly presence: SingleFlightCache<unknown>;
  /** Creates that wait for others of the same moment. */
  readonly batcher: Batcher;
  readonly isOfflineAllowed: boolean;
  /** Lists that couldn't be read and that only served to check references; see `listKey`. */
  readonly unreadLists = new Set<string>();
  /** A preview couldn't reach the service, and continues without it. */
  isOutOfReach = false;
  /** A preview creates the outermost object, which contains all others of its program. */
  createsRoot = false;
  readonly #currentKey: SessionOptions["currentKey"];
  /** Reports that were made once for all objects of a kind. */
  readonly #said = new Set<string>();
  /** Facts that are the same for all callers, by name. */
  readonly #facts: SingleFlightCache<unknown>;

  constructor(options: SessionOptions) {
    this.api = options.api;
    this.clock = options.clock;
    this.serviceNow = options.serviceNow;
    this.idempotency = options.idempotency;
    this.turns = options.turns ?? new Turns();
    this.takeTurn = options.takeTurn;
    this.nowMs = () => options.serviceNow()?.getTime() ?? options.clock.now();
    const { nowMs } = this;
    this.creations = new Creations(options.creations, {
      nowMs,
      isService: () => options.serviceNow() !== undefined,
    });
    this.quotas = new Quotas(nowMs);
    this.takeOverRecent = options.takeOverRecent === true;
    this.isOfflineAllowed = options.isOfflineAllowed === true;
    this.#currentKey = options.currentKey;
    this.lists = new ListCache(options.api, options.clock, this.routes, (call) => this.contextOf(call));
    this.presence = new SingleFlightCache(options.clock.now);
    this.batcher = new Batcher((ms) => options.clock.sleep(ms));
    this.#facts = new SingleFlightCache(options.clock.now);
  }

  /** Whether a warning is new: a warning about many objects is printed once. */
  isFirst(what: string): boolean {
    const isNew = !this.#said.has(what);
    this.#said.add(what);
    return isNew;
  }

  /** Whether something was said before. */
  hasSaid(what: string): boolean {
    return this.#said.has(what);
  }

  /** The scopes of the key, requested once; undefined for a key without any restriction, and if the service doesn't show them. */
  async keyScopes(call: Call): Promise<readonly string[] | undefined> {
    const ask = this.#currentKey;
    if (ask === undefined) return undefined;
    try {
      const { scopes } = await this.contextOf(call).once(CURRENT_KEY, ask);
      return isUnrestricted(scopes) ? undefined : scopes;
    } catch (error) {
      if (isApiError(error) && SILENT.has(error.category)) return undefined;
      throw error;
    }
  }

  /** The context for a call of this session, besides its own object. */
  contextOf(call: Call): CallContext {
    const { lists, routes } = this;
    const shown = async <W>(of: ResourceReference, scope: IdentityParts) =>
      (await lists.list(definitionOf(of), scope, call)) as W[]; // -- the rows are the resource's own
    return {
      ...call,
      find: async <W>(named: ResourceReference, at: IdentityParts) => {
        const of = definitionOf(named);
        const wire = (await lists.find(of, at, call)) ?? (await lists.findFresh(of, at, call));
        if (wire === undefined) {
          const title = titleOf(of, formatId(of.identity.parts, at));
          await refusePartial(of, at, this.serviceContext(call), title);
        }
        return wire as W | undefined; // -- as above
      },
      known: async <W>(named: ResourceReference, at: IdentityParts) => {
        const of = definitionOf(named);
        return (lists.known(of, at) ?? (await this.#readOnce(of, at, call))) as W | undefined; // -- as above
      },
      all: async <W>(named: ResourceReference, scope: IdentityParts) => {
        const wires = await shown<W>(named, scope);
        await refusePartial(definitionOf(named), scope, this.serviceContext(call));
        return wires;
      },
      shown,
      once: <T>(name: string, read: (call: Call) => Promise<T>) =>
        this.#facts.get(name, (signal) => read({ signal }), call.signal) as Promise<T>, // -- a name identifies one kind of value
      deferredUntil: (of, at) => this.quotas.until(quotaKey(definitionOf(of), at)),
      forget: (name) => this.#facts.forget(name),
      served: async (route, ask) => routes.served(route, ask),
      hasList: async (of, scope) => lists.isServed(definitionOf(of), scope, call),
    };
  }

  /** For code that requests something from the service, with further context. */
  serviceContext(call: Call): ServiceContext<unknown> {
    return { api: this.api, call: this.contextOf(call) };
  }

  /** A separate read of an object; undefined if the service refuses it. */
  #readOnce(of: AnyResource, at: IdentityParts, call: Call): Promise<Wire | undefined> {
    const read = async (signal: AbortSignal): Promise<Wire | undefined> => {
      try {
        return await of.ops.read?.(this.api, at, this.contextOf({ signal }));
      } catch (error) {
        if (isApiError(error) && (error.category === "permission" || error.category === "notFound")) return undefined;
        throw error;
      }
    };
    return this.#facts.get(`${of.name} ${formatId(of.identity.parts, at)}`, read, call.signal);
  }
}

/** Passed to every verb of the driver: the session, where to report, and how to end the call. */
export interface Context {
  readonly session: Session;
  readonly report: Reporter;
  readonly call: Call;
  /** The declaration that the engine asks about; absent if nothing is declared, as for a function. */
  readonly declaration?: Declaration;
}

/** The context of a request that creates or changes an object. */
export function writeContextIn({ session, report, call }: Context): WriteContext {
  const { turns } = session;
  return {
    ...session.contextOf(call),
    warn: (text) => report.warn(text),
    shared: (name) => ({
      known: () => turns.known(name),
      note: (known) => turns.note(name, known),
      onTurnEnd: (ending) => turns.onTurnEnd(name, ending),
    }),
  };
}

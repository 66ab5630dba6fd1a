import type { Call } from "../model/call.ts";
import type { Reach, ResourceOf } from "../model/definition.ts";
import type { IdentityParts } from "../model/identity.ts";
import { Claims } from "./claims.ts";
import { Gatherings } from "./gatherings.ts";
import type { Intents } from "./intents.ts";
import { SharedReads } from "./shared-reads.ts";
import { Snapshot } from "./snapshot.ts";
import { Turns } from "./turns.ts";

/** Time as the driver sees it; injected, so that tests do not sleep. */
export interface DriverClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits; ends early, with the signal's reason as error, when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Where the driver's words to the user go; the engine attaches them to the resource. */
export interface Reporter {
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
  /** A short live status, replaced by the next one. */
  readonly status: (text: string) => void;
}

/** What a session is made of. */
export interface SessionOptions {
  /** The typed client; the driver hands it to the calls of the definitions and looks no further into it. */
  readonly api: unknown;
  readonly clock: DriverClock;
  /** The service's time from its last Date header. */
  readonly serviceNow: () => Date | undefined;
  /** Where calls of functions that must not be repeated are written down; nowhere when absent. */
  readonly intents?: Intents | undefined;
}

/**
 * What one process knows about one service with one credential: lists read once, objects that stand for resources.
 *
 * Keyed by host and credential by its owner, the engine; never shared between credentials.
 */
export class Session {
  readonly api: unknown;
  readonly clock: DriverClock;
  readonly serviceNow: () => Date | undefined;
  readonly intents: Intents | undefined;
  readonly snapshot: Snapshot;
  readonly claims = new Claims();
  readonly turns = new Turns();
  readonly presence: SharedReads<"present" | "gone">;
  /** Creates that wait for others of the same moment. */
  readonly gatherings: Gatherings;
  /** What is the same for all who ask, by name. */
  readonly #facts: SharedReads<unknown>;

  constructor(options: SessionOptions) {
    this.api = options.api;
    this.clock = options.clock;
    this.serviceNow = options.serviceNow;
    this.intents = options.intents;
    this.snapshot = new Snapshot(options.api, options.clock.now, (call) => this.reach(call));
    this.presence = new SharedReads(options.clock.now);
    this.gatherings = new Gatherings((ms) => options.clock.sleep(ms));
    this.#facts = new SharedReads(options.clock.now);
  }

  /** What a call of this session may know beside its own object. */
  reach(call: Call): Reach {
    const { snapshot } = this;
    return {
      ...call,
      find: async <W>(of: ResourceOf<W>, at: IdentityParts) =>
        ((await snapshot.find(of, at, call)) ?? (await snapshot.findRenewed(of, at, call))) as W | undefined, // -- the rows are the resource's own
      all: async <W>(of: ResourceOf<W>, scope: IdentityParts) => (await snapshot.list(of, scope, call)) as W[], // -- as above
      once: <T>(name: string, read: () => Promise<T>) => this.#facts.get(name, read) as Promise<T>, // -- a name stands for one kind of value
    };
  }
}

/** What every verb of the driver is given: the session, where to report, and how the call can be ended. */
export interface Context {
  readonly session: Session;
  readonly report: Reporter;
  readonly call: Call;
}

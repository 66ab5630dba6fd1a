import type { Message, WatchEvent } from "../outbox/message.ts";
import type { Subject } from "../look/finding.ts";
import type { WatchState } from "../transitions/transition.ts";

/** The outcome of a look: it could check everything, some, or nothing. */
export type LookOutcome = "clean" | "findings" | "failed";

/** One look in the history. */
export interface RecordedLook {
  readonly organization: string;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: LookOutcome;
  /** Open subjects by kind; gaps are `unchecked`. */
  readonly open: Readonly<Record<string, number>>;
  /** Requests to the service; undefined if they weren't counted. */
  readonly requests?: number | undefined;
}

/** An event for a channel. */
export interface Delivery {
  readonly event: string;
  readonly channel: string;
}

/** Everything that one look stores. */
export interface LookEntry {
  readonly look: RecordedLook;
  readonly state: WatchState;
  readonly events: readonly WatchEvent[];
  readonly deliveries: readonly Delivery[];
  /** The process that must still hold the organization. */
  readonly holder: string;
}

/** A current finding or gap. */
export interface OpenSubject {
  readonly organization: string;
  readonly subject: Subject;
  readonly sinceMs: number;
  readonly isFlapping: boolean;
}

/** A waiting message. */
export interface WaitingMessage {
  readonly message: Message;
  /** The number of failed tries. */
  readonly attempts: number;
  readonly createdMs: number;
}

/** A message that an operator should know about: it waits after at least one try, or was given up. */
export interface TroubledMessage {
  readonly id: string;
  readonly channel: string;
  readonly organization: string;
  readonly attempts: number;
  readonly isGivenUp: boolean;
  /** Without any secret. */
  readonly problem: string;
}

/** The requested part of the history. */
export interface HistoryFilter {
  readonly organization?: string | undefined;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
}

/**
 * Stores a watcher's looks, waiting messages, and leases. Every method is one transaction, so a killed process leaves
 * the store as before or as after.
 *
 * @throws HistoryError, PostgresError if the history can't be used
 */
export interface WatchStore {
  /** The knowledge about an organization; undefined before its first look. */
  state(organization: string): Promise<WatchState | undefined>;
  /** Stores a look with all its results. @returns false, with nothing stored, if another process holds the organization */
  record(entry: LookEntry): Promise<boolean>;
  /** Takes an organization, or keeps it. @returns whether `holder` holds it until `untilMs` */
  hold(organization: string, holder: string, nowMs: number, untilMs: number): Promise<boolean>;
  release(organization: string, holder: string): Promise<void>;
  /** Combines all events that wait for a channel into one message for each organization. */
  compose(channel: string, nowMs: number, newId: () => string): Promise<void>;
  /** Due messages, the oldest first. @param quiet - channels whose messages keep waiting */
  due(nowMs: number, most: number, quiet?: readonly string[]): Promise<readonly WaitingMessage[]>;
  /** When the next message is due; undefined if none waits. */
  nextDueMs(): Promise<number | undefined>;
  /** Reserves a due message, to send it. @returns false if another process has it for now, or it is settled */
  claim(id: string, nowMs: number, untilMs: number): Promise<boolean>;
  delivered(id: string, atMs: number): Promise<void>;
  /** Changes nothing of a message that another sender delivered meanwhile. @param nextMs - when to send it again; undefined to give it up */
  failed(id: string, problem: string, nextMs: number | undefined): Promise<void>;
  troubled(): Promise<readonly TroubledMessage[]>;
  looks(filter: HistoryFilter): Promise<readonly RecordedLook[]>;
  events(filter: HistoryFilter): Promise<readonly WatchEvent[]>;
  open(organization?: string): Promise<readonly OpenSubject[]>;
  lastLooks(): Promise<readonly LastLook[]>;
  /** Deletes looks, events, and delivered messages from before a time. */
  forget(beforeMs: number): Promise<void>;
  /** A value that outlives a process. */
  kept(name: string): Promise<string | undefined>;
  keep(name: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/** The time of the last look at an organization. */
export interface LastLook {
  readonly organization: string;
  readonly look: RecordedLook;
  /** The time of the last successful look; undefined if there never was one. Milliseconds since 1970. */
  readonly succeededMs: number | undefined;
}

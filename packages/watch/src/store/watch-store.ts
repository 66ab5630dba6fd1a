import type { Message, WatchEvent } from "../outbox/message.ts";
import type { Subject } from "../look/finding.ts";
import type { WatchState } from "../transitions/transition.ts";

/** How a look went: everything could be told, some or nothing of it. */
export type LookOutcome = "clean" | "findings" | "failed";

/** One look as the history has it. */
export interface RecordedLook {
  readonly organization: string;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly outcome: LookOutcome;
  /** Open subjects by kind; gaps are `unchecked`. */
  readonly open: Readonly<Record<string, number>>;
  /** Requests to the service; undefined where nobody counted. */
  readonly requests?: number | undefined;
}

/** An event that is to go to a channel. */
export interface Delivery {
  readonly event: string;
  readonly channel: string;
}

/** All that one look leaves. */
export interface LookEntry {
  readonly look: RecordedLook;
  readonly state: WatchState;
  readonly events: readonly WatchEvent[];
  readonly deliveries: readonly Delivery[];
  /** Who must still hold the organization. */
  readonly holder: string;
}

/** Something that is there now. */
export interface OpenSubject {
  readonly organization: string;
  readonly subject: Subject;
  readonly sinceMs: number;
  readonly isFlapping: boolean;
}

/** A message that waits. */
export interface WaitingMessage {
  readonly message: Message;
  /** How often it was sent without success. */
  readonly attempts: number;
  readonly createdMs: number;
}

/** A message that somebody should know of: it waits for longer than a try, or was given up. */
export interface TroubledMessage {
  readonly id: string;
  readonly channel: string;
  readonly organization: string;
  readonly attempts: number;
  readonly isGivenUp: boolean;
  /** Without any secret. */
  readonly problem: string;
}

/** Which part of the history is wanted. */
export interface HistoryFilter {
  readonly organization?: string | undefined;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
}

/**
 * Where a watcher keeps what it saw, what it has to say, and who watches. Every method is one transaction: a process that is
 * killed leaves it as before or as after.
 *
 * @throws HistoryError, PostgresError where the history can't be used
 */
export interface WatchStore {
  /** What is kept of an organization; undefined before its first look. */
  state(organization: string): Promise<WatchState | undefined>;
  /** Stores a look with all that follows from it. @returns false, with nothing stored, where somebody else holds the organization */
  record(entry: LookEntry): Promise<boolean>;
  /** Takes an organization, or keeps it. @returns whether `holder` holds it until `untilMs` */
  hold(organization: string, holder: string, nowMs: number, untilMs: number): Promise<boolean>;
  release(organization: string, holder: string): Promise<void>;
  /** Puts together all events that wait for a channel, as a message for each organization. */
  compose(channel: string, nowMs: number, newId: () => string): Promise<void>;
  /** Messages whose time has come, the oldest first. @param quiet - channels whose messages wait on */
  due(nowMs: number, most: number, quiet?: readonly string[]): Promise<readonly WaitingMessage[]>;
  /** When the next message is due; undefined where none waits. */
  nextDueMs(): Promise<number | undefined>;
  /** Takes a message that is due, to send it. @returns false where somebody else sends it until later, or it is settled */
  claim(id: string, nowMs: number, untilMs: number): Promise<boolean>;
  delivered(id: string, atMs: number): Promise<void>;
  /** Changes nothing of a message that another sender delivered meanwhile. @param nextMs - when to send it again; undefined to give it up */
  failed(id: string, problem: string, nextMs: number | undefined): Promise<void>;
  troubled(): Promise<readonly TroubledMessage[]>;
  looks(filter: HistoryFilter): Promise<readonly RecordedLook[]>;
  events(filter: HistoryFilter): Promise<readonly WatchEvent[]>;
  open(organization?: string): Promise<readonly OpenSubject[]>;
  lastLooks(): Promise<readonly LastLook[]>;
  /** Forgets looks, events and delivered messages from before. */
  forget(beforeMs: number): Promise<void>;
  /** A value that outlives a process. */
  kept(name: string): Promise<string | undefined>;
  keep(name: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/** When an organization was looked at last. */
export interface LastLook {
  readonly organization: string;
  readonly look: RecordedLook;
  /** When a look last told something; undefined where none ever did. Milliseconds since 1970. */
  readonly succeededMs: number | undefined;
}

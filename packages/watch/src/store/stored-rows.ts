import type { WatchEvent } from "../outbox/message.ts";
import type { Tracked } from "../transitions/transition.ts";
import type { LookOutcome, RecordedLook } from "./watch-store.ts";

/** A row of the looks, the same in both databases. */
export interface LookRow {
  readonly organization: string;
  readonly started: number;
  readonly ended: number;
  readonly outcome: LookOutcome;
  readonly open: string;
  readonly requests: number | null;
}

/** A row with the knowledge about a subject. */
export interface TrackedRow {
  readonly key: string;
  readonly value: string;
}

/** A row of the waiting messages. */
export interface MessageRow {
  readonly id: string;
  readonly channel: string;
  readonly organization: string;
  readonly attempts: number;
  readonly created: number;
}

/** The look in a row. */
export const lookFrom = ({ organization, started, ended, outcome, open, requests }: LookRow): RecordedLook => ({
  organization,
  startedMs: started,
  endedMs: ended,
  outcome,
  open: JSON.parse(open) as Record<string, number>, // -- what a store wrote
  requests: requests ?? undefined,
});

/** The knowledge about a subject, from the text of its row. */
export const trackedIn = (text: string): Tracked => JSON.parse(text) as Tracked; // -- what a store wrote

/** An event from the text of its row. */
export const eventIn = (text: unknown): WatchEvent => JSON.parse(String(text)) as WatchEvent; // -- what a store wrote

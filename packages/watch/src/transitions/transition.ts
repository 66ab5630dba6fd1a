import type { Subject } from "../look/finding.ts";

/** Events of a subject. */
export const EVENTS = [
  "appeared",
  "changed",
  "resolved",
  "persists",
  "unchecked",
  "checked_again",
  "flapping",
  "calmed",
] as const;

export type EventKind = (typeof EVENTS)[number];

/** Why nobody is notified of a transition, although the history has it. */
export type Quiet =
  /** An update of the same stack caused it. */
  | "update"
  /** It changes so often that one event covers all changes. */
  | "flapping"
  /** The whole object is missing, which is reported. */
  | "superseded";

/** One change of a subject between two looks. */
export interface Transition {
  readonly event: EventKind;
  readonly subject: Subject;
  /** The time since which the subject exists, milliseconds since 1970. */
  readonly sinceMs: number;
  /** The earlier state; only for `changed`. */
  readonly before?: Subject | undefined;
  /** Transitions in the window; only for `flapping` and `calmed`. */
  readonly changes?: number | undefined;
  /** Whether the subject exists now. */
  readonly isOpen: boolean;
  readonly quiet?: Quiet | undefined;
}

/** What is stored about a subject between looks. */
export interface Tracked {
  readonly subject: Subject;
  readonly isOpen: boolean;
  /** When it opened; for a closed subject, when it last opened. Milliseconds since 1970. */
  readonly sinceMs: number;
  /** Revision of the state at the last look that could check it. */
  readonly revision?: string | undefined;
  /** Whether a reminder was sent that it still exists. */
  readonly isReminded: boolean;
  /** The times of its changes, within the window; milliseconds since 1970, the oldest first. */
  readonly changes: readonly number[];
  readonly isFlapping: boolean;
}

/** What is stored about an organization between looks. */
export interface WatchState {
  readonly lookedAtMs: number;
  /** By key. Closed subjects stay while they count as flapping. */
  readonly tracked: ReadonlyMap<string, Tracked>;
}

/** When and how often to report something. */
export interface TransitionRules {
  /** The age at which a reminder is sent, in milliseconds; never if undefined. */
  readonly remindAfterMs: number | undefined;
  /** More than `changes` changes within `withinMs` milliseconds are flapping. */
  readonly flapping: { readonly changes: number; readonly withinMs: number };
}

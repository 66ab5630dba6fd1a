import type { Subject } from "../look/finding.ts";

/** What can be said of a subject. */
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

/** Why nobody is told of a transition, which the history has all the same. */
export type Quiet =
  /** An update of the same stack did it. */
  | "update"
  /** It changes so often that one event stands for all. */
  | "flapping"
  /** The whole object is missing, and that is told. */
  | "superseded";

/** One thing that became of a subject between two looks. */
export interface Transition {
  readonly event: EventKind;
  readonly subject: Subject;
  /** Since when the subject is there, milliseconds since 1970. */
  readonly sinceMs: number;
  /** How it was before; of `changed` alone. */
  readonly before?: Subject | undefined;
  /** Transitions in the window; of `flapping` and `calmed` alone. */
  readonly changes?: number | undefined;
  /** Whether the subject is there now. */
  readonly isOpen: boolean;
  readonly quiet?: Quiet | undefined;
}

/** What is kept of a subject between looks. */
export interface Tracked {
  readonly subject: Subject;
  readonly isOpen: boolean;
  /** Since when it is open; of one that isn't, since when it was. Milliseconds since 1970. */
  readonly sinceMs: number;
  /** Revision of the state in the last look that could tell of it. */
  readonly revision?: string | undefined;
  /** Whether it was said that it is still there. */
  readonly isReminded: boolean;
  /** When it changed, within the window; milliseconds since 1970, the oldest first. */
  readonly changes: readonly number[];
  readonly isFlapping: boolean;
}

/** What is kept of an organization between looks. */
export interface WatchState {
  readonly lookedAtMs: number;
  /** By key. Those that are no longer open stay for as long as they count as flapping. */
  readonly tracked: ReadonlyMap<string, Tracked>;
}

/** When and how often something is said. */
export interface TransitionRules {
  /** How long something is there before it is said once more, milliseconds; never when undefined. */
  readonly remindAfterMs: number | undefined;
  /** More changes than `changes` within `withinMs` milliseconds are flapping. */
  readonly flapping: { readonly changes: number; readonly withinMs: number };
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../clock.ts";
import type { ChangedBy, Finding, Subject } from "../look/finding.ts";
import type { EventKind, Quiet, Transition } from "../transitions/transition.ts";

/** One transition in the form of the history and of messages. */
export interface WatchEvent {
  /** Unique; it tells receivers whether they already know the event. */
  readonly id: string;
  /** The name of the watched organization in the watcher. */
  readonly organization: string;
  /** UTC, RFC 3339. */
  readonly at: string;
  readonly event: EventKind;
  readonly subject: Subject;
  /** UTC, RFC 3339. */
  readonly since: string;
  /** The earlier state; only for `changed`. */
  readonly before?: Subject | undefined;
  readonly changes?: number | undefined;
  readonly isOpen: boolean;
  readonly quiet?: Quiet | undefined;
}

/** The events for one channel in one message. */
export interface Message {
  /** The same each time it is sent. */
  readonly id: string;
  readonly channel: string;
  readonly organization: string;
  readonly events: readonly WatchEvent[];
}

/** An event of a transition. */
export function eventOf(
  { sinceMs, ...transition }: Transition,
  { id, organization, atMs }: { readonly id: string; readonly organization: string; readonly atMs: number },
): WatchEvent {
  const since = new Date(sinceMs).toISOString();
  return { id, organization, at: new Date(atMs).toISOString(), since, ...transition };
}

const EVENT_WORDS: Readonly<Record<EventKind, string>> = {
  appeared: "new",
  changed: "changed again",
  resolved: "resolved",
  persists: "still there",
  unchecked: "can't be checked",
  checked_again: "can be checked again",
  flapping: "changes too often",
  calmed: "no longer changes",
};

/** An event in a few words. */
export const eventWords = (event: EventKind): string => EVENT_WORDS[event];

const KIND_WORDS: Readonly<Record<Finding["kind"], string>> = {
  changed: "differs from the state",
  missing: "was deleted",
  unmanaged: "isn't in the state",
  policy: "breaks a rule",
};

/** The object of a subject: `Domain acme`, or a description of what couldn't be checked. */
export function subjectWords(subject: Subject): string {
  const { resource, name, id, rule } = subject;
  if (resource === undefined)
    return subject.type === "gap" && subject.source === "policy" ? "The policy" : "Everything";
  const whole =
    subject.type === "gap" && id === undefined ? `${resource} (whole list)` : `${resource} ${name ?? id ?? ""}`;
  return rule === undefined ? whole : `${whole}, rule ${rule}`;
}

/** The details of an event, without its object: sides, person, reason, and number of changes. */
export function detailWords({ subject, event, at, changes, since, isOpen }: WatchEvent): string {
  const often = changes === undefined ? [] : [`${changes} changes, now ${isOpen ? "there" : "gone"}`];
  const long = event === "persists" ? [`since ${since}`] : [];
  if (event === "checked_again") return `after it couldn't be since ${since}`;
  if (subject.type === "gap") return [...often, ...long, oneLine(subject.reason)].join("; ");
  const { kind, field, expected, found, by } = subject;
  const sides = expected === undefined && found === undefined ? [] : [`${expected ?? "?"} → ${found ?? "?"}`];
  const what = field === undefined ? KIND_WORDS[kind] : [field, ...sides].join(": ");
  const who = by === undefined ? [] : [whoWords(by, at)];
  return [what, ...often, ...long, ...who].map(oneLine).join("; ");
}

/** Who made the change, when, and with which program, if the service's log shows it. */
function whoWords(by: ChangedBy | null, checkedAt: string): string {
  if (by === null) return "the newest entries of the activity log don't show who";
  const earlier = earlierWords(by.at, checkedAt);
  const when = earlier === undefined ? "" : `, ${earlier} before the check,`;
  return `by ${by.name}${when} at ${by.at}${by.client === undefined ? "" : `, with the client ${by.client}`}`;
}

const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

/** How long before a check something was, such as "2 hours"; undefined if it wasn't before it. Both RFC 3339. */
function earlierWords(at: string, checkedAt: string): string | undefined {
  const elapsedMs = Date.parse(checkedAt) - Date.parse(at);
  if (!(elapsedMs >= 0)) return undefined;
  const [unit, lengthMs] = UNITS.find(([, length]) => elapsedMs >= length) ?? [];
  if (unit === undefined || lengthMs === undefined) return "less than a minute";
  const count = Math.floor(elapsedMs / lengthMs);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Text from outside on one line: its line breaks and control characters must not shape a message. */
export function oneLine(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*[\r\n]\s*/gu, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu, "\uFFFD");
}

/** The events in a few words: "2 new, 1 resolved". */
export function countWords(events: readonly WatchEvent[]): string {
  const counts = new Map<EventKind, number>();
  for (const { event } of events) counts.set(event, (counts.get(event) ?? 0) + 1);
  return [...counts].map(([event, count]) => `${count} ${eventWords(event)}`).join(", ");
}

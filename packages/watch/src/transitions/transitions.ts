import { covers, type Finding, type Gap, isWithin, keyOf, type Look, type Subject } from "../look/finding.ts";
import type { Quiet, Tracked, Transition, TransitionRules, WatchState } from "./transition.ts";

/** The changes of an organization, and what to store for the next look. */
export interface Transitions {
  readonly transitions: readonly Transition[];
  readonly state: WatchState;
}

/**
 * Compares a look with the stored result of the last one. Pure.
 *
 * Everything that a gap covers stays unchanged. If the stack's state has another revision than at the last look, an
 * update counts as the cause of resolved subjects and of differences that only the state's side explains: nobody is
 * notified. A subject that changes too often is reported once as flapping, and once more when it is calm.
 *
 * @param previous - undefined before the first look
 */
export function transitions(previous: WatchState | undefined, look: Look, rules: TransitionRules): Transitions {
  const before = previous?.tracked ?? new Map<string, Tracked>();
  const seen = new Map<string, Subject>([...look.findings, ...toldGaps(look.gaps)].map((one) => [keyOf(one), one]));
  const results = [...new Set([...before.keys(), ...seen.keys()])].map((key) => {
    const old = before.get(key);
    const subject = seen.get(key);
    const step = subject === undefined ? absent(old, look) : present(old, subject, look);
    return { key, ...settled(step, look.atMs, rules) };
  });
  const kept = results.flatMap(({ key, tracked }) => (isKept(tracked) ? [[key, tracked] as const] : []));
  return {
    transitions: results.flatMap((one) => one.transitions),
    state: { lookedAtMs: look.atMs, tracked: new Map(kept) },
  };
}

const isKept = ({ isOpen, changes, isFlapping }: Tracked): boolean => isOpen || isFlapping || changes.length > 0;

/** Gaps to report: a narrower gap isn't news if nothing at all can be checked. */
function toldGaps(gaps: readonly Gap[]): Gap[] {
  return gaps.filter(
    (gap) =>
      !gap.isSilent && !gaps.some((other) => other !== gap && keyOf(other) !== keyOf(gap) && isWithin(gap, other)),
  );
}

/** The effect of one look on a subject, before frequent changes are damped. */
interface Step {
  readonly tracked: Tracked;
  readonly transition?: Transition;
}

/** Whether an update of the stack lies between the last look that could check a subject and this one. */
const isUpdated = (old: Tracked, { revision }: Look): boolean =>
  old.revision !== undefined && revision !== undefined && old.revision !== revision;

const opened = (subject: Subject, { atMs, revision }: Look, old: Tracked | undefined): Tracked => ({
  subject,
  isOpen: true,
  sinceMs: atMs,
  revision,
  isReminded: false,
  changes: old?.changes ?? [],
  isFlapping: old?.isFlapping ?? false,
});

function present(old: Tracked | undefined, subject: Subject, look: Look): Step {
  if (old?.isOpen !== true) {
    const event = subject.type === "gap" ? "unchecked" : "appeared";
    return {
      tracked: opened(subject, look, old),
      transition: { event, subject, sinceMs: look.atMs, isOpen: true },
    };
  }
  const tracked = { ...old, subject, revision: look.revision ?? old.revision };
  const before = old.subject;
  if (subject.type === "gap" || before.type === "gap" || isSame(before, subject)) return { tracked };
  // The service's side is unchanged, so the difference comes from the state.
  const quiet: Quiet | undefined = isUpdated(old, look) && before.found === subject.found ? "update" : undefined;
  return { tracked, transition: { event: "changed", subject, before, sinceMs: old.sinceMs, isOpen: true, quiet } };
}

const isSame = (one: Finding, other: Finding): boolean =>
  one.expected === other.expected && one.found === other.found && one.severity === other.severity;

function absent(old: Tracked | undefined, look: Look): Step {
  if (old === undefined) throw new RangeError("A subject is neither kept nor seen.");
  if (!old.isOpen || isCovered(old.subject, look.gaps)) return { tracked: old };
  const { subject, sinceMs } = old;
  const event = subject.type === "gap" ? "checked_again" : "resolved";
  const quiet = subject.type === "gap" ? undefined : whyQuiet(subject, look, isUpdated(old, look));
  return {
    tracked: { ...old, isOpen: false },
    transition: { event, subject, sinceMs, isOpen: false, quiet },
  };
}

function whyQuiet(finding: Finding, look: Look, byUpdate: boolean): Quiet | undefined {
  const isGone = look.findings.some(
    ({ kind, resource, id }) => kind === "missing" && resource === finding.resource && id === finding.id,
  );
  if (finding.kind === "changed" && isGone) return "superseded";
  return byUpdate ? "update" : undefined;
}

function isCovered(subject: Subject, gaps: readonly Gap[]): boolean {
  if (subject.type === "gap") return gaps.some((gap) => isWithin(subject, gap));
  return gaps.some((gap) => covers(gap, subject));
}

/** Damps subjects that change too often, and sends one reminder for subjects that exist for long. */
function settled({ tracked, transition }: Step, atMs: number, rules: TransitionRules) {
  const { changes: most, withinMs } = rules.flapping;
  const counts = transition !== undefined && transition.quiet === undefined;
  const changes = [...tracked.changes, ...(counts ? [atMs] : [])].filter((at) => at > atMs - withinMs);
  const now = { ...tracked, changes };
  if (transition !== undefined) return damped(now, transition, changes.length > most);
  const { subject, sinceMs, isOpen } = now;
  // Half the threshold for flapping, so a subject near the threshold isn't reported repeatedly.
  if (now.isFlapping && changes.length * 2 <= most) {
    const calmed: Transition = { event: "calmed", subject, sinceMs, isOpen, changes: changes.length };
    return { tracked: { ...now, isFlapping: false }, transitions: [calmed] };
  }
  const { remindAfterMs } = rules;
  const isDue = remindAfterMs !== undefined && atMs - sinceMs >= remindAfterMs;
  if (!isOpen || now.isFlapping || now.isReminded || !isDue) return { tracked: now, transitions: [] };
  const persists: Transition = { event: "persists", subject, sinceMs, isOpen };
  return { tracked: { ...now, isReminded: true }, transitions: [persists] };
}

function damped(tracked: Tracked, transition: Transition, isTooOften: boolean) {
  const quiet: Quiet | undefined = transition.quiet ?? (tracked.isFlapping || isTooOften ? "flapping" : undefined);
  const own: Transition = { ...transition, quiet };
  if (tracked.isFlapping || !isTooOften || transition.quiet !== undefined) return { tracked, transitions: [own] };
  const { subject, sinceMs, isOpen } = transition;
  const flapping: Transition = { event: "flapping", subject, sinceMs, isOpen, changes: tracked.changes.length };
  return { tracked: { ...tracked, isFlapping: true }, transitions: [own, flapping] };
}

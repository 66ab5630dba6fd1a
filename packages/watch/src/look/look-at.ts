import type { WatchClock } from "../clock.ts";
import { durationMs, type WatchFile } from "../file/watch-schema.ts";
import { eventOf, type WatchEvent } from "../outbox/message.ts";
import { deliveriesOf, type Labels } from "../outbox/routing.ts";
import type { LookOutcome, WatchStore } from "../store/watch-store.ts";
import type { Transition, TransitionRules, WatchState } from "../transitions/transition.ts";
import { transitions, type Transitions } from "../transitions/transitions.ts";
import type { Finding, Gap, Look } from "./finding.ts";

/** The result of a look. */
export interface TakenLook extends Omit<Look, "atMs"> {
  /** Requests to the service; undefined if they weren't counted. */
  readonly requests?: number | undefined;
}

/** The requests that a key can send, for one organization or several. */
export interface RequestBudget {
  /** The same for all organizations that share it. */
  readonly name: string;
  readonly requestsPerHour: number;
}

/** One watched organization, or other objects that one stack declares. */
export interface Watched {
  /** Its name in the history and in messages. */
  readonly name: string;
  readonly labels: Labels;
  /** The limit that counts its requests; undefined if nobody counts them. */
  readonly budget?: RequestBudget | undefined;
  /** Looks at it. The text of an error is reported, as something that couldn't be checked, so it contains no secret. */
  look(signal: AbortSignal): Promise<TakenLook>;
  /** The current revision of the state, to see whether an update ran during a look. */
  revision?(signal: AbortSignal): Promise<string | undefined>;
}

/** What is needed to store and evaluate looks. */
export interface LookContext {
  readonly store: WatchStore;
  readonly file: WatchFile;
  readonly clock: WatchClock;
  readonly holder: string;
  readonly signal: AbortSignal;
}

/** The outcome of a look. `postponed`: the stack is being updated. `lost`: another process has the organization now. */
export interface LookResult {
  readonly outcome: LookOutcome | "postponed" | "lost";
  readonly events: readonly WatchEvent[];
}

/** How often to repeat a look while the stack is being updated. */
const MOST_TRIES = 3;

/**
 * Looks at an organization, and stores what changed since the last look with the messages about it.
 *
 * @throws the reason of the signal if it is aborted; then nothing was stored
 */
export async function lookAt(watched: Watched, context: LookContext): Promise<LookResult> {
  const { store, file, clock, signal } = context;
  signal.throwIfAborted();
  const startedMs = clock.nowMs();
  let requests: number | undefined;
  const previous = await store.state(watched.name);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const look = await taken(watched, context);
    if (look.requests !== undefined) requests = (requests ?? 0) + look.requests;
    const result = transitions(previous, look, rulesOf(file));
    const isNew = result.transitions.some(({ event, quiet }) => isNews(event) && quiet === undefined);
    if (isNew && (await isUpdating(watched, look, signal))) continue;
    signal.throwIfAborted();
    return stored(watched, { startedMs, look, requests, result }, context);
  }
  return { outcome: "postponed", events: [] };
}

const isNews = (event: Transition["event"]): boolean => ["appeared", "changed", "resolved"].includes(event);

/** Whether an update changed the state during the look: then what appeared, changed, or went might come from the update. */
async function isUpdating(watched: Watched, { revision }: Look, signal: AbortSignal): Promise<boolean> {
  if (revision === undefined || watched.revision === undefined) return false;
  try {
    return (await watched.revision(signal)) !== revision;
  } catch {
    signal.throwIfAborted();
    // The next look reads the state as well, and says why it can't.
    return true;
  }
}

async function taken(watched: Watched, { clock, signal, file }: LookContext): Promise<Look & TakenLook> {
  try {
    const look = await watched.look(signal);
    return { ...look, atMs: clock.nowMs() };
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return { atMs: clock.nowMs(), findings: [], gaps: nothingTold(reason, file) };
  }
}

/** A failed look reports neither drift nor violations. The failure is reported once. */
function nothingTold(reason: string, { severities }: WatchFile): Gap[] {
  const gap = { type: "gap", severity: severities.unchecked ?? "warning", reason } as const;
  return [
    { ...gap, source: "drift", isSilent: false },
    { ...gap, source: "policy", isSilent: true },
  ];
}

/** The file's settings for transitions. */
function rulesOf({ remindAfter, flapping }: WatchFile): TransitionRules {
  return {
    remindAfterMs: remindAfter === "never" ? undefined : durationMs(remindAfter),
    flapping: { changes: flapping.changes, withinMs: durationMs(flapping.within) },
  };
}

interface Taken {
  readonly startedMs: number;
  readonly look: Look & TakenLook;
  /** Of all tries; undefined if they weren't counted. */
  readonly requests: number | undefined;
  readonly result: Transitions;
}

async function stored(
  { name, labels }: Watched,
  { startedMs, look, requests, result }: Taken,
  { store, file, clock, holder }: LookContext,
): Promise<LookResult> {
  const { atMs } = look;
  const events = result.transitions.map((one) => eventOf(one, { id: clock.uuid(), organization: name, atMs }));
  const outcome = outcomeOf(look, result.state);
  const isStored = await store.record({
    look: {
      organization: name,
      startedMs,
      endedMs: atMs,
      outcome,
      open: openByKind(result.state),
      requests,
    },
    state: result.state,
    events,
    deliveries: deliveriesOf(events, labels, file),
    holder,
  });
  return isStored ? { outcome, events } : { outcome: "lost", events: [] };
}

function outcomeOf({ gaps }: Look, { tracked }: WatchState): LookOutcome {
  if (gaps.some(({ source, resource }) => source === "drift" && resource === undefined)) return "failed";
  return [...tracked.values()].some(({ isOpen }) => isOpen) ? "findings" : "clean";
}

function openByKind({ tracked }: WatchState): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { subject, isOpen } of tracked.values()) {
    const kind: Finding["kind"] | "unchecked" = subject.type === "gap" ? "unchecked" : subject.kind;
    if (isOpen) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

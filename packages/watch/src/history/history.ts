import type { Subject } from "../look/finding.ts";
import type { WatchEvent } from "../outbox/message.ts";
import type { HistoryFilter, RecordedLook, TroubledMessage, WatchStore } from "../store/watch-store.ts";

/** Version of the JSON form; raised when a field is removed or changes its meaning. */
const HISTORY_VERSION = 1;

/** The kinds of findings, each with its own count. */
export const PLOTTED = ["missing", "changed", "unmanaged", "policy", "unchecked"] as const;

export type Plotted = (typeof PLOTTED)[number];

/** One organization in the history. */
export interface OrganizationHistory {
  readonly name: string;
  /** UTC, RFC 3339. */
  readonly lastLookAt: string;
  readonly lastOutcome: RecordedLook["outcome"];
  /** The time of the last successful look; undefined if there never was one. */
  readonly lastSuccessAt: string | undefined;
  /** Requests of the last look to the service; undefined if they weren't counted. */
  readonly lastRequests: number | undefined;
  /** Looks in the time of the history. */
  readonly looks: number;
  /** The current findings, by kind. */
  readonly open: Readonly<Record<string, number>>;
}

/** A current finding. */
export interface HistoryOpen {
  readonly organization: string;
  /** UTC, RFC 3339. */
  readonly since: string;
  readonly isFlapping: boolean;
  readonly subject: Subject;
}

/** The number of findings of each kind in all organizations, at one time. */
export interface HistoryPoint {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly open: Readonly<Record<Plotted, number>>;
}

/** Everything that a watcher saw; the guide documents its JSON. */
export interface History {
  readonly version: typeof HISTORY_VERSION;
  /** UTC, RFC 3339. */
  readonly writtenAt: string;
  /** The beginning of the period; UTC, RFC 3339. */
  readonly sinceAt: string;
  readonly organizations: readonly OrganizationHistory[];
  readonly open: readonly HistoryOpen[];
  /** Mean time from the appearance of a finding to its end, in seconds; undefined if there was none. */
  readonly meanSecondsToResolve: number | undefined;
  /** The oldest first. */
  readonly events: readonly WatchEvent[];
  /** Messages that weren't accepted yet, or were given up. */
  readonly messages: readonly TroubledMessage[];
  /** The oldest first; at most 200. */
  readonly points: readonly HistoryPoint[];
}

/** Points of a plot. */
const MOST_POINTS = 200;

/** Reads the history of a period from a store. */
export async function historyOf(store: WatchStore, filter: HistoryFilter, nowMs: number): Promise<History> {
  const looks = await store.looks(filter);
  const events = await store.events(filter);
  const last = (await store.lastLooks()).filter(({ organization }) => isWanted(organization, filter));
  return {
    version: HISTORY_VERSION,
    writtenAt: utc(nowMs),
    sinceAt: utc(filter.sinceMs),
    organizations: last.map(({ organization, look, succeededMs }) => ({
      name: organization,
      lastLookAt: utc(look.endedMs),
      lastOutcome: look.outcome,
      lastSuccessAt: succeededMs === undefined ? undefined : utc(succeededMs),
      lastRequests: look.requests,
      looks: looks.filter((one) => one.organization === organization).length,
      open: look.open,
    })),
    open: (await store.open(filter.organization)).map(({ sinceMs, ...one }) => ({ ...one, since: utc(sinceMs) })),
    meanSecondsToResolve: meanSecondsToResolve(events),
    events,
    messages: (await store.troubled()).filter(({ organization }) => isWanted(organization, filter)),
    points: pointsOf(looks, nowMs),
  };
}

const utc = (ms: number): string => new Date(ms).toISOString();

const isWanted = (organization: string, filter: HistoryFilter): boolean =>
  filter.organization === undefined || filter.organization === organization;

function meanSecondsToResolve(events: readonly WatchEvent[]): number | undefined {
  const times = events
    .filter(({ event, quiet }) => event === "resolved" && quiet !== "superseded")
    .map(({ at, since }) => (Date.parse(at) - Date.parse(since)) / 1_000);
  return times.length === 0 ? undefined : Math.round(times.reduce((sum, one) => sum + one, 0) / times.length);
}

/** The sum over all organizations after each look, or at regular times if there were too many looks. */
function pointsOf(looks: readonly RecordedLook[], nowMs: number): HistoryPoint[] {
  const now = new Map<string, RecordedLook["open"]>();
  const [first] = looks;
  if (first === undefined) return [];
  const stepMs = Math.max(1, (nowMs - first.endedMs) / MOST_POINTS);
  const points: HistoryPoint[] = [];
  let dueMs = first.endedMs;
  for (const [index, { organization, open, endedMs }] of looks.entries()) {
    now.set(organization, open);
    const nextMs = looks[index + 1]?.endedMs ?? Infinity;
    if (endedMs < dueMs && nextMs !== Infinity) continue;
    if (nextMs === endedMs) continue;
    points.push({ atMs: endedMs, open: sumOf([...now.values()]) });
    dueMs = endedMs + stepMs;
  }
  return points;
}

function sumOf(all: readonly RecordedLook["open"][]): Record<Plotted, number> {
  const count = (kind: Plotted): number => all.reduce((sum, open) => sum + (open[kind] ?? 0), 0);
  return {
    missing: count("missing"),
    changed: count("changed"),
    unmanaged: count("unmanaged"),
    policy: count("policy"),
    unchecked: count("unchecked"),
  };
}

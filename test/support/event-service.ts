import type { Step } from "./scripted-server.ts";

/** An event in the fake service: its time, and a number that makes it unique. */
export interface StoredEvent {
  readonly id: string;
  readonly timestamp: string;
}

const DEFAULT_LIMIT = 100;

/**
 * Returns the list of events as the running service does: newest first, `before` is strict, there is a link while there
 * are older rows, and the link requests rows older than the last one. So a client that follows it loses rows with equal
 * times.
 *
 * @param byId - order of events with the same time, which the service doesn't guarantee
 * @source live-persons-and-events 4.1, flows 10:33-39 (observed 2026-11-20)
 */
export function eventPage(events: readonly StoredEvent[], path: string, origin: string, byId: 1 | -1 = 1): Step {
  const url = new URL(path, origin);
  const before = url.searchParams.get("before");
  const limit = Number(url.searchParams.get("limit") ?? DEFAULT_LIMIT);
  const offset = Number(url.searchParams.get("offset") ?? 0);
  const older = events
    .filter(({ timestamp }) => before === null || timestamp < microseconds(before))
    .sort((a, b) => compare(b.timestamp, a.timestamp) || byId * compare(a.id, b.id))
    .slice(offset);
  const rows = older.slice(0, limit);
  if (older.length > limit) url.searchParams.set("before", rows.at(-1)?.timestamp ?? "");
  const results = rows.map((event) => ({ ...event, distinct_id: "d", event: "e", properties: {}, person: null }));
  return { status: 200, body: { next: older.length > limit ? url.href : null, results } };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A time with as many digits as events have, so strings compare like times. */
function microseconds(time: string): string {
  return time.replace(/(?:\.(\d+))?(?:Z|\+00:00)$/, (_whole, fraction = "") => `.${fraction.padEnd(6, "0")}+00:00`);
}

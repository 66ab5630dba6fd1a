import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { Quotas } from "../../../../src/driver/session/quotas.ts";

/** Times as clocks give them: off the whole second, and off the millisecond where time is scaled. */
const moment = fc
  .tuple(
    fc.integer({ min: Date.parse("2026-11-20T00:00:00Z"), max: Date.parse("2027-03-01T00:00:00Z") }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([ms, part]) => ms + part);

const wait = fc.oneof(
  fc.integer({ min: 1, max: 86_400 }).map((seconds) => seconds * 1000),
  fc.double({ min: 0.1, max: 86_400_000, noNaN: true }),
);

test("the date that is noted is never before the end of the wait that was asked for, and less than a second after it", () => {
  fc.assert(
    fc.property(moment, wait, (nowMs, waitMs) => {
      const noted = Date.parse(new Quotas(() => nowMs).refused("invites", waitMs));
      expect(noted).toBeGreaterThanOrEqual(nowMs + waitMs);
      expect(noted - (nowMs + waitMs)).toBeLessThan(1000);
    }),
  );
});

test("nothing is sent before that date, in this run or in one that reads it from the state, and something is at it", () => {
  fc.assert(
    fc.property(moment, wait, (startMs, waitMs) => {
      let nowMs = startMs;
      const quotas = new Quotas(() => nowMs);
      const noted = quotas.refused("invites", waitMs);
      const later = new Quotas(() => nowMs);
      later.usedUp("invites", Date.parse(noted));
      const seen = [startMs, startMs + waitMs, Date.parse(noted) - 0.25, Date.parse(noted)].map((time) => {
        nowMs = time;
        return [quotas.until("invites"), later.until("invites"), later.isAhead(noted)];
      });
      const held = [noted, noted, true];
      // The end of the wait can be the date itself.
      const atEnd = startMs + waitMs < Date.parse(noted) ? held : [undefined, undefined, false];
      expect(seen).toEqual([held, atEnd, held, [undefined, undefined, false]]);
    }),
  );
});

test("of two refusals the later date stays, and another quota is free", () => {
  const quotas = new Quotas(() => Date.parse("2026-11-20T10:00:00.417Z"));
  const later = quotas.refused("invites", 3_600_000);
  expect(later).toBe("2026-11-20T11:00:01.000Z");
  expect(quotas.refused("invites", 60_000)).toBe(later);
  expect([quotas.until("invites"), quotas.until("others")]).toEqual([later, undefined]);
});

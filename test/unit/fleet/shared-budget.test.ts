import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { LedgerBook } from "../../../packages/fleet/src/budget/ledger-book.ts";
import { DEFAULT_LIMITS } from "../../../packages/fleet/src/budget/limits.ts";
import { SqliteRecord } from "../../../packages/fleet/src/record/sqlite-record.ts";
import { createFakeClock } from "../../support/fake-clock.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-shared-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MOST = 30;
const MINUTE_MS = 60_000;

type Step =
  | { readonly ask: number; readonly invites: number }
  | { readonly end: number; readonly isSent: boolean }
  | { readonly passMs: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ask: fc.nat(1), invites: fc.constantFrom(0, 0, 0, 5, 20) }) },
  { weight: 5, arbitrary: fc.record({ end: fc.nat(60), isSent: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ passMs: fc.constantFrom(1, 700, 1000, 5000, 20_000, MINUTE_MS) }) },
);

interface Asked {
  readonly permit: ReturnType<LedgerBook["ask"]>;
  readonly invites: number;
  state: "waiting" | "granted" | "ended" | "over";
  endedMs: number;
}

let worlds = 0;

/** Two fleets that share a record, whose clock runs so many times faster. */
class World {
  readonly clock = createFakeClock();
  readonly asked: Asked[] = [];
  readonly wrong: string[] = [];
  readonly #records: SqliteRecord[];
  readonly #books: LedgerBook[];
  readonly #timeScale: number;

  constructor(timeScale: number) {
    worlds += 1;
    this.#timeScale = timeScale;
    const file = join(folder, `${worlds}.sqlite`);
    this.#records = [1, 2].map(() => new SqliteRecord(file, this.clock));
    const limits = { ...DEFAULT_LIMITS, requestsPerMinute: MOST };
    this.#books = this.#records.map(
      (record) => new LedgerBook({ clock: this.clock, limits, timeScale, shareOf: () => 1, common: record.counts() }),
    );
  }

  async does(one: Step): Promise<void> {
    if ("ask" in one) this.ask(one.ask, one.invites);
    else if ("end" in one) this.end(this.asked[one.end % Math.max(1, this.asked.length)], one.isSent);
    else await this.pass(one.passMs);
    await settled();
  }

  ask(book: number, invites = 0): Asked | undefined {
    const permit = this.#books[book]?.ask({
      credential: "key",
      organization: "acme",
      own: invites === 0 ? undefined : { kind: "invites", key: "invites", count: invites },
      maxOwnWaitMs: 0,
      granted: () => {
        one.state = "granted";
        if (this.used(0) > MOST) this.wrong.push(`${this.used(0)} requests in a minute`);
        const own = this.asked.reduce((sum, { state, invites: count }) => (state === "over" ? sum : sum + count), 0);
        const waiting = this.asked.reduce(
          (sum, { state, invites: count }) => (state === "waiting" ? sum + count : sum),
          0,
        );
        if (own - waiting > DEFAULT_LIMITS.invitesPerHour) this.wrong.push(`${own - waiting} invites in an hour`);
      },
      waits: () => undefined,
      refused: () => (one.state = "over"),
    });
    const one: Asked = { permit: permit!, invites, state: "waiting", endedMs: 0 };
    this.asked.push(one);
    return one;
  }

  end(one: Asked | undefined, isSent: boolean): void {
    if (one === undefined || one.state === "ended" || one.state === "over") return;
    [one.state, one.endedMs] = [one.state === "granted" && isSent ? "ended" : "over", this.clock.monotonicMs()];
    if (isSent) one.permit.end();
    else one.permit.giveBack();
  }

  /** Requests that the service may count now, and that it counted up to so long before. */
  used(moreMs: number): number {
    const since = this.clock.monotonicMs() - (MINUTE_MS + moreMs) / this.#timeScale;
    return this.asked.filter(({ state, endedMs }) => state === "granted" || (state === "ended" && endedMs > since))
      .length;
  }

  /** @param passMs - as the faster clock counts it */
  async pass(passMs: number): Promise<void> {
    for (let passed = 0; passed < passMs; passed += 250) {
      this.clock.advance(Math.min(250, passMs - passed) / this.#timeScale);
      await settled();
    }
  }

  async close(): Promise<void> {
    for (const book of this.#books) await book.close();
    for (const record of this.#records) await record.close();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("two fleets never send more together than one, and whatever they leave unused is soon there for either", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.nat(1),
      fc.constantFrom(1, 4),
      async (steps, last, timeScale) => {
        const world = new World(timeScale);
        for (const one of steps) await world.does(one);
        for (const one of world.asked) world.end(one, true);
        // Both learn of the rest within two seconds; its requests count from the next whole second.
        await world.pass(3000);
        const [atLeast, atMost] = [MOST - world.used(2000), MOST - world.used(0)];
        const asked = Array.from({ length: MOST }, () => world.ask(last));
        await settled();
        const granted = asked.filter((one) => one?.state === "granted").length;
        expect(world.wrong).toEqual([]);
        expect(granted).toBeGreaterThanOrEqual(atLeast);
        expect(granted).toBeLessThanOrEqual(atMost);
        await world.close();
      },
    ),
    { numRuns: 40, seed: 5 },
  );
});

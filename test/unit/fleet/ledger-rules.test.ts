import { expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { LedgerBook } from "../../../packages/fleet/src/budget/ledger-book.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000] as const;

const LIMITS = { requestsPerMinute: 3, requestsPerHour: 7, invitesPerHour: 4, invitesPerDay: 6 };

/** The names begin alike. One organization has a part of the budget alone. */
const ORGANIZATIONS = ["acme", "acme-1", "globex"];
const SHARES: Readonly<Record<string, number>> = { globex: 1 / 3 };

type Step =
  | { readonly ask: number; readonly key: number; readonly invites: number; readonly patience: number }
  | { readonly end: number; readonly how: "end" | "giveBack" | "withdraw" }
  | { readonly pause: number; readonly key: number }
  | { readonly passMs: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ask: fc.nat(ORGANIZATIONS.length - 1),
      key: fc.nat(1),
      invites: fc.constantFrom(0, 0, 0, 1, 2, 4, 5),
      patience: fc.constantFrom(0, MINUTE_MS, HOUR_MS, 2 * DAY_MS),
    }),
  },
  { weight: 5, arbitrary: fc.record({ end: fc.nat(40), how: fc.constantFrom("end", "end", "giveBack", "withdraw") }) },
  { weight: 1, arbitrary: fc.record({ pause: fc.constantFrom(1, 7000, MINUTE_MS), key: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({ passMs: fc.constantFrom(1, 999, 59_999, MINUTE_MS, HOUR_MS - MINUTE_MS, HOUR_MS, DAY_MS) }),
  },
);

/** One request, with everything that happened to it. */
interface Asked {
  readonly organization: string;
  readonly key: string;
  readonly invites: number;
  readonly deadlineMs: number;
  readonly permit: ReturnType<LedgerBook["ask"]>;
  state: "waiting" | "granted" | "ended" | "over";
  endedMs: number;
  told: number;
}

/** A service that counts as it is documented, and everybody who asks. */
class World {
  readonly clock: FakeClock = createFakeClock();
  readonly asked: Asked[] = [];
  readonly wrong: string[] = [];
  readonly #book = new LedgerBook({
    clock: this.clock,
    limits: LIMITS,
    timeScale: 1,
    shareOf: (organization) => SHARES[organization] ?? 1,
  });
  readonly #pausedUntil = new Map<string, number>();
  readonly #lastTurn = new Map<string, number>();
  #turns = 0;

  async does(one: Step): Promise<void> {
    if ("ask" in one) this.#ask(ORGANIZATIONS[one.ask] ?? "", one);
    else if ("end" in one) this.#end(one.end, one.how);
    else if ("pause" in one) this.#pause(`key ${one.key}`, one.pause);
    else this.clock.advance(one.passMs);
    await new Promise((resolve) => setImmediate(resolve));
    this.#look();
  }

  #ask(organization: string, { key: number, invites, patience }: Extract<Step, { readonly ask: number }>): void {
    const key = `key ${number}`;
    const permit = this.#book.ask({
      credential: key,
      organization,
      own: invites === 0 ? undefined : { kind: "invites", key: organization, count: invites },
      maxOwnWaitMs: patience,
      granted: () => this.#granted(one),
      waits: (waitMs) => {
        one.told += 1;
        this.#expect(one.state === "waiting" && one.told === 1 && waitMs >= 0, "a wait is told once, before the rest");
      },
      refused: (retryMs) => {
        this.#expect(one.state === "waiting" && invites > 0, "only what waits for invites is refused");
        this.#expect(retryMs === this.#inviteWaitMs(one), "a refusal names the time until there is room");
        const isLate = this.#now + retryMs > one.deadlineMs || invites > LIMITS.invitesPerHour;
        this.#expect(isLate, "nothing is refused that can wait so long");
        one.state = "over";
        this.#goLast(one);
      },
    });
    const one: Asked = {
      organization,
      key,
      invites,
      deadlineMs: this.#now + patience,
      permit,
      state: "waiting",
      endedMs: 0,
      told: 0,
    };
    if (this.#waitingBeside(one).length === 0) this.#goLast(one);
    this.asked.push(one);
  }

  /** Waiting requests of the same organization and key. */
  #waitingBeside({ key, organization }: Asked): readonly Asked[] {
    return this.asked.filter(
      (other) => other.state === "waiting" && other.key === key && other.organization === organization,
    );
  }

  #goLast({ key, organization }: Asked): void {
    this.#turns += 1;
    this.#lastTurn.set(`${key} ${organization}`, this.#turns);
  }

  #turnOf({ key, organization }: Asked): number {
    return this.#lastTurn.get(`${key} ${organization}`) ?? 0;
  }

  #granted(one: Asked): void {
    this.#expect(one.state === "waiting", "a request is granted once");
    this.#expect(this.#isFree(one), "nothing is granted beyond a limit, or in a pause");
    const [first] = this.#waitingBeside(one).filter((other) => this.#isFree(other));
    this.#expect(first === one, "an organization's requests go in their order");
    const turn = this.#turnOf(one);
    const overtaken = this.asked.find(
      (other) =>
        other.state === "waiting" && other.key === one.key && this.#turnOf(other) < turn && this.#isFree(other),
    );
    this.#expect(overtaken === undefined, "organizations go in turn");
    one.state = "granted";
    this.#goLast(one);
  }

  #end(index: number, how: "end" | "giveBack" | "withdraw"): void {
    const one = this.asked[index % Math.max(1, this.asked.length)];
    if (one === undefined) return;
    const isInVain = one.state === "ended" || one.state === "over" || (how === "withdraw" && one.state === "granted");
    if (one.state === "waiting") this.#goLast(one);
    // Before, because others get its room at once.
    if (one.state === "granted" && how === "end") [one.state, one.endedMs] = ["ended", this.#now];
    else if (!isInVain) one.state = "over";
    one.permit[how]();
  }

  #pause(key: string, durationMs: number): void {
    this.#pausedUntil.set(key, Math.max(this.#pausedUntil.get(key) ?? 0, this.#now + durationMs));
    this.#book.pause(key, durationMs);
  }

  /** What holds at every moment. */
  #look(): void {
    for (const one of this.asked.filter(({ state }) => state === "waiting")) {
      this.#expect(!this.#isFree(one), "nobody waits for room that is there");
      const waitMs = this.#inviteWaitMs(one);
      const isLate = waitMs > 0 && Number.isFinite(waitMs) && this.#now + waitMs > one.deadlineMs;
      this.#expect(!isLate, "nobody waits for invites beyond the deadline");
    }
    for (const organization of ORGANIZATIONS) {
      const sent = this.asked.filter(
        (one) => one.organization === organization && ["granted", "ended"].includes(one.state),
      );
      this.#expect(this.#book.callsOf(organization) === sent.length, "each organization's requests are counted");
    }
  }

  get #now(): number {
    return this.clock.monotonicMs();
  }

  #isFree(one: Asked): boolean {
    const { key, organization } = one;
    if ((this.#pausedUntil.get(key) ?? 0) > this.#now) return false;
    const share = SHARES[organization] ?? 1;
    const ofKey = this.asked.filter((other) => other.key === key).map((other) => ({ ...other, count: 1 }));
    const rates = [
      [Math.floor(LIMITS.requestsPerMinute * share + 1e-9), MINUTE_MS],
      [Math.floor(LIMITS.requestsPerHour * share + 1e-9), HOUR_MS],
    ] as const;
    return rates.every(([most, spanMs]) => this.#waitMs(ofKey, 1, most, spanMs) === 0) && this.#inviteWaitMs(one) === 0;
  }

  #inviteWaitMs({ organization, invites }: Asked): number {
    if (invites === 0) return 0;
    const own = this.asked
      .filter((other) => other.organization === organization)
      .map((other) => ({ ...other, count: other.invites }));
    const windows = [
      [LIMITS.invitesPerHour, HOUR_MS],
      [LIMITS.invitesPerDay, DAY_MS],
    ] as const;
    const tooSmall = windows.find(([most]) => invites > most);
    if (tooSmall !== undefined) return tooSmall[1];
    return Math.max(...windows.map(([most, spanMs]) => this.#waitMs(own, invites, most, spanMs)));
  }

  /** Counts one by one: when enough of what was sent has left the window. */
  #waitMs(
    all: readonly (Pick<Asked, "state" | "endedMs"> & { readonly count: number })[],
    more: number,
    most: number,
    spanMs: number,
  ): number {
    const leaving = all.flatMap(({ state, endedMs, count }) => {
      if (state === "granted") return Array.from({ length: count }, () => Number.POSITIVE_INFINITY);
      return state === "ended" && endedMs + spanMs > this.#now
        ? Array.from({ length: count }, () => endedMs + spanMs - this.#now)
        : [];
    });
    const tooMany = leaving.length + more - most;
    return tooMany <= 0 ? 0 : (leaving.toSorted((one, other) => one - other)[tooMany - 1] ?? Number.POSITIVE_INFINITY);
  }

  #expect(isSo: boolean, rule: string): void {
    if (!isSo) this.wrong.push(rule);
  }

  /** Ends what is under way, and lets time pass until everybody has an answer. */
  async finish(): Promise<void> {
    for (let round = 0; round < 200 && this.asked.some(({ state }) => state === "waiting"); round += 1) {
      for (const [index, { state }] of this.asked.entries()) if (state === "granted") this.#end(index, "end");
      await this.does({ passMs: HOUR_MS });
    }
    for (const [index, { state }] of this.asked.entries()) if (state === "granted") this.#end(index, "end");
    this.#expect(
      this.asked.every(({ state }) => state === "ended" || state === "over"),
      "everybody has an answer in the end",
    );
    this.clock.advance(DAY_MS);
    this.#expect(this.clock.pending().length === 0, "nothing is left to wait for");
  }
}

test("permits keep to every limit, hold up nobody without need, and go to each in turn, whatever happens", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const world = new World();
      for (const one of steps) await world.does(one);
      await world.finish();
      expect(world.wrong).toEqual([]);
    }),
    { numRuns: 150, seed: 7 },
  );
});

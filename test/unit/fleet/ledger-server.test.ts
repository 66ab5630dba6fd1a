import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { type Ledger, type LedgerOptions, startLedger } from "../../../packages/fleet/src/budget/ledger-server.ts";
import { type Hello } from "../../../src/client/transport/ledger-wire.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { type LedgerProcess, ledgerProcess } from "../../support/ledger-process.ts";

const LIMITS = { requestsPerMinute: 4, requestsPerHour: 100, invitesPerHour: 3, invitesPerDay: 5 };

let clock: FakeClock;
let ledgers: Ledger[];
let processes: LedgerProcess[];
beforeEach(() => {
  clock = createFakeClock();
  ledgers = [];
  processes = [];
});
afterEach(async () => {
  for (const one of processes) one.leave();
  await Promise.all(ledgers.map((one) => one.close()));
});

async function started(options: LedgerOptions = {}): Promise<Ledger> {
  const ledger = await startLedger({ clock, limits: LIMITS, timeScale: 1, ...options });
  ledgers.push(ledger);
  return ledger;
}

async function processOf(
  ledger: Ledger,
  organization: string,
  { share, ...who }: Partial<Hello> & { share?: number } = {},
): Promise<LedgerProcess> {
  const { ORGFORM_BUDGET: budget } = ledger.environmentFor(organization, share === undefined ? {} : { share });
  const one = await ledgerProcess(budget, who);
  processes.push(one);
  return one;
}

/** Asks for so many requests. @returns how many are granted at once */
async function granted(one: LedgerProcess, calls: number): Promise<number> {
  for (let ask = 1; ask <= calls; ask += 1) one.tell({ ask, maxOwnWaitMs: 0 });
  await one.settled();
  return one.heard.filter((word) => "grant" in word).length;
}

/** What the ledger says to one more request with so many invites of somebody. */
async function invited(one: LedgerProcess, of: string, count: number, kind = "invites"): Promise<string> {
  one.heard.length = 0;
  one.tell({ ask: 7, maxOwnWaitMs: 0, own: { kind, of, count } });
  await one.settled();
  return one.heard.map((word) => Object.keys(word)[0]).join();
}

test.each([0, -0.5, 1.000001, 2, Number.NaN, Number.POSITIVE_INFINITY])("no ledger has the share %s", async (share) => {
  const says = `A share of the budget should be above 0 and at most 1; found ${share}.`;
  await expect(started({ share })).rejects.toThrow(new RangeError(says));
  const ledger = await started();
  expect(() => ledger.environmentFor("acme", { share })).toThrow(new RangeError(says));
});

test.each([
  [1, undefined, 4],
  [0.5, undefined, 2],
  [0.5, 1, 4],
  [1, 0.25, 1],
])("of a ledger with the share %s, a program with %s of its own has %s requests", async (share, own, most) => {
  const ledger = await started({ share });
  const one = await processOf(ledger, "acme", own === undefined ? {} : { share: own });
  expect(await granted(one, 6)).toBe(most);
  expect(one.heard.filter((word) => "wait" in word)).toHaveLength(6 - most);
  expect(ledger.callsOf("acme")).toBe(most);
  expect(ledger.waitMsFor("key") > 0).toBe(true);
  expect(ledger.waitMsFor("another key")).toBe(0);
});

describe("invites", () => {
  test("are counted by service, kind, and whose they are", async () => {
    const ledger = await started({ limits: { ...LIMITS, requestsPerMinute: 100 } });
    const one = await processOf(ledger, "acme");
    const elsewhere = await processOf(ledger, "acme", { origin: "https://other.example" });
    const otherKey = await processOf(ledger, "globex", { credential: "another key" });
    expect(await invited(one, "id-1", 3)).toBe("grant");
    one.tell({ end: 7 });
    expect(await invited(one, "id-1", 1)).toBe("refuse");
    expect(one.heard).toEqual([{ refuse: 7, ms: 3_600_000 }]);
    expect(await invited(otherKey, "id-1", 1)).toBe("refuse");
    expect(await invited(one, "id-2", 1)).toBe("grant");
    expect(await invited(elsewhere, "id-1", 1)).toBe("grant");
    // The service has no limit of anything else.
    expect(await invited(otherKey, "id-1", 50, "exports")).toBe("grant");
  });
});

describe("a process", () => {
  test("that another fleet started, or that says something else, is cut off", async () => {
    const ledger = await started();
    const foreign = await processOf(ledger, "acme", { token: "x".repeat(43) });
    const short = await processOf(ledger, "acme", { token: "" });
    const odd = await processOf(ledger, "acme");
    odd.tell({ odd: true } as never); // -- no process of ours says so
    for (const one of [foreign, short, odd]) {
      await one.settled();
      expect([one.isCut(), one.heard]).toEqual([true, []]);
    }
    expect(await granted(await processOf(ledger, "acme"), 1)).toBe(1);
  });

  test("that is gone gives its room to others once its minute is over, and what it waited for at once", async () => {
    const ledger = await started();
    const gone = await processOf(ledger, "acme");
    expect(await granted(gone, 5)).toBe(4);
    const next = await processOf(ledger, "globex");
    expect(await granted(next, 1)).toBe(0);
    gone.leave();
    // Its requests may have been sent until now, so the ledger knows from now on when there is room.
    while (clock.pending().length === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(60_000);
    await next.settled();
    expect(next.heard.filter((word) => "grant" in word)).toHaveLength(1);
    expect([ledger.callsOf("acme"), ledger.callsOf("globex")]).toEqual([4, 1]);
  });

  test("gives back what it didn't send, and tells all others of a pause", async () => {
    const ledger = await started();
    const [one, other] = [await processOf(ledger, "acme"), await processOf(ledger, "globex")];
    const apart = await processOf(ledger, "globex", { credential: "another key" });
    expect(await granted(one, 4)).toBe(4);
    for (const back of [1, 2]) one.tell({ back });
    await one.settled();
    expect([ledger.callsOf("acme"), await granted(other, 1)]).toEqual([2, 1]);
    one.tell({ pauseMs: 1500.2 });
    for (const process of [one, other, apart]) await process.settled();
    expect(other.heard.at(-1)).toEqual({ pauseMs: 1501 });
    expect(apart.heard).toEqual([]);
    expect(await granted(apart, 1)).toBe(1);
    other.tell({ ask: 9, maxOwnWaitMs: 0 });
    await other.settled();
    expect(other.heard.at(-1)).toEqual({ wait: 9, ms: 1501 });
    clock.advance(1501);
    await other.settled();
    expect(other.heard.at(-1)).toEqual({ grant: 9 });
  });
});

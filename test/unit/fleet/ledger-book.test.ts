import { beforeEach, describe, expect, test } from "@jest/globals";

import { LedgerBook } from "../../../packages/fleet/src/budget/ledger-book.ts";
import { DEFAULT_LIMITS } from "../../../packages/fleet/src/budget/limits.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";

const HOUR_MS = 3_600_000;
let clock: FakeClock;
let said: string[];
beforeEach(() => {
  clock = createFakeClock();
  said = [];
});

interface Setup {
  readonly perMinute?: number;
  readonly shares?: Readonly<Record<string, number>>;
  readonly timeScale?: number;
}

function open({ perMinute = 3, shares = {}, timeScale = 1 }: Setup = {}): LedgerBook {
  const limits = { ...DEFAULT_LIMITS, requestsPerMinute: perMinute };
  const shareOf = (organization: string): number => shares[organization] ?? 1;
  return new LedgerBook({ clock, limits, timeScale, shareOf });
}

interface Asking {
  readonly credential?: string;
  readonly invites?: number;
  readonly maxOwnWaitMs?: number;
}

/** Requests permits, and records the answers under the name of the organization. */
function ask(book: LedgerBook, organization: string, { credential = "key", invites, maxOwnWaitMs = 0 }: Asking = {}) {
  return book.ask({
    credential,
    organization,
    own: invites === undefined ? undefined : { kind: "invites", key: `invites of ${organization}`, count: invites },
    maxOwnWaitMs,
    granted: () => said.push(organization),
    waits: (waitMs) => said.push(`${organization} waits ${waitMs}`),
    refused: (waitMs) => said.push(`${organization} refused ${waitMs}`),
  });
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The answers since the last call. */
async function answers(): Promise<string[]> {
  await settle();
  return said.splice(0);
}

describe("permits", () => {
  test("go in turns of organizations, each in its own order, as soon as the window lets them", async () => {
    const book = open();
    for (const organization of ["acme", "acme", "acme", "acme", "globex", "acme"]) ask(book, organization).end();
    expect(await answers()).toEqual([]);
    const asks = ["acme", "acme", "acme", "acme", "globex"].map((organization) => ask(book, organization));
    expect((await answers()).filter((word) => !word.includes("waits"))).toEqual(["acme", "globex", "acme"]);
    clock.advance(1000);
    for (const one of asks) one.end();
    expect(book.callsOf("acme")).toBe(2);
    ask(book, "acme");
    expect(await answers()).toEqual(["acme waits 60000"]);
    expect(book.waitMsFor("key")).toBe(60_000);
    clock.advance(59_999);
    expect(await answers()).toEqual([]);
    clock.advance(1);
    expect(await answers()).toEqual(["acme"]);
  });

  test("that were not used, or are no longer wanted, make room at once and count for nobody", async () => {
    const book = open({ perMinute: 1 });
    const first = ask(book, "acme");
    const second = ask(book, "globex");
    const third = ask(book, "initech");
    expect(await answers()).toEqual(["acme", "globex waits 60000", "initech waits 120000"]);
    second.giveBack();
    first.giveBack();
    first.giveBack();
    expect([await answers(), book.callsOf("acme"), book.callsOf("initech")]).toEqual([["initech"], 0, 1]);
    third.end();
    expect(clock.pending()).toEqual([]);
  });

  test("of a process that is gone go to others, and none of them to what it still waited for", async () => {
    const book = open({ perMinute: 1 });
    const asks = [ask(book, "gone"), ask(book, "gone")];
    ask(book, "acme");
    await answers();
    for (const one of asks) one.withdraw();
    for (const one of asks) one.giveBack();
    expect([await answers(), book.callsOf("gone")]).toEqual([["acme"], 0]);
  });

  test("of credentials are counted apart, and an organization may have a share of its own", async () => {
    const book = open({ perMinute: 4, shares: { acme: 1 / 4 } });
    for (const organization of ["acme", "acme", "globex"]) ask(book, organization).end();
    for (const organization of ["acme", "acme", "globex"]) ask(book, organization);
    ask(book, "acme", { credential: "other" });
    expect((await answers()).filter((word) => !word.includes("waits"))).toEqual(["acme", "globex", "acme"]);
  });

  test("come so many times faster where time is scaled", async () => {
    const book = open({ perMinute: 1, timeScale: 30 });
    const first = ask(book, "acme");
    await settle();
    first.end();
    ask(book, "globex");
    expect(await answers()).toEqual(["acme", "globex waits 2000"]);
  });
});

describe("a pause", () => {
  test("holds back everybody of the credential, who are told, also those who come later", async () => {
    const book = open();
    const told: number[] = [];
    const stop = book.onPause("key", (ms) => told.push(ms));
    book.pause("key", 5000);
    book.pause("key", 1000);
    stop();
    book.onPause("key", (ms) => told.push(ms));
    ask(book, "acme");
    ask(book, "acme", { credential: "other" });
    expect([told, await answers()]).toEqual([
      [5000, 1000, 5000],
      ["acme", "acme waits 5000"],
    ]);
    clock.advance(5000);
    expect(await answers()).toEqual(["acme"]);
  });
});

describe("invites", () => {
  test("have an hour and a day of their own, for each organization, and hold up nothing else", async () => {
    const book = open({ perMinute: 1000 });
    for (const invites of [30, 20]) {
      const one = ask(book, "acme", { invites });
      await settle();
      one.end();
    }
    await answers();
    clock.advance(1000);
    ask(book, "acme", { invites: 1, maxOwnWaitMs: 120_000 });
    ask(book, "acme", { invites: 1, maxOwnWaitMs: HOUR_MS });
    ask(book, "acme");
    ask(book, "globex", { invites: 1 });
    expect(await answers()).toEqual([
      `acme refused ${HOUR_MS - 1000}`,
      "globex",
      "acme",
      `acme waits ${HOUR_MS - 1000}`,
    ]);
    clock.advance(HOUR_MS - 1000);
    expect(await answers()).toEqual(["acme"]);
  });

  test("of which one request asks for more than fit ever are refused", async () => {
    ask(open(), "acme", { invites: 51, maxOwnWaitMs: 120_000 });
    expect(await answers()).toEqual([`acme refused ${HOUR_MS}`]);
  });

  test("over the day are refused for the rest of it", async () => {
    const book = open({ perMinute: 1000 });
    for (let hour = 0; hour < 4; hour += 1) {
      const one = ask(book, "acme", { invites: 50 });
      await settle();
      one.end();
      clock.advance(HOUR_MS);
    }
    await answers();
    ask(book, "acme", { invites: 1 });
    expect(await answers()).toEqual([`acme refused ${20 * HOUR_MS}`]);
  });
});

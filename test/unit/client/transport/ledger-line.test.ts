import process from "node:process";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { LedgerLine, parseLedgerAddress } from "../../../../src/client/transport/ledger-line.ts";
import type { PermitAnswer } from "../../../../src/client/transport/limiter.ts";
import { type Ledger, startLedger } from "../../../../packages/fleet/src/index.ts";

let ledger: Ledger;
let line: LedgerLine;
beforeEach(async () => {
  ledger = await startLedger({ limits: { requestsPerMinute: 1 } });
  const address = parseLedgerAddress(ledger.environmentFor("acme").ORGFORM_BUDGET);
  line = new LedgerLine(address, { credential: "c", origin: "https://eu.posthog.com" }, () => undefined);
});
afterEach(async () => {
  line.close();
  await ledger.close();
});

/** How many connections keep this process alive. */
const awaited = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length;

/** Asks for a permit; what ends the wait for it, one way or the other. */
function ask() {
  const wish = { maxOwnWaitMs: 0 };
  let takeBack = (): void => undefined;
  let waits = (): void => undefined;
  const told = new Promise<void>((resolve) => (waits = resolve));
  const granted = new Promise<Parameters<PermitAnswer["granted"]>[0]>((resolve, reject) => {
    const lost = (): void => reject(new Error("The ledger is gone."));
    takeBack = line.ask(wish, { granted: resolve, waits, refused: reject, lost });
  });
  return { granted, told, takeBack };
}

test("keeps the process alive while somebody waits for a permit, and no longer", async () => {
  const before = awaited();
  const first = ask();
  expect(awaited()).toBe(before + 1);
  const permit = await first.granted;
  expect(awaited()).toBe(before);
  permit.end();
  const second = ask();
  await second.told;
  expect(awaited()).toBe(before + 1);
  second.takeBack();
  expect(awaited()).toBe(before);
});

test("keeps the process alive while somebody waits for a turn, and no longer", async () => {
  const before = awaited();
  const lease = await line.takeTurn("creates");
  expect(awaited()).toBe(before);
  const giveUp = new AbortController();
  const next = line.takeTurn("creates", giveUp.signal);
  const third = line.takeTurn("creates");
  expect(awaited()).toBe(before + 1);
  giveUp.abort(new Error("ended by the engine"));
  await expect(next).rejects.toThrow("ended by the engine");
  // Another one still waits.
  expect(awaited()).toBe(before + 1);
  lease?.end();
  (await third)?.end();
  expect(awaited()).toBe(before);
});

test("a permit that is waited for keeps the process alive although a turn has come, and the other way round", async () => {
  const before = awaited();
  (await ask().granted).end();
  const permit = ask();
  await permit.told;
  const lease = await line.takeTurn("creates");
  expect(awaited()).toBe(before + 1);
  const next = line.takeTurn("creates");
  permit.takeBack();
  expect(awaited()).toBe(before + 1);
  lease?.end();
  (await next)?.end();
  expect(awaited()).toBe(before);
});

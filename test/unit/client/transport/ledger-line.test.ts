// Runs alone: it counts the sockets of the process.
import { type AddressInfo, createServer, Socket } from "node:net";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { LedgerLine, parseLedgerAddress } from "../../../../src/client/transport/ledger-line.ts";
import { type FromLedger, ledgerAddressText, lineOf, linesTo } from "../../../../src/client/transport/ledger-wire.ts";
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

/** Requests a permit, and returns the end of the wait. */
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

test("a connection that was unused for ten seconds is closed, unless somebody waits or has something", async () => {
  const timers = jest.spyOn(Socket.prototype, "setTimeout");
  const permit = await ask().granted;
  const index = timers.mock.calls.findIndex(([ms]) => ms === 10_000);
  const [socket, pass] = [timers.mock.contexts[index], timers.mock.calls[index]?.[1]];
  timers.mockRestore();
  if (!(socket instanceof Socket) || pass === undefined) throw new Error("no limit was set");
  pass();
  expect(socket.destroyed).toBe(false);
  permit.end();
  const second = ask();
  await second.told;
  pass();
  expect(socket.destroyed).toBe(false);
  second.takeBack();
  const lease = await line.takeTurn("creates");
  pass();
  expect(socket.destroyed).toBe(false);
  lease?.end();
  lease?.end();
  pass();
  expect(socket.destroyed).toBe(true);
  // The next ask opens another one, and the end of the first takes nothing from it.
  const third = ask();
  await third.told;
  expect(awaited()).toBeGreaterThan(0);
  third.takeBack();
  (await line.takeTurn("creates"))?.end();
});

test("a turn tells whether another process had one since, or may have had", async () => {
  const address = parseLedgerAddress(ledger.environmentFor("acme").ORGFORM_BUDGET);
  const other = new LedgerLine(address, { credential: "c", origin: "https://eu.posthog.com" }, () => undefined);
  const told: (boolean | undefined)[] = [];
  for (const one of [line, line, other, other, line, line]) {
    const lease = await one.takeTurn("creates");
    told.push(lease?.hadOthers);
    lease?.end();
  }
  expect(told).toEqual([false, false, true, false, true, false]);
  other.close();
});

test("what is ended twice counts once, and a turn that ended is another's", async () => {
  const first = await line.takeTurn("creates");
  const next = line.takeTurn("creates");
  first?.end();
  first?.end();
  const second = await next;
  expect([first?.hadOthers, second?.hadOthers]).toEqual([false, false]);
  let hasCome = false;
  const third = line.takeTurn("creates").then((lease) => {
    hasCome = true;
    return lease;
  });
  first?.end();
  (await line.takeTurn("others"))?.end();
  expect(hasCome).toBe(false);
  second?.end();
  (await third)?.end();
});

describe("with a ledger that notes what it is told", () => {
  const HELLO = { token: "t&1", organization: "acme ä", credential: "c", origin: "https://eu.posthog.com" };

  /** A ledger that grants all that is asked for, and the lines that it got. */
  async function noting() {
    const customers = new Set<Socket>();
    const lines: unknown[] = [];
    const answers = (message: object): object[] =>
      "ask" in message ? [{ grant: message.ask }] : "turn" in message ? [{ turn: message.turn, others: 1 }] : [];
    const server = createServer((socket) => {
      customers.add(socket);
      const take = linesTo((text) => {
        const message = JSON.parse(text) as object; // -- a line of the process
        lines.push(message);
        for (const answer of answers(message)) socket.write(lineOf(answer as FromLedger)); // -- made above
      });
      socket.on("data", (chunk) => take(chunk.toString()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // It listens on a port. -- as asked for above
    const { port } = server.address() as AddressInfo;
    const { token, organization, ...customer } = HELLO;
    const address = parseLedgerAddress(ledgerAddressText({ hostname: "127.0.0.1", port, token, organization }));
    const own = new LedgerLine(address, customer, () => undefined);
    const end = async (): Promise<void> => {
      own.close();
      for (const socket of customers) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    };
    const heard = async (count: number): Promise<unknown[]> => {
      while (lines.length < count) await new Promise((resolve) => setImmediate(resolve));
      return lines;
    };
    return { own, heard, end };
  }

  const silent = { waits: () => undefined, refused: () => undefined, lost: () => undefined };

  test("says who it is once, and then what it asks for and what is over, once each", async () => {
    const { own, heard, end } = await noting();
    const permit = (count?: number) =>
      new Promise<Parameters<PermitAnswer["granted"]>[0]>((granted) => {
        const separate = count === undefined ? {} : { own: { kind: "invites", of: "o 1", count } };
        own.ask({ ...separate, maxOwnWaitMs: 5 }, { ...silent, granted });
      });
    const first = await permit(3);
    first.end();
    first.end();
    first.giveBack();
    const second = await permit();
    second.giveBack();
    second.end();
    own.ask({ maxOwnWaitMs: 0 }, { ...silent, granted: () => undefined })();
    const lease = await own.takeTurn('name "x"');
    lease?.end();
    lease?.end();
    const giveUp = new AbortController();
    const given = own.takeTurn("other", giveUp.signal);
    giveUp.abort(new Error("stopped"));
    await expect(given).rejects.toThrow("stopped");
    await expect(own.takeTurn("third", AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
    own.pause(1_500);
    expect(await heard(12)).toEqual([
      HELLO,
      { ask: 1, own: { kind: "invites", of: "o 1", count: 3 }, maxOwnWaitMs: 5 },
      { end: 1 },
      { ask: 2, maxOwnWaitMs: 5 },
      { back: 2 },
      { ask: 3, maxOwnWaitMs: 0 },
      { back: 3 },
      { turn: 4, name: 'name "x"' },
      { over: 4 },
      { turn: 5, name: "other" },
      { over: 5 },
      { pauseMs: 1_500 },
    ]);
    await end();
  });

  test("tells all who wait that it is gone, and whoever asks after that", async () => {
    const { own, end } = await noting();
    (await own.takeTurn("first"))?.end();
    const waiting = new Promise((lost) =>
      own.ask({ maxOwnWaitMs: 0 }, { ...silent, granted: lost, lost: () => lost("lost") }),
    );
    const turn = own.takeTurn("second");
    own.close();
    expect([await waiting, await turn]).toEqual(["lost", undefined]);
    await end();
    const late = new Promise((lost) =>
      own.ask({ maxOwnWaitMs: 0 }, { ...silent, granted: lost, lost: () => lost("lost") }),
    );
    expect([await late, await own.takeTurn("third")]).toEqual(["lost", undefined]);
  });
});

describe("with a ledger that speaks as it likes", () => {
  /** Answers every request with these lines, and returns the outcome of one request. */
  async function told(...lines: readonly object[]) {
    const customers = new Set<Socket>();
    const server = createServer((socket) => {
      customers.add(socket);
      socket.on("data", () => socket.write(lines.map((one) => `${JSON.stringify(one)}\n`).join("")));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // It listens on a port. -- as asked for above
    const { port } = server.address() as AddressInfo;
    const pauses: number[] = [];
    const address = parseLedgerAddress(`tcp://127.0.0.1:${port}/?token=t&organization=acme`);
    const own = new LedgerLine(address, { credential: "c", origin: "https://eu.posthog.com" }, (ms) => pauses.push(ms));
    const waits: number[] = [];
    const end = await new Promise<string>((resolve) =>
      own.ask(
        { maxOwnWaitMs: 0 },
        {
          granted: () => resolve("granted"),
          waits: (ms) => waits.push(ms),
          refused: (ms) => resolve(`refused for ${ms} ms`),
          lost: () => resolve("lost"),
        },
      ),
    );
    own.close();
    for (const socket of customers) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    return { end, pauses, waits };
  }

  test.each([{ wait: 99, ms: 5 }, { refuse: 99, ms: 5 }, { grant: 99 }, { turn: 99, others: 0 }])(
    "an answer to an ask that was taken back (%j) is left alone, and the next one counts",
    async (stale) => {
      expect(await told(stale, { grant: 1 })).toEqual({ end: "granted", pauses: [], waits: [] });
    },
  );

  test("a pause, a wait, and a refusal go to whom they are for", async () => {
    expect(await told({ pauseMs: 7 }, { wait: 1, ms: 5 }, { refuse: 1, ms: 9 })).toEqual({
      end: "refused for 9 ms",
      pauses: [7],
      waits: [5],
    });
  });

  test.each([{}, { grant: "1" }, { wait: 1 }, { refuse: 1 }, { turn: 1 }, { pauseMs: "7" }, { wait: 1, ms: null }])(
    "what no ledger says (%j) ends the connection",
    async (strange) => {
      expect((await told(strange)).end).toBe("lost");
    },
  );
});

test.each([
  "",
  "not an address",
  "http://127.0.0.1:1/?token=t&organization=o",
  "tcp://ledger.example:1/?token=t&organization=o",
])("refuses the address %j without showing it, and names the setting and the remedy", (text) => {
  const failure = failureOf(() => parseLedgerAddress(text));
  expect(failure).toMatchObject({ code: "option_invalid", option: "budget" });
  expect(String(failure)).toMatch(/ORGFORM_BUDGET .+; unset it to run without one\.$/u);
  expect(String(failure)).not.toContain("ledger.example");
});

function failureOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

test("a connection that breaks ends no process: who waits is told when it is closed", async () => {
  const { mock } = jest.spyOn(Socket.prototype, "setTimeout");
  (await ask().granted).end();
  const waiting = ask();
  const end = waiting.granted.catch((error: unknown) => String(error));
  await waiting.told;
  const sockets = new Set(mock.contexts as Socket[]);
  jest.restoreAllMocks();
  const thrown = [...sockets].map((socket) => failureOf(() => socket.emit("error", new Error("read ECONNRESET"))));
  for (const socket of sockets) socket.destroy();
  expect(await end).toBe("Error: The ledger is gone.");
  expect(thrown).toEqual(thrown.map(() => true));
  expect(thrown).not.toEqual([]);
});

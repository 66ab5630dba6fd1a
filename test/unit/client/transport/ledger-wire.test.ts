import { describe, expect, test } from "@jest/globals";

import * as copy from "../../../../packages/fleet/src/budget/ledger-wire.generated.ts";
import * as wire from "../../../../src/client/transport/ledger-wire.ts";

const HELLO: wire.Hello = { token: "t", organization: "acme", credential: "c", origin: "https://eu.posthog.com" };

const TO_LEDGER: readonly wire.ToLedger[] = [
  { ask: 1, maxOwnWaitMs: 60_000 },
  { ask: 2, own: { kind: "invites", of: "o", count: 3 }, maxOwnWaitMs: 0 },
  { end: 1 },
  { back: 2 },
  { pauseMs: 0 },
  { turn: 3, name: "n" },
  { over: 3 },
];

const FROM_LEDGER: readonly wire.FromLedger[] = [
  { grant: 1 },
  { wait: 1, ms: 20 },
  { refuse: 1, ms: 20 },
  { turn: 3, others: 1 },
  { pauseMs: 5 },
];

const NONSENSE = ["", "{", "null", "1", '"end"', "[]", "{}", '{"grant":"1"}', '{"end":null}', '{"pauseMs":1e999}'];

/** A message without one of its fields, and with one of another kind. */
const spoiled = (message: object): string[] =>
  Object.keys(message).flatMap((name) => [
    JSON.stringify({ ...message, [name]: undefined }),
    JSON.stringify({ ...message, [name]: [] }),
  ]);

describe.each([
  ["hello", wire.helloIn, copy.helloIn, [HELLO]],
  ["to the ledger", wire.toLedgerIn, copy.toLedgerIn, TO_LEDGER],
  ["from the ledger", wire.fromLedgerIn, copy.fromLedgerIn, FROM_LEDGER],
] as const)("%s", (_title, read, other, messages) => {
  test.each<object>(messages)("%j is written by one side and read by the other", (message) => {
    const written: string[] = [];
    wire.linesTo((line) => written.push(line))(`${JSON.stringify(message)}\n`);
    expect(written.map((line) => [read(line), other(line)])).toEqual([[message, message]]);
  });

  test("what says less or something else is refused", () => {
    const isOptional = (text: string): boolean => text === '{"ask":2,"maxOwnWaitMs":0}';
    const wrong = [...messages.flatMap(spoiled), ...NONSENSE].filter((text) => !isOptional(text));
    for (const text of wrong) expect(() => read(text)).toThrow(/no message of this wire|JSON/u);
  });
});

test("a program cannot say more than it may, nor ask for less than one", () => {
  const more = TO_LEDGER.map((message) => JSON.stringify({ ...message, unheardOf: true }));
  for (const text of [...more, '{"end":1,"back":1}', '{"pauseMs":-1}'])
    expect(() => wire.toLedgerIn(text)).toThrow("no message of this wire");
  const own = { kind: "invites", of: "o", count: 1 };
  const wrong = [{ count: 0 }, { count: 1.5 }, { count: "1" }, { kind: 1 }, { of: null }];
  const asks = wrong.map((one) => ({ ask: 1, own: { ...own, ...one }, maxOwnWaitMs: 1 }));
  expect(wire.toLedgerIn(JSON.stringify({ ask: 1, own, maxOwnWaitMs: 1 }))).toEqual({ ask: 1, own, maxOwnWaitMs: 1 });
  for (const ask of asks) expect(() => wire.toLedgerIn(JSON.stringify(ask))).toThrow("no message of this wire");
});

test("lines are cut out of whatever arrives, and one without an end is refused", () => {
  const heard: string[] = [];
  const take = wire.linesTo((line) => heard.push(line));
  for (const chunk of ["a", "b\nc\n", "d"]) take(chunk);
  expect(heard).toEqual(["ab", "c"]);
  take("x".repeat(64 * 1024 - 1));
  expect(() => take("x")).toThrow(new RangeError("a line without an end"));
  expect(wire.lineOf({ turn: 1, name: "a\nb" })).toBe('{"turn":1,"name":"a\\nb"}\n');
});

test("an address is read as it was written, and nothing else is one", () => {
  const address = { hostname: "127.0.0.1", port: 4711, token: "a&b", organization: "acme" };
  expect(wire.ledgerAddressIn(wire.ledgerAddressText(address))).toEqual(address);
  expect(wire.ledgerAddressIn("tcp://127.0.0.1:1/?token=t")).toEqual({
    hostname: "127.0.0.1",
    port: 1,
    token: "t",
    organization: "",
  });
  expect(wire.LEDGER_VARIABLE).toBe("ORGFORM_BUDGET");
  for (const text of ["", "here", "http://127.0.0.1:1/?token=t", "tcp://127.0.0.1/?token=t", "tcp://127.0.0.1:1/"])
    expect(wire.ledgerAddressIn(text)).toBeUndefined();
});

import timers from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { Command } from "../../../../../src/engines/pulumi/plugin/command.ts";
import { failureOf } from "../../../../support/fake-resources.ts";

/** The grace of each command that was cancelled, which the test ends. */
let graces: { readonly ms: unknown; readonly options: unknown; readonly end: () => void }[] = [];

beforeEach(() => {
  graces = [];
  jest.spyOn(timers, "setTimeout").mockImplementation(
    (ms, value, options) =>
      new Promise((done) => {
        graces.push({ ms, options, end: () => done(value) });
      }),
  );
});
afterEach(() => void jest.restoreAllMocks());

/** A clock whose waits end only with their signals. */
const asleep = (asked: unknown[] = []) => ({
  now: () => 4711,
  sleep: (ms: number, signal?: AbortSignal) => {
    asked.push(ms);
    return new Promise<void>((_done, failed) => {
      const end = (): void => failed(signal?.reason as Error);
      if (signal?.aborted === true) end();
      signal?.addEventListener("abort", end);
    });
  },
});

const CANCELLED = "The command was cancelled during a wait. Run it again: it continues from what exists.";

describe("a wait of a command", () => {
  test.each([
    ["that only the command can end", undefined],
    ["that its caller can end too", new AbortController().signal],
  ])("%s ends with the command, and the user reads what comes next", async (_which, signal) => {
    const command = new Command();
    const asked: number[] = [];
    const clock = command.clockFrom(asleep(asked));
    const waits = [clock.sleep(300_000, signal), clock.sleep(7, signal)];
    command.cancel();
    for (const error of await Promise.all(waits.map(failureOf))) {
      expect(error.message).toBe(CANCELLED);
      expect(error.cause).toMatchObject({ name: "AbortError" });
    }
    expect((await failureOf(clock.sleep(1, signal))).message).toBe(CANCELLED);
    expect(asked).toEqual([300_000, 7, 1]);
  });

  test("ends with its caller too, and then says why the caller went", async () => {
    const clock = new Command().clockFrom(asleep());
    const caller = new AbortController();
    const wait = clock.sleep(300_000, caller.signal);
    const gone = new Error("The caller went away");
    caller.abort(gone);
    expect(await failureOf(wait)).toBe(gone);
  });

  test("can pass, and time is the clock's", async () => {
    const clock = new Command().clockFrom({ now: () => 4711, sleep: () => Promise.resolve() });
    await clock.sleep(1);
    expect(clock.now()).toBe(4711);
  });
});

describe("a request of a command", () => {
  test("gets five seconds for its response after the user ended the command, which then ends without waiting", async () => {
    const command = new Command();
    const [caller, later] = [new AbortController(), new AbortController()];
    const signal = command.signalFor(caller.signal);
    expect([command.isCancelled, signal.aborted]).toEqual([false, false]);
    command.cancel();
    expect([command.isCancelled, signal.aborted, command.signalFor(later.signal).aborted]).toEqual([
      true,
      false,
      false,
    ]);
    expect(graces.map(({ ms, options }) => [ms, options])).toEqual([[5_000, { ref: false }]]);
    graces[0]?.end();
    await new Promise(setImmediate);
    for (const one of [signal, command.signalFor(later.signal)]) {
      expect(one.reason).toEqual(
        new Error(
          "The command was cancelled before the service answered. Run it again: it continues from what exists.",
        ),
      );
    }
  });

  test("ends with its own caller, and not with another's", () => {
    const command = new Command();
    const [caller, other] = [new AbortController(), new AbortController()];
    const signals = [command.signalFor(caller.signal), command.signalFor(other.signal)];
    caller.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect([command.isCancelled, graces]).toEqual([false, []]);
  });
});

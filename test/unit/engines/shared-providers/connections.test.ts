import { expect, test } from "@jest/globals";

import type { ConnectionProvider } from "../../../../src/engines/attached.ts";
import { Connections } from "../../../../src/engines/shared-providers/connections.ts";

/** A provider with one call, whose behavior the test sets. */
class OneCall implements ConnectionProvider {
  readonly told: string[] = [];
  readonly calls;

  constructor(act: () => Promise<undefined> = () => Promise.resolve(undefined)) {
    this.calls = { "/t.S/Do": act };
  }

  redact(text: string): string {
    return text.replaceAll("hushed", "[redacted]");
  }

  fail(error: Error): void {
    this.told.push(`fail: ${error.message}`);
  }

  end(): void {
    this.told.push("end");
  }
}

const call = { signal: new AbortController().signal, send: () => undefined };
const nothing = new Uint8Array();

test("an error that no call catches is answered where it came from, one of unknown origin everywhere", async () => {
  const connections = new Connections();
  const open = new AbortController().signal;
  const broken = new OneCall(async () => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    connections.survive(new Error("mine"));
    return undefined;
  });
  const other = new OneCall();
  const calls = connections.calls(broken, open);
  connections.calls(other, open);
  await calls["/t.S/Do"]?.(nothing, call);
  connections.survive("nobody's");
  expect([broken.told, other.told]).toEqual([["fail: mine", "fail: nobody's"], ["fail: nobody's"]]);
  expect(connections.redact("a hushed text")).toBe("a [redacted] text");
});

test("a provider ends with its connection and hears of nothing afterwards", () => {
  const connections = new Connections();
  const closed = new AbortController();
  const provider = new OneCall();
  connections.calls(provider, closed.signal);
  closed.abort();
  connections.survive(new Error("late"));
  expect(provider.told).toEqual(["end"]);
});

test("the end stops waits at once and comes when the last call is answered", async () => {
  const connections = new Connections();
  let finish: () => void = () => undefined;
  const provider = new OneCall(() => new Promise((resolve) => (finish = () => resolve(undefined))));
  const calls = connections.calls(provider, new AbortController().signal);
  const answered = calls["/t.S/Do"]?.(nothing, call);
  let hasEnded = false;
  const ended = connections.end().then(() => (hasEnded = true));
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect([provider.told, hasEnded]).toEqual([["end"], false]);
  finish();
  await Promise.all([answered, ended]);
  await new Connections().end();
});

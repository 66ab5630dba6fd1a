import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { Sessions } from "../../../../src/app/sessions.ts";
import type { Settings } from "../../../../src/app/settings.ts";
import { SharedSessions } from "../../../../src/cli/fleet/shared-sessions.ts";

const MOST_MS = 300_000;

afterEach(() => void jest.restoreAllMocks());

/** Shared sessions by a clock that the test moves. */
function opened() {
  let nowMs = 5_000_000;
  const closed: Sessions[] = [];
  jest.spyOn(Sessions.prototype, "close").mockImplementation(function close(this: Sessions) {
    closed.push(this);
    return Promise.resolve();
  });
  const shared = new SharedSessions(() => nowMs);
  const get = (name: string): Promise<Sessions> => shared.use(name, (sessions) => Promise.resolve(sessions));
  return { shared, get, closed, pass: (ms: number) => (nowMs += ms) };
}

describe("checks of several organizations share a session", () => {
  test("up to fifty of them, and no organization has the same one twice", async () => {
    const { get, closed } = opened();
    const first = await get("o1");
    for (let index = 2; index <= 50; index += 1) expect(await get(`o${index}`)).toBe(first);
    expect(closed).toEqual([]);
    const second = await get("o51");
    expect(second).not.toBe(first);
    expect(closed).toEqual([first]);
    expect(await get("o52")).toBe(second);
    const third = await get("o51");
    expect(third).not.toBe(second);
    expect(closed).toEqual([first, second]);
  });

  test("for five minutes at most", async () => {
    const { get, pass, closed } = opened();
    const first = await get("a");
    pass(MOST_MS - 1);
    expect(await get("b")).toBe(first);
    pass(1);
    expect(await get("c")).not.toBe(first);
    expect(closed).toEqual([first]);
  });

  test("which closes when its last user is done, whatever becomes of it", async () => {
    const { shared, get, closed } = opened();
    let end: () => void = () => undefined;
    let first: Sessions | undefined;
    const slow = shared.use("a", (sessions) => {
      first = sessions;
      return new Promise<void>((done, fail) => (end = () => fail(new Error("not read"))));
    });
    expect(await get("b")).toBe(first);
    const second = await get("a");
    expect(second).not.toBe(first);
    expect(closed).toEqual([]);
    end();
    await expect(slow).rejects.toThrow("not read");
    expect(closed).toEqual([first]);
    await shared.close();
    expect(closed).toEqual([first, second]);
    await shared.close();
    expect(closed).toHaveLength(2);
  });

  test("also if everything is closed before its user is done", async () => {
    const { shared, closed } = opened();
    let end: () => void = () => undefined;
    const slow = shared.use("a", () => new Promise<void>((done) => (end = done)));
    await shared.close();
    expect(closed).toEqual([]);
    end();
    await slow;
    expect(closed).toHaveLength(1);
  });
});

test("organizations of one key count under the budget of the first, and those of another under its own", () => {
  const { shared } = opened();
  const settings = { host: "https://one.example", apiKey: "phx_a", budget: "ledger-1" } as unknown as Settings; // -- what is compared
  expect(shared.settingsFor(settings)).toEqual(settings);
  expect(shared.settingsFor({ ...settings, budget: "ledger-2" })).toEqual(settings);
  const other = { ...settings, apiKey: "phx_b", budget: "ledger-2" };
  expect(shared.settingsFor(other)).toEqual(other);
  const { budget: _left, ...without } = { ...settings, apiKey: "phx_c" };
  expect(shared.settingsFor(without).budget).toBeUndefined();
  expect(shared.settingsFor({ ...without, budget: "ledger-3" }).budget).toBeUndefined();
});

import { describe, expect, test } from "@jest/globals";
import { createClock, wireTimeFromMs } from "../../../packages/sandbox/src/clock.ts";
import { canonicalUuid, createIdentifiers } from "../../../packages/sandbox/src/identifiers.ts";

describe("sandboxOnly: the clock", () => {
  test("starts where it is told and stands still when frozen", () => {
    const clock = createClock(Date.parse("2030-01-01T00:00:00Z"));
    expect(clock.nowMs() - Date.parse("2030-01-01T00:00:00Z")).toBeLessThan(1000);
    clock.set(5000, true);
    clock.advance(1.5);
    expect([clock.nowMs(), clock.isFrozen()]).toEqual([6500, true]);
  });

  test("keeps an advance when it runs again", () => {
    const clock = createClock(0);
    clock.advance(3600);
    expect(Math.floor(clock.nowMs() / 60_000)).toBe(60);
  });
});

describe("recorded: times on the wire, flow 1:1 and live notes 1.2", () => {
  test.each([
    ["2030-01-01T00:00:00.000Z", "2030-01-01T00:00:00Z"],
    ["2030-01-01T00:00:00.120Z", "2030-01-01T00:00:00.120000Z"],
  ])("%s is shown as %s", (iso, shown) => {
    expect(wireTimeFromMs(Date.parse(iso))).toBe(shown);
  });
});

describe("recorded: ids, departures and flow 2:157", () => {
  const counters = (): { next: () => number } => {
    let count = 0;
    return { next: () => (count += 1) };
  };

  test("sort by time and repeat for the same seed, time and counter", () => {
    let nowMs = 1_900_000_000_000;
    const make = (): string[] => {
      const identifiers = createIdentifiers("seed", () => (nowMs += 1), counters());
      return [identifiers.uuid(), identifiers.uuid(), identifiers.uuid()];
    };
    const first = make();
    nowMs = 1_900_000_000_000;
    expect(make()).toEqual(first);
    expect([...first].sort()).toEqual(first);
    expect(first[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-0000-[0-9a-f]{4}-[0-9a-f]{12}$/);
  });

  test.each([
    ["01A1FB2B-46DD-0000-4AD1-C3CB667E78AC", "01a1fb2b-46dd-0000-4ad1-c3cb667e78ac"],
    ["01a1fb2b46dd00004ad1c3cb667e78ac", "01a1fb2b-46dd-0000-4ad1-c3cb667e78ac"],
    ["abc", undefined],
    ["01a1fb2b-46dd-0000-4ad1-c3cb667e78ag", undefined],
  ])("%s is read as %s", (written, read) => {
    expect(canonicalUuid(written)).toBe(read);
  });
});

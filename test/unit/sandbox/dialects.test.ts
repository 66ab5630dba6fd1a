import { describe, expect, test } from "@jest/globals";

import {
  DIALECT_NAMES,
  DIALECTS,
  type DatedQuirk,
  dialectOf,
  hasQuirk,
  hasQuirkOn,
  isIn,
  QUIRKS,
  type QuirkName,
} from "../../../packages/sandbox/src/dialects.ts";
import type { Quirk } from "../../../packages/sandbox/src/quirks/quirk.ts";

const ALL: readonly (readonly [string, Quirk])[] = Object.entries(QUIRKS);
const isDated = (name: string): name is DatedQuirk => {
  const { since, until } = new Map(ALL).get(name) ?? {};
  return since !== undefined || until !== undefined;
};
const isUndated = (name: string): name is Exclude<QuirkName, DatedQuirk> =>
  Object.hasOwn(QUIRKS, name) && !isDated(name);
const NAMES = ALL.map(([name]) => name);
const DATED = NAMES.filter(isDated);
const UNDATED = NAMES.filter(isUndated);

/** The day before or after a day. */
const beside = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** What a quirk says of each version of the service; of the newest, as of 2025 where it says nothing else. */
const saidOf = (name: string): readonly boolean[] => {
  const { documented, "2025-08": recorded, "2026-09": newest = recorded } = new Map(ALL).get(name) ?? {};
  return [documented === true, recorded === true, newest === true];
};

test("a version is known by its names, the oldest first", () => {
  expect(DIALECT_NAMES.map(dialectOf)).toEqual(["documented", "2025-08", "2026-09", "2025-08"]);
  expect(DIALECTS).toEqual(["documented", "2025-08", "2026-09"]);
});

test.each([
  [{}, [true, true, true]],
  [{ since: undefined, until: undefined }, [true, true, true]],
  [{ since: "documented" }, [true, true, true]],
  [{ since: "2025-08" }, [false, true, true]],
  [{ since: "2026-09" }, [false, false, true]],
  [{ until: "documented" }, [true, false, false]],
  [{ until: "2025-08" }, [true, true, false]],
  [{ until: "2026-09" }, [true, true, true]],
  [{ since: "2025-08", until: "2025-08" }, [false, true, false]],
  [{ since: "2026-09", until: "documented" }, [false, false, false]],
] as const)("%j is a span of versions", (span, expected) => {
  expect(DIALECTS.map((dialect) => isIn(dialect, span))).toEqual(expected);
});

describe("what is so in some versions alone", () => {
  test("is of some that always hold and of some that have days", () => {
    expect([...DATED, ...UNDATED].toSorted()).toEqual(NAMES.toSorted());
    expect([DATED, UNDATED].map(({ length }) => length > 5)).toEqual([true, true]);
  });

  test.each(UNDATED)("%s holds as it says", (name) => {
    expect(DIALECTS.map((dialect) => hasQuirk(dialect, name))).toEqual(saidOf(name));
  });

  test.each(DATED)("%s holds as it says on its days, and only the newest version has days", (name) => {
    const { since, until }: Quirk = QUIRKS[name];
    const [first, last] = [since ?? "2026-01-01", until ?? "2027-12-31"];
    expect(first <= last).toBe(true);
    const said = saidOf(name);
    const on = (day: string): boolean[] => DIALECTS.map((dialect) => hasQuirkOn(dialect, day, name));
    for (const day of [first, last]) expect(on(day)).toEqual(said);
    const outside = [
      ...(since === undefined ? [] : [beside(since, -1)]),
      ...(until === undefined ? [] : [beside(until, 1)]),
    ];
    for (const day of outside) expect(on(day)).toEqual([said[0], said[1], false]);
    // A date that nobody could see would be a mistake.
    expect(said[2]).toBe(true);
  });
});

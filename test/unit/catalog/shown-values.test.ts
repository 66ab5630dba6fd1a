import { describe, expect, test } from "@jest/globals";

import { hasDefaultSettings, projectSettings } from "../../../src/catalog/resources/project/project-settings.ts";
import { jsonToWire, withoutSecretDefaults } from "../../../src/catalog/fields/json-text.ts";
import { loggedInProject, NEWEST_PAGE, newestActivity } from "../../../src/catalog/fields/newest-activity.ts";
import type { ActivityWire } from "../../../src/client/client.ts";
import type { Field } from "../../../src/model/field.ts";
import { snakeName } from "../../../src/model/names.ts";
import { shownFields } from "../../../src/model/wire/resolve.ts";

const ENTRY = {
  user: { first_name: "Ann", email: "ann@acme.example" },
  activity: "updated",
  scope: "Project",
  item_id: "7",
  detail: null,
  client: null,
  created_at: "2026-11-26T08:00:00Z",
};
const SHOWN = { object: "7", by: "ann@acme.example", at: "2026-11-26T08:00:00Z" };

const entryWith = (further: object): ActivityWire => ({ ...ENTRY, ...further });

/** A log of so many entries, and how many of them are read. */
function logOf(count: number, further: object = {}) {
  const read = { entries: 0, isClosed: false };
  const entries = async function* () {
    try {
      for (; read.entries < count;) {
        read.entries += 1;
        yield await Promise.resolve(entryWith(further));
      }
    } finally {
      read.isClosed = true;
    }
  };
  return { log: entries(), read };
}

describe("the newest entries of a log", () => {
  test.each([
    [0, 0],
    [1, 1],
    [99, 99],
    [100, 100],
    [101, 100],
    [250, 100],
  ])("of %d are %d, and no entry after them is read", async (count, newest) => {
    const { log, read } = logOf(count);
    expect(await newestActivity(log)).toEqual(Array.from({ length: newest }, () => SHOWN));
    expect(read).toEqual({ entries: newest, isClosed: true });
    expect(NEWEST_PAGE).toEqual({ pageSize: 100 });
  });

  const named = (first_name: unknown, email: unknown) => ({ user: { first_name, email } });

  test.each<[what: string, further: object, shown: object]>([
    ["an author without an address", named('A "|"', undefined), { by: 'A "|"' }],
    ["an author whose address is null", named("Ann", null), { by: "Ann" }],
    ["an author without either", named(undefined, undefined), { by: "the service" }],
    ["no author", { user: null }, { by: "the service" }],
    ["an unknown author", { user: undefined }, { by: "the service" }],
    ["a client", { client: "é|" }, { client: "é|" }],
    ["a client that isn't known", { client: undefined }, {}],
    ["an object without an ID", { item_id: null }, { object: "" }],
    [
      "changed fields",
      { detail: { changes: [{ field: "name" }, { field: "a|b", action: 1 }] } },
      { fields: ["name", "a|b"] },
    ],
    ["no changed field", { detail: { changes: [] } }, {}],
    ["changes without names", { detail: { changes: [{ field: "name" }, { action: "changed" }] } }, {}],
    ["changes that are no list", { detail: { changes: "name" } }, {}],
    ["a detail without changes", { detail: { name: "x" } }, {}],
  ])("show %s", async (_what, further, shown) => {
    expect(await newestActivity(logOf(1, further).log)).toStrictEqual([{ ...SHOWN, ...shown }]);
  });

  test("name the object as the caller does, or nothing", async () => {
    const objects = [(entry: ActivityWire) => `${entry.scope} ${entry.item_id}`, () => null];
    const named = await Promise.all(objects.map((objectOf) => newestActivity(logOf(1).log, objectOf)));
    expect(named.flat().map(({ object }) => object)).toEqual(["Project 7", ""]);
  });

  test("are asked for by kind and object, a page of each, until a service has no such log", async () => {
    const asked: unknown[] = [];
    const activityLog = (...words: readonly unknown[]) => {
      asked.push(words);
      return logOf(1).log;
    };
    const api = { projects: { activityLog } } as never; // -- the log asks nothing else
    const logs = async (answers: readonly boolean[]) => {
      asked.length = 0;
      const left = [...answers];
      const served = async (_route: string, ask: () => Promise<unknown>) =>
        left.shift() === true ? { answer: await ask() } : undefined;
      const of = { scopes: ["Team", "Project"], itemId: "7" };
      return loggedInProject(api, "1", of, { served, isTried: 1 } as never); // -- as above
    };
    expect(await logs([true, true])).toEqual([SHOWN, SHOWN]);
    expect(asked).toEqual(
      ["Team", "Project"].map((scope) => [
        "1",
        { scope, itemId: "7" },
        expect.objectContaining({ pageSize: 100, isTried: 1 }),
      ]),
    );
    expect(await logs([false])).toBeUndefined();
    expect(await logs([true, false])).toBeUndefined();
    expect(asked).toHaveLength(1);
  });
});

describe("settings of code", () => {
  const hidden = { key: "a", secret: true, default: "x|" };
  const opened = { key: "a", secret: true };

  test.each<[what: string, settings: unknown, shown: unknown]>([
    ["a list with one", [hidden, { key: "b", default: "y" }], [opened, { default: "y", key: "b" }]],
    ["a record with one", { a: hidden, "b|": { default: 1 } }, { a: opened, "b|": { default: 1 } }],
    [
      "a default that isn't text",
      [
        { ...hidden, default: 0 },
        { ...hidden, default: false },
      ],
      [opened, opened],
    ],
    ["a list beside other values", [null, "x", hidden], [null, "x", opened]],
    ["a record beside other values", { a: hidden, b: null, c: "x" }, { a: opened, b: null, c: "x" }],
  ])("lose the default of a secret: %s", (_what, settings, shown) => {
    expect(withoutSecretDefaults(JSON.stringify(settings))).toBe(JSON.stringify(shown));
  });

  test("stay the same text if they hide nothing, or aren't settings", () => {
    const open = [
      { key: "a", secret: true },
      { key: "a", secret: true, default: "" },
      { key: "a", secret: true, default: null },
      { key: "a", secret: "true", default: "x" },
      { key: "a", secret: false, default: "x" },
      { key: "a", default: "x" },
    ];
    const settings = [open, Object.fromEntries(open.map((one, at) => [at, one])), [], {}, null, 1, "x", hidden];
    // Spelled with blanks: they are lost as soon as it is written again.
    const texts = settings.map((one) => JSON.stringify(one, undefined, 1));
    expect(texts.map(withoutSecretDefaults)).toEqual(texts);
    const others = ["", "{", undefined, null, 5, [hidden]];
    expect(others.map(withoutSecretDefaults)).toEqual(others);
  });

  test("are sent as what their text says, and nothing as nothing", () => {
    const texts = ['{"a":1}', "[]", "null", undefined, null];
    expect(texts.map(jsonToWire)).toEqual([{ a: 1 }, [], null, undefined, null]);
  });
});

describe("the settings of a project", () => {
  const fields = Object.entries<Field>(projectSettings);
  const untouched = Object.fromEntries(fields.map(([name, { serviceDefault }]) => [snakeName(name), serviceDefault]));
  const isDefault = (further: object): boolean => hasDefaultSettings({ ...untouched, ...further } as never); // -- what is looked at

  test("are those of the service as long as each of them is", () => {
    expect(isDefault({})).toBe(true);
    expect(hasDefaultSettings({} as never)).toBe(true); // -- a row of the list
    const other = (value: unknown): unknown =>
      typeof value === "boolean" ? !value : Array.isArray(value) ? ["x"] : typeof value === "number" ? 1 : "x";
    const noticed = fields.filter(
      ([name, { serviceDefault }]) => !isDefault({ [snakeName(name)]: other(serviceDefault) }),
    );
    // The service guesses an undeclared first day of the week.
    expect(fields.map(([name]) => name).filter((name) => !noticed.some(([one]) => one === name))).toEqual([
      "weekStartDay",
    ]);
  });

  test("count as those of the service if a newer one is null, and no other one", () => {
    const nullable = fields.filter(([, { serviceDefault }]) => serviceDefault !== null);
    const accepted = nullable.filter(([name]) => isDefault({ [snakeName(name)]: null })).map(([name]) => name);
    expect(accepted).toContain("captureDeadClicks");
    for (const name of ["timezone", "appUrls", "anonymizeIps", "sessionRecordingOptIn"])
      expect(accepted).not.toContain(name);
  });

  test("read a share as a number, also if the service writes it as text", () => {
    const rates = ["0.25", "1.00", "0", 0.5, null, undefined];
    const read = rates.map((rate) => shownFields(projectSettings, { session_recording_sample_rate: rate } as never)); // -- its only field
    expect(read.map((shown) => shown["sessionRecordingSampleRate"])).toEqual([0.25, 1, 0, 0.5, null, undefined]);
  });
});

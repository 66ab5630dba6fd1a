import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { callFunction, streamFunction } from "../../../src/driver/driver.ts";
import { OrgformProblem } from "../../../src/model/diagnostics.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { field } from "../../../src/model/field.ts";
import type { AnyFunction, Effect, FunctionCall, Repeat } from "../../../src/model/function.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { apiError, FakeService, lostAnswer, unreachable } from "../../support/fake-service.ts";
import { box, failureOf, fakeBox, startDriver } from "../../support/fake-resources.ts";
import { memoryIdempotency } from "../../support/functions/memory-idempotency.ts";

/** A function with a given result for each execution, which records its executions. */
function scripted(
  endings: readonly (Error | "done")[],
  { repeat = "safe", effect = "write", found = [], isInterrupted = false }: Script = {},
) {
  const steps: string[] = [];
  const stop = new AbortController();
  const looks = [...found];
  const left = [...endings];
  const definition: AnyFunction = {
    name: "paintBox",
    doc: "Paints a box.",
    effect,
    repeat,
    scopes: [],
    operations: [],
    arguments: {},
    result: {},
    example: {},
    run: async () => {
      steps.push("run");
      if (isInterrupted) stop.abort();
      const ending = left.shift();
      if (ending instanceof Error) throw ending;
      return Promise.resolve({ outcome: "painted" });
    },
    lookUp: async () => {
      steps.push("look");
      return Promise.resolve(looks.shift() === true ? { outcome: "painted before" } : undefined);
    },
  };
  return {
    steps,
    definition,
    call: () => callFunction(definition, {}, startDriver({}, { signal: stop.signal }).context),
  };
}

interface Script {
  readonly repeat?: Repeat;
  readonly effect?: Effect;
  /** The result of each check, in order; absent after the end. */
  readonly found?: readonly boolean[];
  /** Whether somebody interrupts the call while it runs. */
  readonly isInterrupted?: boolean;
}

const REFUSED = apiError({ category: "permission", status: 403 });

describe("a write whose answer was lost", () => {
  const lost = lostAnswer();
  const unsent = unreachable();

  test.each<[repeat: Repeat, later: string, second: Error, told: Error]>([
    ["safe", "wasn't sent", unsent, lost],
    ["lookup", "wasn't sent", unsent, lost],
    ["safe", "was refused", REFUSED, REFUSED],
  ])(
    "(repeat: %s) stays unknown if the second try %s, and isn't told as unchanged",
    async (repeat, _later, second, told) => {
      const { steps, call } = scripted([lost, second], { repeat });
      expect((await failureOf(call())).cause).toBe(told);
      expect(steps).toEqual(repeat === "lookup" ? ["look", "run", "look", "run"] : ["run", "run"]);
    },
  );

  test.each(["safe", "lookup"] as const)("(repeat: %s) isn't sent again after an interruption", async (repeat) => {
    const { steps, call } = scripted([lost, "done"], { repeat, isInterrupted: true });
    expect((await failureOf(call())).cause).toBe(lost);
    expect(steps).toEqual(repeat === "lookup" ? ["look", "run"] : ["run"]);
  });
});

describe("a write that may be repeated", () => {
  test.each([
    ["that the service refused", REFUSED],
    ["that never left", unreachable()],
  ])("%s is not sent a second time", async (_title, error) => {
    const { steps, call } = scripted([error]);
    const failure = await failureOf(call());
    expect(failure.cause).toBe(error);
    expect(steps).toEqual(["run"]);
  });

  test("is sent once more when its answer was lost, and not a third time", async () => {
    const once = scripted([lostAnswer(), "done"]);
    await expect(once.call()).resolves.toEqual({ outcome: "painted" });
    expect(once.steps).toEqual(["run", "run"]);
    const twice = scripted([lostAnswer(), lostAnswer("timeout"), "done"]);
    expect((await failureOf(twice.call())).message).toContain("The answer was lost (timeout).");
    expect(twice.steps).toEqual(["run", "run"]);
  });
});

describe("a write of which a look tells whether it was carried out", () => {
  const repeat = "lookup";

  test("is not sent when it was, and looked for first", async () => {
    const { steps, call } = scripted([], { repeat, found: [true] });
    await expect(call()).resolves.toEqual({ outcome: "painted before" });
    expect(steps).toEqual(["look"]);
  });

  test("is neither looked for nor sent again when the service refused it", async () => {
    const { steps, call } = scripted([REFUSED], { repeat });
    await failureOf(call());
    expect(steps).toEqual(["look", "run"]);
  });

  test("is looked for when its answer was lost, and sent again only when it is not there", async () => {
    const carriedOut = scripted([lostAnswer()], { repeat, found: [false, true] });
    await expect(carriedOut.call()).resolves.toEqual({ outcome: "painted before" });
    expect(carriedOut.steps).toEqual(["look", "run", "look"]);
    const lost = scripted([lostAnswer(), "done"], { repeat });
    await expect(lost.call()).resolves.toEqual({ outcome: "painted" });
    expect(lost.steps).toEqual(["look", "run", "look", "run"]);
  });
});

test("what only reads is not sent again here: the client has done so", async () => {
  const { steps, call } = scripted([lostAnswer()], { effect: "read" });
  await failureOf(call());
  expect(steps).toEqual(["run"]);
});

describe("a refusal of the service", () => {
  const advice: Partial<AnyFunction> = {
    arguments: { color: field(z.string(), { doc: "Color." }) },
    alternative: "Ask the painter.",
    knownFailure: ({ color }: Values) => (color === "blue" ? "There is no blue here." : undefined),
  };
  const answer = async (error: Error, color = "blue") => {
    const definition = { ...scripted([error]).definition, ...advice };
    return (await failureOf(callFunction(definition, { color }, startDriver({}).context))).message;
  };

  test("comes with the way around it for a key that may not, and with what is known of the arguments", async () => {
    const ends = ["", "\nAsk the painter.", "\nThere is no blue here."];
    const [bare, alternative, known] = ends.map((end) => expect.stringMatching(new RegExp(`: no\\.${end}$`, "u")));
    const of = (category: "permission" | "unavailable" | "invalid" | "auth", status: number) =>
      apiError({ category, status });
    expect(await answer(of("permission", 403))).toEqual(alternative);
    expect(await answer(of("unavailable", 500))).toEqual(known);
    expect(await answer(of("invalid", 400))).toEqual(known);
    expect(await answer(of("invalid", 400), "red")).toEqual(bare);
    expect(await answer(of("auth", 401))).toEqual(bare);
  });

  test("names the function; a problem of our own is passed on as it is", async () => {
    expect(await answer(apiError({ category: "auth", status: 401 }))).toMatch(/^Could not call paintBox\n/u);
    const own = new OrgformProblem("arguments_invalid", "color is wrong");
    expect(await answer(own)).toBe("color is wrong");
  });
});

test("long work tells how far it is and waits on the session's clock, until the call is ended", async () => {
  const ending = new AbortController();
  const driver = startDriver({}, { signal: ending.signal });
  const work: AnyFunction = {
    ...scripted([]).definition,
    run: async (_args: Values, { now, sleep, progress, options }: FunctionCall<unknown>) => {
      progress("1 of 2 boxes");
      await sleep(2_000);
      const between = now();
      if (between > 3_000) ending.abort(new Error("the engine was stopped"));
      await sleep(2_000);
      return { between, isEnding: options.signal === ending.signal };
    },
  };
  expect(await callFunction(work, {}, driver.context)).toEqual({ between: 2_000, isEnding: true });
  expect(driver.said).toEqual([{ severity: "status", text: "1 of 2 boxes" }]);
  expect(driver.sleptMs).toEqual([2_000, 2_000]);
  expect((await failureOf(callFunction(work, {}, driver.context))).message).toContain("the engine was stopped");
  expect(driver.sleptMs).toHaveLength(3);
});

describe("rows", () => {
  /** A function that gives numbered rows, and notes how many were asked for and whether its source was closed. */
  function numbered() {
    const seen = { pages: [] as number[], given: 0, isClosed: false };
    const definition: AnyFunction = {
      ...scripted([]).definition,
      effect: "read",
      rows: async function* (_args: Values, call: FunctionCall<unknown>) {
        seen.pages.push(call.pageSize);
        try {
          for (let row = 1; row <= 5; row += 1) {
            seen.given = row;
            yield await Promise.resolve({ row });
          }
        } finally {
          seen.isClosed = true;
        }
      },
    };
    return { seen, definition, context: startDriver({}).context };
  }

  test("are given all, or no more than are wanted, and not many more are asked for", async () => {
    const all = numbered();
    expect(await callFunction(all.definition, {}, all.context)).toEqual({
      items: [1, 2, 3, 4, 5].map((row) => ({ row })),
    });
    expect(all.seen.pages).toEqual([1_000]);
    const some = numbered();
    expect(await callFunction(some.definition, { limit: 2 }, some.context)).toEqual({
      items: [{ row: 1 }, { row: 2 }],
    });
    expect(some.seen).toEqual({ pages: [2], given: 2, isClosed: true });
  });

  test("are read while they are asked for, and no longer", async () => {
    const { seen, definition, context } = numbered();
    for await (const { row } of streamFunction(definition, {}, context)) if (row === 3) break;
    expect(seen).toEqual({ pages: [1_000], given: 3, isClosed: true });
  });

  test("that cannot be read name the function", async () => {
    const { definition, context } = numbered();
    const rows = async function* () {
      yield { row: 1 };
      throw await Promise.resolve(REFUSED);
    };
    const read: unknown[] = [];
    const reading = async () => {
      for await (const row of streamFunction({ ...definition, rows }, {}, context)) read.push(row);
    };
    expect((await failureOf(reading())).message).toMatch(/^Could not call paintBox\nThe service answered 403/u);
    expect(read).toEqual([{ row: 1 }]);
  });

  test("of a list of objects are the declared fields, and stop where the limit is", async () => {
    const service = new FakeService();
    for (const name of ["a", "b", "c"]) service.seed({ name });
    const { definition } = numbered();
    const { rows: _rows, ...base } = definition;
    const text = field(z.string(), { doc: "A text." });
    const listing = { ...base, lists: box, result: { id: text, name: text } };
    const { items } = await callFunction(listing, { organizationId: "o1", limit: 2 }, startDriver(service).context);
    expect(items).toEqual([
      { id: "o1/b1", name: "a" },
      { id: "o1/b2", name: "b" },
    ]);
    service.rowsOf("o1").delete("b1");
    service.rowsOf("o1").set("b1", { id: "b1", name: "moved" });
    const all = await callFunction(listing, { organizationId: "o1" }, startDriver(service).context);
    const ids = (all["items"] as readonly Values[]).map(({ id }) => id);
    expect(ids).toEqual(["o1/b1", "o1/b2", "o1/b3"]);
  });

  test("of a list of objects come by their ids, numbers first, which count as numbers", async () => {
    const service = new FakeService();
    const shuffled = ["12a", "b10", "10", "9", "b9", "12", "9a", "2", "02"];
    for (const id of shuffled) service.seed({ id, name: `of ${id}` });
    const { rows: _rows, ...base } = numbered().definition;
    const text = field(z.string(), { doc: "A text." });
    const inTwo = fakeBox({
      identity: {
        parts: ["organizationId", "name", "boxId"],
        of: (wire, { organizationId }) => ({
          organizationId: String(organizationId),
          name: wire.id.length > 1 ? "20" : "3",
          boxId: wire.id,
        }),
      },
    });
    const idsOf = async (lists: AnyResource): Promise<unknown> => {
      const listing = { ...base, lists, result: { id: text } };
      const { items } = await callFunction(listing, { organizationId: "o1" }, startDriver(service).context);
      return (items as readonly Values[]).map(({ id }) => id);
    };
    const sorted = ["02", "2", "9", "10", "12", "12a", "9a", "b10", "b9"];
    expect(await idsOf(box)).toEqual(sorted.map((id) => `o1/${id}`));
    expect(await idsOf(inTwo)).toEqual([
      ...["2", "9"].map((id) => `o1/3/${id}`),
      ...["02", "10", "12", "12a", "9a", "b10", "b9"].map((id) => `o1/20/${id}`),
    ]);
  });

  test("are one where a function finds an object by what is wanted of it", async () => {
    const service = new FakeService();
    for (const name of ["a", "b"]) service.seed({ name });
    const finding = { ...scripted([]).definition, effect: "read" as const, finds: box };
    const found = await callFunction(finding, { organizationId: "o1", name: "b" }, startDriver(service).context);
    expect(found).toMatchObject({ id: "o1/b2", name: "b" });
  });
});

test("what neither does anything nor gives rows is a mistake of ours, and said to be", async () => {
  const { definition } = scripted([]);
  const { run: _none, ...empty } = definition;
  const failure = await failureOf(callFunction(empty, {}, startDriver({}).context));
  expect(failure).toMatchObject({ code: "internal", message: "paintBox cannot be called" });
});

describe("a call that must not be repeated", () => {
  /** Processes that share their records. Each execution returns its number. */
  function kept(changes: Partial<AnyFunction> = {}) {
    const idempotency = memoryIdempotency();
    let count = 0;
    const definition: AnyFunction = {
      ...scripted([]).definition,
      repeat: "once",
      arguments: { color: field(z.string(), { doc: "Color." }) },
      result: { outcome: field(z.string(), { doc: "Outcome." }) },
      run: () => Promise.resolve({ outcome: `painted ${(count += 1)}` }),
      ...changes,
    };
    const call = async (args: Values, host = "https://eu.acme.example") => {
      const driver = startDriver({ host }, { idempotency });
      return { result: await callFunction(definition, args, driver.context), said: driver.said };
    };
    return { idempotency, call };
  }

  test("is made once with the same arguments; later ones are given its result and told how to call again", async () => {
    const { call } = kept();
    expect(await call({ color: "red" })).toEqual({ result: { outcome: "painted 1" }, said: [] });
    expect(await call({ color: "red" })).toEqual({
      result: { outcome: "painted 1" },
      said: [
        {
          severity: "info",
          text: "paintBox was carried out at 1970-01-01T00:00:00.000Z, according to memory, so nothing was sent. To call it again, set `rerun: true`.",
        },
      ],
    });
    expect((await call({ color: "red", rerun: true })).result).toEqual({ outcome: "painted 2" });
  });

  test("is another call with other arguments, and other triggers", async () => {
    const { call } = kept();
    const results = [];
    for (const args of [{ color: "red" }, { color: "blue" }, { color: "red", triggers: { week: "47" } }])
      results.push((await call(args)).result["outcome"]);
    expect(results).toEqual(["painted 1", "painted 2", "painted 3"]);
  });

  test("is another call at another host", async () => {
    const { call } = kept();
    const hosts = ["https://staging.acme.example", "https://eu.acme.example", "https://staging.acme.example"];
    const results = [];
    for (const host of hosts) results.push((await call({ color: "red" }, host)).result["outcome"]);
    expect(results).toEqual(["painted 1", "painted 2", "painted 1"]);
  });

  test("is refused while nobody knows how the one before ended, and made again when that is asked for", async () => {
    const { definition } = scripted([lostAnswer(), "done"]);
    const { idempotency, call } = kept({ run: definition.run! });
    const lost = await failureOf(call({ color: "red" }));
    expect(lost["code"]).toBe("call_unconfirmed");
    expect(lost.message).toBe(
      "It's unknown whether paintBox was carried out\nCould not call paintBox\nThe answer was lost (connection_lost).\n" +
        "The request was sent once. Check at the service whether it was carried out; if it wasn't, call again with `rerun: true`.",
    );
    expect([...idempotency.kept.values()]).toEqual([{ function: "paintBox", startedAt: "1970-01-01T00:00:00.000Z" }]);
    const again = await failureOf(call({ color: "red" }));
    expect(again["code"]).toBe("call_repeated");
    expect(again.message).toBe(
      "paintBox was called with these arguments before\nIt was started at 1970-01-01T00:00:00.000Z and it is unknown how it ended, according to memory. " +
        "A second call would take effect a second time. Check at the service whether it was carried out; if it wasn't, call again with `rerun: true`.",
    );
    expect((await call({ color: "red", rerun: true })).result).toEqual({ outcome: "painted" });
    expect(idempotency.kept.size).toBe(1);
  });

  test("leaves no record where the service refused it", async () => {
    const { idempotency, call } = kept({ run: scripted([REFUSED]).definition.run! });
    await failureOf(call({ color: "red" }));
    expect(idempotency.kept.size).toBe(0);
  });

  test("of which the result is secret is refused a second time: it is kept nowhere", async () => {
    const { idempotency, call } = kept({ result: { outcome: field(z.string(), { doc: "Outcome.", secret: true }) } });
    expect((await call({ color: "red" })).result).toEqual({ outcome: "painted 1" });
    expect(idempotency.text()).not.toContain("painted");
    const again = await failureOf(call({ color: "red" }));
    expect(again["code"]).toBe("call_repeated");
    expect(again.message).toBe(
      "paintBox was called with these arguments before\nIt was started at 1970-01-01T00:00:00.000Z and ended at 1970-01-01T00:00:00.000Z, according to memory. " +
        "A second call would take effect a second time. Call again with `rerun: true` to run it once more.",
    );
    expect([...idempotency.kept]).toEqual([
      [
        expect.stringMatching(/^paintBox-[0-9a-f]{32}$/u),
        {
          function: "paintBox",
          startedAt: "1970-01-01T00:00:00.000Z",
          finishedAt: "1970-01-01T00:00:00.000Z",
          result: undefined,
        },
      ],
    ]);
  });

  test("is made where no records are kept, as if it were the first", async () => {
    const { definition, steps } = scripted(["done", "done"]);
    const once = { ...definition, repeat: "once" as const };
    for (let made = 0; made < 2; made += 1) await callFunction(once, {}, startDriver({}).context);
    expect(steps).toEqual(["run", "run"]);
  });

  test("is the same call however it was confirmed", async () => {
    const { call } = kept({ effect: "destructive", confirmation: () => ({ words: "paint 3 boxes", count: 3 }) });
    expect((await call({ color: "red", confirm: "paint 3 boxes" })).result).toEqual({ outcome: "painted 1" });
    expect((await call({ color: "red", confirm: "3" })).result).toEqual({ outcome: "painted 1" });
  });
});

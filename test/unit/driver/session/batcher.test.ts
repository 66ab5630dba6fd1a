import { getEventListeners } from "node:events";

import { describe, expect, test } from "@jest/globals";

import { reconcile } from "../../../../src/driver/driver.ts";
import type { Call } from "../../../../src/model/call.ts";
import { Batcher } from "../../../../src/driver/session/batcher.ts";
import { apiError, FakeService, lostAnswer } from "../../../support/fake-service.ts";
import { bulky } from "../../../support/fake-listed.ts";
import { failureOf, startDriver } from "../../../support/fake-resources.ts";

const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}`);

function open() {
  const service = new FakeService();
  const driver = startDriver(service);
  const make = (name: string) => reconcile(bulky, { organizationId: "o1", name }, driver.context);
  return { service, driver, make };
}

describe("creates of the same moment", () => {
  test("share calls that are full but for the last, and each gets its own object", async () => {
    const { service, make } = open();
    const made = await Promise.all(named(7).map(make));
    expect(made.map(({ state }) => state["name"])).toEqual(named(7));
    expect(new Set(made.map(({ id }) => id)).size).toBe(7);
    expect(service.calls).toEqual(["list o1", "bulk n0 n1 n2", "bulk n3 n4 n5", "create n6"]);
  });

  test("are looked for with one list when the service does not send what it made", async () => {
    const { service, make } = open();
    service.isSilent = true;
    const made = await Promise.all(named(3).map(make));
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
    expect(service.calls).toEqual(["list o1", "bulk n0 n1 n2", "list o1"]);
  });

  test("are made one by one after a refusal, but for those that the refused call made", async () => {
    const { service, make } = open();
    service.refusedName = "n1";
    const ends = await Promise.allSettled(named(3).map(make));
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await failureOf(make("n1"))).message).toContain("n1 is refused");
    expect(service.calls.slice(0, 5)).toEqual(["list o1", "bulk n0 n1 n2", "list o1", "create n1", "create n2"]);
  });

  test.each([
    ["invalid", 400, true],
    ["conflict", 409, true],
    ["permission", 403, true],
    ["auth", 401, false],
    ["notFound", 404, false],
  ] as const)("are made one by one after a refusal of the kind %s (%d): %j", async (category, status, isOneByOne) => {
    const { service, make } = open();
    service.next("create", { error: apiError({ category, status, detail: "No." }) });
    await Promise.allSettled(named(2).map(make));
    expect(service.calls.filter((call) => call.startsWith("create"))).toEqual(
      isOneByOne ? ["create n0", "create n1"] : [],
    );
  });

  test("are looked for, and asked for together once more, when the answer is lost", async () => {
    const { service, make } = open();
    service.next("create", { error: lostAnswer() });
    const made = await Promise.all(named(3).map(make));
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
    expect(service.calls.filter((call) => call.startsWith("bulk"))).toHaveLength(2);
    expect(service.calls.filter((call) => call.startsWith("create"))).toEqual([]);
    expect(service.rowsOf("o1").size).toBe(3);
  });

  test("all fail with what is nobody's own fault", async () => {
    const { service, make } = open();
    service.next("create", { error: apiError({ category: "auth", status: 401, detail: "No key." }) });
    const ends = await Promise.allSettled(named(2).map(make));
    expect(ends.map((end) => String((end as PromiseRejectedResult).reason))).toEqual(
      [1, 2].map(() => expect.stringContaining("No key.")),
    );
    expect(service.calls).toEqual(["list o1", "bulk n0 n1"]);
  });
});

const never = (): Promise<boolean> => Promise.resolve(false);

test("one who comes while the others wait is waited for, and one who comes during a call shares the next", async () => {
  const sent: string[][] = [];
  const pauses: (() => void)[] = [];
  const pass = async () => {
    pauses.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const batcher = new Batcher(() => new Promise((resolve) => pauses.push(resolve)));
  const answers: (() => void)[] = [];
  const bulk = {
    name: "boxes",
    most: 3,
    create: async (_api: unknown, _scope: unknown, bodies: readonly unknown[]) => {
      sent.push(bodies as string[]);
      await new Promise<void>((resolve) => answers.push(resolve));
      return bodies;
    },
  };
  const join = (body: string) =>
    batcher.join({ bulk, api: undefined, scope: { organizationId: "o1" }, splitsOn: never }, body, undefined);
  const first = [join("a"), join("b")];
  await pass();
  expect(sent).toEqual([]);
  await pass();
  expect(sent).toEqual([["a", "b"]]);
  const later = ["c", "d", "e", "f"].map(join);
  await pass();
  expect(sent).toHaveLength(1);
  answers.shift()?.();
  expect(await Promise.all(first)).toEqual(["a", "b"].map((wire) => ({ kind: "made", wire })));
  await pass();
  expect(sent[1]).toEqual(["c", "d", "e"]);
  answers.shift()?.();
  await Promise.all(later.slice(0, 3));
  await pass();
  await pass();
  expect(await later[3]).toEqual({ kind: "alone" });
});

test("creates in two places, or of two kinds, share no call, and those of one place do", async () => {
  const sent: unknown[] = [];
  const pauses: (() => void)[] = [];
  const batcher = new Batcher(() => new Promise((resolve) => pauses.push(resolve)));
  const join = (name: string, organizationId: string, body: string) => {
    const bulk = {
      name,
      most: 10,
      create: (api: unknown, scope: unknown, bodies: readonly unknown[]) => {
        sent.push([name, api, scope, bodies]);
        return Promise.resolve(bodies);
      },
    };
    return batcher.join({ bulk, api: "api", scope: { organizationId }, splitsOn: never }, body, undefined);
  };
  const places = [
    ["boxes", "o1"],
    ["boxes", "o2"],
    ["lids", "o1"],
  ] as const;
  const joined = ["a", "b"].flatMap((body) => places.map(([name, organization]) => join(name, organization, body)));
  for (let pass = 0; pass < 3; pass += 1) {
    for (const end of pauses.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(joined);
  expect(sent).toEqual(places.map(([name, organizationId]) => [name, "api", { organizationId }, ["a", "b"]]));
});

test("a batch that is refused for its number is halved, and nothing more is sent when one alone is refused", async () => {
  let room = 5;
  const sent: number[] = [];
  const batcher = new Batcher(() => new Promise((resolve) => setImmediate(resolve)));
  const bulk = {
    name: "boxes",
    most: 8,
    create: (_api: unknown, _scope: unknown, bodies: readonly unknown[]) => {
      sent.push(bodies.length);
      if (bodies.length > room) return Promise.reject(new Error("too many"));
      room -= bodies.length;
      return Promise.resolve(bodies);
    },
  };
  const call = { bulk, api: undefined, scope: { organizationId: "o1" }, splitsOn: () => Promise.resolve(true) };
  const all = Array.from({ length: 10 }, (_, index) => batcher.join(call, index, undefined));
  const results = await Promise.allSettled(all);
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => "fulfilled"),
    ...Array.from({ length: 5 }, () => "rejected"),
  ]);
  expect(sent).toEqual([8, 4, 4, 2, 1, 1]);
});

describe("a batch whose callers are cancelled", () => {
  function open() {
    const sent: { readonly bodies: readonly unknown[]; readonly signal: AbortSignal | undefined }[] = [];
    const answers: (() => void)[] = [];
    const pauses: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
    const batcher = new Batcher(() => new Promise((end, fail) => pauses.push({ end, fail })));
    const bulk = {
      name: "boxes",
      most: 3,
      create: async (_api: unknown, _scope: unknown, bodies: readonly unknown[], { signal }: Call) => {
        sent.push({ bodies, signal });
        await new Promise<void>((resolve) => answers.push(resolve));
        signal?.throwIfAborted();
        return bodies;
      },
    };
    const callers = ["a", "b", "c"].map(() => new AbortController());
    const join = (body: string, index: number) =>
      batcher.join(
        { bulk, api: undefined, scope: { organizationId: "o1" }, splitsOn: never },
        body,
        callers[index]?.signal,
      );
    const cancel = (index: number) => callers[index]?.abort(new Error(`caller ${index} was cancelled`));
    const pass = async () => {
      pauses.shift()?.end();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { sent, answers, pauses, join, cancel, pass };
  }

  const messageOf = async (result: Promise<unknown> | undefined) =>
    (await failureOf(result ?? Promise.resolve())).message;

  test("is sent without the one who left before", async () => {
    const { sent, answers, join, cancel, pass } = open();
    const joined = ["a", "b"].map(join);
    cancel(0);
    joined.push(join("c", 2));
    expect(await messageOf(joined[0])).toBe("caller 0 was cancelled");
    await pass();
    await pass();
    expect(sent.map(({ bodies }) => bodies)).toEqual([["b", "c"]]);
    answers[0]?.();
    expect(await Promise.all(joined.slice(1))).toEqual(["b", "c"].map((wire) => ({ kind: "made", wire })));
  });

  test("goes on for the others when one leaves, and is ended with the last one", async () => {
    const { sent, answers, join, cancel, pass } = open();
    const joined = ["a", "b", "c"].map(join);
    await pass();
    cancel(0);
    expect(await messageOf(joined[0])).toBe("caller 0 was cancelled");
    expect(sent[0]?.signal?.aborted).toBe(false);
    answers[0]?.();
    expect(await Promise.all(joined.slice(1))).toEqual(["b", "c"].map((wire) => ({ kind: "made", wire })));

    const later = open();
    const all = ["a", "b", "c"].map(later.join);
    await later.pass();
    for (const index of [0, 1, 2]) later.cancel(index);
    expect(await Promise.all(all.map(messageOf))).toEqual([0, 1, 2].map((index) => `caller ${index} was cancelled`));
    expect(later.sent[0]?.signal?.aborted).toBe(true);
  });

  test("leaves nothing on the signals of those whose create has ended: one signal lasts for a whole run", async () => {
    const { signal } = new AbortController();
    const call = (create: () => Promise<unknown[]>) => ({
      bulk: { name: "boxes", most: 2, create },
      api: undefined,
      scope: {},
      splitsOn: never,
    });
    const made = call(() => Promise.resolve(["a", "b"]));
    const refused = call(() => Promise.reject(new Error("refused")));
    for (const one of [made, refused]) {
      const joined = ["a", "b"].map((body) => new Batcher(() => Promise.resolve()).join(one, body, signal));
      expect(getEventListeners(signal, "abort")).toHaveLength(2);
      await Promise.allSettled(joined);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    }
  });

  test("fails for all who wait when the pause before it is ended, and works for those who come later", async () => {
    const { sent, pauses, answers, join, pass } = open();
    const joined = ["a", "b"].map(join);
    pauses.shift()?.fail(new Error("the command was cancelled"));
    expect(await Promise.all(joined.map(messageOf))).toEqual([
      "the command was cancelled",
      "the command was cancelled",
    ]);
    const later = ["a", "b", "c"].map(join);
    await pass();
    answers[0]?.();
    await Promise.all(later);
    expect(sent.map(({ bodies }) => bodies)).toEqual([["a", "b", "c"]]);
  });
});

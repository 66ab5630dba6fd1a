import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import type { Api } from "../../../src/client/client.ts";
import { explainingRefusedKey, withoutKey } from "../../../src/app/api-key.ts";
import { accountsOf, keyVariableOf } from "../../../src/app/drift/accounts.ts";
import { outcomeOf } from "../../../src/app/drift/drift-report.ts";
import { actionOf, actions } from "../../../src/app/actions.ts";
import { lookUpOf, lookUpsOf } from "../../../src/app/look-ups.ts";
import { callInProgram, programArgumentsOf } from "../../../src/app/program-calls.ts";
import { recordFolder } from "../../../src/app/record-files.ts";
import { pulumiOwnerName, recordOwnerName } from "../../../src/app/record-owner-name.ts";
import { countingRequests, requestEvents } from "../../../src/app/request-count.ts";
import { Sessions } from "../../../src/app/sessions.ts";
import { SETTINGS } from "../../../src/app/settings.ts";
import { anyJson } from "../../../src/model/any-json.ts";
import { field } from "../../../src/model/field.ts";
import type { AnyFunction, Effect } from "../../../src/model/function.ts";
import { MessageError, printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { failureOf, fakeBox, plain, startDriver } from "../../support/fake-resources.ts";
import { apiError, lostAnswer } from "../../support/fake-service.ts";

const SETTINGS_OF_COMMAND = { host: "https://own.example", apiKey: "phx_own|é" };
const object = (id: string, more: object = {}) => ({
  resource: "Box",
  address: `box.${id}`,
  id,
  state: {},
  inputs: {},
  unreadable: [],
  fingerprints: {},
  ...more,
});

describe("the objects of a stack", () => {
  const environment = {
    ORGFORM_API_KEY_EU_WEST: "phx_eu",
    ORGFORM_HOST_EU_WEST: "https://eu.example",
    ORGFORM_API_KEY_US: "phx_us",
    ORGFORM_API_KEY_BLANK: " ",
  };
  const read = (...objects: ReturnType<typeof object>[]) =>
    accountsOf(objects, SETTINGS_OF_COMMAND, environment).map(({ settings, objects: own }) => [
      settings.host,
      settings.apiKey,
      own.map(({ id }) => id),
    ]);

  test("are read with the key of their provider, if the environment has one, at the host that it or the state names", () => {
    expect(
      read(
        object("1", { provider: "eu-west", host: "https://state.example" }),
        object("2"),
        object("3", { provider: "us", host: "https://us.example" }),
        object("4", { provider: "us" }),
        object("5", { provider: "blank" }),
        object("6", { provider: "other", host: "https://other.example" }),
        object("7", { provider: "EU.West" }),
      ),
    ).toEqual([
      ["https://own.example", "phx_own|é", ["2", "5", "6"]],
      ["https://eu.example", "phx_eu", ["1", "7"]],
      ["https://us.example", "phx_us", ["3"]],
      ["https://own.example", "phx_us", ["4"]],
    ]);
    expect(keyVariableOf("eu--west.2")).toBe("ORGFORM_API_KEY_EU_WEST_2");
  });

  test("need no account of the command where all have their own, and are looked at by it where there are none", () => {
    expect(read(object("3", { provider: "us" }))).toEqual([["https://own.example", "phx_us", ["3"]]]);
    expect(read()).toEqual([["https://own.example", "phx_own|é", []]]);
  });
});

test.each([
  [{}, "clean"],
  [{ changed: 1 }, "drift"],
  [{ missing: 1 }, "drift"],
  [{ unmanaged: 1 }, "drift"],
  [{ unchecked: 1 }, "unknown"],
  [{ unchecked: 1, missing: 2 }, "drift"],
  [{ implied: 1, elsewhere: 1, notCompared: 1, retired: 1, unlisted: 1 }, "clean"],
] as const)("findings of %j are judged as %s", (counts, outcome) => {
  const names = [
    "changed",
    "missing",
    "unmanaged",
    "implied",
    "elsewhere",
    "unchecked",
    "notCompared",
    "retired",
  ] as const;
  const findings = Object.fromEntries(
    [...names, "unlisted"].map((name) => [name, Array.from({ length: Reflect.get(counts, name) ?? 0 })]),
  );
  expect(outcomeOf(findings as never)).toBe(outcome); // -- only how many there are counts
});

describe("a function that a program calls", () => {
  function called(effect: Effect, changes: Partial<AnyFunction> = {}) {
    const calls: unknown[] = [];
    let contexts = 0;
    const definition: AnyFunction = {
      name: "paintBoxes",
      doc: "Paints.",
      effect,
      repeat: "safe",
      scopes: [],
      operations: [],
      arguments: { color: field(z.string(), { doc: "Color." }) },
      result: {},
      example: {},
      run: (args) => {
        calls.push(args);
        return Promise.resolve({ painted: 2 });
      },
      ...changes,
    };
    const call = (args: object, isPreview = false) =>
      callInProgram(
        definition,
        { ...args },
        {
          isPreview,
          settings: { howToSet: (name) => name },
          context: () => {
            contexts += 1;
            return startDriver({}).context;
          },
        },
      );
    return { definition, calls, call, contexts: () => contexts };
  }

  test.each(["read", "write"] as const)("of effect %s takes what allows a write only where it writes", (effect) => {
    const names = programArgumentsOf(called(effect).definition).map(([name]) => name);
    expect(names).toEqual(effect === "read" ? ["color"] : ["color", "onEveryRun"]);
  });

  test("and that only reads, is called in every run", async () => {
    const { call, calls } = called("read");
    expect(await call({ color: "red" }, true)).toEqual({ given: { painted: 2 } });
    expect(calls).toEqual([{ color: "red" }]);
  });

  test("and that writes, is refused unless the program allows it, also in a preview", async () => {
    const { call, calls, contexts } = called("write");
    for (const [args, isPreview] of [
      [{ color: "red" }, true],
      [{ color: "red" }, false],
      [{ color: "red", onEveryRun: false }, false],
    ] as const) {
      const failure = await failureOf(call(args, isPreview));
      expect([failure["code"], failure.message]).toEqual([
        "call_refused",
        "paintBoxes writes, and Orgform can't tell why this program runs\n" +
          "It might run for an update, a refresh, or a destroy. Nothing was sent.\n" +
          "Declare the resource PaintBoxes, which runs once. Or set `onEveryRun: true` to write in every run.",
      ]);
    }
    expect(calls).toEqual([]);
    const allowed = { color: "red", onEveryRun: true };
    expect(await call(allowed, true)).toEqual({ given: { planned: true, plan: "would call paintBoxes" } });
    // A plan needs no client.
    expect([calls, contexts()]).toEqual([[], 0]);
    expect(await call(allowed)).toEqual({ given: { planned: false, painted: 2 } });
    expect([calls, contexts()]).toEqual([[{ color: "red" }], 1]);
  });

  test("isn't called with arguments that are wrong, or not known", async () => {
    const { call, calls } = called("read");
    expect((await call({ color: 1 })).problems?.map(({ path }) => path)).toEqual(["color"]);
    const failure = await failureOf(call({ color: UNKNOWN }));
    expect([failure["code"], failure.message]).toEqual([
      "arguments_invalid",
      "paintBoxes was called before its arguments are known",
    ]);
    expect(calls).toEqual([]);
  });

  test("has an action where it writes, in which any JSON is a text", () => {
    expect(actions.length).toBeGreaterThan(10);
    for (const { action } of actions) expect(action.calls.effect).not.toBe("read");
    const shapes = {
      arguments: {
        filter: field(anyJson(z.record(z.string(), z.unknown())), { doc: "Filter." }),
        maybe: field(anyJson(z.any().optional()), { doc: "Maybe." }),
        name: field(z.string(), { doc: "Name." }),
      },
    };
    const { inputs, action } = actionOf(called("write", shapes).definition);
    const parsed = (name: string, value: unknown): boolean => inputs[name].schema.safeParse(value).success;
    expect([parsed("filter", '{"a":1}'), parsed("filter", "{"), parsed("filter", undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([parsed("maybe", undefined), parsed("maybe", "{"), parsed("name", "{")]).toEqual([true, false, true]);
    expect(printed(inputs["filter"].doc)).toBe("Filter, as a JSON text.");
    const { filter, name } = shapes.arguments;
    const { read, write } = action.form;
    expect([read(filter, '{"a":[1]}'), read(filter, "{"), read(filter, 7), read(name, "1")]).toEqual([
      { a: [1] },
      "{",
      7,
      "1",
    ]);
    expect([write(filter, { a: 1 }), write(name, "é")]).toEqual(['{"a":1}', "é"]);
  });
});

test("a lookup is there for each resource that is listed and known by more than its ID", () => {
  const known = fakeBox({ naturalKey: { ...plain.naturalKey!, lookUpBy: ["name", "color"] } });
  const { collection: _none, ...unlisted } = known;
  expect(lookUpOf(known)).toEqual({
    name: "getBox",
    definition: known,
    scope: ["organizationId"],
    by: ["name", "color"],
  });
  expect(lookUpsOf([fakeBox(), unlisted, known]).map(({ definition }) => definition)).toEqual([known]);
});

describe("records", () => {
  test("are in the folder that the environment names, else in the usual one; relative to the program's own", () => {
    const named = { ORGFORM_INTENTS_DIR: "notes" };
    expect(recordFolder({ environment: {} }, "/usual")).toBe("/usual");
    expect(recordFolder({ environment: { ORGFORM_INTENTS_DIR: "" } }, "usual")).toBe("usual");
    expect(recordFolder({ environment: named }, "/usual")).toBe("notes");
    expect(recordFolder({ environment: named, folder: process.cwd() }, "/usual")).toBe("notes");
    expect(recordFolder({ environment: named, folder: "/program" }, "/usual")).toBe("/program/notes");
    expect(recordFolder({ environment: {}, folder: "/program" }, "/usual")).toBe("/usual");
  });

  test("are of a stack, by all that is known of it, and by its folder unless the environment says whose they are", () => {
    const stack = { engine: "terraform", stack: "prod", backend: "s3" } as const;
    const name = (environment: object, folder?: string) =>
      recordOwnerName({ environment: { ...environment }, folder }, stack);
    expect(JSON.parse(name({}, "/no/such/folder"))).toEqual({ ...stack, folder: "/no/such/folder" });
    expect(name({})).toBe(name({}, process.cwd()));
    expect(JSON.parse(name({ ORGFORM_RECORD_OWNER: "ci" }))).toEqual({ ...stack, named: "ci" });
    expect(name({ ORGFORM_RECORD_OWNER: "" })).toBe(name({}));
    const environment = { PULUMI_BACKEND_URL: "file:///states", ORGFORM_RECORD_OWNER: "ci" };
    expect(JSON.parse(pulumiOwnerName({ environment }, "p/dev"))).toEqual({
      engine: "pulumi",
      stack: "p/dev",
      backend: "file:///states",
      named: "ci",
    });
  });
});

describe("a key", () => {
  test("is in no text, and an error about it says what to do", async () => {
    expect([withoutKey("a phx|k b phx|k", "phx|k"), withoutKey("a", "")]).toEqual(["a [redacted] b [redacted]", "a"]);
    const refused = apiError({ category: "auth", status: 401 });
    const failure = await failureOf(explainingRefusedKey("Get another.", () => Promise.reject(refused)));
    expect([failure.message, failure.cause]).toEqual([`${refused.message}\nGet another.`, refused]);
    const wrapped = new MessageError("Could not read Box", { cause: refused });
    expect((await failureOf(explainingRefusedKey("Get another.", () => Promise.reject(wrapped)))).message).toBe(
      "Could not read Box\nGet another.",
    );
    for (const other of [lostAnswer(), apiError({ category: "permission", status: 403 }), new Error("no")]) {
      expect(await failureOf(explainingRefusedKey("Get another.", () => Promise.reject(other)))).toBe(other);
    }
    expect(await explainingRefusedKey("Get another.", () => Promise.resolve(7))).toBe(7);
  });

  test("has sessions of its own for each set of settings, which take turns together, and no text shows any of them", async () => {
    const clock = { now: () => 0, sleep: () => Promise.resolve() };
    const accounts: unknown[] = [];
    const sessions = new Sessions(clock, {
      creations: (account) => {
        accounts.push(account.apiKey);
        return {
          location: "memory",
          read: () => Promise.resolve(undefined),
          write: async () => {},
          remove: async () => {},
        };
      },
    });
    const settings = { host: "https://own.example", apiKey: "phx_canary_one" };
    const first = sessions.of(settings);
    const loose = sessions.of({ ...settings, isOfflinePreview: true, takeOverRecent: true }, ["s3cret-value"]);
    const other = sessions.of({ ...settings, apiKey: "phx_canary_two" });
    expect(sessions.of({ ...settings })).toBe(first);
    expect(new Set([first, loose, other]).size).toBe(3);
    expect([first.turns === loose.turns, first.turns === other.turns]).toEqual([true, false]);
    expect([first, loose].map(({ isOfflineAllowed, takeOverRecent }) => [isOfflineAllowed, takeOverRecent])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(accounts).toEqual(["phx_canary_one", "phx_canary_one", "phx_canary_two"]);
    expect(sessions.redact("phx_canary_one, phx_canary_two, s3cret-value, open")).toBe(
      "[redacted], [redacted], [redacted], open",
    );
    const insecure = await failureOf(
      Promise.resolve().then(() => sessions.of({ ...settings, host: "http://own.example" })),
    );
    expect(insecure.message).toMatch(
      /plain http.* Use https, or set allowInsecureHttp when the network is trusted\.$/u,
    );
    await sessions.close();
  });
});

test("a session has the clock, the records, and the account's own times that its process gives it", async () => {
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const idempotency = {
    location: "memory",
    read: () => Promise.resolve(undefined),
    write: async () => {},
    remove: async () => {},
  };
  const settings = { host: "https://own.example", apiKey: "phx_canary_one" };
  const sessions = new Sessions(clock, { idempotency });
  const bare = new Sessions(clock);
  expect([sessions.of(settings).clock, sessions.of(settings).idempotency]).toEqual([clock, idempotency]);
  expect([bare.of(settings).idempotency, bare.of(settings).serviceNow()]).toEqual([undefined, undefined]);
  expect(bare.redact("phx_canary_one")).toBe("[redacted]");
  for (const [changes, code] of [
    [{ host: "no address|é" }, "host_invalid"],
    [{ apiKey: "phx a" }, "api_key_invalid"],
    [{ requestsPerMinute: 0 }, "option_invalid"],
  ] as const) {
    const failure = await failureOf(Promise.resolve().then(() => bare.of({ ...settings, ...changes })));
    expect(failure["code"]).toBe(code);
    expect(failure.message).not.toContain("allowInsecureHttp");
  }
  const proxied = new Sessions(clock, { environment: { HTTPS_PROXY: "no address|é" } });
  const failure = await failureOf(Promise.resolve().then(() => proxied.of(settings)));
  expect(failure["code"]).toBe("proxy_invalid");
  await Promise.all([sessions.close(), bare.close()]);
  const { api } = bare.of(settings) as unknown as { readonly api: Api }; // -- a session made by `Sessions` has a client
  expect((await failureOf(api.account.me()))["code"]).toBe("client_closed");
});

test("requests are counted for who asked for the count, each attempt, and nothing else", async () => {
  expect(requestEvents()).toBeUndefined();
  const counted = await countingRequests(async () => {
    const onEvent = requestEvents();
    for (const type of ["request", "wait", "request", "response"] as const) onEvent?.({ type } as never);
    return Promise.resolve("done");
  });
  expect(counted).toEqual({ result: "done", requests: 2 });
});

test.each(SETTINGS.map((one) => [one.name, one] as const))(
  "the setting %s is explained, and given by variables of its own",
  (name, one) => {
    expect(one.doc).toMatch(/^[A-Z].*\.$/su);
    expect(one.variables.length).toBeGreaterThan(0);
    for (const variable of one.variables) expect(variable).toMatch(/^(?:ORGFORM|POSTHOG)_[A-Z_]+$/u);
    expect(SETTINGS.filter(({ variables }) => variables.some((each) => one.variables.includes(each)))).toEqual([one]);
    expect([one.secret, one.required]).toEqual([name === "apiKey", name === "apiKey" || name === "host"]);
  },
);

import { once } from "node:events";
import fs from "node:fs";
import http2, { type Http2Server } from "node:http2";
import type { Socket } from "node:net";

import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { EngineLog } from "../../../../../src/engines/pulumi/plugin/engine-log.ts";
import { type CallName, CALLS, MESSAGES, pathOf } from "../../../../../src/engines/pulumi/plugin/protocol.ts";
import type { ProviderOptions } from "../../../../../src/engines/pulumi/plugin/provider.ts";
import { runPlugin } from "../../../../../src/engines/pulumi/plugin/runtime.ts";
import { CallClient } from "../../../../../src/grpc/client.ts";
import { STATUS } from "../../../../../src/grpc/server.ts";
import { failureOf } from "../../../../support/fake-resources.ts";

/** Nobody listens there. */
const ENGINE = "127.0.0.1:1";

/** What the process wrote to its outputs, which engines it looked for, and how it ended. */
const seen = {
  out: [] as string[],
  errors: [] as string[],
  engines: [] as string[],
  exits: [] as unknown[],
  loaded: [] as ProviderOptions[],
  open: [] as (() => void)[],
};
const handlers = new Map<string | symbol, (...given: never[]) => void>();
const clients: CallClient[] = [];
const servers: Http2Server[] = [];
const closing: Promise<unknown>[] = [];

const VERSION = "1.2.3-é";
const KEY = "phx_canary_1234567890";

jest.doMock("../../../../../src/engines/pulumi/plugin/load-provider.ts", () => ({
  loadProvider: (options: ProviderOptions) => {
    seen.loaded.push(options);
    return {
      calls: () => ({
        [pathOf("GetPluginInfo")]: () => Promise.resolve(MESSAGES.encode("PluginInfo", { version: VERSION })),
        // Stays open until the test is over.
        [pathOf("Cancel")]: () => new Promise<void>((resolve) => seen.open.push(resolve)),
      }),
      redact: (text: string) => text.replaceAll(KEY, "***"),
    };
  },
}));

beforeEach(() => {
  for (const list of Object.values(seen)) list.splice(0);
  handlers.clear();
  const write = fs.writeSync;
  jest.spyOn(fs, "writeSync").mockImplementation((file: number, text: unknown) => {
    if (file !== 1) return write(file, String(text));
    return seen.out.push(String(text));
  });
  const create = http2.createServer;
  jest.spyOn(http2, "createServer").mockImplementation(() => {
    const server = create();
    server.on("connection", (socket: Socket) => closing.push(once(socket, "close")));
    servers.push(server);
    return server;
  });
  jest.spyOn(EngineLog.prototype, "connect").mockImplementation((address) => void seen.engines.push(address));
  jest.spyOn(process.stdout, "write");
  jest.spyOn(process.stderr, "write").mockImplementation((text) => seen.errors.push(String(text)) > 0);
  jest.spyOn(process, "on").mockImplementation((name, listener) => {
    handlers.set(name, listener);
    return process;
  });
  jest.spyOn(process, "exit").mockImplementation((code): never => {
    seen.exits.push(code);
    throw new Error("The process has ended.");
  });
  // A real timer would end this process.
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
});
afterEach(async () => {
  for (const end of seen.open) end();
  for (const client of clients.splice(0)) client.close();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  // The end of a connection sets a timer, too.
  await Promise.all(closing.splice(0));
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A plugin with these arguments behind the program's own, as the engine calls it. */
async function started(...args: readonly string[]) {
  await runPlugin(["node", "plugin:1", ...args]);
  let client: CallClient | undefined;
  return async (name: CallName, request: object = {}): Promise<Record<string, unknown>> => {
    if (client === undefined) clients.push((client = new CallClient(`127.0.0.1:${Number(seen.out[0])}`)));
    const [requestType, responseType] = CALLS[name];
    return MESSAGES.decode(responseType, await client.call(pathOf(name), MESSAGES.encode(requestType, { ...request })));
  };
}

/** The status and the words with which the next call is refused. */
async function refusal(): Promise<readonly unknown[]> {
  const session = http2.connect(`http://127.0.0.1:${Number(seen.out[0])}`);
  const stream = session.request({ ":method": "POST", ":path": pathOf("GetPluginInfo") });
  const answer: Record<string, unknown> = {};
  for (const event of ["response", "trailers"]) stream.on(event, (headers) => void Object.assign(answer, headers));
  stream.end(Buffer.alloc(5)).resume();
  await once(stream, "close");
  session.destroy();
  return [Number(answer["grpc-status"]), decodeURIComponent(String(answer["grpc-message"]))];
}

/** Something fails outside of every call. */
const fail = (cause: unknown): void => Reflect.apply(handlers.get("uncaughtException") ?? fs.close, undefined, [cause]);

test("the only line of the output is the port, whatever prints goes to the errors, and calls are answered", async () => {
  const call = await started("--logtostderr", "-v=9", ENGINE);
  process.stdout.write("from a library");
  expect(seen.out).toEqual([expect.stringMatching(/^[1-9]\d*\n$/u)]);
  expect(seen.errors).toEqual(["from a library"]);
  expect(seen.loaded).toEqual([]);
  const answers = await Promise.all([call("GetPluginInfo"), call("GetPluginInfo")]);
  expect(answers.map(({ version }) => version)).toEqual([VERSION, VERSION]);
  expect(seen.loaded).toEqual([expect.objectContaining({ environment: process.env, log: expect.any(EngineLog) })]);
});

test.each([
  [[ENGINE], [ENGINE]],
  [["--logtostderr", "-v=9", "[::1]:7"], ["[::1]:7"]],
  [["127.0.0.1:2", ENGINE, "-later:3"], [ENGINE]],
  [["x127.0.0.1:", "127.0.0.1:1x", "-h:7", "7"], []],
  [[], []],
])("with the arguments %j it reports to the engine at %j, and ends if none ever comes", async (args, engines) => {
  await started(...args);
  expect(seen.engines).toEqual(engines);
  try {
    jest.advanceTimersByTime(60_000);
  } catch {
    // It has ended.
  }
  expect(seen.exits).toEqual(engines.map(() => 0));
});

test("it ends with success on either signal", async () => {
  await started(ENGINE);
  for (const signal of ["SIGINT", "SIGTERM"]) expect(handlers.get(signal)).toThrow("The process has ended.");
  expect(seen.exits).toEqual([0, 0]);
});

test("another user of the machine gets no answer, where the system shows users", async () => {
  const call = await started(ENGINE);
  const { geteuid } = process;
  Object.assign(process, { geteuid: () => (geteuid?.() ?? 0) + 1 });
  try {
    const answer = await call("GetPluginInfo").then(
      ({ version }) => version,
      () => "refused",
    );
    expect(answer).toBe(process.platform === "linux" ? "refused" : VERSION);
  } finally {
    Object.assign(process, { geteuid });
  }
});

describe("an error outside of every call", () => {
  const NEXT = "This is a bug. Report it, and run again. The next run finds what this one created.";
  const stacked = new Error("It | failed");
  const bare = new Error("It | failed");
  delete bare.stack;

  test.each([
    ["an error", stacked, "It | failed", stacked.stack],
    ["an error without its place", bare, "It | failed", "It | failed"],
    ["a text", "It | failed", "It | failed", expect.stringMatching(/^Error: It \| failed\n/u)],
    ["nothing", undefined, "undefined", expect.stringMatching(/^Error: undefined\n/u)],
  ])("ends the process soon, and every call with it: %s", async (_what, cause, words, printed) => {
    const call = await started(ENGINE);
    await call("GetPluginInfo");
    fail(cause);
    expect(seen.errors.map((text) => text.replace(/\n$/u, ""))).toEqual([printed]);
    expect(seen.errors[0]).toMatch(/[^\n]\n$/u);
    expect((await failureOf(call("GetPluginInfo")))["status"]).toBe(STATUS.internal);
    expect(await refusal()).toEqual([STATUS.internal, `Orgform failed with an internal error: ${words}\n${NEXT}`]);
    jest.advanceTimersByTime(199);
    expect(seen.exits).toEqual([]);
    expect(() => jest.advanceTimersByTime(1)).toThrow("The process has ended.");
    expect(seen.exits).toEqual([1]);
  });

  test("before the first call is printed, too", async () => {
    await started(ENGINE);
    fail(stacked);
    expect([seen.errors, seen.loaded]).toEqual([[`${stacked.stack}\n`], []]);
    expect(await refusal()).toEqual([STATUS.internal, expect.stringMatching(/error: It \| failed\n/u)]);
  });

  test("ends calls that are still open", async () => {
    const call = await started(ENGINE);
    const open = failureOf(call("Cancel"));
    while (seen.open.length === 0) await new Promise((resolve) => setImmediate(resolve));
    fail(stacked);
    expect((await open)["status"]).toBe(STATUS.internal);
    // No new one begins.
    expect((await failureOf(call("Cancel")))["status"]).toBe(STATUS.internal);
    expect(seen.open).toHaveLength(1);
  });

  test("never shows a key that a call brought", async () => {
    const call = await started(ENGINE);
    const leak = new Error(`It failed with ${KEY}`);
    await call("GetPluginInfo");
    fail(leak);
    expect(seen.errors.join("")).toMatch(/^Error: It failed with \*\*\*\n/u);
    const [status, words] = await refusal();
    expect([status, words]).toEqual([STATUS.internal, expect.stringMatching(/error: It failed with \*\*\*\n/u)]);
    expect(`${seen.errors.join("")}${String(words)}`).not.toContain(KEY);
  });
});

import { once } from "node:events";
import { existsSync } from "node:fs";
import http2, { type ClientHttp2Session } from "node:http2";
import { connect } from "node:net";

import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { makeCertificate } from "../../../../../src/engines/terraform/provider/certificate.ts";
import { LateProvider } from "../../../../../src/engines/terraform/provider/late-provider.ts";
import { CALL_NAMES, pathOf } from "../../../../../src/engines/terraform/provider/protocol.ts";
import type { ProviderOptions } from "../../../../../src/engines/terraform/provider/provider.ts";
import { guardOutput, serve } from "../../../../../src/engines/terraform/provider/runtime.ts";
import { WRITTEN, writtenAnswer } from "../../../../../src/engines/terraform/provider/written-answers.ts";
import { systemClock } from "../../../../../src/app/clock.ts";

const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2" };

const PREFIX_BYTES = 5;

/** What the process wrote, how it ended, and what became of its providers. */
const seen = {
  out: [] as string[],
  errors: [] as string[],
  exits: [] as unknown[],
  loaded: [] as ProviderOptions[],
  ended: [] as number[],
  failed: [] as string[],
};
const handlers = new Map<string | symbol, (...given: never[]) => void>();
const sessions: ClientHttp2Session[] = [];
const { env, ppid, exitCode } = process;

jest.doMock("../../../../../src/engines/terraform/provider/load-provider.ts", () => ({
  loadProvider: (options: ProviderOptions) => {
    const number = seen.loaded.push(options);
    const answer = (path: string) => [path, () => Promise.resolve(Buffer.from(`${number} ${path}`))] as const;
    return {
      calls: () => Object.fromEntries(CALL_NAMES.map(pathOf).map(answer)),
      end: () => seen.ended.push(number),
      failOpenCalls: ({ message }: Error) => seen.failed.push(`${number} ${message}`),
    };
  },
}));

let ends: { readonly mock: { readonly calls: readonly unknown[] } };
beforeEach(() => {
  ends = jest.spyOn(LateProvider.prototype, "end");
  for (const list of Object.values(seen)) list.splice(0);
  handlers.clear();
  process.env = { ...env, ...COOKIE };
  jest.spyOn(process.stdout, "write").mockImplementation((text) => seen.out.push(String(text)) > 0);
  jest.spyOn(process.stderr, "write").mockImplementation((text) => seen.errors.push(String(text)) > 0);
  jest.spyOn(process, "on").mockImplementation((name, listener) => {
    handlers.set(name, listener);
    return process;
  });
  jest.spyOn(process, "exit").mockImplementation((code): never => {
    seen.exits.push(code);
    throw new Error("The process has ended.");
  });
  // Real timers would end this process.
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
});
afterEach(async () => {
  for (const session of sessions) session.destroy();
  while (ends.mock.calls.length < sessions.length) await new Promise((resolve) => setImmediate(resolve));
  sessions.splice(0);
  handle("exit");
  jest.useRealTimers();
  jest.restoreAllMocks();
  process.env = env;
  process.exitCode = exitCode;
  Object.defineProperty(process, "ppid", { value: ppid, configurable: true });
});

function handle(event: string, ...given: readonly unknown[]): void {
  const handler = handlers.get(event);
  if (handler !== undefined) Reflect.apply(handler, undefined, given);
}

const ENDS = "The process has ended.";

/** What is printed where the process serves, and the path of its socket. */
async function served(...args: readonly string[]): Promise<{ line: string; socket: string }> {
  const lines: string[] = [];
  await serve((text) => void lines.push(text), args);
  const line = lines.join("");
  const [, socket = ""] = /^(?:1\|6\|unix\||.*"String":")(?<path>[^|"]+)/u.exec(line) ?? [];
  return { line, socket };
}

/** An engine that connects to the socket. */
function engine(socket: string) {
  const session = http2.connect("http://localhost", { createConnection: () => connect(socket) });
  sessions.push(session);
  const ask = async (path: string): Promise<string> => {
    const stream = session.request({ ":method": "POST", ":path": path, te: "trailers" });
    stream.end(Buffer.alloc(PREFIX_BYTES));
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).subarray(PREFIX_BYTES).toString();
  };
  return { session, ask };
}

const STOP = pathOf("StopProvider");
const SHUTDOWN = "/plugin.GRPCController/Shutdown";

describe("a process that a person starts", () => {
  test.each([
    ["nothing", undefined, [], false],
    ["another cookie", "d602", [], false],
    ["other arguments", undefined, ["debug", "--debugged", "-d"], false],
    ["the executable", undefined, [], true],
  ])("says what it is, and fails: with %s", async (_what, cookie, args, isExecutable) => {
    const { TF_PLUGIN_MAGIC_COOKIE: _cookie, ...rest } = process.env;
    process.env = cookie === undefined ? rest : { ...rest, TF_PLUGIN_MAGIC_COOKIE: cookie };
    jest.spyOn(process.getBuiltinModule("node:sea"), "isSea").mockReturnValue(isExecutable);
    const { line } = await served(...args);
    expect(line).toMatch(
      /^This is the Orgform provider for Terraform and OpenTofu\. .+\nFor a debugger: `.+ --debug` .+\n/u,
    );
    expect(
      line.endsWith("This program is also the command `orgform`. Run it with --help, or with init --for terraform.\n"),
    ).toBe(isExecutable);
    expect([line.split("\n").length, process.exitCode]).toEqual([isExecutable ? 4 : 3, 1]);
    expect([...handlers.keys()]).toEqual([]);
  });

  test.each(["--debug", "-debug"])("for a debugger prints how an engine finds it, with %s", async (flag) => {
    const { TF_PLUGIN_MAGIC_COOKIE: _cookie, ...rest } = process.env;
    process.env = { ...rest, PLUGIN_CLIENT_CERT: "no certificate" };
    const { line, socket } = await served("x", flag);
    const [, json = ""] = /^TF_REATTACH_PROVIDERS='(?<json>[^']+)'\n$/u.exec(line) ?? [];
    const entry = {
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: process.pid,
      Test: true,
      Addr: { Network: "unix", String: socket },
    };
    expect(JSON.parse(json)).toEqual({
      "registry.terraform.io/orgform/orgform": entry,
      "registry.opentofu.org/orgform/orgform": entry,
    });
    const { ask } = engine(socket);
    expect([await ask(STOP), await ask(SHUTDOWN)]).toEqual([`1 ${STOP}`, ""]);
    // Another command of the engine can follow.
    Object.defineProperty(process, "ppid", { value: ppid + 1, configurable: true });
    jest.advanceTimersByTime(60_000);
    expect(seen.exits).toEqual([]);
    for (const signal of ["SIGINT", "SIGTERM"]) expect(() => handle(signal)).toThrow(ENDS);
    expect(seen.exits).toEqual([0, 0]);
  });
});

describe("a process that an engine starts", () => {
  test("prints one line, serves at its socket, and removes it in the end", async () => {
    const { line, socket } = await served();
    expect(line).toBe(`1|6|unix|${socket}|grpc|\n`);
    expect(await engine(socket).ask(STOP)).toBe(`1 ${STOP}`);
    expect(existsSync(socket)).toBe(true);
    handle("exit");
    expect(existsSync(socket)).toBe(false);
  });

  test("admits only the engine whose certificate it was given", async () => {
    process.env = { ...process.env, PLUGIN_CLIENT_CERT: makeCertificate(Date.now()).cert };
    const { line, socket } = await served();
    expect(line).toMatch(/^1\|6\|unix\|[^|]+\|grpc\|[A-Za-z0-9+/]{300,}\n$/u);
    const { session } = engine(socket);
    session.on("error", () => undefined);
    await once(session, "close");
    // No provider has ended with it.
    sessions.splice(0);
    expect(seen.loaded).toEqual([]);
  });

  test("ends a moment after the engine is done, or with its signal, and not with Ctrl-C", async () => {
    const { socket } = await served();
    handle("SIGINT");
    await engine(socket).ask(SHUTDOWN);
    jest.advanceTimersByTime(19);
    expect(seen.exits).toEqual([]);
    expect(() => jest.advanceTimersByTime(1)).toThrow(ENDS);
    expect(() => handle("SIGTERM")).toThrow(ENDS);
    expect(seen.exits).toEqual([0, 0]);
  });

  /** Whether it goes on after the next look at its parent. */
  const goesOn = (): boolean => {
    seen.exits.splice(0);
    try {
      jest.advanceTimersByTime(1_000);
    } catch {
      return false;
    }
    return seen.exits.length === 0;
  };
  const coded = (code: string): Error => Object.assign(new Error(code), { code });

  test("ends when the engine has gone, which it looks for every second", async () => {
    await served();
    const asked: unknown[] = [];
    let answer: Error | undefined;
    jest.spyOn(process, "kill").mockImplementation((...signal) => {
      asked.push(signal);
      if (answer !== undefined) throw answer;
      return true;
    });
    jest.advanceTimersByTime(999);
    expect(asked).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(asked).toEqual([[ppid, 0]]);
    expect(goesOn()).toBe(true);
    answer = coded("EPERM");
    expect(goesOn()).toBe(true);
    for (answer of [coded("ESRCH"), new Error("EPERM")]) expect([answer, goesOn()]).toEqual([answer, false]);
    answer = undefined;
    expect(goesOn()).toBe(true);
    Object.defineProperty(process, "ppid", { value: ppid + 1, configurable: true });
    expect([goesOn(), seen.exits]).toEqual([false, [0]]);
  });
});

describe("the provider of an engine", () => {
  test("is made with its first call, and knows the process", async () => {
    const { socket } = await served();
    const { ask } = engine(socket);
    await ask("/grpc.health.v1.Health/Check");
    expect(seen.loaded).toEqual([]);
    expect([await ask(STOP), await ask(STOP)]).toEqual([`1 ${STOP}`, `1 ${STOP}`]);
    expect(seen.loaded).toEqual([
      expect.objectContaining({ environment: process.env, folder: process.cwd(), written: writtenAnswer }),
    ]);
    seen.loaded[0]?.log?.("debug", 'It | "é"\n');
    expect(seen.errors).toEqual(['{"@level":"debug","@module":"orgform","@message":"It | \\"é\\"\\n"}\n']);
  });

  const stacked = new Error("It | failed");
  const bare = new Error("It | failed");
  delete bare.stack;

  test.each([
    ["an error", stacked, "It | failed", stacked.stack],
    ["an error without its place", bare, "It | failed", "It | failed"],
    ["a text", "It | failed", "It | failed", "It | failed"],
    ["nothing", undefined, "undefined", "undefined"],
  ])(
    "ends its open calls if anything else fails, is told what, and goes on: %s",
    async (_what, cause, words, logged) => {
      const { socket } = await served();
      for (const event of ["uncaughtException", "unhandledRejection"]) handle(event, cause);
      expect(seen.failed).toEqual([]);
      for (const one of [engine(socket), engine(socket)]) await one.ask(STOP);
      for (const event of ["uncaughtException", "unhandledRejection"]) handle(event, cause);
      const told = `The provider orgform failed with an internal error\nThis is a bug. Report it, and run again. The next run finds what this one created.\n${words}`;
      expect(seen.failed).toEqual([`1 ${told}`, `2 ${told}`, `1 ${told}`, `2 ${told}`]);
      const line = { "@level": "info", "@module": "orgform", "@message": `unhandled error: ${logged}` };
      expect(seen.errors.map((text): unknown => JSON.parse(text))).toEqual([line, line, line, line]);
      expect(seen.exits).toEqual([]);
    },
  );

  test("ends with the connection", async () => {
    const { socket } = await served();
    const [first, second] = [engine(socket), engine(socket)];
    await first.ask(STOP);
    await second.ask(STOP);
    first.session.destroy();
    while (seen.ended.length === 0) await new Promise((resolve) => setImmediate(resolve));
    handle("uncaughtException", stacked);
    expect([seen.ended, seen.failed.map((text) => text.slice(0, 2))]).toEqual([[1], ["2 "]]);
  });
});

describe("a provider that is loaded late", () => {
  const late = (written: ConstructorParameters<typeof LateProvider>[0]["written"] = () => undefined) =>
    new LateProvider({ environment: {}, clock: systemClock, written });
  const call = { signal: new AbortController().signal, send: () => undefined };
  const ask = async (provider: LateProvider, path: string) => provider.calls()[path]?.(new Uint8Array(), call);

  test("has every call, and sends what was written down without loading anything", async () => {
    const bytes = new Uint8Array([1, 2]);
    const provider = late((name) => (name === "GetProviderSchema" ? bytes : undefined));
    expect(Object.keys(provider.calls())).toEqual(CALL_NAMES.map(pathOf));
    expect(await ask(provider, pathOf("GetProviderSchema"))).toBe(bytes);
    provider.failOpenCalls(new Error("no calls"));
    expect([seen.loaded, seen.failed]).toEqual([[], []]);
    expect(String(await ask(provider, STOP))).toBe(`1 ${STOP}`);
    provider.failOpenCalls(new Error("open"));
    expect(seen.failed).toEqual(["1 open"]);
  });

  test("that has ended before it was loaded ends at once", async () => {
    const provider = late();
    provider.end();
    expect(seen.ended).toEqual([]);
    await ask(provider, STOP);
    expect(seen.ended).toEqual([1]);
    const other = late();
    await ask(other, STOP);
    expect(seen.ended).toEqual([1]);
    other.end();
    expect(seen.ended).toEqual([1, 2]);
  });

  test("asks for written answers of two calls alone, and without a build there are none", async () => {
    const read: string[] = [];
    await jest.isolateModulesAsync(async () => {
      jest.doMock("../../../../../src/app/packaged-file.ts", () => ({
        packagedFile: (...names: readonly string[]) => read.push(names.join(" ")) && new Uint8Array([7]),
      }));
      const { writtenAnswer: answer } =
        await import("../../../../../src/engines/terraform/provider/written-answers.ts");
      const given = CALL_NAMES.filter((name) => answer(name) !== undefined);
      expect(given).toEqual([...WRITTEN]);
    });
    jest.dontMock("../../../../../src/app/packaged-file.ts");
    expect(read).toEqual(WRITTEN.map((name) => `${name}.bin engines/terraform/provider/${name}.bin`));
    expect(CALL_NAMES.map(writtenAnswer).filter((one) => one !== undefined)).toEqual([]);
  });
});

describe("the program that an engine starts", () => {
  const { versions, platform, argv } = process;
  const loader = process.getBuiltinModule("node:module") as { enableCompileCache?: (folder: string) => void }; // -- the additional function of a newer Node
  const own = loader.enableCompileCache;
  const caches: string[] = [];
  beforeEach(() => {
    caches.splice(0);
    loader.enableCompileCache = (folder) => void caches.push(folder);
  });
  afterEach(() => {
    if (own === undefined) delete loader.enableCompileCache;
    else loader.enableCompileCache = own;
    for (const [name, value] of Object.entries({ versions, platform, argv }))
      Object.defineProperty(process, name, { value, configurable: true });
  });

  /** What it passes on to the part that serves, in this version of Node. */
  async function entered(node = versions.node, fails?: unknown): Promise<unknown[]> {
    Object.defineProperty(process, "versions", { value: { ...versions, node }, configurable: true });
    const given: unknown[] = [];
    await jest.isolateModulesAsync(async () => {
      jest.doMock("../../../../../src/engines/terraform/provider/runtime.ts", () => ({
        guardOutput: () => "print",
        serve: async (...args: unknown[]) => {
          given.push(args);
          // What is thrown needn't be an error.
          if (fails !== undefined) await Reflect.apply(Promise.reject, Promise, [fails]);
        },
      }));
      await import("../../../../../src/engines/terraform/provider/main.ts");
      await new Promise((resolve) => setImmediate(resolve));
    });
    jest.dontMock("../../../../../src/engines/terraform/provider/runtime.ts");
    return given;
  }

  test("serves with its arguments in Node 20.19 and newer, and says in an older one what it needs", async () => {
    Object.defineProperty(process, "argv", { value: ["node", "main", "--debug", "é"], configurable: true });
    process.exitCode = undefined;
    for (const version of ["20.19.0", "20.20.2", "21.0.0", "22.1.9", "100.1.0"]) {
      expect([version, await entered(version)]).toEqual([version, [["print", ["--debug", "é"]]]]);
      expect([seen.out, process.exitCode]).toEqual([[], undefined]);
    }
    caches.splice(0);
    for (const version of ["20.18.3", "20.2.0", "19.99.0", "18.20.4", "4"]) {
      expect([version, await entered(version), process.exitCode]).toEqual([version, [], 1]);
      expect(seen.out.splice(0)).toEqual([
        `The provider orgform needs Node 20.19 or newer; this is Node ${version}.\n`,
      ]);
    }
    expect(caches).toEqual([]);
  });

  test.each([
    [new Error("no é"), "no é"],
    ["a text", "a text"],
  ])("says on its output why it can't start: %p", async (error, words) => {
    process.exitCode = undefined;
    expect(await entered(versions.node, error)).toHaveLength(1);
    expect([seen.out, process.exitCode]).toEqual([[`The provider orgform could not start: ${words}\n`], 1]);
  });

  test.each<[string, Record<string, string>, boolean, string | undefined]>([
    ["linux", { XDG_CACHE_HOME: "/x é", HOME: "/h" }, false, "/x é/orgform/compiled"],
    ["linux", { HOME: "/h", LOCALAPPDATA: "C:" }, false, "/h/.cache/orgform/compiled"],
    ["linux", { XDG_CACHE_HOME: "", HOME: "/h" }, false, undefined],
    ["linux", { HOME: "" }, false, undefined],
    ["linux", { LOCALAPPDATA: "C:" }, false, undefined],
    ["win32", { LOCALAPPDATA: "C:", HOME: "/h" }, false, "C:/orgform/compiled"],
    ["win32", { HOME: "/h", XDG_CACHE_HOME: "/x" }, false, undefined],
    ["linux", { HOME: "/h" }, true, undefined],
  ])(
    "keeps compiled code in the user's own cache: %s with %j (executable: %p)",
    async (name, variables, isSea, folder) => {
      process.env = variables;
      Object.defineProperty(process, "platform", { value: name, configurable: true });
      jest.spyOn(process.getBuiltinModule("node:sea"), "isSea").mockReturnValue(isSea);
      expect(await entered()).toHaveLength(1);
      expect(caches).toEqual(folder === undefined ? [] : [folder]);
    },
  );

  test("starts in a Node that keeps no compiled code", async () => {
    delete loader.enableCompileCache;
    expect(await entered()).toHaveLength(1);
    expect(seen.out).toEqual([]);
  });
});

test("nothing but the handshake reaches the output", () => {
  const print = guardOutput();
  process.stdout.write("from a library");
  print("1|6|");
  expect([seen.out, seen.errors]).toEqual([["1|6|"], ["from a library"]]);
});

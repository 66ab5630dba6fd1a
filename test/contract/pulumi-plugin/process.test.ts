import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { afterEach, describe, expect, test } from "@jest/globals";

import { type CallName, CALLS, MESSAGES, pathOf } from "../../../src/engines/pulumi/plugin/protocol.ts";
import { CallClient } from "../../../src/grpc/client.ts";
import { type CallError, STATUS } from "../../../src/grpc/server.ts";

const MAIN = join(__dirname, "../../../dist/engines/pulumi/plugin/main.js");

/** Nobody listens at this address. The plugin's messages to the engine are lost, which isn't a failure. */
const ENGINE = "127.0.0.1:1";

/** The process as an engine starts it. */
class Plugin {
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;
  stdout = "";
  stderr = "";

  constructor(args: readonly string[], flags: readonly string[] = []) {
    this.process = spawn(process.execPath, [...flags, MAIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    this.ended = once(this.process, "close").then(([code]) => code as unknown);
    this.process.stdout?.on("data", (chunk: Buffer) => (this.stdout += chunk.toString("utf8")));
    this.process.stderr?.on("data", (chunk: Buffer) => (this.stderr += chunk.toString("utf8")));
  }

  async connect(): Promise<CallClient> {
    if (!this.stdout.endsWith("\n")) await once(this.process.stdout ?? process.stdin, "data");
    return new CallClient(`127.0.0.1:${Number(this.stdout)}`);
  }
}

const started: Plugin[] = [];
const keep = (plugin: Plugin): Plugin => {
  started.push(plugin);
  return plugin;
};
const start = (...args: readonly string[]): Plugin => keep(new Plugin(args));

afterEach(async () => {
  for (const plugin of started.splice(0)) {
    plugin.process.kill("SIGKILL");
    await plugin.ended;
  }
});

async function call(client: CallClient, name: CallName, request = {}): Promise<Record<string, unknown>> {
  const [requestType, responseType] = CALLS[name];
  return MESSAGES.decode(responseType, await client.call(pathOf(name), MESSAGES.encode(requestType, request)));
}

/** The status of the first call that fails. */
async function failing(client: CallClient): Promise<unknown> {
  for (;;) {
    try {
      await call(client, "GetPluginInfo");
    } catch (error) {
      return (error as CallError).status;
    }
  }
}

describe("the process of the plugin", () => {
  test("prints only its port, and returns the version and the schema of the package", async () => {
    const plugin = start("--logtostderr", "-v=9", ENGINE);
    const client = await plugin.connect();
    const { version } = await call(client, "GetPluginInfo");
    const { schema } = await call(client, "GetSchema");
    expect(JSON.parse(schema as string)).toMatchObject({ name: "orgform", version });
    expect(plugin.stdout).toMatch(/^\d+\n$/u);
    client.close();
  }, 30_000);

  test("ends automatically after the engine is gone", async () => {
    const plugin = start(ENGINE);
    const client = await plugin.connect();
    await call(client, "Handshake", { engineAddress: ENGINE });
    client.close();
    expect(await plugin.ended).toBe(0);
  }, 30_000);

  test("stays for the next command when an engine attaches to it, and ends on a signal", async () => {
    const plugin = start();
    for (const round of [1, 2]) {
      const client = await plugin.connect();
      await call(client, "Handshake", { engineAddress: ENGINE });
      await call(client, "Attach", { address: ENGINE });
      await call(client, "Cancel");
      expect([round, plugin.process.exitCode]).toEqual([round, null]);
      client.close();
    }
    plugin.process.kill("SIGINT");
    expect(await plugin.ended).toBe(0);
  }, 30_000);

  test.each([
    ["an exception", 'setImmediate(() => { throw new Error("an unhandled error"); })'],
    ["a rejection", 'Promise.reject(new Error("an unhandled error"))'],
    ["a thrown text", 'setImmediate(() => { throw "an unhandled error"; })'],
  ])(
    "ends with an error after %s outside of every call, and answers the next one with it",
    async (_what, code) => {
      const preloaded = `data:text/javascript,process.on("SIGUSR2", () => void ${encodeURIComponent(code)})`;
      const plugin = keep(new Plugin([ENGINE], ["--import", preloaded]));
      const client = await plugin.connect();
      await call(client, "GetPluginInfo");
      plugin.process.kill("SIGUSR2");
      expect(await failing(client)).toBe(STATUS.internal);
      expect(await plugin.ended).toBe(1);
      expect(plugin.stderr).toMatch(/^(?:Error: )?an unhandled error/u);
    },
    30_000,
  );

  test("reports a call outside the protocol as unknown", async () => {
    const client = await start(ENGINE).connect();
    await expect(client.call("/pulumirpc.ResourceProvider/Construct", new Uint8Array())).rejects.toMatchObject({
      status: 12,
    });
    client.close();
  }, 30_000);
});

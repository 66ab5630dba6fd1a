import fs from "node:fs";
import http2, { type Http2Server } from "node:http2";

import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

import type { Pack } from "../../../../../src/engines/pulumi/analyzer/analyzer.ts";
import { ANALYZER_MESSAGES } from "../../../../../src/engines/pulumi/analyzer/protocol.ts";
import { runAnalyzer } from "../../../../../src/engines/pulumi/analyzer/run-analyzer.ts";
import { CallClient } from "../../../../../src/grpc/client.ts";

const NOTES = ["Not judged: é|", "Nor this."];
const PACK: Pack = { name: "p", title: "P", version: "1.2.3", policies: [], notes: NOTES, judge: () => [] };

/** What the process wrote to its outputs, and how it ended. */
const seen: { port: string[]; errors: string[]; exits: unknown[] } = { port: [], errors: [], exits: [] };
const signals = new Map<string | symbol, (...given: never[]) => void>();
const clients: CallClient[] = [];
const servers: Http2Server[] = [];

beforeEach(() => {
  for (const list of Object.values(seen)) list.splice(0);
  const write = fs.writeSync;
  jest.spyOn(fs, "writeSync").mockImplementation((file: number, text: unknown) => {
    if (file !== 1) return write(file, String(text));
    return seen.port.push(String(text));
  });
  const create = http2.createServer;
  jest.spyOn(http2, "createServer").mockImplementation(() => {
    const server = create();
    servers.push(server);
    return server;
  });
  jest.spyOn(process.stdout, "write");
  jest.spyOn(process.stderr, "write").mockImplementation((text) => seen.errors.push(String(text)) > 0);
  jest.spyOn(process, "on").mockImplementation((name, listener) => {
    signals.set(name, listener);
    return process;
  });
  jest.spyOn(process, "exit").mockImplementation((code): never => {
    seen.exits.push(code);
    throw new Error("The process has ended.");
  });
  // A real timer would end this process when the client leaves.
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A pack that runs, as the engine asks it; how often it was loaded, too. */
async function started() {
  let loads = 0;
  await runAnalyzer(() => {
    loads += 1;
    return Promise.resolve(PACK);
  });
  const client = new CallClient(`127.0.0.1:${Number(seen.port[0])}`);
  clients.push(client);
  const ask = async (): Promise<unknown> => {
    const answer = await client.call("/pulumirpc.Analyzer/GetPluginInfo", new Uint8Array());
    return ANALYZER_MESSAGES.decode("PluginInfo", answer)["version"];
  };
  return { ask, loads: () => loads };
}

test("the only line of the output is the port, and whatever prints goes to the errors", async () => {
  const { ask } = await started();
  process.stdout.write("from a rule");
  expect(seen.port).toEqual([expect.stringMatching(/^[1-9]\d*\n$/u)]);
  expect(seen.errors).toEqual(["from a rule"]);
  expect(await ask()).toBe("1.2.3");
});

test("the first call loads the pack, which prints its notes once", async () => {
  const { ask, loads } = await started();
  expect(loads()).toBe(0);
  expect(await Promise.all([ask(), ask()])).toEqual(["1.2.3", "1.2.3"]);
  await ask();
  expect([loads(), seen.errors]).toEqual([1, NOTES.map((note) => `${note}\n`)]);
});

test("another user of the machine gets no answer, where the system shows users", async () => {
  const { ask, loads } = await started();
  const { geteuid } = process;
  Object.assign(process, { geteuid: () => (geteuid?.() ?? 0) + 1 });
  try {
    const isShown = process.platform === "linux";
    expect(await ask().catch(() => "refused")).toBe(isShown ? "refused" : "1.2.3");
    expect(loads()).toBe(isShown ? 0 : 1);
  } finally {
    Object.assign(process, { geteuid });
  }
});

test("it ends with success when the engine asks for it, or has gone", async () => {
  await started();
  for (const signal of ["SIGINT", "SIGTERM"]) {
    expect(signals.get(signal)).toThrow("The process has ended.");
  }
  expect(() => jest.advanceTimersByTime(60_000)).toThrow("The process has ended.");
  expect(seen.exits).toEqual([0, 0, 0]);
});

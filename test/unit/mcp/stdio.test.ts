import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import * as z from "zod";

import { serveOverStdio, type Tool } from "../../../packages/mcp/src/index.ts";
import { MOST_LINE_BYTES } from "../../../packages/mcp/src/whole-lines.ts";

const STREAMS = ["stdin", "stdout", "stderr"] as const;
const own = STREAMS.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);

let streams: Readonly<Record<(typeof STREAMS)[number], PassThrough>>;

beforeEach(() => {
  streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  for (const name of STREAMS) Object.defineProperty(process, name, { configurable: true, get: () => streams[name] });
});

afterEach(() => {
  for (const [name, descriptor] of own) if (descriptor !== undefined) Object.defineProperty(process, name, descriptor);
});

const chatty: Tool = {
  name: "talk",
  title: "Talk",
  description: "Use it to talk.",
  effect: "read",
  isRepeatable: true,
  asksService: false,
  inputs: z.strictObject({}),
  run: async () => {
    process.stdout.write("a stray line\n");
    return "answered";
  },
};

const PARTS = { name: "s", version: "1", instructions: "", pages: [], allowsWrites: false, redact: String };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "0" } },
};

/** The messages that were printed, once there are as many. */
async function answers(many: number): Promise<unknown[]> {
  let text = "";
  for (let look = 0; look < 200; look += 1) {
    text += String(streams.stdout.read() ?? "");
    const lines = text.split("\n").filter(Boolean);
    if (lines.length >= many) return lines.map((line) => JSON.parse(line));
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
  throw new Error(`${many} answers were expected: ${text}`);
}

const send = (message: unknown): void => void streams.stdin.write(`${JSON.stringify(message)}\n`);

test("standard output is the protocol's alone, until the client goes", async () => {
  const before = streams.stdout.write;
  const served = serveOverStdio({ ...PARTS, tools: [chatty] });
  send(INITIALIZE);
  send({ jsonrpc: "2.0", method: "notifications/initialized" });
  send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "talk", arguments: {} } });
  expect(await answers(2)).toMatchObject([
    { jsonrpc: "2.0", id: 1, result: { serverInfo: { name: "s", version: "1" } } },
    { jsonrpc: "2.0", id: 2, result: { content: [{ type: "text", text: "answered" }] } },
  ]);
  expect(String(streams.stderr.read())).toBe("a stray line\n");
  streams.stdin.end();
  await served;
  expect(streams.stdin.destroyed).toBe(true);
  streams.stdout.write("as before");
  expect(String(streams.stdout.read())).toBe("as before");
  expect(before).toBe(PassThrough.prototype.write);
});

test.each([
  ["with its number", `{"id":7,"method":"`, 7],
  ["without a number that can be seen", `{"method":"`, null],
])("a line that is too long is refused %s, and the next is read", async (_, beginning, id) => {
  const served = serveOverStdio({ ...PARTS, tools: [] });
  streams.stdin.write(`${beginning}${"x".repeat(MOST_LINE_BYTES)}"}\n`);
  send(INITIALIZE);
  const message = "The line has more than 10485760 bytes and was not read. Send less in one message.";
  expect(await answers(2)).toMatchObject([
    { jsonrpc: "2.0", id, error: { code: -32_600, message } },
    { jsonrpc: "2.0", id: 1 },
  ]);
  streams.stdin.end();
  await served;
});

test("a line as long as a line can be is read", async () => {
  const served = serveOverStdio({ ...PARTS, tools: [] });
  const line = (name: string): string => {
    const params = { ...INITIALIZE.params, clientInfo: { name, version: "0" } };
    return `${JSON.stringify({ ...INITIALIZE, params })}\n`;
  };
  streams.stdin.write(line("x".repeat(MOST_LINE_BYTES - line("").length)));
  expect(await answers(1)).toMatchObject([{ id: 1, result: { serverInfo: { name: "s" } } }]);
  streams.stdin.end();
  await served;
});

test.each<[what: string, options: object, go: () => void]>([
  ["ends its side, whose stream stays", { autoDestroy: false }, () => streams.stdin.end()],
  ["breaks off", {}, () => streams.stdin.destroy()],
])("a client that %s ends the serving", async (_what, options, go) => {
  streams = { ...streams, stdin: new PassThrough(options) };
  const served = serveOverStdio({ ...PARTS, tools: [] });
  await new Promise(setImmediate);
  go();
  await served;
  expect(streams.stdin.destroyed).toBe(true);
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the serving", async (name) => {
  const served = serveOverStdio({ ...PARTS, tools: [] });
  await new Promise(setImmediate);
  process.emit(name, name);
  await served;
  expect(streams.stdin.destroyed).toBe(true);
});

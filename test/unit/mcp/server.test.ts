import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterEach, describe, expect, test } from "@jest/globals";
import * as z from "zod";

import { makeServer, type ServerParts, type Tool } from "../../../packages/mcp/src/index.ts";

const SECRET = 's3cr3t|"key"';
/** A sign that turns the direction of a text. */
const TURN = "\u202e";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A client of a server with these parts. */
async function clientOf(parts: Partial<ServerParts>): Promise<Client> {
  const server = makeServer({
    name: "a server",
    version: "1.2.3",
    instructions: "Ask before you write.",
    tools: [],
    pages: [],
    allowsWrites: true,
    redact: (text) => text.replaceAll(SECRET, "[redacted]"),
    ...parts,
  });
  const [theirs, ours] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "a client", version: "0" });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  closing.push(async () => {
    await client.close();
    await server.close();
  });
  return client;
}

const toolWith = (parts: Partial<Tool>): Tool => ({
  name: "look_around",
  title: "Look around",
  description: "Use it to look around.",
  effect: "read",
  isRepeatable: true,
  asksService: false,
  inputs: z.strictObject({ text: z.string().optional() }),
  run: async () => "done",
  ...parts,
});

test("a client is told who serves it, and what to know first", async () => {
  const client = await clientOf({ tools: [toolWith({})] });
  expect(client.getServerVersion()).toMatchObject({ name: "a server", version: "1.2.3" });
  expect(client.getInstructions()).toBe("Ask before you write.");
});

describe("the tools", () => {
  const effects = ["read", "write", "destructive"] as const;
  const each = effects.flatMap((effect) =>
    [true, false].flatMap((isRepeatable) =>
      [true, false].map((asksService) => ({ effect, isRepeatable, asksService })),
    ),
  );

  test.each(each)("carry the marks of what they do: %j", async ({ effect, isRepeatable, asksService }) => {
    const client = await clientOf({ tools: [toolWith({ effect, isRepeatable, asksService })] });
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "look_around",
        title: "Look around",
        description: "Use it to look around.",
        annotations: {
          title: "Look around",
          readOnlyHint: effect === "read",
          destructiveHint: effect === "destructive",
          idempotentHint: isRepeatable,
          openWorldHint: asksService,
        },
      },
    ]);
  });

  test("that write are not there at all where writes aren't allowed", async () => {
    const tools = effects.map((effect) => toolWith({ effect, name: `a_${effect}` }));
    const namesWith = async (allowsWrites: boolean): Promise<string[]> => {
      const client = await clientOf({ tools, allowsWrites });
      return (await client.listTools()).tools.map(({ name }) => name);
    };
    expect(await namesWith(false)).toEqual(["a_read"]);
    expect(await namesWith(true)).toEqual(["a_read", "a_write", "a_destructive"]);
  });

  test("get their arguments, and answer with a text", async () => {
    const run: Tool["run"] = async ({ text }) => `got ${String(text)}`;
    const client = await clientOf({ tools: [toolWith({ run })] });
    const given = { name: "look_around", arguments: { text: 'é | "x"' } };
    expect(await client.callTool(given)).toEqual({ content: [{ type: "text", text: 'got é | "x"' }] });
  });

  test.each([
    ["an error", new Error(`no ${SECRET}${TURN}`), "no [redacted]"],
    ["a text", `no ${SECRET}${TURN} here`, "no [redacted] here"],
  ])("that throw %s answer with its words, marked as an error, without secrets", async (_, thrown, text) => {
    const run: Tool["run"] = async () => Promise.reject(thrown);
    const client = await clientOf({ tools: [toolWith({ run })] });
    expect(await client.callTool({ name: "look_around" })).toEqual({
      content: [{ type: "text", text }],
      isError: true,
    });
  });

  test("show no secret in an answer, and no sign that turns a text", async () => {
    const client = await clientOf({ tools: [toolWith({ run: async () => `${TURN}a ${SECRET} b` })] });
    expect(await client.callTool({ name: "look_around" })).toEqual({
      content: [{ type: "text", text: "a [redacted] b" }],
    });
  });

  test("are told when the client takes its request back", async () => {
    let isAborted = false;
    let began = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const run: Tool["run"] = async (_, { signal }) => {
      began();
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve);
      });
      isAborted = true;
      return "";
    };
    const client = await clientOf({ tools: [toolWith({ run })] });
    const taken = new AbortController();
    const called = client.callTool({ name: "look_around" }, undefined, { signal: taken.signal });
    await begun;
    taken.abort("no longer");
    await expect(called).rejects.toThrow("no longer");
    await new Promise(setImmediate);
    expect(isAborted).toBe(true);
  });
});

describe("progress", () => {
  const run: Tool["run"] = async (_, { report }) => {
    report("one");
    report(`two ${SECRET}${TURN}`);
    return "done";
  };

  test("is counted and told to a client that asks for it, without secrets", async () => {
    const client = await clientOf({ tools: [toolWith({ run })] });
    const told: unknown[] = [];
    const onprogress = (progress: unknown): void => void told.push(progress);
    await client.callTool({ name: "look_around" }, undefined, { onprogress });
    expect(told).toEqual([
      { progress: 1, message: "one" },
      { progress: 2, message: "two [redacted]" },
    ]);
  });

  test("is told to nobody who did not ask", async () => {
    const client = await clientOf({ tools: [toolWith({ run })] });
    const told: unknown[] = [];
    client.fallbackNotificationHandler = async (notification) => void told.push(notification);
    // A notification for no request is an error of the protocol.
    Object.assign(client, { onerror: (error: Error) => void told.push(error) });
    expect(await client.callTool({ name: "look_around" })).toEqual({ content: [{ type: "text", text: "done" }] });
    expect(told).toEqual([]);
  });

  test("for a client that is gone is dropped, and the work goes on", async () => {
    let words: ((text: string) => void) | undefined;
    let began = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const waiting: Tool["run"] = async (_, { report, signal }) => {
      words = report;
      began();
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve);
      });
      return "";
    };
    const client = await clientOf({ tools: [toolWith({ run: waiting })] });
    const called = client.callTool({ name: "look_around" }, undefined, { onprogress: () => undefined });
    const ended = called.catch(() => "closed");
    await begun;
    await client.close();
    expect(await ended).toBe("closed");
    const unhandled: unknown[] = [];
    const keep = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", keep);
    words?.("to nobody");
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    process.off("unhandledRejection", keep);
    expect(unhandled).toEqual([]);
  });
});

test("pages are offered with their title, and shown without secrets and signs that turn a text", async () => {
  const uri = "orgform://docs/a.md";
  const client = await clientOf({ pages: [{ uri, title: "A page", read: () => `# A ${SECRET}${TURN}` }] });
  const offered = { uri, title: "A page", name: "A page", mimeType: "text/markdown" };
  expect((await client.listResources()).resources).toEqual([offered]);
  expect((await client.readResource({ uri })).contents).toEqual([
    { uri, mimeType: "text/markdown", text: "# A [redacted]" },
  ]);
});

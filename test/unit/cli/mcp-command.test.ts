import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { INSTRUCTIONS } from "../../../src/cli/mcp/tools.ts";
import { packageManifest } from "../../../src/cli/package-manifest.ts";
import { run } from "../../../src/cli/run.ts";
import { runHere } from "../../cli/run-here.ts";

const HOME = process.cwd();
const STREAMS = ["stdin", "stdout", "stderr"] as const;
const own = STREAMS.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);
const KEY = "phx_a_key_that_no_agent_may_see";

let folder: string;
let streams: Readonly<Record<(typeof STREAMS)[number], PassThrough>>;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "orgform-mcp-command-é ")));
  streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
});
afterEach(() => {
  process.chdir(HOME);
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly id: number;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** The answers to an agent that asks this, one after the other, and goes; and the exit code. */
async function served(flags: readonly string[], asked: readonly (readonly [method: string, params?: object])[]) {
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "0" } };
  const before = { ...process.env };
  Object.assign(process.env, { ORGFORM_API_KEY: KEY, ORGFORM_HOST: "http://127.0.0.1:9" });
  for (const name of STREAMS) Object.defineProperty(process, name, { configurable: true, get: () => streams[name] });
  try {
    const ended = run(["mcp", ...flags]);
    const answers: Answer[] = [];
    for (const [id, [method, params = {}]] of [["initialize", client] as const, ...asked].entries()) {
      streams.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      answers.push(await answer());
    }
    const place = process.cwd();
    streams.stdin.end();
    return { code: await ended, answers: answers.map(({ result }) => result), place };
  } finally {
    for (const [name, descriptor] of own) {
      if (descriptor !== undefined) Object.defineProperty(process, name, descriptor);
    }
    process.env = before;
  }
}

let pending = "";
/** The next answer that is printed. */
async function answer(): Promise<Answer> {
  for (let text = pending; ; text += String(await next())) {
    const end = text.indexOf("\n");
    if (end === -1) continue;
    pending = text.slice(end + 1);
    return JSON.parse(text.slice(0, end)) as Answer; // -- as the protocol has it
  }
}

const next = (): Promise<unknown> =>
  new Promise((resolve) => {
    streams.stdout.once("data", (text) => {
      streams.stdout.pause();
      resolve(text);
    });
    streams.stdout.resume();
  });

const call = (name: string, args: object) => ["tools/call", { name, arguments: args }] as const;

const refused = (text: string) => ({ content: [{ type: "text", text }], isError: true });

interface Offered {
  readonly tools: readonly { readonly name: string; readonly annotations: { readonly readOnlyHint: boolean } }[];
}

/** The names of the offered tools that write. */
function writersIn(result: Answer["result"]): unknown {
  const { tools } = result as unknown as Offered; // -- as the protocol has it
  return tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
}

describe("`orgform mcp`", () => {
  test("tells an agent its name, its version, and how to go on, until the agent goes", async () => {
    const { code, answers } = await served([], [["ping"]]);
    expect([code, answers[1]]).toEqual([0, {}]);
    expect(answers[0]).toMatchObject({
      serverInfo: { name: "orgform", version: packageManifest().version },
      instructions: INSTRUCTIONS,
    });
  });

  test.each([
    [[], []],
    [["--allow-writes"], ["call_function", "adopt"]],
  ])("with %j, offers these tools that write: %j", async (flags, writers) => {
    const { answers } = await served(flags, [["tools/list"]]);
    expect(writersIn(answers[1])).toEqual(writers);
  });

  test("serves the folder and the service of its flags, and shows no key", async () => {
    const { answers, place } = await served(
      ["--cwd", folder, "--host", "no host"],
      [call("drift", { folder: `/${KEY}` }), call("access", { organization: "acme" })],
    );
    expect(place).toBe(folder);
    expect(answers.slice(1)).toEqual([
      refused(
        `/[redacted] is outside the server's folder ${folder}. Name a path in that folder, or start the server with --cwd.`,
      ),
      refused("The host setting is not an address; expected one such as https://eu.posthog.com."),
    ]);
  });

  test("serves this folder by default", async () => {
    process.chdir(folder);
    expect((await served([], [])).place).toBe(folder);
  });

  test("refuses a folder that it can't enter", async () => {
    expect(await runHere(["mcp", "--cwd", join(folder, "none")])).toEqual({
      code: 1,
      stdout: "",
      stderr: `--cwd ${join(folder, "none")} cannot be entered: ENOENT.\n`,
    });
    expect(process.cwd()).toBe(HOME);
  });
});

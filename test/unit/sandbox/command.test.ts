import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import * as z from "zod";

import { runSandboxCommand, sandboxCommand } from "../../../packages/sandbox/src/command/index.ts";
import { readChoice, readFlags, UsageError } from "../../../packages/sandbox/src/command/flags.ts";
import { DIALECT_NAMES, isDay } from "../../../packages/sandbox/src/dialects.ts";
import { startSandbox } from "../../../packages/sandbox/src/index.ts";

const { options } = sandboxCommand();
const withValue = options.filter(({ required }) => required).map(({ long }) => long ?? "");
const switches = options.flatMap(({ required, long }) => (required || long === undefined ? [] : [long]));

const PORT_WORDS = "it must be an integer from 0 (any free port) to 65535.";
const count = (most: number): string => `it must be an integer from 1 to ${most}.`;

const ready = z.strictObject({
  host: z.string(),
  apiKey: z.string(),
  organizationId: z.string(),
  dialect: z.string(),
});
const keyRow = z.looseObject({ scopes: z.array(z.string()).nullable() });
const settings = z.looseObject({ asOf: z.string(), latencyMs: z.number() });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-sandbox-command-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const before = SIGNALS.map((signal) => process.listeners(signal));
afterEach(() => {
  jest.restoreAllMocks();
  // A command that refused its flags late, or that another signal stopped, still listens.
  for (const [at, signal] of SIGNALS.entries())
    for (const one of process.listeners(signal)) if (before[at]?.includes(one) !== true) process.off(signal, one);
});

/** Runs a sandbox with these flags until it has printed where it is, looks at it, and stops it with the signal. */
async function looked<T>(
  args: readonly string[],
  look: (printed: string) => T | Promise<T>,
  signal: (typeof SIGNALS)[number] = "SIGTERM",
): Promise<T> {
  let said: (text: string) => void = () => undefined;
  const printed = new Promise<string>((resolve) => (said = resolve));
  const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => (said(String(text)), true));
  const running = runSandboxCommand(["--port", "0", ...args]);
  const text = await Promise.race([printed, running.then(() => "")]);
  write.mockRestore();
  const result = await look(text);
  process.emit(signal);
  expect(await running).toBe(0);
  return result;
}

/** What people read when a sandbox with the usual flags has started. */
const report = (host: string, key: string, organization: string | undefined): string => `\
The sandbox is running (documented dialect). Stop it with Ctrl+C.

  host          ${host}
  API key       ${key}
  organization  ${organization ?? "(none: create one)"}

To use it in a Pulumi stack:

  pulumi config set orgform:host ${host}
  pulumi config set --secret orgform:apiKey ${key}
${organization === undefined ? "" : `  pulumi config set orgform:organizationId ${organization}\n`}
Open ${host}/ in a browser, or run:

  curl -H "Authorization: Bearer ${key}" ${host}/api/organizations/
  curl ${host}/_sandbox/requests
`;

/** The settings of a sandbox with these flags, and where it said that it is. */
const settingsWith = (...args: string[]) =>
  looked(["--json", ...args], async (text) => {
    const place = ready.parse(JSON.parse(text));
    const answer = await fetch(`${place.host}/_sandbox/settings`);
    return { place, settings: settings.parse(await answer.json()) };
  });

describe("each flag", () => {
  const read = (...args: string[]) => readFlags(sandboxCommand("orgform sandbox"), args);
  const hint = "Run `orgform sandbox --help`.";

  test.each(withValue)("%s needs a value, which is no other flag", (flag) => {
    for (const rest of [[], ["--json"], ["-x"], ["--"]])
      expect(() => read(flag, ...rest)).toThrow(
        new UsageError(`orgform sandbox: Option '${flag} <value>' argument missing. ${hint}`),
      );
    for (const value of ["-", "a |é", "0"]) expect(Object.values(read(flag, value) ?? {})).toEqual([value]);
    expect(Object.values(read(`${flag}=--json`) ?? {})).toEqual(["--json"]);
  });

  test.each(switches)("%s takes no value", (flag) => {
    expect(() => read(`${flag}=yes`)).toThrow(
      new UsageError(`orgform sandbox: Option '${flag}' does not take an argument. ${hint}`),
    );
    expect(Object.values(read(flag) ?? {})).toEqual([true]);
  });

  test("and no other one is known, nor a word beside them", () => {
    expect(() => read("--prot", "1")).toThrow(
      new UsageError("orgform sandbox has no flag --prot. Did you mean --port?"),
    );
    expect(() => read("--xyzzyx")).toThrow(new UsageError(`orgform sandbox has no flag --xyzzyx. ${hint}`));
    expect(() => read("--xyzzyx=1")).toThrow(new UsageError(`orgform sandbox has no flag --xyzzyx. ${hint}`));
    expect(() => read("now", "--json")).toThrow(new UsageError(`orgform sandbox: Unexpected argument 'now'. ${hint}`));
    expect(read()).toEqual({});
  });

  test("is in the help, in a hundred columns, and with the words that it takes", () => {
    const write = jest.spyOn(process.stdout, "write").mockImplementation(() => true);
    const [help = "", same] = ["--help", "-h"].map((flag) => {
      expect(read(flag)).toBeUndefined();
      return write.mock.calls.splice(0).join("");
    });
    expect(same).toBe(help);
    for (const flag of [...withValue, ...switches]) expect(help).toContain(`\n  ${flag}`);
    expect(help).not.toMatch(/[<>]/u);
    expect(Math.max(...help.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(100);
  });
});

test.each([
  [["one", "two", "three"], "--word is x; it must be one, two or three."],
  [["one", "two"], "--word is x; it must be one or two."],
])("of the words %j, one is taken and any other refused", (words, message) => {
  expect([...words, undefined].map((word) => readChoice("word", word, words))).toEqual([...words, undefined]);
  expect(() => readChoice("word", "x", words)).toThrow(new UsageError(message));
  expect(() => readChoice("word", "", words)).toThrow("--word is ; it must be");
});

test.each([
  ["2026-09-30", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-9-30", false],
  ["2026-09-30T00:00:00Z", false],
  ["x2026-09-30", false],
  ["", false],
])("%j is a day: %j", (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test.each([
  ["--port", "65536", PORT_WORDS],
  ["--port", "99999", PORT_WORDS],
  ["--port", "000080", PORT_WORDS],
  ["--port", "1.5", PORT_WORDS],
  ["--port", "", PORT_WORDS],
  ["--dialect", "2026", `it must be ${DIALECT_NAMES.slice(0, -1).join(", ")} or ${DIALECT_NAMES.at(-1)}.`],
  ["--seed", "full", "it must be empty or example."],
  ["--as-of", "2026-02-30", "it must be a day such as 2026-10-15."],
  ["--as-of", "soon", "it must be a day such as 2026-10-15."],
  ["--scale", "many", count(10_000_000)],
  ["--scale", "0", count(10_000_000)],
  ["--scale", "10000001", count(10_000_000)],
  ["--rate-limit", "10001", count(10_000)],
  ["--rate-limit", "1.5", count(10_000)],
  ["--latency", "60001", count(60_000)],
  ["--latency", "01", count(60_000)],
  ["--latency", "99999999999", count(60_000)],
  ["--features", "", "it must be all, none, or names of features separated by commas."],
  ["--features", "a,,b", "it must be all, none, or names of features separated by commas."],
  ["--features", "A b", "it must be all, none, or names of features separated by commas."],
])("%s %j is refused before anything starts", async (flag, value, words) => {
  await expect(runSandboxCommand([`${flag}=${value}`])).rejects.toThrow(
    new UsageError(`${flag} is ${value}; ${words}`),
  );
});

test.each([
  [["--key", "1234567"], "--key must have 8 to 200 letters, digits, underscores, or hyphens."],
  [["--key", "x".repeat(201)], "--key must have 8 to 200 letters, digits, underscores, or hyphens."],
  [["--key", "12345678|é"], "--key must have 8 to 200 letters, digits, underscores, or hyphens."],
  [["--data="], "--data is empty; it must be the path of a file."],
  [["--exec="], '--exec is empty; give a command, as in --exec "terraform test".'],
  [["--exec", "true", "--json"], /^--json prints the sandbox's address, but --exec passes it only to the command\./u],
  [["--scale", "1", "--seed", "empty"], /^--scale sets the size of the example, but --seed empty has no example\./u],
])("%j is refused before anything starts", async (args, message) => {
  await expect(runSandboxCommand(args)).rejects.toThrow(message);
});

describe("a sandbox from the command line", () => {
  test("is as without options, with a key that no other one has", async () => {
    const [one, other] = [await settingsWith(), await settingsWith()];
    const plain = await startSandbox();
    expect(one.settings).toEqual(await (await fetch(`${plain.host}/_sandbox/settings`)).json());
    await plain.close();
    expect(one.place.dialect).toBe(plain.dialect);
    expect(one.place.organizationId).toMatch(/^[0-9a-f-]{36}$/u);
    for (const { place } of [one, other]) expect(place.apiKey).toMatch(/^phx_sandbox_[0-9a-f]{32}$/u);
    expect(one.place.apiKey).not.toBe(other.place.apiKey);
  });

  test.each([
    [["--as-of", "2026-10-15"], { asOf: "2026-10-15" }],
    [["--features", "all"], { newOrganizationFeatures: "all" }],
    [["--features", "none"], { newOrganizationFeatures: "none" }],
    [["--features", "sso,a_1"], { newOrganizationFeatures: ["sso", "a_1"] }],
    [["--latency", "1"], { latencyMs: 1 }],
    [["--proxy-actions"], { proxyActionsTakeKeys: true }],
    [["--rate-limit", "10000"], { rateLimit: true, rateLimitScale: 10_000 }],
  ])("with %j differs by %j alone", async (flags, difference) => {
    const [usual, own] = [await settingsWith(), await settingsWith(...flags)];
    expect(own.settings).toEqual({ ...usual.settings, ...difference });
  });

  test.each(DIALECT_NAMES)("plays the dialect %s", async (dialect) => {
    expect((await settingsWith("--dialect", dialect)).place.dialect).toBe(dialect);
  });

  test.each(["12345678", "x".repeat(200), "a-b_C9-key"])("takes the key %s, and keeps it in its file", async (key) => {
    const data = join(folder, `${key.length}-${key.slice(0, 3)}.db`);
    expect((await settingsWith("--key", key, "--data", data)).place.apiKey).toBe(key);
    expect((await settingsWith("--data", data)).place.apiKey).toBe(key);
    await expect(runSandboxCommand(["--port", "0", "--key", `${key.slice(0, 7)}_no`, "--data", data])).rejects.toThrow(
      new UsageError(`--key differs from the key in ${data}. Leave out --key, or use another file.`),
    );
    expect((await settingsWith("--key", key, "--data", data)).place.apiKey).toBe(key);
  });

  test.each([
    [[], false],
    [["--legacy-key"], true],
  ])("with %j has a key without scopes: %j", async (flags, isUnscoped) => {
    const state = await looked(["--json", ...flags], async (text) => {
      const answer = await fetch(`${ready.parse(JSON.parse(text)).host}/_sandbox/state`);
      return z.object({ tables: z.object({ keys: z.array(keyRow) }) }).parse(await answer.json());
    });
    expect(state.tables.keys.map(({ scopes }) => scopes === null)).toEqual([isUnscoped]);
  });

  test.each(SIGNALS)("says how to use it, and ends well on %s", async (signal) => {
    const usual = await looked([], (text) => text, signal);
    const [host = "", key = "", organization = ""] = [
      ...usual.matchAll(/^ {2}(?:host|API key|organization) +(\S+)$/gmu),
    ].map(([, value]) => value);
    expect(usual).toBe(report(host, key, organization));
    const empty = await looked(["--seed", "empty"], (text) => text, signal);
    const [, otherHost = "", otherKey = ""] = /host +(\S+)\n {2}API key +(\S+)\n/u.exec(empty) ?? [];
    expect(empty).toBe(report(otherHost, otherKey, undefined));
  });
});

test("a port that another program uses is refused before a data file is made", async () => {
  const other = await startSandbox();
  const { port } = new URL(other.host);
  const data = join(folder, "unmade.sqlite");
  try {
    await expect(runSandboxCommand(["--port", port, "--data", data])).rejects.toThrow(
      new UsageError(
        `Port ${port} is in use by another program. Choose another with --port, or --port 0 for a free one.`,
      ),
    );
    expect(existsSync(data)).toBe(false);
  } finally {
    await other.close();
  }
});

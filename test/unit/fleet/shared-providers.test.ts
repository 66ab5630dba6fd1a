import { afterEach, expect, test } from "@jest/globals";

import { SharedProviders, type SharedStack } from "../../../packages/fleet/src/providers/shared-providers.ts";
import { failureOf } from "../../support/fake-resources.ts";

/** A fake process that answers with its own number or a given answer, and acts by a stack's name. */
const PROGRAM = `
const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(?:EXAMPLE|ORGFORM)_/.test(name)));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, ...asked } = JSON.parse(line);
  const { stack, engine, environment } = asked;
  if (stack === "dies" && environment) { process.stderr.write("\\n out of memory\\n", () => process.exit(1)); return; }
  const answer = stack === "unguarded" ? {} : stack === "refused" ? { error: "It is served already" }
    : engine === "told" ? { environment } : engine === "asked" ? { environment: { ASKED: JSON.stringify(asked) } }
    : stack === "asked" ? { connections: JSON.stringify(asked) === '{"do":"close","stack":"asked"}' ? 5 : 1 } : { environment: { AT: String(process.pid), ...own }, connections: 2 };
  const said = JSON.stringify({ id, ...answer }) + "\\n";
  process.stdout.write(stack === "repeated" ? said + said : said);
});`;

let shared: SharedProviders;
const opened = (command: readonly [string, ...string[]] = [process.execPath, "-e", PROGRAM]): SharedProviders =>
  (shared = new SharedProviders({ command, engines: [{ variablePrefix: "EXAMPLE_" }] }));
afterEach(() => shared.end());

const stack = (name: string, engine = "counted"): SharedStack => ({
  engine,
  name,
  folder: "/programs/standard",
  environment: { ORGFORM_HOST: "https://eu.posthog.com", ORGFORM_ORGANIZATION_ID: undefined },
});

test("stacks get the variables for one process, and the count of connections at the end", async () => {
  process.env["EXAMPLE_TOKEN"] = process.env["ORGFORM_API_KEY"] = "of-one-stack";
  const providers = opened();
  expect(providers.pid).toBeUndefined();
  const [one, two, three] = await Promise.all([
    providers.open(stack("one")),
    providers.open(stack("two")),
    providers.open(stack("three", "told")),
  ]).finally(() => ["EXAMPLE_TOKEN", "ORGFORM_API_KEY"].forEach((name) => delete process.env[name]));
  expect(one).toEqual({ AT: String(providers.pid) });
  expect(two).toEqual(one);
  expect(three).toEqual({ ORGFORM_HOST: "https://eu.posthog.com" });
  expect(await providers.close("one")).toBe(2);
  expect(await providers.close("one")).toBe(0);
});

test("the process is told what to do, in the same words each time", async () => {
  const providers = opened();
  const asked = stack("asked", "asked");
  const environment = { ORGFORM_HOST: "https://eu.posthog.com" };
  expect(JSON.parse((await providers.open(asked))["ASKED"] ?? "")).toEqual({
    do: "open",
    engine: "asked",
    stack: "asked",
    folder: "/programs/standard",
    environment,
  });
  expect(await providers.close("asked")).toBe(5);
});

test("an answer that nobody waits for is ignored", async () => {
  const providers = opened();
  await providers.open(stack("repeated"));
  expect(await providers.open(stack("one"))).toEqual({ AT: String(providers.pid) });
  expect(await providers.close("repeated")).toBe(2);
});

test("a stack that other users could have served too gets a provider of its own", async () => {
  expect(await opened().open(stack("unguarded"))).toEqual({});
});

test("what the process refuses fails with its words, and a process that died is replaced", async () => {
  const providers = opened();
  await expect(providers.open(stack("refused"))).rejects.toThrow("It is served already");
  await providers.open(stack("one"));
  const first = providers.pid ?? 0;
  process.kill(first, "SIGKILL");
  const later = await providers.open(stack("two"));
  expect(later).toEqual({ AT: String(providers.pid) });
  expect(providers.pid).not.toBe(first);
  expect(await providers.close("one")).toBe(0);
});

test("one that ends at once is tried twice, and what it said last is told; one that does not start, too", async () => {
  const { message } = await failureOf(opened().open(stack("dies")));
  expect(message).toBe("The shared provider process ended immediately.\nout of memory");
  await expect(opened(["/nowhere/node"]).open(stack("one"))).rejects.toThrow(/ended immediately\.\nspawn .*ENOENT/u);
});

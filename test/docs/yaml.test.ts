import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";

import { UNKNOWN } from "../../src/model/unknown.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";
import { REPOSITORY } from "../support/doc-pages.ts";
import { pulumiPlugin } from "../support/plugin-process.ts";

interface YamlProgram {
  readonly resources?: Readonly<Record<string, { readonly type: string; readonly properties: object }>>;
}

const programs = blocksOfKind("YAML program").map(({ page, line, text }) => [`${page}:${line}`, text] as const);

// There is no service here, because the test is only about the plugin's own knowledge.
beforeAll(() => {
  process.env["ORGFORM_OFFLINE_PREVIEW"] = "1";
});
afterAll(() => {
  delete process.env["ORGFORM_OFFLINE_PREVIEW"];
});

/** The plugin's findings in the resources of a program. */
async function problemsIn(text: string): Promise<string[]> {
  const { resources: declared = {} } = parse(text) as YamlProgram;
  const run = pulumiPlugin.start({
    host: "http://127.0.0.1:1",
    apiKey: "phx_nobody",
    config: { retryBudgetSeconds: "0" },
  });
  const found = Object.values(declared).map(async ({ type, properties }) => {
    const [, name = ""] = /^orgform:(\w+)$/u.exec(type) ?? [];
    const isReference = (value: unknown): boolean => typeof value === "string" && value.startsWith("${");
    const entries = Object.entries(properties).map(([key, value]) => [key, isReference(value) ? UNKNOWN : value]);
    const { problems } = await run.check(name, undefined, Object.fromEntries(entries));
    return problems;
  });
  expect(found.length).toBeGreaterThan(0);
  return (await Promise.all(found)).flat();
}

test("every resource has a program in YAML", () => {
  const types = programs.map(([, text]) => /type: (\S+)/u.exec(text)?.[1]);
  expect(types).toEqual(expect.arrayContaining(resources.map(({ name }) => `orgform:${name}`)));
});

describe("a program in YAML", () => {
  test.each(programs)("of %s declares what the plugin takes", async (_place, text) => {
    expect(await problemsIn(text)).toEqual([]);
  });

  const [, correct] = programs.find(([, text]) => text.includes("ssoEnforcement: google-oauth2")) ?? ["", ""];

  test("would be refused with a name or a value that is not there", async () => {
    expect(await problemsIn(correct.replace("ssoEnforcement", "ssoEnforced"))).toEqual([
      expect.stringMatching(/^ssoEnforced: .*ssoEnforcement/u),
    ]);
    expect(await problemsIn(correct.replace("google-oauth2", "smoke-signals"))).toEqual([
      expect.stringMatching(/^ssoEnforcement: /u),
    ]);
    await expect(problemsIn(correct.replace("DomainSso", "Realm"))).rejects.toThrow(/no resource .*Realm/u);
  });
});

/** The part of `Pulumi.yaml` that names folders of plugins. */
interface Plugins {
  readonly plugins?: { readonly providers?: readonly { readonly name: string; readonly path: string }[] };
}

const folders = [...blocksOfKind("plugin folder"), ...blocksOfKind("YAML program")]
  .map(({ page, line, text }) => [`${page}:${line}`, (parse(text) as Plugins).plugins] as const)
  .filter(([, plugins]) => plugins !== undefined);

test.each(folders)("the plugin folder of %s is the one into which npm puts the plugin's program", (_place, plugins) => {
  expect(plugins).toEqual({ providers: [{ name: "orgform", path: "node_modules/.bin" }] });
  const manifest = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")) as { bin: object };
  expect(Object.keys(manifest.bin)).toContain("pulumi-resource-orgform");
});

import { existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { promisedTargets } from "../../../scripts/package-targets.ts";
import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { type Consumer, newConsumer } from "../consumer.ts";

const ROOT = join(__dirname, "../../..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

// The package is built, packed and installed from the registry once for all tests here.
jest.setTimeout(600_000);

let consumer: Consumer;
beforeAll(async () => {
  consumer = await newConsumer();
});
afterAll(() => consumer?.remove());

const entries = Object.keys(manifest.exports)
  .filter((path) => !path.includes("*"))
  .map((path) => path.replace(/^\./, "orgform"));

describe("the tarball", () => {
  test("contains every file that package.json lists and the license, but no tests or tools", () => {
    for (const target of promisedTargets(manifest)) {
      const pattern = new RegExp(`^${target.slice(2).replaceAll(".", "\\.").replace("*", "[^/]+")}$`);
      expect(consumer.packed.filter((path) => pattern.test(path))).not.toEqual([]);
    }
    expect(consumer.packed).toContain("LICENSE");
    const allowed =
      /^(?:dist\/|(?:README|CHANGELOG|SECURITY)\.md$|skills\/orgform\/SKILL\.md$|(?:package\.json|LICENSE)$)/;
    expect(consumer.packed.filter((path) => !allowed.test(path))).toEqual([]);
  });

  test("contains no source, source map, or generated construct", () => {
    const sources = consumer.packed.filter((path) => /\.[cm]?ts$/u.test(path) && !/\.d\.[cm]?ts$/u.test(path));
    expect([...sources, ...consumer.packed.filter((path) => path.endsWith(".map"))]).toEqual([]);
    expect(consumer.packed.filter((path) => /^dist\/.*cdkt[fn]/u.test(path))).toEqual([]);
  });
});

describe("at run time", () => {
  test.each(entries)("%s is imported and required, and gives the same both ways", async (entry) => {
    const { status, output } = await consumer.bothWays(entry);
    expect({ status, ...JSON.parse(output) }).toEqual({ status: 0, count: expect.any(Number), same: true });
    expect(JSON.parse(output).count).toBeGreaterThan(0);
  });

  test.each(["cdktf", "cdktn"])("brings no %s along", (library) => {
    for (const name of [library, `@orgform/${library}`]) {
      expect(existsSync(join(consumer.folder, "node_modules", name))).toBe(false);
    }
  });

  test("every module that a stored state requires has a public path and provides a provider", async () => {
    const modules = consumer.packed.flatMap((path) => /^dist\/dyn\/((?!bridge)[^/]+\.cjs)$/.exec(path)?.[1] ?? []);
    expect(modules).toContain("organization.cjs");
    const script = `
      for (const name of ${JSON.stringify(modules)}) {
        const provider = require("orgform/dyn/" + name);
        console.log(name, Object.keys(provider).sort().join(" "), provider.configure.constructor.name);
      }`;
    const { output } = await consumer.node("-e", script);
    const verbs = "check configure create delete diff read update Function";
    expect(output.trim().split("\n")).toEqual(modules.map((name) => `${name} ${verbs}`));
  });

  test("nothing but the listed paths can be reached", async () => {
    const { output } = await consumer.node("-e", 'require("orgform/dist/client/client.js")');
    expect(output).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  test("the command line is executable and says its version", async () => {
    const program = join(consumer.folder, "node_modules/orgform", manifest.bin.orgform);
    const linked = join(consumer.folder, "node_modules/.bin/orgform");
    expect(statSync(program).mode & 0o111).toBe(0o111);
    const { status, output } = await consumer.node(linked, "--version");
    expect({ status, version: /\d+\.\d+\.\d+\S*/.exec(output)?.[0] }).toEqual({ status: 0, version: manifest.version });
  });
});

describe.each(SCENARIO_DIALECTS)("the plugin of the package (%s)", (dialect) => {
  const named = "plugins:\n  providers:\n    - name: orgform\n      path: node_modules/.bin\n";

  test("is found silently by its folder in Pulumi.yaml, and on PATH with a warning; nothing is downloaded", async () => {
    const sandbox = await startSandbox({ dialect });
    const { host, apiKey } = sandbox;
    const program = `import * as orgform from "orgform/pulumi-plugin";
new orgform.Organization("found", { name: "Found", deletionProtection: false });
`;
    const env = { ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey, PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false" };
    const stack = await PulumiStack.create({ env, files: { "index.js": program }, linked: false });
    try {
      const modules = join(consumer.folder, "node_modules");
      symlinkSync(modules, join(stack.program, "node_modules"), "junction");
      stack.write({ "Pulumi.yaml": `name: test\nruntime: nodejs\n${named}` });
      expect(await stack.must("install", "--no-dependencies")).not.toMatch(/download|retry/iu);
      expect(await stack.up()).not.toContain("warning");
      stack.write({ "Pulumi.yaml": "name: test\nruntime: nodejs\n" });
      stack.env["PATH"] = `${join(modules, ".bin")}${delimiter}${stack.env["PATH"] ?? ""}`;
      expect(await stack.up("--expect-no-changes")).toContain("warning: using pulumi-resource-orgform from $PATH");
      await stack.destroy();
      expect(sandbox.control.organizations().map(({ name }) => name)).toEqual(["Acme"]);
      expect(sandbox.control.counts()["POST /api/organizations/"]).toBe(1);
    } finally {
      stack.dispose();
      await sandbox.close();
    }
  });
});

/** A newcomer's program, and one line that must not compile. */
const PROGRAM = `
import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

const organization = new orgform.Organization("acme", { name: "Acme" });
new orgform.Domain("site", { organizationId: organization.id, domain: "acme.example" });
export const organizationId: pulumi.Output<string> = organization.id;

// @ts-expect-error -- a name is text
new orgform.Organization("wrong", { name: 7 });
`;

describe("the types", () => {
  test("fit a project made by Pulumi's own TypeScript template, and its program runs under the SDK's mocks", async () => {
    const compilerOptions = {
      strict: true,
      outDir: "bin",
      target: "es2020",
      module: "commonjs",
      moduleResolution: "node",
      sourceMap: true,
      experimentalDecorators: true,
      pretty: true,
      noFallthroughCasesInSwitch: true,
      noImplicitReturns: true,
      forceConsistentCasingInFileNames: true,
    };
    consumer.write("template/tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts"] }));
    consumer.write("template/index.ts", PROGRAM);
    expect(await consumer.compile("template/tsconfig.json")).toMatchObject({ status: 0, output: "" });
    consumer.write(
      "template/run.js",
      `const pulumi = require("@pulumi/pulumi");
      const seen = [];
      pulumi.runtime.setMocks({
        newResource: (args) => { seen.push(args.type + " " + args.name); return { id: args.name + "-id", state: args.inputs }; },
        call: () => ({}),
      });
      const { organizationId } = require("./bin/index.js");
      organizationId.apply((id) => setTimeout(() => console.log(JSON.stringify({ id, seen: seen.sort() })), 50));`,
    );
    const { output } = await consumer.node("--no-warnings", "template/run.js");
    expect(JSON.parse(output)).toEqual({
      id: "acme-id",
      seen: [
        "pulumi-nodejs:dynamic/orgform:Domain site",
        "pulumi-nodejs:dynamic/orgform:Organization acme",
        "pulumi-nodejs:dynamic/orgform:Organization wrong",
      ],
    });
  });

  test("fit an ES module under nodenext, for every entry", async () => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2022",
      module: "nodenext",
      moduleResolution: "nodenext",
    };
    consumer.write("modern/package.json", '{"type":"module"}');
    consumer.write("modern/tsconfig.json", JSON.stringify({ compilerOptions, files: ["index.ts", "entries.ts"] }));
    consumer.write("modern/index.ts", PROGRAM);
    consumer.write(
      "modern/entries.ts",
      `import { createClient, isApiError } from "orgform";
// @ts-expect-error -- there is no such export
import { nonsense } from "orgform";

export const functions: Function[] = [createClient, isApiError, nonsense];`,
    );
    expect(await consumer.compile("modern/tsconfig.json")).toMatchObject({ status: 0, output: "" });
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { budgetsOf } from "../../../scripts/budget/budgets.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { runScript } from "../../support/run-tool.ts";

const ROOT = join(__dirname, "../../..");
const LIMIT_MS = 120_000;
const NAME = "pulumi-resource-orgform";
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };

let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgform-pulumi-package-"));
  const { status, output } = await runScript("scripts/package-pulumi.ts", [join(folder, "made")], ROOT);
  if (status !== 0) throw new Error(output);
}, LIMIT_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = (name: string): string => join(folder, "made", name);

describe("the single file", () => {
  test.each(["module", "commonjs"])("starts in a folder below a package with type %s", async (type) => {
    mkdirSync(join(folder, type));
    writeFileSync(join(folder, type, "package.json"), JSON.stringify({ type }));
    copyFileSync(made(NAME), join(folder, type, NAME));
    const plugin = spawn(join(folder, type, NAME), ["127.0.0.1:1"], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(plugin.stdout, "data")) as [Buffer];
    plugin.kill("SIGINT");
    expect([line.toString("utf8"), await once(plugin, "exit")]).toEqual([expect.stringMatching(/^\d+\n$/u), [0, null]]);
  });

  test("is small, contains the licenses of its parts, and nothing of other engines", () => {
    const text = readFileSync(made(NAME), "utf8");
    expect(statSync(made(NAME)).size).toBeLessThan(1000 * (budgetsOf().packedKb[NAME] ?? 0));
    const licences = text.slice(text.lastIndexOf("This file contains:"));
    expect(licences.match(/^\S+$(?=\n\nMIT License)/gmu)).toEqual(["undici", "zod"]);
    expect(text).not.toMatch(/tfplugin|msgpack|commander|libsql/u);
  });
});

describe.each(SCENARIO_DIALECTS)("installed (%s)", (dialect) => {
  let sandbox: Sandbox;
  let stack: PulumiStack;
  const opened: (() => unknown)[] = [];

  /** A program that doesn't say where the plugin is. */
  const program = (options = ""): string =>
    `import * as orgform from "orgform/pulumi-plugin";
new orgform.Organization("packed", { name: "Packed", deletionProtection: false }${options});
`;

  beforeAll(async () => {
    sandbox = await startSandbox({ dialect });
    const { host, apiKey, organizationId } = sandbox;
    const env = { ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey, ORGFORM_ORGANIZATION_ID: organizationId };
    stack = await PulumiStack.create({ env, files: { "index.js": program() } });
  }, LIMIT_MS);

  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
    await stack.must("plugin", "rm", "resource", "orgform", "--yes");
  });

  afterAll(async () => {
    await sandbox.close();
    stack.dispose();
  });

  const names = (): string[] => sandbox.control.organizations().map(({ name }) => name);

  /** Serves the archives as a static server does. */
  async function serve(): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end(readFileSync(join(folder, "made/release", request.url ?? "")));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    opened.push(() => new Promise((resolve) => server.close(resolve)));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  test(
    "from the file: programs and `pulumi do` find it",
    async () => {
      expect((await stack.run("up", "--yes", "--skip-preview")).output).toContain(`no resource plugin '${NAME}' found`);
      await stack.must("plugin", "install", "resource", "orgform", `v${version}`, "--file", made(NAME));
      expect(await stack.up()).not.toContain("warning");
      expect(names()).toEqual(["Acme", "Packed"]);
      const listed: unknown = JSON.parse(await stack.must("do", "orgform:Organization", "list"));
      expect(listed).toEqual(names().map((name) => ({ id: expect.any(String), name })));
      await stack.destroy();
    },
    LIMIT_MS,
  );

  test(
    "from a static server: manually, or by the engine",
    async () => {
      const { url, asked } = await serve();
      await stack.must("plugin", "install", "resource", "orgform", `v${version}`, "--server", url);
      await stack.up();
      await stack.destroy();
      await stack.must("plugin", "rm", "resource", "orgform", "--yes");
      stack.write({ "index.js": program(`, ${JSON.stringify({ version, pluginDownloadURL: url })}`) });
      stack.env["PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION"] = "false";
      await stack.up();
      expect(names()).toEqual(["Acme", "Packed"]);
      await stack.destroy();
      const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
      const archive = `/${NAME}-v${version}-${platform}.tar.gz`;
      expect(asked).toEqual([archive, archive]);
    },
    LIMIT_MS,
  );
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { type Ran, runHere } from "./run-here.ts";

/** The default of a setting of a plugin that is marked secret. */
const HIDDEN = "hunter2-hunter2";
const SETTINGS = [
  { key: "url", name: "Address", type: "string", default: "https://warehouse.example" },
  { key: "token", name: "Token", type: "string", secret: true, default: HIDDEN },
];

let sandbox: Sandbox;
let folder: string;

const orgform = (...args: string[]): Promise<Ran> =>
  runHere(args, {
    ORGFORM_HOST: sandbox.host,
    ORGFORM_API_KEY: sandbox.apiKey,
    ORGFORM_ORGANIZATION_ID: sandbox.organizationId,
  });

beforeAll(async () => {
  sandbox = await startSandbox({ dialect: "2025-08" });
  folder = mkdtempSync(join(tmpdir(), "orgform-secret-defaults-"));
  const response = await fetch(`${sandbox.host}/api/organizations/${sandbox.organizationId}/plugins/`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Warehouse", plugin_type: "source", config_schema: SETTINGS }),
  });
  if (response.status !== 201) throw new Error(await response.text());
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

test("a list shows the settings of a plugin without the default of a secret one", async () => {
  const listed = await orgform("call", "list-plugins");
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("https://warehouse.example") });
  expect(listed.stdout).toContain("token");
  expect(listed.stdout).not.toContain(HIDDEN);
});

test.each(["pulumi", "terraform"])("adopt with %s writes the settings as a secret to fill in", async (engine) => {
  const out = join(folder, engine);
  expect(await orgform("adopt", "--for", engine, "--out", out)).toMatchObject({ code: 0 });
  const written = readdirSync(out).map((name) => readFileSync(join(out, name), "utf8"));
  expect(written.join("\n")).toMatch(/Warehouse/u);
  expect(written.join("\n")).toMatch(/config[_ ]?schema/iu);
  expect(written.join("\n")).not.toContain(HIDDEN);
});

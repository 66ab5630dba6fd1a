import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { startWorld, type World } from "../support/scenario-world.ts";
import { runHere } from "./run-here.ts";

const TSX_LOADER = pathToFileURL(require.resolve("tsx")).href;

const ENVIRONMENT = { ORGFORM_HOST: "http://127.0.0.1:9", ORGFORM_API_KEY: "phx_made_up" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-migrate-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** An engine that prints a state. */
function engineThatPrints(program: string, state: unknown): Record<string, string> {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "state.json"), JSON.stringify(state));
  writeFileSync(join(bin, program), `#!/bin/sh\ncat '${join(bin, "state.json")}'\n`, { mode: 0o755 });
  return { ...ENVIRONMENT, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
}

const STATE = {
  version: 4,
  resources: [
    {
      mode: "managed",
      type: "orgform_role",
      name: "role",
      instances: [
        {
          schema_version: 1,
          attributes: { id: "a/b", organization_id: "a", name: "Builders" },
          private: Buffer.from(JSON.stringify({ orgform: "" })).toString("base64"),
        },
      ],
    },
  ],
};

const migrate = (environment: Readonly<Record<string, string>>, ...flags: readonly string[]) =>
  runHere(["migrate", "--cwd", folder, ...flags], environment);

test("what cannot be is said before anything is read, with what to give", async () => {
  expect(await migrate(ENVIRONMENT)).toMatchObject({
    code: 1,
    stderr: "The engine is missing: give --for pulumi or --for terraform.\n",
  });
  expect(await migrate(ENVIRONMENT, "--for", "cdk")).toMatchObject({
    code: 1,
    stderr: "--for is cdk; it must be pulumi or terraform.\n",
  });
  const escaping = await migrate(ENVIRONMENT, "--for", "pulumi", "--out", "../elsewhere");
  expect(escaping).toMatchObject({ code: 1, stderr: expect.stringContaining("in the program's folder") });
  mkdirSync(join(folder, "orgform-migration"));
  writeFileSync(join(folder, "orgform-migration/mine"), "");
  const taken = await migrate(ENVIRONMENT, "--for", "pulumi");
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty: it holds "mine"') });
});

test("a folder without a program, and one of another engine, are refused", async () => {
  const none = await migrate(ENVIRONMENT, "--for", "pulumi");
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("contains no program of Pulumi") });
  writeFileSync(join(folder, "main.tf"), "");
  const other = await migrate(engineThatPrints("terraform", STATE), "--for", "pulumi");
  expect(other).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("give --for terraform") });
});

test("a state in which nothing is in an old form needs no request, and nothing is written", async () => {
  writeFileSync(join(folder, "main.tf"), "");
  const done = await migrate(engineThatPrints("terraform", STATE), "--for", "terraform");
  expect(done).toEqual({ code: 0, stdout: "No changes are needed.\n", stderr: "" });
  expect(readdirSync(folder).toSorted()).toEqual(["bin", "main.tf"]);
});

/** A state of a Terraform program with these objects of one service. */
const stateOf = (objects: readonly (readonly [type: string, name: string, attributes: object])[], host?: string) => ({
  version: 4,
  resources: objects.map(([type, name, attributes]) => ({
    mode: "managed",
    type: `orgform_${type}`,
    name,
    instances: [
      {
        schema_version: 1,
        attributes,
        private: Buffer.from(JSON.stringify({ orgform: "", host })).toString("base64"),
      },
    ],
  })),
});

test.each(["../elsewhere", "new/code", "/tmp", ".hidden", "a b", "new|code", "é"])(
  "a folder named %j isn't one in the program's folder",
  async (name) => {
    expect(await migrate(ENVIRONMENT, "--for", "pulumi", "--out", name)).toEqual({
      code: 1,
      stdout: "",
      stderr: "--out must name a folder in the program's folder: letters, digits, dots, and hyphens.\n",
    });
  },
);

describe("a state of another service", () => {
  const ROLE = ["role", "role", { id: "a/b", organization_id: "a", name: "Builders" }] as const;
  const NONE = { code: 0, stdout: "No changes are needed.\n", stderr: "" };

  test.each<[recorded: string | undefined, given: string]>([
    [undefined, "http://127.0.0.1:9"],
    ["http://127.0.0.1:9", "http://127.0.0.1:9"],
    ["http://127.0.0.1:9//", "http://127.0.0.1:9"],
    ["http://127.0.0.1:9", "http://127.0.0.1:9///"],
  ])("is one of %j to a run with %s that isn't refused", async (recorded, given) => {
    writeFileSync(join(folder, "main.tf"), "");
    const environment = engineThatPrints("terraform", stateOf([ROLE], recorded));
    expect(await migrate(environment, "--for", "terraform", "--host", given)).toEqual(NONE);
  });

  test.each(["http://127.0.0.1:9/eu", "http://127.0.0.1:99", "https://127.0.0.1:9", "http:/127.0.0.1:9"])(
    "is refused: %s",
    async (host) => {
      writeFileSync(join(folder, "main.tf"), "");
      const environment = engineThatPrints("terraform", stateOf([ROLE], host));
      expect(await migrate(environment, "--for", "terraform")).toEqual({
        code: 1,
        stdout: "",
        stderr: `The state belongs to ${host}, but this run would use http://127.0.0.1:9. Give --host ${host}.\n`,
      });
      expect(readdirSync(folder).toSorted()).toEqual(["bin", "main.tf"]);
    },
  );
});

describe("a program with retired items", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld("2026-09");
    world.project(world.organizationId);
  });
  afterAll(() => world.sandbox.close());

  const item = (name: string, id: string) =>
    ["pipeline_transformation", name, { organization_id: world.organizationId, id, name: `Scrub ${name}` }] as const;
  const FOUND = (name: string) =>
    `  The pipeline item "Scrub ${name}" becomes a hog function of the type transformation in each project, disabled at first.\n`;
  const UNKNOWN =
    "Not checked:\n  orgform_nowhere.x: This version of Orgform doesn't know the resource. Install the version that wrote the state.\n";

  const migrated = (state: unknown, ...flags: readonly string[]) => {
    writeFileSync(join(folder, "main.tf"), "");
    const environment = engineThatPrints("terraform", state);
    const { host, apiKey } = { host: world.sandbox.host, apiKey: world.apiKey };
    const own = { ...environment, ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey };
    return migrate(own, "--for", "terraform", ...flags);
  };

  test("is told what changes and what wasn't checked, and nothing is written for a check", async () => {
    const state = stateOf([item("a", `${world.organizationId}/7`), ["nowhere", "x", { id: "x" }]]);
    expect(await migrated(state, "--check")).toEqual({
      code: 2,
      stdout: `To change: 1.\n${FOUND("a")}${UNKNOWN}`,
      stderr: "",
    });
    expect(readdirSync(folder).toSorted()).toEqual(["bin", "main.tf"]);
  });

  test("can't be told to need nothing while a resource is unknown", async () => {
    expect(await migrated(stateOf([["nowhere", "x", { id: "x" }]]))).toEqual({
      code: 1,
      stdout: `No changes are needed.\n${UNKNOWN}`,
      stderr: "",
    });
  });

  test("gets their code, and the rules by which `orgform drift` ignores what stays", async () => {
    const id = (own: string): string => `${world.organizationId}/${own}`;
    const out = join(folder, "new-code");
    expect(await migrated(stateOf([item("a", id("7")), item("b", id("8"))]), "--out", "new-code")).toEqual({
      code: 0,
      stdout: `To change: 2.\n${FOUND("a")}${FOUND("b")}Wrote ${out}. Follow the steps in its MIGRATION.md.\n`,
      stderr: "",
    });
    const kinds = [
      "PipelineDestination",
      "PipelineFrontendApp",
      "PipelineImportApp",
      "PipelineTransformation",
      "Plugin",
    ];
    const rules = ["7", "8"].flatMap((own) => kinds.map((kind) => `${kind} ${id(own)}\n`));
    expect(readFileSync(join(out, "orgformignore"), "utf8")).toBe(rules.join(""));
    expect(readdirSync(out).toSorted()).toEqual([
      "MIGRATION.md",
      "migration.tf",
      "orgformignore",
      "scrub-a.hog",
      "scrub-b.hog",
    ]);
  });
});

test("a run that is killed while it writes leaves no folder, and the next one writes it whole", () => {
  const out = join(folder, "orgform-migration");
  const module = join(__dirname, "../../src/cli/write-folder.ts");
  const write = (writing: string): NodeJS.Signals | null => {
    const text = `import { writeFileSync } from "node:fs";
import { writeFolder } from ${JSON.stringify(module)};
writeFolder(${JSON.stringify(out)}, { "MIGRATION.md": "1", "migration.tf": "2" }, ${writing});`;
    return spawnSync(process.execPath, ["--import", TSX_LOADER, "--input-type=module", "-e", text]).signal;
  };
  const killing =
    '(path, text) => path.endsWith(".tf") ? process.kill(process.pid, "SIGKILL") : writeFileSync(path, text)';
  expect(write(killing)).toBe("SIGKILL");
  expect(readdirSync(folder).filter((name) => !name.startsWith("."))).toEqual([]);
  expect(write("writeFileSync")).toBeNull();
  expect(readdirSync(out).toSorted()).toEqual(["MIGRATION.md", "migration.tf"]);
});

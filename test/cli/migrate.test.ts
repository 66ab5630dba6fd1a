import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, expect, test } from "@jest/globals";

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

import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { ensureTerraform, terraformAtHand } from "../../scripts/set-up/terraform.ts";

let folder: string;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-ensure-terraform-"));
  said = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log = (line: string): void => void said.push(line);

function fakeProgram(path: string, version: string): void {
  writeFileSync(path, `#!/bin/sh\necho "Terraform v${version}"\n`);
  chmodSync(path, 0o755);
}

/** An environment with nothing on PATH and a cache of its own. */
const bare = (): NodeJS.ProcessEnv => ({ PATH: join(folder, "nothing"), ORGFORM_CACHE: join(folder, "cache") });

test("the program that ORGFORM_TERRAFORM names goes before the one on PATH, and that before a build", async () => {
  fakeProgram(join(folder, "terraform"), "1.9.0");
  const env = { ...bare(), PATH: folder };
  const build = (): never => {
    throw new Error("must not build");
  };
  expect(await ensureTerraform({ env, log, build })).toBe(join(folder, "terraform"));
  expect(await ensureTerraform({ env: { ...env, ORGFORM_TERRAFORM: "/opt/tofu" }, log, build })).toBe("/opt/tofu");
  expect(said).toEqual([]);
});

test("what is built is kept whole in the cache, and used without a build from then on", async () => {
  let builds = 0;
  const build = async (target: string): Promise<undefined> => {
    builds += 1;
    fakeProgram(target, "1.11.4");
  };
  const [first, second] = await Promise.all([
    ensureTerraform({ env: bare(), log, build }),
    ensureTerraform({ env: bare(), log, build }),
  ]);
  expect(first).toBe(join(folder, "cache", "terraform-1.11.4", "terraform"));
  expect(second).toBe(first);
  expect(builds).toBe(1);
  expect(terraformAtHand(bare())).toBe(first);
  expect(readdirSync(join(folder, "cache"))).toEqual(["terraform-1.11.4"]);
});

test("a build that fails, or makes something else, leaves nothing and names the remedies", async () => {
  const failing = ensureTerraform({ env: bare(), log, build: async () => "no module proxy" });
  await expect(failing).rejects.toThrow(
    "There is no Terraform for the tests, and none could be built: no module proxy.\nAny one of these helps:",
  );
  const wrong = async (target: string): Promise<undefined> => fakeProgram(target, "1.2.3") as undefined;
  await expect(ensureTerraform({ env: bare(), log, build: wrong })).rejects.toThrow("what was built does not start");
  expect(existsSync(join(folder, "cache", "terraform-1.11.4"))).toBe(false);
  await expect(ensureTerraform({ env: bare(), log })).rejects.toThrow("there is no Go on PATH");
});

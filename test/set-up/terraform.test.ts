import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { ENGINES } from "../../tools/set-up/terraform/engines.ts";
import { engineAtHand, ensureEngine, ensureVersion } from "../../tools/set-up/terraform/ensure.ts";
import type { BuildEngine } from "../../tools/set-up/terraform/go-build.ts";

let folder: string;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-ensure-terraform-"));
  said = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log = (line: string): void => void said.push(line);

function fakeProgram(path: string, version: string): void {
  writeFileSync(path, `#!/bin/sh\necho "Some engine v${version}"\n`);
  chmodSync(path, 0o755);
}

/** An environment with nothing on PATH and a cache of its own. */
const bare = (): NodeJS.ProcessEnv => ({ PATH: join(folder, "nothing"), ORGFORM_CACHE: join(folder, "cache") });

describe.each([
  ["terraform", "1.11.4"],
  ["opentofu", "1.12.6"],
] as const)("%s", (name, version) => {
  const { program, variable, title } = ENGINES[name];

  test("the program that the variable names goes before the one on PATH, and that before a build", async () => {
    fakeProgram(join(folder, program), "1.9.0");
    const env = { ...bare(), PATH: folder };
    const build = (): never => {
      throw new Error("must not build");
    };
    expect(await ensureEngine(name, { env, log, build })).toBe(join(folder, program));
    const named = { ...env, [variable]: "/opt/other" };
    expect(await ensureEngine(name, { env: named, log, build })).toBe("/opt/other");
    expect(said).toEqual([]);
  });

  test("what is built is kept whole in the cache, and used without a build from then on", async () => {
    const builds: string[] = [];
    const build: BuildEngine = async (engine, wanted, target) => {
      builds.push(`${engine.name} ${wanted}`);
      fakeProgram(target, wanted);
      return undefined;
    };
    const [first, second] = await Promise.all([
      ensureEngine(name, { env: bare(), log, build }),
      ensureEngine(name, { env: bare(), log, build }),
    ]);
    expect(first).toBe(join(folder, "cache", `${name}-${version}`, program));
    expect(second).toBe(first);
    expect(builds).toEqual([`${name} ${version}`]);
    expect(engineAtHand(name, bare())).toBe(first);
    expect(readdirSync(join(folder, "cache"))).toEqual([`${name}-${version}`]);
    const further = await ensureVersion(name, "1.8.0", { env: bare(), log, build });
    expect(further).toBe(join(folder, "cache", `${name}-1.8.0`, program));
    expect(engineAtHand(name, bare())).toBe(first);
  });

  test("a build that fails, or makes something else, leaves nothing and names the remedies", async () => {
    const failing = ensureEngine(name, { env: bare(), log, build: async () => "no module proxy" });
    await expect(failing).rejects.toThrow(
      `There is no ${title} for the tests, and none could be built: no module proxy.\nAny one of these helps:`,
    );
    const wrong: BuildEngine = async (_engine, wanted, target) => {
      fakeProgram(target, `${wanted}0`);
      return undefined;
    };
    await expect(ensureEngine(name, { env: bare(), log, build: wrong })).rejects.toThrow(
      "what was built does not start",
    );
    expect(existsSync(join(folder, "cache", `${name}-${version}`))).toBe(false);
    await expect(ensureEngine(name, { env: bare(), log })).rejects.toThrow("there is no Go on PATH");
  });
});

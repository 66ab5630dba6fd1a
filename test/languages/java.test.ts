import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeAll, expect, test } from "@jest/globals";

import { mavenEnvironment } from "../../tools/set-up/languages.ts";
import { runProgram } from "../../scripts/run-program.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { EXPECTED, GUIDE_PLAN, planGuideProgram, playExample, ROOT, STORY_LIMIT_MS } from "./support/language-story.ts";

const SDK = join(ROOT, "dist-sdks/java");
const VERSION = "<version>0.1.0</version>";

/** The SDK with a version of its own, since other checkouts use the same repository. */
const version = `<version>0.1.0-${digestOf(SDK)}</version>`;
const maven = mavenEnvironment();
const fixture = { adapt: (text: string): string => text.replace(VERSION, version), env: () => maven };

function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return hash.digest("hex").slice(0, 8);
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-java-"));
  try {
    cpSync(SDK, folder, { recursive: true });
    const project = readFileSync(join(folder, "pom.xml"), "utf8");
    writeFileSync(join(folder, "pom.xml"), project.replace(VERSION, version));
    const args = ["--batch-mode", "--no-transfer-progress", "--quiet", "-Dmaven.test.skip=true", "install"];
    const run = await runProgram("mvn", args, { cwd: folder, env: { ...process.env, ...maven } });
    if (run.status !== 0) throw new Error(`The Java SDK does not build.\n${run.output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, STORY_LIMIT_MS);

test.each(SCENARIO_DIALECTS)(
  "a Java program brings single sign-on up, dialect %s",
  async (dialect) => {
    expect(await playExample("java", dialect, fixture)).toEqual(EXPECTED);
  },
  STORY_LIMIT_MS,
);

test(
  "the guide's Java program runs",
  async () => {
    expect(await planGuideProgram("java", fixture)).toEqual(GUIDE_PLAN);
  },
  STORY_LIMIT_MS,
);

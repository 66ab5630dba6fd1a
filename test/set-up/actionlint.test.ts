import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { ensureActionlint } from "../../scripts/set-up/actionlint.ts";
import { type FakeMachine, newFakeMachine, writeGo, writeProgram } from "../support/fake-tools.ts";

let machine: FakeMachine;
let lines: string[];

beforeEach(() => {
  machine = newFakeMachine();
  lines = [];
});
afterEach(() => machine.remove());

const ensure = (): Promise<string | undefined> =>
  ensureActionlint({ env: machine.env, log: (line) => void lines.push(line) });

test("one on PATH is taken", async () => {
  writeProgram(machine.bin, "actionlint", "exit 0");
  expect([await ensure(), lines]).toEqual([join(machine.bin, "actionlint"), []]);
});

test("else the pinned one is built, once", async () => {
  const log = join(machine.folder, "go.log");
  writeGo(machine.bin, log, "1.0.0");
  const built = await ensure();
  expect(built).toMatch(/cache\/actionlint-(?<version>[\d.]+)\/actionlint$/u);
  const [, version = ""] = /actionlint-([\d.]+)/u.exec(built ?? "") ?? [];
  const module = readFileSync(join(__dirname, "../../scripts/actionlint/go.mod"), "utf8");
  expect(module).toContain(`github.com/rhysd/actionlint v${version}\n`);
  expect(await ensure()).toBe(built);
  expect(readFileSync(log, "utf8").match(/^build /gmu)).toHaveLength(1);
});

test("without Go there is none, and that is said; a Go that cannot build it is an error", async () => {
  expect(await ensure()).toBeUndefined();
  expect(lines).toEqual(["There is no actionlint and no Go to build it: workflows are not linted."]);
  writeProgram(machine.bin, "go", "echo 'go: no proxy' >&2; exit 1");
  await expect(ensure()).rejects.toThrow("Could not make actionlint: go build failed: go: no proxy.");
});

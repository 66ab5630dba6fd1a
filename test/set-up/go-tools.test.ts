import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { ensureActionlint } from "../../tools/set-up/actionlint.ts";
import { ensureAge } from "../../tools/set-up/age.ts";
import { ensureConftest } from "../../tools/set-up/conftest.ts";
import { ensurePromtool } from "../../tools/set-up/promtool.ts";
import { ensureTemporal } from "../../tools/set-up/temporal.ts";
import { type FakeMachine, newFakeMachine, writeGo, writeProgram } from "../support/fake-tools.ts";

let machine: FakeMachine;
let lines: string[];

beforeEach(() => {
  machine = newFakeMachine();
  lines = [];
});
afterEach(() => machine.remove());

describe.each([
  {
    name: "actionlint",
    ensureTool: ensureActionlint,
    module: "github.com/rhysd/actionlint",
    main: "/cmd/actionlint",
    takes: "half a minute",
    without: "workflows are not linted",
  },
  {
    name: "age",
    ensureTool: ensureAge,
    module: "filippo.io/age",
    main: "/cmd/age",
    takes: "half a minute",
    without: "plans are not opened by age itself",
  },
  {
    name: "temporal",
    ensureTool: ensureTemporal,
    module: "github.com/temporalio/cli",
    main: "/cmd/temporal",
    takes: "some ten minutes",
    without: "fleets on Temporal are not tried",
  },
  {
    name: "conftest",
    ensureTool: ensureConftest,
    module: "github.com/open-policy-agent/conftest",
    main: "",
    takes: "some three minutes",
    without: "rules in Rego are not tried",
  },
  {
    name: "promtool",
    ensureTool: ensurePromtool,
    module: "github.com/prometheus/prometheus",
    main: "/cmd/promtool",
    takes: "some three minutes",
    without: "alert rules are not tried",
  },
])("$name", ({ name, ensureTool, module, main, takes, without }) => {
  const ensure = (): Promise<string | undefined> =>
    ensureTool({ env: machine.env, log: (line) => void lines.push(line) });

  test("one on PATH is taken", async () => {
    writeProgram(machine.bin, name, "exit 0");
    expect([await ensure(), lines]).toEqual([join(machine.bin, name), []]);
  });

  test("else the pinned one is built, once, and how long that takes is said before", async () => {
    const log = join(machine.folder, "go.log");
    writeGo(machine.bin, log, "1.0.0");
    const built = await ensure();
    const [, version = ""] = new RegExp(`/cache/${name}-([\\d.]+)/${name}$`, "u").exec(built ?? "") ?? [];
    const pinned = readFileSync(join(__dirname, "../../tools", name, "go.mod"), "utf8");
    expect(pinned.split(/\s*\n\s*/u).map((line) => line.replace(" // indirect", ""))).toEqual(
      expect.arrayContaining([expect.stringMatching(`^(?:require )?${module} v${version}$`)]),
    );
    expect(lines).toEqual([`Building ${name} ${version} with Go: ${takes} the first time.`]);
    expect(await ensure()).toBe(built);
    expect(readFileSync(log, "utf8").match(/^build .*$/gmu)).toEqual([expect.stringContaining(` ${module}${main}`)]);
  });

  test("without Go there is none, and that is said; a Go that cannot build it is an error", async () => {
    expect(await ensure()).toBeUndefined();
    expect(lines).toEqual([`There is no ${name} and no Go to build it: ${without}.`]);
    writeProgram(machine.bin, "go", "echo 'go: no proxy' >&2; exit 1");
    await expect(ensure()).rejects.toThrow(`Could not make ${name}: go build failed: go: no proxy.`);
  });
});

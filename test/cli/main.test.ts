import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { runHere } from "./run-here.ts";
import { runOrgform } from "./spawn-orgform.ts";

// Some tests start processes; on a busy machine each start takes seconds.
jest.setTimeout(30_000);

const version = (JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as { version: string })
  .version;

describe("sandboxOnly: the orgform command", () => {
  test("started from the build, prints its commands with --help, and on stderr with exit code 1 when there is no command", async () => {
    const [asked, bare] = await Promise.all([runOrgform(["--help"]), runOrgform([])]);
    expect([asked.code, asked.stderr]).toEqual([0, ""]);
    expect(asked.stdout).toContain("sandbox     Run a local emulator of the service");
    expect([bare.code, bare.stdout, bare.stderr]).toEqual([1, "", asked.stdout]);
  });

  test("started from the build, prints its version", async () => {
    for (const word of ["--version", "version"])
      expect(await runOrgform([word])).toEqual({ code: 0, signal: null, stdout: `${version}\n`, stderr: "" });
  });

  test.each([
    [["sandbx"], "Unknown command sandbx. Did you mean sandbox?\n"],
    [["xyzzyxyzzy"], "Unknown command xyzzyxyzzy. To list the commands, run `orgform --help`.\n"],
    [["--hepl"], "Unknown flag --hepl. Did you mean --help?\n"],
    [["xyzzyxyzzy", "--help"], "Unknown command xyzzyxyzzy. To list the commands, run `orgform --help`.\n"],
    [["help", "drfit"], "Unknown command drfit. Did you mean drift?\n"],
    [["drift", "--version"], "orgform drift has no flag --version. Run `orgform drift --help`.\n"],
    [["completion", "cmd"], "orgform completion: Unexpected argument 'cmd'. Run `orgform completion --help`.\n"],
    [["sandbox", "--prot", "1"], "orgform sandbox has no flag --prot. Did you mean --port?\n"],
    [["sandbox", "--port", "high"], "--port is high; it must be an integer from 0 (any free port) to 65535.\n"],
    [["sandbox", "--port", "65536"], "--port is 65536; it must be an integer from 0 (any free port) to 65535.\n"],
    [["sandbox", "--dialect", "klingon"], "--dialect is klingon; it must be documented, 2025-08, 2026-09 or live.\n"],
    [["sandbox", "--seed", "full"], "--seed is full; it must be empty or example.\n"],
    [["sandbox", "--data="], "--data is empty; it must be the path of a file.\n"],
  ])("refuses %j", async (args, message) => {
    expect(await runHere(args)).toEqual({ code: 1, stdout: "", stderr: message });
  });

  test("refuses a stray word and a flag without its value", async () => {
    const stray = await runHere(["sandbox", "now"]);
    const bare = await runHere(["sandbox", "--port"]);
    expect([stray.code, bare.code]).toEqual([1, 1]);
    expect(stray.stderr).toContain("Unexpected argument 'now'");
    expect(bare.stderr).toContain("argument missing");
  });

  test.each([
    [["drift", "--out", "--format", "text"], "orgform drift: Option '--out <value>' argument missing."],
    [["drift", "--out"], "orgform drift: Option '--out <value>' argument missing."],
    [["sandbox", "--data", "--json"], "orgform sandbox: Option '--data <value>' argument missing."],
    [["call", "--list=yes"], "orgform call: Option '--list' does not take an argument."],
    [["sandbox", "--json=yes"], "orgform sandbox: Option '--json' does not take an argument."],
    [
      ["call", "list-persons", "--limit", "-1"],
      "orgform call list-persons: Option '--limit <value>' argument missing.",
    ],
  ])("takes no flag for the value of another: %j", async (args, message) => {
    expect(await runHere(args)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(message) });
  });

  test("started from the build, says in one line that Node is too old", async () => {
    const oldNode = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.18.1"})`;
    const { code, stdout, stderr } = await runOrgform(["--version"], ["--import", oldNode]);
    expect([code, stdout, stderr]).toEqual([1, "", "orgform needs Node 20.19 or newer; this is Node 20.18.1.\n"]);
  });
});

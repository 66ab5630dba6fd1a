import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { ensurePulumi, type EnsureOptions } from "../../tools/set-up/pulumi/ensure.ts";
import type { Obtain } from "../../tools/set-up/pulumi/obtain.ts";
import { OLDEST_PULUMI, PULUMI_VERSION } from "../../tools/set-up/pulumi/version.ts";
import { type FakeMachine, newFakeMachine, writeGo, writeProgram, writePulumi } from "../support/fake-tools.ts";

let machine: FakeMachine;
let lines: string[];
const offline: Obtain = () => Promise.resolve("its host is out of reach");

beforeEach(() => {
  machine = newFakeMachine();
  lines = [];
});
afterEach(() => machine.remove());

function ensure(more: EnsureOptions = {}): ReturnType<typeof ensurePulumi> {
  return ensurePulumi({ env: machine.env, log: (line) => lines.push(line), download: offline, ...more });
}

const cachedBin = (): string => join(machine.cache, `pulumi-${PULUMI_VERSION}`, "bin");
const goLog = (): string => join(machine.folder, "go.log");
/** tsx runs the program in a child of its own; the folder's name says which. */
const pidOfMaker = (): number => Number(/making-(\d+)-/.exec(leftovers().join())?.[1]);
const leftovers = (): string[] => readdirSync(machine.cache).filter((name) => name !== `pulumi-${PULUMI_VERSION}`);

test("takes the CLI on PATH when it is new enough and its tools lie beside it", async () => {
  writePulumi(machine.bin, OLDEST_PULUMI);
  expect(await ensure()).toEqual({ binDir: machine.bin, version: OLDEST_PULUMI, source: "path" });
  expect(lines).toEqual([]);
  expect(existsSync(machine.cache)).toBe(false);
});

test("follows a link on PATH to the folder that holds all tools", async () => {
  const cellar = join(machine.folder, "cellar");
  writePulumi(cellar, "3.300.1");
  symlinkSync(join(cellar, "pulumi"), join(machine.bin, "pulumi"));
  expect(await ensure()).toEqual({ binDir: realpathSync(cellar), version: "3.300.1", source: "path" });
});

test.each([
  ["is too old", () => writePulumi(machine.bin, "3.99.9"), "3.99.9 is older than 3.248.0"],
  ["lacks its Node host", () => writeProgram(machine.bin, "pulumi", "echo v3.259.0"), "lacks pulumi-language-nodejs"],
  [
    "does not start",
    () => {
      writePulumi(machine.bin, "3.259.0");
      writeProgram(machine.bin, "pulumi", "echo no such library; exit 1");
    },
    "holds a CLI that does not start (no such library)",
  ],
])("leaves a CLI on PATH alone that %s, says so, and goes on to the cache", async (_name, plant, words) => {
  plant();
  writePulumi(cachedBin(), PULUMI_VERSION);
  expect(await ensure()).toEqual({ binDir: cachedBin(), version: PULUMI_VERSION, source: "cache" });
  expect(lines.join("\n")).toContain(words);
});

test("prefers the official download, checks it, and finds it in the cache from then on", async () => {
  const download: Obtain = ({ root }) => {
    writePulumi(join(root, "bin"), PULUMI_VERSION);
    return Promise.resolve(undefined);
  };
  expect(await ensure({ download })).toEqual({ binDir: cachedBin(), version: PULUMI_VERSION, source: "download" });
  expect(await ensure()).toEqual({ binDir: cachedBin(), version: PULUMI_VERSION, source: "cache" });
  expect(leftovers()).toEqual([]);
});

test("builds with Go when the download fails, for this machine and against our modules only", async () => {
  writeGo(machine.bin, goLog(), PULUMI_VERSION);
  const env = { ...machine.env, GOOS: "plan9", GOFLAGS: "-mod=vendor" };
  expect(await ensure({ env })).toEqual({ binDir: cachedBin(), version: PULUMI_VERSION, source: "go" });
  const calls = readFileSync(goLog(), "utf8");
  expect(calls).toContain(`-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${PULUMI_VERSION}`);
  expect(calls).toContain("github.com/pulumi/pulumi/pkg/v3/cmd/pulumi\nCGO_ENABLED=0\nGOWORK=off\n");
  expect(calls).not.toContain("plan9");
  expect(readdirSync(cachedBin()).toSorted()).toEqual([
    "pulumi",
    "pulumi-language-nodejs",
    "pulumi-resource-pulumi-nodejs",
  ]);
  expect(lines).toContain("Official download: its host is out of reach.");
  expect(lines.join("\n")).toMatch(/Building pulumi 3\.259\.0 with Go: three to six minutes/);
});

test("does not use a download that is another version than asked for", async () => {
  writeGo(machine.bin, goLog(), PULUMI_VERSION);
  const download: Obtain = ({ root }) => {
    writePulumi(join(root, "bin"), "3.1.0");
    return Promise.resolve(undefined);
  };
  expect(await ensure({ download })).toMatchObject({ source: "go" });
  expect(lines).toContain("Official download: what was made is 3.1.0.");
});

test("makes a corrupt cache anew", async () => {
  writePulumi(cachedBin(), PULUMI_VERSION);
  writeFileSync(join(cachedBin(), "pulumi"), "");
  writeGo(machine.bin, goLog(), PULUMI_VERSION);
  expect(await ensure()).toMatchObject({ source: "go" });
  expect(lines[0]).toContain("The cached Pulumi CLI is made anew");
  expect(leftovers()).toEqual([]);
});

test("names every remedy in one error when nothing works, and leaves nothing behind", async () => {
  await expect(ensure()).rejects.toThrow(
    [
      "There is no Pulumi CLI and no way was found to get one.",
      "  Official download: its host is out of reach",
      "  Build with Go: there is no Go on PATH",
      "Any one of these helps:",
      "  - install Pulumi 3.248.0 or newer, so that `pulumi version` works (https://www.pulumi.com/docs/install/)",
      "  - let this machine reach get.pulumi.com",
      "  - install Go 1.25 or newer and let it reach a Go module proxy",
    ].join("\n"),
  );
  expect(readdirSync(machine.cache)).toEqual([]);
});

test("says what Go said when the build fails", async () => {
  writeProgram(
    machine.bin,
    "go",
    "echo 'go: downloading things'; echo 'dial tcp: lookup proxy: no such host' >&2; exit 1",
  );
  await expect(ensure()).rejects.toThrow("dial tcp: lookup proxy: no such host");
});

test("lets the second of two set-ups wait for the first and use its work", async () => {
  writeGo(machine.bin, goLog(), PULUMI_VERSION, 0.3);
  const timing = { beatMs: 50, deadMs: 5_000, pollMs: 20 };
  const [first, second] = await Promise.all([ensure({ timing }), ensure({ timing })]);
  expect([first.source, second.source].toSorted()).toEqual(["cache", "go"]);
  expect(lines.join("\n")).toContain(
    `Another set-up (process ${process.pid}) is getting the Pulumi CLI; waiting for it.`,
  );
  expect(readFileSync(goLog(), "utf8").match(/cmd\/pulumi$/gm)).toHaveLength(1);
});

/** Starts a set-up in a process of its own, without a download, and waits until its fake build runs. */
async function startSetUp(): Promise<ChildProcess> {
  const root = join(__dirname, "../..");
  const program = join(machine.folder, "set-up.mts");
  const ensureUrl = JSON.stringify(pathToFileURL(join(root, "tools/set-up/pulumi/ensure.ts")).href);
  const text = `import { ensurePulumi } from ${ensureUrl};
await ensurePulumi({ download: () => Promise.resolve("not in this test") });`;
  writeFileSync(program, text);
  const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
  const child = spawn(process.execPath, [tsx, program], { env: machine.env, stdio: "ignore" });
  while (!existsSync(goLog())) await sleep(20);
  return child;
}

test.each(["SIGKILL", "SIGTERM"] as const)("goes on after a set-up that was ended half-way by %s", async (signal) => {
  writeGo(machine.bin, goLog(), PULUMI_VERSION, 5);
  const child = await startSetUp();
  const ended = once(child, "exit");
  process.kill(pidOfMaker(), signal);
  await ended;
  expect(leftovers()).toHaveLength(2);
  writeGo(machine.bin, goLog(), PULUMI_VERSION);
  expect(await ensure()).toMatchObject({ source: "go" });
  expect(lines.join("\n")).not.toContain("waiting");
  expect(leftovers()).toEqual([]);
});

test("does not wait for a process that has the holder's number but shows no sign of work", async () => {
  mkdirSync(machine.cache, { recursive: true });
  const lock = join(machine.cache, `pulumi-${PULUMI_VERSION}.lock`);
  writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname() }));
  utimesSync(lock, 1, 1);
  writeGo(machine.bin, goLog(), PULUMI_VERSION);
  expect(await ensure()).toMatchObject({ source: "go" });
});

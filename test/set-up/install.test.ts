import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

const SET_UP = join(__dirname, "../../scripts/set-up.mjs");

/** What a stand-in for npm does: it makes what an installation makes. */
const INSTALL = `
    const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8"));
    fs.rmSync("node_modules", { recursive: true, force: true });
    fs.mkdirSync("node_modules");
    await new Promise((done) => setTimeout(done, 200));
    fs.writeFileSync("node_modules/.package-lock.json", JSON.stringify(lock));`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "orgform-install-"));
  writeLock("1.0.0");
  writeNpm(INSTALL);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function writeLock(version: string): void {
  const packages = { "": {}, "node_modules/thing": { version }, "node_modules/for-macs": { version, optional: true } };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }));
}

/** A stand-in for npm that notes its arguments before it does `body`. */
function writeNpm(body: string): void {
  mkdirSync(join(root, "npm"), { recursive: true });
  writeFileSync(join(root, "npm/package.json"), '{"type":"module"}');
  const note = 'import fs from "node:fs";\nfs.appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");';
  writeFileSync(join(root, "npm/npm-cli.js"), `${note}\n${body}\n`);
}

interface Run {
  readonly code: number | null;
  readonly said: string;
}

function setUp(hear: (text: string) => void = () => undefined): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, npm_execpath: join(root, "npm/npm-cli.js") };
    const child = spawn(process.execPath, [SET_UP, root], { env, stdio: ["ignore", "ignore", "pipe"] });
    const chunks: Buffer[] = [];
    child.stderr.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      hear(chunk.toString("utf8"));
    });
    child.on("close", (code) => resolve({ code, said: Buffer.concat(chunks).toString("utf8") }));
  });
}

const npmRuns = (): string[] =>
  existsSync(join(root, "npm.log")) ? readFileSync(join(root, "npm.log"), "utf8").trimEnd().split("\n") : [];

test("installs on the first run, says what and how long, and does nothing on the second", async () => {
  const first = await setUp();
  expect(first).toMatchObject({ code: 0 });
  expect(first.said).toMatch(
    /^set-up: Installing the packages of package-lock\.json \(first run\): about .* minutes\.\n/,
  );
  expect(npmRuns()).toEqual(["ci --include=dev --no-audit --no-fund --loglevel=error"]);
  expect(await setUp()).toEqual({ code: 0, said: "" });
  expect(npmRuns()).toHaveLength(1);
});

test("installs again when the lock file has changed", async () => {
  await setUp();
  writeLock("1.0.1");
  expect((await setUp()).said).toContain("(package-lock.json has changed)");
  expect(npmRuns()).toHaveLength(2);
});

test("accepts what a developer installed with npm, except for packages of other machines", async () => {
  mkdirSync(join(root, "node_modules"));
  const packages = { "node_modules/thing": { version: "1.0.0" } };
  writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
  expect(await setUp()).toEqual({ code: 0, said: "" });
  expect(npmRuns()).toEqual([]);
});

test("takes the word of npm's record when only the text of the lock file has changed", async () => {
  await setUp();
  const lock = join(root, "package-lock.json");
  writeFileSync(lock, `${readFileSync(lock, "utf8")}\n`);
  expect(await setUp()).toEqual({ code: 0, said: "" });
  expect(npmRuns()).toHaveLength(1);
});

test("installs again for another Node or machine, whose programs differ", async () => {
  await setUp();
  const stamp = join(root, "node_modules/.orgform-stamp");
  writeFileSync(stamp, readFileSync(stamp, "utf8").replace(/ \S+ \S+ \d+\n$/, " plan9 mips 1\n"));
  await setUp();
  expect(npmRuns()).toHaveLength(2);
});

test("does not accept an installation that lacks a package or has another version", async () => {
  mkdirSync(join(root, "node_modules"));
  const packages = { "node_modules/thing": { version: "0.9.0" } };
  writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
  expect(await setUp()).toMatchObject({ code: 0 });
  expect(npmRuns()).toHaveLength(1);
});

test("fails when npm fails, says what it needs, and tries again next time", async () => {
  writeNpm('console.error("npm error code ENOTFOUND"); process.exitCode = 1;');
  const run = await setUp();
  expect(run.code).toBe(1);
  expect(run.said).toContain("npm error code ENOTFOUND");
  expect(run.said).toContain("`npm ci` failed, see above. It needs the npm registry");
  expect((await setUp()).code).toBe(1);
  expect(npmRuns()).toHaveLength(2);
});

test("lets the second of two set-ups wait instead of installing into the same folder", async () => {
  // Npm goes on when the other one waits, however long a process takes to start.
  writeNpm(`while (!fs.existsSync("waits")) await new Promise((done) => setTimeout(done, 20));\n${INSTALL}`);
  const hear = (text: string): void => {
    if (text.includes("waiting for it")) writeFileSync(join(root, "waits"), "");
  };
  const runs = await Promise.all([setUp(hear), setUp(hear)]);
  expect(runs.map((run) => run.code)).toEqual([0, 0]);
  expect(npmRuns()).toHaveLength(1);
  expect(runs.map((run) => run.said).join("")).toMatch(
    /Another set-up \(process \d+\) is installing; waiting for it\./,
  );
});

/** What a stand-in for npm has done by the time that it is killed, with `killed` written as a sign to the test. */
const HALVES: readonly (readonly [moment: string, done: string, reason: string])[] = [
  ["before npm does anything", "", "(first run)"],
  ["when the folder is there", 'fs.mkdirSync("node_modules");', "(the last installation did not end)"],
  [
    "when some packages are there",
    'fs.mkdirSync("node_modules/thing", { recursive: true });',
    "(the last installation did not end)",
  ],
  [
    "when npm's record is half written",
    'fs.mkdirSync("node_modules"); fs.writeFileSync("node_modules/.package-lock.json", "{");',
    "(the last installation did not end)",
  ],
  ["when all is there but the stamp", INSTALL, ""],
];

/** Starts a set-up in a group of its own and waits until its npm has done what it does. */
async function startedSetUp(done: string): Promise<ChildProcess> {
  writeNpm(`${done}\nfs.writeFileSync("reached", "");\nawait new Promise((end) => setTimeout(end, 60_000));`);
  const env = { ...process.env, npm_execpath: join(root, "npm/npm-cli.js") };
  const child = spawn(process.execPath, [SET_UP, root], { env, stdio: "ignore", detached: true });
  while (!existsSync(join(root, "reached"))) await sleep(20);
  return child;
}

test.each(HALVES)("goes on after a set-up that was killed %s", async (_, done, reason) => {
  const child = await startedSetUp(done);
  const ended = once(child, "exit");
  process.kill(-Number(child.pid), "SIGKILL");
  await ended;
  writeNpm(INSTALL);
  const { code, said } = await setUp();
  const [why = ""] = /\((?:first run|the last installation did not end)\)/u.exec(said) ?? [];
  expect([code, why]).toEqual([0, reason]);
  expect(await setUp()).toEqual({ code: 0, said: "" });
});

test("waits for the npm of a set-up that was killed alone, since two in one folder break each other", async () => {
  const child = await startedSetUp("");
  const { pid } = JSON.parse(readFileSync(join(root, ".set-up.lock"), "utf8"));
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  writeNpm(INSTALL);
  const run = await setUp((text) => {
    if (text.includes("waiting for it")) process.kill(pid, "SIGKILL");
  });
  expect(run).toMatchObject({
    code: 0,
    said: expect.stringContaining(`(process ${pid}) is installing; waiting for it.`),
  });
});

test("refuses a Node that is too old in one line, with the oldest version that package.json names", async () => {
  const { engines } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"));
  const source = readFileSync(SET_UP, "utf8");
  const old = source.replace("process.versions.node.split", '"20.18.3".split');
  const program = join(root, "set-up.mjs");
  writeFileSync(program, old);
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "ignore", "pipe"] });
  const chunks: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(1);
  const oldest = String(engines.node).replace(">=", "");
  expect(Buffer.concat(chunks).toString("utf8")).toMatch(
    new RegExp(`^set-up: Orgform needs Node ${oldest} or newer; this is [0-9.]+\\.\\n$`),
  );
});

import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { REPOSITORY } from "../support/doc-pages.ts";
import {
  LEFT_OPEN_RECORD,
  leftSince,
  noteLeft,
  openNow,
  refuseKilled,
  refuseLeftOpen,
} from "../support/run/left-open.ts";

let folder: string;
const outer = process.env[LEFT_OPEN_RECORD];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-left-"));
  process.env[LEFT_OPEN_RECORD] = join(folder, "files.txt");
});
afterEach(() => {
  if (outer === undefined) Reflect.deleteProperty(process.env, LEFT_OPEN_RECORD);
  else process.env[LEFT_OPEN_RECORD] = outer;
  rmSync(folder, { recursive: true });
});

test("a server and a timer that a test file leaves open are told by kind, and the file is named", async () => {
  const before = openNow();
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const timer = setInterval(() => undefined, 60_000);
  const left = leftSince(before, openNow());
  clearInterval(timer);
  await new Promise((resolve) => void server.close(resolve));
  expect(left.toSorted()).toEqual(["1 TCPServerWrap", "1 Timeout"]);
  noteLeft("test/leaking.test.ts", left);
  expect(() => refuseLeftOpen(join(folder, "files.txt"))).toThrow(/test\/leaking\.test\.ts: 1 T/u);
});

test("nothing is noted of a file that closes what it opened, and a timer that holds up nobody counts for nothing", () => {
  const before = openNow();
  const timer = setInterval(() => undefined, 60_000).unref();
  noteLeft("test/clean.test.ts", leftSince(before, openNow()));
  clearInterval(timer);
  expect(() => refuseLeftOpen(join(folder, "files.txt"))).not.toThrow();
});

test("input and output of the process itself are nobody's, whoever asks for them first", () => {
  const before = openNow();
  expect([process.stdin, process.stdout, process.stderr].map(({ destroyed }) => destroyed)).toEqual([
    false,
    false,
    false,
  ]);
  expect(leftSince(before, openNow())).toEqual([]);
});

/** A worker that runs two test files, and then does something. */
function worker(last: string): void {
  const program = join(folder, "worker.mts");
  const module = JSON.stringify(join(__dirname, "../support/run/left-open.ts"));
  writeFileSync(
    program,
    `import { noteFile } from ${module};\nnoteFile("a.test.ts");\nnoteFile("b.test.ts");\n${last}\n`,
  );
  const { stderr } = spawnSync(process.execPath, ["--import", "tsx", program], {
    cwd: REPOSITORY,
    env: { ...process.env, [LEFT_OPEN_RECORD]: join(folder, "files.txt") },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
}

test("a worker that has to be killed is told with its test files, and one that ends by itself is not", () => {
  const record = join(folder, "files.txt");
  worker("");
  expect(() => refuseKilled(record)).not.toThrow();
  worker('process.kill(process.pid, "SIGTERM"); setInterval(() => undefined, 1_000);');
  expect(() => refuseKilled(record)).toThrow(/: *\n2 test files, the last ones a\.test\.ts, b\.test\.ts\n/u);
  expect(readdirSync(folder)).toHaveLength(2);
});

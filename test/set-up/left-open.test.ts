import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { LEFT_OPEN_RECORD, leftSince, noteLeft, openNow, refuseLeftOpen } from "../support/run/left-open.ts";

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

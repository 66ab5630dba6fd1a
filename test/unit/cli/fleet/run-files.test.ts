import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { FleetEvent, FleetSession, RunResults } from "@orgform/fleet";

import { readResults, resultsText } from "../../../../packages/fleet/src/index.ts";
import type { FlagValues } from "../../../../src/cli/flag-values.ts";
import { RunFiles } from "../../../../src/cli/fleet/run-files.ts";

const NONE = { create: 0, update: 0, replace: 0, delete: 0 };

const RESULTS: RunResults = {
  schemaVersion: 1,
  fleet: "customers",
  action: "up",
  state: "stopped",
  started: "2026-11-20T10:00:00.125Z",
  organizations: [{ name: "acme|é", template: "free", wave: 1, state: "failed", changes: NONE }],
};

let folder: string;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-run-files-"));
  told = [];
  jest.spyOn(process.stderr, "write").mockImplementation((text) => told.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const ended = (state: "succeeded" | "failed"): FleetEvent => ({
  event: "organization",
  name: "acme",
  state,
  wave: 1,
  changes: NONE,
  durationMs: 5,
});

const START: FleetEvent = { event: "start", run: 7, action: "up", organizations: 2, waves: 1, minutes: undefined };
const END: FleetEvent = { event: "end", succeeded: 1, failed: 1, notStarted: 0 };

/** Files of a run with these flags. */
async function opened(flags: FlagValues, { results }: { readonly results?: RunResults } = { results: RESULTS }) {
  const session = { results: () => Promise.resolve(results) };
  const files = await RunFiles.open(flags, session as unknown as FleetSession); // -- what files take of it
  const reported: FleetEvent[] = [];
  const onEvent = files.with((event) => reported.push(event));
  return { files, onEvent, reported };
}

test.each<[what: string, event: FleetEvent, isPage: boolean, isReport: boolean]>([
  ["begins", START, true, false],
  ["begins a wave", { event: "wave", wave: 1, state: "started", organizations: 2 }, true, false],
  ["fails in an organization", ended("failed"), true, false],
  ["succeeds in an organization, of which there can be hundreds", ended("succeeded"), false, false],
  ["notes something", { event: "note", text: "one" }, false, false],
  ["ends", END, true, true],
])("a run that %s writes the files that change by it", async (_what, event, isPage, isReport) => {
  const [page, report] = [join(folder, "page.html"), join(folder, "report.json")];
  const { files, onEvent, reported } = await opened({ page, report, file: "f.yaml" });
  onEvent(event);
  await files.written();
  expect([reported, existsSync(page), existsSync(report), told]).toEqual([[event], isPage, isReport, []]);
});

test("the page and the results have what the run has", async () => {
  const [page, report] = [join(folder, "page.html"), join(folder, "report.json")];
  const { files, onEvent } = await opened({ page, report, file: "f.yaml" });
  onEvent(END);
  await files.written();
  const text = readFileSync(report, "utf8");
  expect([text, readResults(report, text)]).toEqual([resultsText(RESULTS), RESULTS]);
  expect(readFileSync(page, "utf8")).toContain("acme|é");
  expect(readFileSync(page, "utf8")).toContain("orgform fleet resume --file f.yaml");
});

test("without flags, or before there are results, nothing is written", async () => {
  const without = await opened({});
  without.onEvent(END);
  await without.files.written();
  const early = await opened({ page: join(folder, "p"), report: join(folder, "r") }, {});
  early.onEvent(END);
  await early.files.written();
  expect([readdirSync(folder), told]).toEqual([[], []]);
});

test("a file that can't be written is told once, and the run goes on", async () => {
  const page = join(folder, "none", "page.html");
  const report = join(folder, "report.json");
  const { files, onEvent, reported } = await opened({ page, report });
  for (const event of [START, ended("failed"), END]) onEvent(event);
  await files.written();
  expect(reported).toHaveLength(3);
  expect(told).toEqual([
    `--page ${page} could not be written: ENOENT (its folder does not exist). No part of it was left there.\n`,
  ]);
  expect(existsSync(report)).toBe(true);
  const folderAsReport = join(folder, "folder");
  mkdirSync(folderAsReport);
  told = [];
  const other = await opened({ report: folderAsReport });
  other.onEvent(END);
  await other.files.written();
  expect(told).toEqual([`--report ${folderAsReport} is a folder. Give the path of a file in it.\n`]);
});

test("a fault of ours is thrown to whom waits for the files, and the run goes on", async () => {
  const session = { results: () => Promise.reject(new RangeError("a fault")) };
  const files = await RunFiles.open({ page: "p" }, session as unknown as FleetSession); // -- what files take of it
  files.with(() => undefined)(START);
  await expect(files.written()).rejects.toThrow(new RangeError("a fault"));
});

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { creationFiles } from "../../../src/app/creation-files.ts";
import { RECORDS_VARIABLE } from "../../../src/app/record-files.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-creates-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ACCOUNT = { host: "https://eu.posthog.com", apiKey: "phx_canary" };
const RECORD = { triedAt: "2026-11-20T00:00:00.000Z", seen: ["o1/b1"] };
const KEY = 'Invite ["o1","ann@acme.example"]';

const open = (owner = "stack", account = ACCOUNT) =>
  creationFiles({ environment: { [RECORDS_VARIABLE]: folder } }, () => owner)(account);

test("keeps a record for another process, with the id once there is one, and forgets it", async () => {
  expect(await open().read(KEY)).toBeUndefined();
  await open().write(KEY, RECORD);
  expect(await open().read(KEY)).toEqual({ ...RECORD, made: undefined });
  await open().write(KEY, { ...RECORD, made: "o1/b2" });
  expect(await open().read(KEY)).toEqual({ ...RECORD, made: "o1/b2" });
  await open().remove(KEY);
  expect(await open().read(KEY)).toBeUndefined();
});

test.each([
  ["another stack or folder", "other", ACCOUNT],
  ["another host", "stack", { ...ACCOUNT, host: "https://us.posthog.com" }],
  ["another key", "stack", { ...ACCOUNT, apiKey: "phx_other" }],
])("tells nothing to %s", async (_what, owner, account) => {
  await open().write(KEY, RECORD);
  expect(await open(owner, account).read(KEY)).toBeUndefined();
});

test("has neither person nor key in its name or text, and lies beside the records of calls", async () => {
  await open().write(KEY, RECORD);
  const [name = "", ...more] = readdirSync(join(folder, "creates"));
  expect(more).toEqual([]);
  expect(name).toMatch(/^[0-9a-f]{40}\.json$/u);
  expect(readFileSync(join(folder, "creates", name), "utf8")).not.toMatch(/ann|phx/u);
});

test("drops what is older than a day when it writes first", async () => {
  const store = open();
  await store.write(KEY, RECORD);
  const old = join(folder, "creates/old.json");
  writeFileSync(old, "{}");
  utimesSync(old, new Date(0), new Date(0));
  await open().write("another", RECORD);
  expect(existsSync(old)).toBe(false);
  expect(await store.read(KEY)).toMatchObject(RECORD);
});

test("takes a record that was cut off for none", async () => {
  await open().write(KEY, RECORD);
  const [name = ""] = readdirSync(join(folder, "creates"));
  writeFileSync(join(folder, "creates", name), '{"triedAt": "2026');
  expect(await open().read(KEY)).toBeUndefined();
});

test("lies in the user's home when nothing names another folder, never in that of the program", () => {
  expect(creationFiles({ environment: { HOME: folder } }, () => "")(ACCOUNT).place).toBe(
    join(folder, ".orgform/creates"),
  );
  expect(creationFiles({ environment: { [RECORDS_VARIABLE]: "", USERPROFILE: folder } }, () => "")(ACCOUNT).place).toBe(
    join(folder, ".orgform/creates"),
  );
});

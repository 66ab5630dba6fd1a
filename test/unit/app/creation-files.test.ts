import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

import type { CreationRecord } from "../../../src/driver/driver.ts";
import { creationFiles } from "../../../src/app/creation-files.ts";
import { RECORDS_VARIABLE } from "../../../src/app/record-files.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-creates-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ACCOUNT = { host: "https://eu.posthog.com", apiKey: "phx_canary" };
const ATTEMPT = {
  sentAt: "2026-11-20T00:00:00.000Z",
  clockErrorMs: 10_000,
  seen: ["o1/b1"],
  salt: "pinch",
  digests: { name: "aaaa" },
};
const RECORD = { attempts: [ATTEMPT] };
const TOLD = {
  attempts: [
    { ...ATTEMPT, lastSentAt: "2026-11-20T00:00:05.000Z", gaveUpAt: "2026-11-20T00:00:40.000Z" },
    { ...ATTEMPT, made: "o1/b2" },
  ],
};
const KEY = 'Invite ["o1","ann@acme.example"]';

const open = (owner = "stack", account = ACCOUNT) =>
  creationFiles({ environment: { [RECORDS_VARIABLE]: folder } }, () => owner)(account);

test("keeps a record for another process, with the id once there is one, and forgets it", async () => {
  expect(await open().read(KEY)).toBeUndefined();
  await open().write(KEY, RECORD);
  expect(await open().read(KEY)).toEqual(RECORD);
  await open().write(KEY, TOLD);
  expect(await open().read(KEY)).toEqual(TOLD);
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

test.each([
  ["creates", 1],
  ["creators", 365],
])("keeps what lies in %s for %d days, and nothing longer", async (below, days) => {
  await open().write(KEY, RECORD);
  await open().creators?.note("Invite o1/i1", true);
  const now = Math.ceil(Date.now() / 1_000) * 1_000;
  const limit = new Date(now - days * 24 * 3_600_000);
  for (const [name, more] of Object.entries({ "older.json": -1_000, "as-old.json": 0, "younger.json": 1_000 })) {
    writeFileSync(join(folder, below, name), "{}");
    const time = new Date(limit.getTime() + more);
    utimesSync(join(folder, below, name), time, time);
  }
  const clock = jest.spyOn(Date, "now").mockReturnValue(now);
  await open().write("another", RECORD);
  clock.mockRestore();
  const names = readdirSync(join(folder, below));
  const kept = ["younger.json", "as-old.json", "older.json"].filter((name) => names.includes(name));
  expect(kept).toEqual(["younger.json", "as-old.json"]);
});

/** Number of this process's open files, if the system shows it. */
const openFiles = (): number => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);

test("leaves no file open", async () => {
  await open().write(KEY, RECORD);
  const before = openFiles();
  for (let round = 0; round < 20; round += 1) await open().write(KEY, RECORD);
  expect(openFiles() - before).toBeLessThan(10);
});

test("takes a record that was cut off for none", async () => {
  await open().write(KEY, RECORD);
  const [name = ""] = readdirSync(join(folder, "creates"));
  writeFileSync(join(folder, "creates", name), '{"attempts": [{"sen');
  expect(await open().read(KEY)).toBeUndefined();
});

/** Writes a record of another version, and reads it. */
async function readOf(...attempts: readonly unknown[]): Promise<unknown> {
  await open().write(KEY, RECORD);
  const [name = ""] = readdirSync(join(folder, "creates"));
  writeFileSync(join(folder, "creates", name), JSON.stringify({ attempts }));
  return open().read(KEY);
}

test.each([null, "soon", 1, [], ...Object.keys(ATTEMPT).map((name) => ({ ...ATTEMPT, [name]: undefined }))])(
  "takes an attempt of which something is missing for none: %j",
  async (attempt) => {
    expect(await readOf(attempt, ATTEMPT)).toEqual(RECORD);
  },
);

test.each(
  Object.keys(ATTEMPT).flatMap((name) => ["soon", 7, null, { a: 1 }].map((value) => ({ ...ATTEMPT, [name]: value }))),
)("gives nothing of another type out: %j", async (attempt) => {
  const { attempts } = (await readOf(attempt)) as CreationRecord; // -- there is one
  for (const { sentAt, clockErrorMs, seen, salt, digests } of attempts) {
    expect(sentAt).toBe(ATTEMPT.sentAt);
    expect([typeof clockErrorMs, typeof salt, Array.isArray(seen)]).toEqual(["number", "string", true]);
    expect(Object.values(digests).filter((text) => typeof text !== "string")).toEqual([]);
  }
});

test.each(["lastSentAt", "gaveUpAt", "made"])("leaves out %s if it isn't what it is by name", async (name) => {
  expect(await readOf({ ...ATTEMPT, [name]: 7 })).toEqual(RECORD);
  expect(await readOf({ ...ATTEMPT, seen: [7, "o1/b1"], digests: { name: "aaaa", other: 7 } })).toEqual(RECORD);
});

test("tells of an object whether another stack made it, whatever its key, until it is deleted", async () => {
  const { creators } = open();
  const others = open("other", { ...ACCOUNT, apiKey: "phx_other" }).creators;
  expect(await others?.isOfAnother("Invite o1/i1")).toBe(false);
  await creators?.note("Invite o1/i1", true);
  expect(await creators?.isOfAnother("Invite o1/i1")).toBe(false);
  expect(await others?.isOfAnother("Invite o1/i1")).toBe(true);
  expect(await others?.isOfAnother("Invite o1/i2")).toBe(false);
  expect(await creators?.isMadeHere("Invite o1/i1")).toBe(true);
  expect(await others?.isMadeHere("Invite o1/i1")).toBe(false);
  await creators?.note("Invite o1/i1", false);
  expect(await creators?.isMadeHere("Invite o1/i1")).toBe(false);
  expect(readdirSync(join(folder, "creators")).join()).toMatch(/^[0-9a-f]{40}\.json$/u);
  await creators?.drop("Invite o1/i1");
  expect(await others?.isOfAnother("Invite o1/i1")).toBe(false);
});

test("lies in the user's home when nothing names another folder, never in that of the program", () => {
  expect(creationFiles({ environment: { HOME: folder } }, () => "")(ACCOUNT).location).toBe(
    join(folder, ".orgform/creates"),
  );
  expect(
    creationFiles({ environment: { [RECORDS_VARIABLE]: "", USERPROFILE: folder } }, () => "")(ACCOUNT).location,
  ).toBe(join(folder, ".orgform/creates"));
});

test("lies in the home that the system names if the environment names none", () => {
  expect(creationFiles({ environment: {} }, () => "")(ACCOUNT).location).toBe(join(homedir(), ".orgform/creates"));
});

test.each(["null", "7", '"attempts"', "[]", "{}", '{"attempts":null}', '{"attempts":{"0":1}}', ""])(
  "takes a file with the text %j for no record",
  async (text) => {
    await open().write(KEY, RECORD);
    const [name = ""] = readdirSync(join(folder, "creates"));
    writeFileSync(join(folder, "creates", name), text);
    expect(await open().read(KEY)).toBeUndefined();
  },
);

test("drops old files once in a process, and leaves those alone that vanish meanwhile", async () => {
  await open().write(KEY, RECORD);
  const creates = join(folder, "creates");
  const old = Array.from({ length: 40 }, (_, index) => join(creates, `old ${index}|é.json`));
  const age = (): void => {
    for (const file of old) {
      writeFileSync(file, "{}");
      utimesSync(file, new Date(0), new Date(0));
    }
  };
  age();
  symlinkSync(join(folder, "nowhere"), join(creates, "dangling.json"));
  const [one, other] = [open(), open("other")];
  await Promise.all([one.write("first", RECORD), other.write("first", RECORD)]);
  expect(old.filter((file) => existsSync(file))).toEqual([]);
  age();
  await one.write("second", RECORD);
  expect(old.filter((file) => !existsSync(file))).toEqual([]);
});

test("tells who made an object by its host, and by a note that says so", async () => {
  const OBJECT = "Invite o1/i|é";
  const { creators } = open();
  const elsewhere = open("stack", { ...ACCOUNT, host: "https://us.posthog.com" }).creators;
  await creators?.note(OBJECT, true);
  expect([await elsewhere?.isOfAnother(OBJECT), await elsewhere?.isMadeHere(OBJECT)]).toEqual([false, false]);
  const [name = ""] = readdirSync(join(folder, "creators"));
  const file = join(folder, "creators", name);
  const note = JSON.parse(readFileSync(file, "utf8")) as { creator: string; isMade: boolean };
  const told = async (text: string) => {
    writeFileSync(file, text);
    return [await creators?.isMadeHere(OBJECT), await creators?.isOfAnother(OBJECT)];
  };
  expect(await told(JSON.stringify(note))).toEqual([true, false]);
  // A version that doesn't say whether the object was created, or something else.
  for (const isMade of [undefined, "true", 1, null]) {
    expect(await told(JSON.stringify({ ...note, isMade }))).toEqual([false, false]);
  }
  for (const text of ["", "null", "7", "[]", "{}", '{"creator":7,"isMade":true}', '{"creator":"ab']) {
    expect([text, await told(text)]).toEqual([text, [false, false]]);
  }
  expect(await told(JSON.stringify({ creator: "another", isMade: true }))).toEqual([false, true]);
});

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

import { idempotencyFiles } from "../../../src/app/idempotency-files.ts";
import { RECORDS_VARIABLE } from "../../../src/app/record-files.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-intents-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BEGUN = { function: "backfillBatchExport", startedAt: "2026-01-01T00:00:00.000Z" };

test("makes the folder with the first record, keeps it whole, and forgets it", async () => {
  const idempotency = idempotencyFiles({ environment: { [RECORDS_VARIABLE]: join(folder, "deep/er") } });
  expect(await idempotency.read("a")).toBeUndefined();
  await idempotency.write("a", BEGUN);
  expect(await idempotency.read("a")).toEqual({ ...BEGUN, finishedAt: undefined, result: undefined });
  await idempotency.write("a", { ...BEGUN, finishedAt: "2026-01-01T00:00:01.000Z", result: { backfillId: "b" } });
  expect((await idempotency.read("a"))?.result).toEqual({ backfillId: "b" });
  expect(readdirSync(join(folder, "deep/er"))).toEqual(["a.json"]);
  await idempotency.remove("a");
  await idempotency.remove("a");
  expect(await idempotency.read("a")).toBeUndefined();
});

test("is on the disk, whole, before it stands under its name, and then the name is", async () => {
  const any = await open(join(folder, "any"), "w");
  const handles = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const seen: object[] = [];
  const sync = Reflect.get(handles, "sync");
  const watched = jest.spyOn(handles, "sync").mockImplementation(async function (this: FileHandle) {
    await sync.call(this);
    const isNamed = existsSync(join(folder, "a.json"));
    const isFolder = (await this.stat()).isDirectory();
    const name = readdirSync(folder).find((one) => one === "a.json" || one.endsWith(".part")) ?? "";
    const text = readFileSync(join(folder, name), "utf8");
    seen.push({ isFolder, isNamed, record: JSON.parse(text) });
  });
  await idempotencyFiles({ environment: { [RECORDS_VARIABLE]: folder } })
    .write("a", BEGUN)
    .finally(() => watched.mockRestore());
  expect(seen).toEqual([
    { isFolder: false, isNamed: false, record: BEGUN },
    // Without that, the name can be lost after a crash of the machine.
    { isFolder: true, isNamed: true, record: BEGUN },
  ]);
  expect(existsSync(join(folder, "a.json"))).toBe(true);
});

test("takes a record that was cut off for a call of which nothing is known", async () => {
  writeFileSync(join(folder, "a.json"), '{"function": "backf');
  const found = await idempotencyFiles({ environment: { [RECORDS_VARIABLE]: folder } }).read("a");
  expect(found).toMatchObject({ function: "unknown", startedAt: "a time that cannot be read" });
  expect(found?.finishedAt).toBeUndefined();
});

test("lies below the folder of the program when nothing names another", () => {
  expect(idempotencyFiles({ environment: {} }).location).toBe(".orgform/intents");
  expect(idempotencyFiles({ environment: { [RECORDS_VARIABLE]: "" } }).location).toBe(".orgform/intents");
});

test("fails where the folder cannot be made, before anything is sent", async () => {
  writeFileSync(join(folder, "file"), "");
  const idempotency = idempotencyFiles({ environment: { [RECORDS_VARIABLE]: join(folder, "file/below") } });
  await expect(idempotency.write("a", BEGUN)).rejects.toThrow("ENOTDIR");
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("");
});

test.each(["", "null", "7", "[]", '"text"', "{}", '{"function":7,"startedAt":null,"finishedAt":1,"result":[1]}'])(
  "takes the text %j for a call of which nothing is known",
  async (text) => {
    writeFileSync(join(folder, "a.json"), text);
    const { read } = idempotencyFiles({ environment: { [RECORDS_VARIABLE]: folder } });
    expect(await read("a")).toMatchObject({
      function: "unknown",
      startedAt: "a time that cannot be read",
      finishedAt: undefined,
    });
    expect((await read("a"))?.result).toBeUndefined();
  },
);

test("is only its owner's, and its folders are on the disk before it is", async () => {
  const any = await open(join(folder, "any"), "w");
  const handles = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const seen: number[] = [];
  const watched = jest.spyOn(handles, "sync").mockImplementation(async function (this: FileHandle) {
    seen.push((await this.stat()).ino);
  });
  const deep = join(folder, "a b/é|/deep");
  await idempotencyFiles({ environment: { [RECORDS_VARIABLE]: deep } })
    .write("a", BEGUN)
    .finally(() => watched.mockRestore());
  const file = join(deep, "a.json");
  const places = [join(folder, "a b/é|"), join(folder, "a b"), folder, file, deep];
  expect(seen).toEqual(places.map((place) => statSync(place).ino));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("is written by several at the same time, and leaves nothing beside it", async () => {
  const records = idempotencyFiles({ environment: { [RECORDS_VARIABLE]: join(folder, "new") } });
  await Promise.all(["1", "2", "3"].map((id) => records.write("a", { ...BEGUN, result: { id } })));
  expect(readdirSync(join(folder, "new"))).toEqual(["a.json"]);
  expect(["1", "2", "3"]).toContain((await records.read("a"))?.result?.["id"]);
});

test("isn't taken for absent where it can't be read or removed", async () => {
  const records = idempotencyFiles({ environment: { [RECORDS_VARIABLE]: folder } });
  mkdirSync(join(folder, "a.json"));
  await expect(records.read("a")).rejects.toThrow("EISDIR");
  await expect(records.remove("a")).rejects.toThrow("EISDIR");
  await expect(records.write("a", BEGUN)).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM/u);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { creationFiles } from "../../src/app/creation-files.ts";
import { homeRecords, recordsIn, refuseRecords } from "../support/run/home.ts";

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "orgform-home-"));
  folder = join(home, ".orgform");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Keeps a record as every process does that is told of no other folder. */
async function recordIn(environment: Readonly<Record<string, string>>): Promise<void> {
  const store = creationFiles({ environment }, () => "stack")({ host: "http://127.0.0.1:1", apiKey: "phx_nobody" });
  await store.write("Organization Acme", { attempts: [] });
}

test("a run that keeps a record in the user's home fails and names it", async () => {
  const before = recordsIn(folder);
  await recordIn({ HOME: home });
  expect(() => refuseRecords(folder, before)).toThrow(
    /changed the user's own records: .*\.orgform, .*creates.*\.json\. Let the test .* ORGFORM_INTENTS_DIR/u,
  );
});

test("also one that changes or removes what was there, and one that names another folder does not", async () => {
  const old = join(folder, "creates/old.json");
  mkdirSync(join(folder, "creates"), { recursive: true });
  writeFileSync(old, "{}");
  const before = recordsIn(folder);
  await recordIn({ HOME: home, ORGFORM_INTENTS_DIR: join(home, "elsewhere") });
  expect(() => refuseRecords(folder, before)).not.toThrow();
  writeFileSync(old, '{"a": 1}');
  expect(() => refuseRecords(folder, before)).toThrow(old);
  rmSync(old);
  expect(() => refuseRecords(folder, before)).toThrow(old);
});

test("the folder that a run looks at is the one that processes take", () => {
  const location = creationFiles(
    { environment: { HOME: process.env["HOME"] } },
    () => "stack",
  )({ host: "h", apiKey: "k" }).location;
  expect(location).toBe(join(homeRecords(), "creates"));
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";

import { databaseUrl, PostgresError } from "../../../packages/watch/src/index.ts";
import { ChannelError } from "../../../packages/watch/src/channels/secret-text.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-database-"));
afterAll(() => rmSync(folder, { recursive: true }));

const URL_TEXT = "postgres://ann:word@db.example/history";

test("the history is a file, or a database whose URL is in a variable or a file", () => {
  const file = join(folder, "url");
  writeFileSync(file, ` ${URL_TEXT}\n`);
  expect(databaseUrl({}, { HISTORY: URL_TEXT })).toBeUndefined();
  expect(databaseUrl({ database: { environment: "HISTORY" } }, { HISTORY: URL_TEXT })).toBe(URL_TEXT);
  expect(databaseUrl({ database: { file } }, {})).toBe(URL_TEXT);
});

test.each([
  [{ environment: "HISTORY" }, {}, /^The history has no database: .*HISTORY.*leave out `database`\.$/u],
  [{ environment: "HISTORY" }, { HISTORY: " " }, /^The history has no database: .*HISTORY.*leave out `database`\.$/u],
  [{ file: join(folder, "none") }, {}, /^The history has no database: .*none.*leave out `database`\.$/u],
])("without the URL in %j, with %j, the refusal says where it belongs", (database, environment, words) => {
  let caught: unknown;
  try {
    databaseUrl({ database }, environment);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(PostgresError);
  expect(caught).toMatchObject({ message: expect.stringMatching(words), cause: expect.any(ChannelError) });
});

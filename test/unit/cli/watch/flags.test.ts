import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { DEFAULT_WATCH_FILE, watchFileOf } from "../../../../packages/watch/src/index.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";
import { assertSecrets } from "../../../../src/cli/watch/channel-secrets.ts";
import { everyIn } from "../../../../src/cli/watch/every-flag.ts";
import { openHistory } from "../../../../src/cli/watch/history-command.ts";
import { otlpIn } from "../../../../src/cli/watch/otlp.ts";
import { watchFileIn, watchPolicy } from "../../../../src/cli/watch/read-watch-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-watch-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The message of a mistake of the user. */
const refused = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "accepted",
    (error: unknown) => (error instanceof UsageError ? error.message : `fault: ${String(error)}`),
  );

const SLACK = watchFileOf("w", "channels:\n  a-team: { type: slack, url: { environment: URL_OF } }\n");

test.each([
  [{}, undefined],
  [{ every: "" }, undefined],
  [{ every: "30m" }, "30m"],
  [{ every: "7d" }, "7d"],
])("the time between checks of %j is %s", async (flags, every) => {
  expect(await everyIn(flags)).toBe(every);
});

test.each(["1 hour", "m", "0.5h"])("the time between checks isn't %j", async (every) => {
  expect(await refused(everyIn({ every }))).toBe(`--every is ${every}; it must be a duration such as 30m, 1h, or 1d.`);
});

test("every channel's secret has to be there before the watch begins", async () => {
  expect(await refused(assertSecrets(DEFAULT_WATCH_FILE, {}))).toBe("accepted");
  expect(await refused(assertSecrets(SLACK, { URL_OF: "https://hooks.example/x" }))).toBe("accepted");
  expect(await refused(assertSecrets(SLACK, { URL_OF: " " }))).toBe(
    "Channel a-team: the variable URL_OF is missing or empty. Set it, or leave out the channel.",
  );
});

describe("the watch file", () => {
  test("is the one in the folder, or the one that is named, and its paths go from where it is", async () => {
    expect(await watchFileIn(folder, undefined)).toEqual({ file: DEFAULT_WATCH_FILE, folder });
    writeFileSync(join(folder, "orgform.watch.yaml"), "every: 2h\n");
    expect(await watchFileIn(folder, undefined)).toEqual({ file: { ...DEFAULT_WATCH_FILE, every: "2h" }, folder });
    mkdirSync(join(folder, "é"));
    const named = join(folder, "é", "other.yaml");
    writeFileSync(named, "every: 3h\n");
    expect(await watchFileIn(folder, named)).toEqual({
      file: { ...DEFAULT_WATCH_FILE, every: "3h" },
      folder: join(folder, "é"),
    });
  });

  test("that is named has to be there, and to have no problem", async () => {
    const missing = join(folder, "none.yaml");
    expect(await refused(watchFileIn(folder, missing))).toBe(
      `The watch file ${missing} can't be read: ENOENT. Give another one with --config.`,
    );
    const wrong = join(folder, "orgform.watch.yaml");
    writeFileSync(wrong, "evry: 1h\nretention: soon\n");
    expect(await refused(watchFileIn(folder, undefined))).toMatch(
      /:2: retention: .*\n.*orgform\.watch\.yaml:1: evry: /u,
    );
  });

  test("can name a policy, which a flag replaces, and whose problems are told", async () => {
    const file = { ...DEFAULT_WATCH_FILE, policy: "rules/p.yaml" };
    expect(await watchPolicy({ file: DEFAULT_WATCH_FILE, folder }, undefined)).toBeUndefined();
    const path = join(folder, "rules", "p.yaml");
    expect(await refused(watchPolicy({ file, folder }, undefined))).toBe(`--policy ${path} can't be read: ENOENT.`);
    mkdirSync(join(folder, "rules"));
    writeFileSync(path, "rules: {}\n");
    expect((await watchPolicy({ file, folder: relative(process.cwd(), folder) }, undefined))?.({}).file).toBe(path);
    const other = join(folder, "other.yaml");
    writeFileSync(other, "rules: {}\n");
    for (const found of [
      { file, folder },
      { file: DEFAULT_WATCH_FILE, folder },
    ])
      expect((await watchPolicy(found, other))?.({}).file).toBe(other);
    writeFileSync(other, "ruls: {}\n");
    expect(await refused(watchPolicy({ file, folder }, other))).toMatch(/other\.yaml:1: ruls/u);
  });
});

describe("the history", () => {
  test("is a file in the folder, or the one that is named", async () => {
    const store = await openHistory({}, DEFAULT_WATCH_FILE, folder);
    await store.close();
    expect(existsSync(join(folder, ".orgform", "watch.sqlite"))).toBe(true);
    const named = join(folder, "h.sqlite");
    const other = await openHistory({ history: named }, DEFAULT_WATCH_FILE, join(folder, "none"));
    await other.close();
    expect([existsSync(named), existsSync(join(folder, "none"))]).toEqual([true, false]);
  });

  test("isn't a file and a database, and can be used", async () => {
    const file = { ...DEFAULT_WATCH_FILE, database: { environment: "ORGFORM_NO_SUCH_URL" } };
    expect(await refused(openHistory({ history: "h" }, file, folder))).toBe(
      "--history names a file, and the watch file a database. Leave out one of them.",
    );
    expect(await refused(openHistory({}, file, folder))).toBe(
      "The history has no database: the variable ORGFORM_NO_SUCH_URL is missing or empty. Set it, or leave out `database`.",
    );
    writeFileSync(join(folder, "text"), "not a database, but a text that is long enough to be one".repeat(99));
    expect(await refused(openHistory({ history: join(folder, "text") }, DEFAULT_WATCH_FILE, folder))).not.toMatch(
      /^(?:accepted|fault)/u,
    );
  });
});

test("a collector is the address of a flag, with the headers of the environment", async () => {
  const environment = { OTEL_EXPORTER_OTLP_HEADERS: "key=secret%20one", OTEL_SERVICE_NAME: "é" };
  expect(await otlpIn({}, environment)).toBeUndefined();
  expect(await otlpIn({ otlp: "http://127.0.0.1:4318/" }, environment)).toEqual({
    url: "http://127.0.0.1:4318",
    headers: { key: "secret one" },
    sender: { "service.name": "é" },
  });
  expect(await refused(otlpIn({ otlp: "collector" }, environment))).toBe(
    "--otlp must be the base URL of a collector, such as http://127.0.0.1:4318.",
  );
});

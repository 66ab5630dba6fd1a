import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { progressOn } from "../../../src/cli/progress.ts";
import { writeNewFiles } from "../../../src/cli/write-files.ts";
import { writeFolder } from "../../../src/cli/write-folder.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "orgform-folder-"));
});
afterEach(() => rmSync(place, { recursive: true }));

const FILES = { "a.txt": "one\n", "b.txt": "two\n" };

describe("a folder", () => {
  test.each(["out", "not/there/yet"])("%s that is not there is made", (name) => {
    writeFolder(join(place, name), FILES);
    expect(readdirSync(join(place, name))).toEqual(["a.txt", "b.txt"]);
    expect(readFileSync(join(place, name, "b.txt"), "utf8")).toBe("two\n");
  });

  test("that is empty is filled", () => {
    mkdirSync(join(place, "out"));
    writeFolder(join(place, "out"), FILES);
    expect(readdirSync(place)).toEqual(["out"]);
    expect(readdirSync(join(place, "out"))).toEqual(["a.txt", "b.txt"]);
  });

  test("that holds something is refused and left alone", () => {
    writeFileSync(join(place, "mine.txt"), "mine");
    expect(() => writeFolder(place, FILES)).toThrow(/is not empty: it holds "mine\.txt"\. Nothing was written\./u);
    expect(readdirSync(place)).toEqual(["mine.txt"]);
  });

  test("that is a file is refused", () => {
    writeFileSync(join(place, "out"), "mine");
    expect(() => writeFolder(join(place, "out"), FILES)).toThrow(/is a file\./u);
  });

  test.each(["out", "not/there/yet"])("%s is not left half-written by a full disk", (name) => {
    const written: string[] = [];
    const write = (path: string, text: string): void => {
      if (written.length === 1) throw new Error("ENOSPC: no space left on device, write");
      writeFileSync(path, text);
      written.push(path);
    };
    expect(() => writeFolder(join(place, name), FILES, write)).toThrow(
      /^Could not write .*: ENOSPC: no space left on device, write\. No part of it was left there\.$/u,
    );
    expect(written.map((path) => existsSync(path))).toEqual([false]);
    expect(readdirSync(place)).toEqual([]);
  });
});

describe("new files beside others", () => {
  test("are written, with the folders that they need", () => {
    writeFileSync(join(place, "mine.txt"), "mine");
    writeNewFiles(place, { "a.txt": "one\n", "below/b.txt": "two\n" });
    expect(readdirSync(place)).toEqual(["a.txt", "below", "mine.txt"]);
    expect(readFileSync(join(place, "below/b.txt"), "utf8")).toBe("two\n");
  });

  test("are refused before anything is written where one of them is there", () => {
    writeFileSync(join(place, "b.txt"), "mine");
    expect(() => writeNewFiles(place, FILES)).toThrow(
      /b\.txt exists already\. Nothing was written\. Move it away, or name another folder\.$/u,
    );
    expect([readdirSync(place), readFileSync(join(place, "b.txt"), "utf8")]).toEqual([["b.txt"], "mine"]);
  });

  test("are taken back when the disk is full, and nothing else", () => {
    writeFileSync(join(place, "mine.txt"), "mine");
    const write = (path: string, text: string): void => {
      if (path.endsWith("b.txt")) throw new Error("ENOSPC: no space left on device, write");
      writeFileSync(path, text);
    };
    expect(() => writeNewFiles(place, { "a.txt": "one\n", "below/b.txt": "two\n" }, write)).toThrow(
      /^Could not write .*: ENOSPC: no space left on device, write\. No part of it was left there\.$/u,
    );
    expect(readdirSync(place)).toEqual(["mine.txt"]);
  });
});

describe("progress", () => {
  const shown = (isTTY: boolean, environment: NodeJS.ProcessEnv): string => {
    let text = "";
    const write = (part: string | Uint8Array): boolean => {
      text += String(part);
      return true;
    };
    const progress = progressOn({ write, isTTY, columns: 80 }, environment);
    progress.step("the roles");
    progress.count(1, 2);
    progress.end();
    return text;
  };

  test("is a line that changes on a terminal", () => {
    expect(shown(true, {})).toBe(
      `\r\u001B[KReading the roles\r\u001B[KReading the roles [${"=".repeat(12)}${" ".repeat(12)}] 1 of 2\r\u001B[K`,
    );
  });

  test.each([
    [false, {}],
    [true, { CI: "true" }],
  ])("is a line for each step elsewhere (terminal %s, %j)", (isTTY, environment) => {
    expect(shown(isTTY, environment)).toBe("Reading the roles\n");
  });
});

import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import os, { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { inPrivateFolder, InterruptedError, removeStale } from "../../../../src/cli/migrate/private-copy.ts";
import { untilSignal } from "../../../../src/cli/until-signal.ts";

const MACHINE = hostname().replaceAll(/[^\w-]/gu, "_");

/** A process that no machine has. */
const ENDED = 99_999_999;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const listening = (): number[] => SIGNALS.map((signal) => process.listenerCount(signal));

const made: string[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

const asFolder = (path: string): void => void mkdirSync(join(path, "in/it"), { recursive: true });

/** Makes something of this name among the temporary files. */
function leftBehind(name: string, make = asFolder): string {
  const path = join(tmpdir(), `${name}.${Math.random().toString(36).slice(2)}`);
  made.push(path);
  make(path);
  return path;
}

const isThere = (path: string): boolean => readdirSync(tmpdir()).includes(basename(path));

describe("the folder of a process that ended", () => {
  test("goes, with what is in it, when the next one begins", async () => {
    const paths = [0, 1].map(() => leftBehind(`orgform-trial.${MACHINE}.${ENDED}`));
    await inPrivateFolder(() => Promise.resolve(expect(paths.filter(isThere)).toEqual([])));
  });

  /** What may look like such a folder, and belongs to somebody else. */
  test.each<[string, string, (path: string) => void]>([
    ["this process", `orgform-trial.${MACHINE}.${process.pid}`, asFolder],
    ["a process of the system", `orgform-trial.${MACHINE}.1`, asFolder],
    ["another machine", `orgform-trial.${MACHINE}x.${ENDED}`, asFolder],
    ["another program", `orgform-trials.${MACHINE}.${ENDED}`, asFolder],
    ["no process", `orgform-trial.${MACHINE}.x${ENDED}`, asFolder],
    ["the process zero", `orgform-trial.${MACHINE}.0`, asFolder],
    ["a group of processes", `orgform-trial.${MACHINE}.-${ENDED}`, asFolder],
    ["a part of a process", `orgform-trial.${MACHINE}.1e400`, asFolder],
    ["nobody, as a link", `orgform-trial.${MACHINE}.${ENDED}`, (path) => symlinkSync(tmpdir(), path)],
    ["nobody, as a file", `orgform-trial.${MACHINE}.${ENDED}`, (path) => writeFileSync(path, "mine")],
  ])("stays if it is of %s", (_what, name, make) => {
    const path = leftBehind(name, make);
    removeStale();
    expect(isThere(path)).toBe(true);
  });
});

describe("a private folder", () => {
  test("is its owner's alone, is named after the process, and is gone in the end", async () => {
    const before = listening();
    const seen = await inPrivateFolder((folder, signal) => {
      writeFileSync(join(folder, "state.json"), "secret");
      expect(listening()).toEqual(before.map((count) => count + 1));
      return Promise.resolve({ folder, mode: statSync(folder).mode % 0o1000, isAborted: signal.aborted });
    });
    expect(basename(seen.folder)).toMatch(new RegExp(`^orgform-trial\\.${MACHINE}\\.${process.pid}\\..+$`, "u"));
    expect([seen.mode, seen.isAborted, existsSync(seen.folder)]).toEqual([0o700, false, false]);
    expect(listening()).toEqual(before);
  });

  test("is named after the machine in letters that every file system takes", async () => {
    jest.spyOn(os, "hostname").mockReturnValue("my.host-1/ü");
    const name = await inPrivateFolder((folder) => Promise.resolve(basename(folder)));
    expect(name).toMatch(new RegExp(`^orgform-trial\\.my_host-1__\\.${process.pid}\\..+$`, "u"));
  });

  test("is gone after an error, which stays what it is", async () => {
    const before = listening();
    const folders: string[] = [];
    const failing = inPrivateFolder((folder) => {
      folders.push(folder);
      return Promise.reject(new TypeError("a fault"));
    });
    await expect(failing).rejects.toThrow(new TypeError("a fault"));
    expect([folders.length, folders.filter((one) => existsSync(one))]).toEqual([1, []]);
    expect(listening()).toEqual(before);
  });

  test.each(SIGNALS)("is gone after %s, which ends the work", async (name) => {
    const folders: string[] = [];
    const interrupted = inPrivateFolder((folder, signal) => {
      folders.push(folder);
      process.emit(name);
      return Promise.reject(new Error(`is ended: ${signal.aborted}`));
    });
    await expect(interrupted).rejects.toBeInstanceOf(InterruptedError);
    expect(folders.map((one) => existsSync(one))).toEqual([false]);
  });
});

describe("work that a signal ends", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("is told of %s once, and a second one isn't held back", async (name) => {
    const before = listening();
    const seen = await untilSignal((signal) => {
      const started = signal.aborted;
      process.emit(name);
      return Promise.resolve([
        started,
        signal.aborted,
        process.listenerCount(name) - (before[SIGNALS.indexOf(name)] ?? 0),
      ]);
    });
    expect(seen).toEqual([false, true, 0]);
    expect(listening()).toEqual(before);
  });

  test("leaves nothing behind after an error", async () => {
    const before = listening();
    await expect(untilSignal(() => Promise.reject(new Error("a fault")))).rejects.toThrow("a fault");
    expect(listening()).toEqual(before);
  });
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import timers from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { ended, removeEmptyAttributes } from "../../../../../src/engines/pulumi/fleet/cut-off.ts";
import { failureOf } from "../../../../support/fake-resources.ts";

describe("an engine that outlived its runner", () => {
  /** Looks at the process, and waits between them. */
  const seen: unknown[] = [];
  const asked: string[] = [];
  let looks: readonly (boolean | Error)[] = [];

  beforeEach(() => {
    seen.length = 0;
    asked.length = 0;
    jest.spyOn(process, "kill").mockImplementation((pid, signal) => {
      const at = seen.filter((one) => one === "look").length;
      seen.push("look");
      asked.push(`${pid} ${String(signal)}`);
      const answer = looks[at] ?? looks.at(-1) ?? true;
      if (answer instanceof Error) throw answer;
      return true;
    });
    jest.spyOn(timers, "setTimeout").mockImplementation((ms, value, options) => {
      seen.push(ms);
      options?.signal?.throwIfAborted();
      return Promise.resolve(value as never); // -- nobody reads it
    });
  });
  afterEach(() => void jest.restoreAllMocks());

  const coded = (code: string): Error => Object.assign(new Error("no"), { code });
  const GONE = coded("ESRCH");
  const { signal } = new AbortController();

  test.each([
    ["that has ended already", [GONE], ["look"]],
    ["that ends a little later", [true, true, GONE], ["look", 500, "look", 500, "look"]],
    ["of another user", [coded("EPERM"), GONE], ["look", 500, "look"]],
    ["that can't be looked at for another reason", [new Error("no")], ["look"]],
  ])("is waited for on this machine: one %s", async (_what, answers, steps) => {
    looks = answers;
    await ended(4711, hostname(), signal);
    expect([seen, new Set(asked)]).toEqual([steps, new Set(["4711 0"])]);
  });

  test("is taken for ended after three minutes, and on another machine", async () => {
    looks = [true];
    await ended(4711, `${hostname()}x`, signal);
    await ended(4711, "", signal);
    expect(seen).toEqual([]);
    await ended(4711, hostname(), signal);
    const waits = seen.filter((one) => one !== "look");
    expect([waits.length, new Set(waits)]).toEqual([360, new Set([500])]);
  });

  test("isn't waited for once the run is ended", async () => {
    looks = [true];
    const ending = new AbortController();
    ending.abort(new Error("The run is over."));
    expect((await failureOf(ended(4711, hostname(), ending.signal))).message).toBe("The run is over.");
    expect(seen).toEqual(["look", 500]);
  });
});

describe("attributes beside a state in a folder", () => {
  let folder: string;
  let stacks: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "orgform-attributes é-"));
    stacks = join(folder, ".pulumi/stacks/shop");
    mkdirSync(stacks, { recursive: true });
    for (const name of ["acme.json", "acme.json.attrs", "acme.json.bak.attrs", "acme2.json.attrs", "acme.attrs"])
      writeFileSync(join(stacks, name), "");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const left = (): string[] => readdirSync(stacks).toSorted();

  test("are removed where they are empty, and are the stack's own", () => {
    removeEmptyAttributes(pathToFileURL(folder).href, "shop", "acme");
    expect(left()).toEqual(["acme.attrs", "acme.json", "acme2.json.attrs"]);
    // Once they are gone, there is nothing to do.
    removeEmptyAttributes(pathToFileURL(folder).href, "shop", "acme");
    removeEmptyAttributes(pathToFileURL(folder).href, "other", "acme");
    expect(left()).toEqual(["acme.attrs", "acme.json", "acme2.json.attrs"]);
  });

  test("stay where they say something, or another service keeps the states", () => {
    const all = left();
    for (const url of [undefined, "", folder, `s3://${folder}`]) removeEmptyAttributes(url, "shop", "acme");
    expect(left()).toEqual(all);
    for (const name of ["acme.json.attrs", "acme.json.bak.attrs"]) writeFileSync(join(stacks, name), "{}");
    removeEmptyAttributes(pathToFileURL(folder).href, "shop", "acme");
    expect(left()).toEqual(all);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";

import {
  FileLock,
  FleetBusyError,
  LeaseLostError,
  partOf,
  reasonToEnd,
} from "../../../packages/fleet/src/record/run-lock.ts";
import { failureOf } from "../../support/fake-resources.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a lock in a file", () => {
  test("keeps a second run away until the first one ends", async () => {
    const [one, other] = [new FileLock(join(folder, "größe.lock")), new FileLock(join(folder, "größe.lock"))];
    expect([await one.isHeld(), await other.isHeld()]).toEqual([false, false]);
    const { lost, release } = await one.hold();
    const refused = await failureOf(other.hold());
    expect([refused, refused.message, refused.cause]).toEqual([
      expect.any(FleetBusyError),
      "Another run of this fleet is in progress, so this one changed nothing. To see its status, run `orgform fleet status`.",
      expect.any(Error),
    ]);
    expect([await one.isHeld(), await other.isHeld(), lost.aborted]).toEqual([true, true, false]);
    expect(await new FileLock(join(folder, "another.lock")).isHeld()).toBe(false);
    await release();
    expect([await one.isHeld(), await other.isHeld()]).toEqual([false, false]);
    await (await other.hold()).release();
  });

  test("that isn't a lock is a failure of its own, and nobody holds it", async () => {
    const path = join(folder, "text.lock");
    writeFileSync(path, "This is no database, and it is longer than the beginning of one. ".repeat(20));
    for (const ask of [() => new FileLock(path).hold(), () => new FileLock(path).isHeld()]) {
      const failure = await failureOf(ask());
      expect([failure instanceof FleetBusyError, failure.message]).toEqual([false, expect.stringMatching(/database/u)]);
    }
  });
});

test.each<readonly [unknown, string]>([
  [new LeaseLostError(), "the lease of the run in the database has expired; `orgform fleet resume` continues it"],
  [new Error("another"), "a person stopped it"],
  [undefined, "a person stopped it"],
])("a run that ends by %p says why", (reason, words) => {
  expect(reasonToEnd(AbortSignal.abort(reason))).toBe(words);
});

test.each([
  [undefined, "run"],
  [{ index: 1, of: 12 }, "shard 1/12"],
  [{ index: 11, of: 2 }, "shard 11/2"],
])("the shard %j locks %s", (shard, part) => {
  expect(partOf(shard)).toBe(part);
});

import { AsyncLocalStorage, executionAsyncId } from "node:async_hooks";
import { setTimeout as after } from "node:timers/promises";

import { afterEach, describe, expect, test } from "@jest/globals";

/** Whether Node calls hooks at every step of a promise: then each step has an ID of its own. */
async function isTracked(): Promise<boolean> {
  await Promise.resolve();
  const one = executionAsyncId();
  await Promise.resolve();
  return executionAsyncId() !== one;
}

const [major = 0] = process.versions.node.split(".").map(Number);

describe("in a test", () => {
  const storage = new AsyncLocalStorage<string>();
  afterEach(() => storage.disable());

  test("no promise is tracked, whatever jest's own storage is for", async () => {
    expect(await isTracked()).toBe(false);
  });

  test("a storage of ours keeps apart what runs at once", async () => {
    const read = async (): Promise<string | undefined> => {
      await after(1);
      return storage.getStore();
    };
    const reads = [storage.run("one", read), storage.run("two", read), read()];
    expect(await Promise.all(reads)).toEqual(["one", "two", undefined]);
    // From Node 24 on, a storage needs no hooks.
    expect(await isTracked()).toBe(major < 24);
  });
});

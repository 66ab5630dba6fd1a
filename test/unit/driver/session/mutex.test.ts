import { expect, test } from "@jest/globals";

import { KeyedMutex } from "../../../../src/driver/session/under-way.ts";
import { failureOf } from "../../../support/fake-resources.ts";

test("actions of one key run one after another, also after one that failed; those of another key run beside them", async () => {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  const action = (name: string, end: () => Promise<void>) => async () => {
    log.push(`${name} begins`);
    await end().finally(() => log.push(`${name} ends`));
  };
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
  const first = mutex.run(
    "yard",
    action("first", () => pause().then(() => Promise.reject(new Error("no")))),
  );
  const second = mutex.run("yard", action("second", pause));
  const beside = mutex.run(
    "dock",
    action("beside", () => Promise.resolve()),
  );
  expect((await failureOf(first)).message).toBe("no");
  await Promise.all([second, beside]);
  expect(log).toEqual(["first begins", "beside begins", "beside ends", "first ends", "second begins", "second ends"]);
});

test("an action that must not wait is refused while its key is held, and runs when it is free again", async () => {
  const mutex = new KeyedMutex();
  const held = mutex.runUnlessHeld("yard", () => Promise.reject(new Error("no")));
  expect(mutex.runUnlessHeld("yard", () => Promise.resolve(1))).toBe(undefined);
  expect(await mutex.runUnlessHeld("dock", () => Promise.resolve(2))).toBe(2);
  expect((await failureOf(held ?? Promise.resolve())).message).toBe("no");
  expect(await mutex.runUnlessHeld("yard", () => Promise.resolve(3))).toBe(3);
});

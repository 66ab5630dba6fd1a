import { afterEach, expect, jest, test } from "@jest/globals";

import { counted, withHeartbeat } from "../../../../src/cli/call/progress.ts";

afterEach(() => void jest.useRealTimers());

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) yield await Promise.resolve(number);
}

test("rows are counted aloud by the hundred, and all of them come", async () => {
  const said: string[] = [];
  let sum = 0;
  for await (const number of counted(numbers(250), { status: (text) => void said.push(String(text)) })) sum += number;
  expect([sum, said]).toEqual([31_125, ["100 rows so far", "200 rows so far"]]);
});

test("long work is said to go on every ten seconds, and no longer than it does", async () => {
  jest.useFakeTimers();
  const said: string[] = [];
  let end = (): void => undefined;
  const work = withHeartbeat("splitPerson", { status: (text) => void said.push(String(text)) }, () => {
    return new Promise<string>((resolve) => (end = () => resolve("done")));
  });
  jest.advanceTimersByTime(25_000);
  end();
  expect(await work).toBe("done");
  jest.advanceTimersByTime(60_000);
  expect(said).toEqual(["Still running splitPerson (10 s)", "Still running splitPerson (20 s)"]);
});

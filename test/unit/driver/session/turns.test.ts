import { expect, test } from "@jest/globals";

import { type TurnLease, Turns } from "../../../../src/driver/session/turns.ts";

const NAME = "current organization";

/** Takes turns and notes what happens, in order. */
function open(lease?: () => Promise<TurnLease | undefined>) {
  const turns = new Turns<string>();
  const done: string[] = [];
  const take = (who: string, group: string | undefined, act: () => void = () => undefined) => {
    const linger = (): Promise<void> => Promise.resolve(void done.push(`${who} lingers`));
    return turns.take({ name: NAME, group, lease, linger, call: () => who }, async () => {
      await Promise.resolve();
      done.push(who);
      act();
      return who;
    });
  };
  const putBack = (what: string) => () =>
    turns.onTurnEnd(NAME, async (who) => {
      await Promise.resolve();
      done.push(`${what} put back by ${who}`);
    });
  return { turns, done, take, putBack };
}

test("those of one group have one turn together, and what they moved is put back once, by the last of them", async () => {
  const { done, take, putBack } = open();
  const [first] = await Promise.all([
    take("a1", "a", putBack("x")),
    take("b1", "b", putBack("y")),
    take("a2", "a", putBack("z")),
    take("none", undefined),
    take("a3", "a"),
  ]);
  expect(first).toBe("a1");
  expect(done).toEqual([
    "a1",
    "a2",
    "a3",
    "a3 lingers",
    "x put back by a3",
    "b1",
    "b1 lingers",
    "y put back by b1",
    "none",
  ]);
});

test("the last one has not ended before everything is put back", async () => {
  const { done, take, putBack } = open();
  await take("a1", "a", putBack("x"));
  expect(done).toEqual(["a1", "a1 lingers", "x put back by a1"]);
});

test("one that fails is told so, puts back what it moved, and keeps nobody else from a turn", async () => {
  const { done, take, putBack } = open();
  const failing = take("a1", "a", () => {
    putBack("x")();
    throw new Error("it broke");
  });
  const next = take("b1", "b");
  await expect(failing).rejects.toThrow("it broke");
  await expect(next).resolves.toBe("b1");
  expect(done).toEqual(["a1", "a1 lingers", "x put back by a1", "b1"]);
});

test("what is known is forgotten when another process had a turn", async () => {
  const ended: string[] = [];
  const leases = [false, true].map((hadOthers) => ({ hadOthers, end: () => void ended.push("ended") }));
  const { turns, take } = open(() => Promise.resolve(leases.shift()));
  turns.note(NAME, "x");
  await take("a1", "a");
  expect(turns.known(NAME)).toBe("x");
  await take("a2", "a");
  expect(turns.known(NAME)).toBeUndefined();
  expect(ended).toEqual(["ended", "ended"]);
});

test("a turn that is refused to this process is refused to who asked, and to nobody else", async () => {
  let asks = 0;
  const { take } = open(() =>
    (asks += 1) === 1 ? Promise.reject(new Error("ended by the engine")) : Promise.resolve(undefined),
  );
  const [refused, taken] = await Promise.allSettled([take("a1", "a"), take("a2", "a")]);
  expect(refused).toMatchObject({ reason: new Error("ended by the engine") });
  expect(taken).toMatchObject({ value: "a2" });
});

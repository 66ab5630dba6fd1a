import { describe, expect, test } from "@jest/globals";

import type { Reach } from "../../../src/model/definition.ts";
import { SharedReads } from "../../../src/driver/shared-reads.ts";
import { Snapshot } from "../../../src/driver/snapshot.ts";
import { FakeService, unreachable } from "../../support/fake-service.ts";
import { delivery } from "../../support/fake-delivery.ts";
import { box, fakeBox, failureOf } from "../../support/fake-resources.ts";

const at = (boxId: string, organizationId = "o1") => ({ organizationId, boxId });

function open() {
  const service = new FakeService();
  const time = { ms: 0 };
  const seeded = service.seed({ name: "a" });
  return {
    service,
    time,
    seeded,
    snapshot: new Snapshot(
      service,
      () => time.ms,
      (call) => call as Reach,
    ),
  };
}

describe("a shared read", () => {
  test("is made once for all who ask, also side by side", async () => {
    const reads = new SharedReads<number>(() => 0);
    let count = 0;
    const read = () => Promise.resolve((count += 1));
    expect(await Promise.all([reads.get("a", read), reads.get("a", read), reads.get("b", read)])).toEqual([1, 1, 2]);
    expect(await reads.get("a", read)).toBe(1);
  });

  test("is renewed once for all who ask side by side, and kept for those who ask afterwards", async () => {
    const reads = new SharedReads<number>(() => 0);
    let count = 0;
    const read = () => Promise.resolve((count += 1));
    await reads.get("a", read);
    expect(await Promise.all([reads.renew("a", read), reads.renew("a", read)])).toEqual([2, 2]);
    expect(await reads.get("a", read)).toBe(2);
    expect(await reads.renew("a", read)).toBe(3);
  });

  test("is read by one at a time: all who want it anew meanwhile share the next read", async () => {
    const reads = new SharedReads<number>(() => 0);
    const answers: (() => void)[] = [];
    const read = () => new Promise<number>((resolve) => answers.push(() => resolve(answers.length)));
    const first = reads.renew("a", read);
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const later = [];
    for (let asked = 0; asked < 5; asked += 1) {
      later.push(reads.renew("a", read));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(answers).toHaveLength(1);
    answers[0]?.();
    expect(await first).toBe(1);
    while (answers.length === 1) await new Promise((resolve) => setImmediate(resolve));
    answers[1]?.();
    expect(await Promise.all(later)).toEqual([2, 2, 2, 2, 2]);
  });

  test("that failed is read anew all the same when somebody wants it so", async () => {
    const reads = new SharedReads<number>(() => 0);
    const failing = reads.renew("a", () => Promise.reject(new Error("refused")));
    const next = failing.catch(() => reads.renew("a", () => Promise.resolve(1)));
    expect(await next).toBe(1);
  });

  test("that failed is tried again after 5 seconds, not before", async () => {
    const time = { ms: 0 };
    const reads = new SharedReads<number>(() => time.ms);
    const failing = () => Promise.reject(new Error("refused"));
    const [one, two] = [reads.get("a", failing), reads.get("a", () => Promise.resolve(1))];
    expect((await failureOf(one)).message).toBe("refused");
    expect((await failureOf(two)).message).toBe("refused");
    time.ms = 5_000;
    expect((await failureOf(reads.get("a", () => Promise.resolve(1)))).message).toBe("refused");
    time.ms = 5_001;
    expect(await reads.get("a", () => Promise.resolve(1))).toBe(1);
  });
});

describe("the snapshot", () => {
  test("reads a list once, whoever asks and for whichever resource of it", async () => {
    const { service, snapshot, seeded } = open();
    expect(await Promise.all([snapshot.list(box, at(""), {}), snapshot.find(delivery, at("b1"), {})])).toEqual([
      [seeded],
      seeded,
    ]);
    expect(await snapshot.find(box, at("b9"), {})).toBe(undefined);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("reads one list per scope", async () => {
    const { service, snapshot } = open();
    service.organizations.set("o2", new Map());
    await snapshot.list(box, at(""), {});
    expect(await snapshot.list(box, at("", "o2"), {})).toEqual([]);
    expect(service.calls).toEqual(["list o1", "list o2"]);
  });

  test("has nothing of a resource without a list", async () => {
    const { service, snapshot } = open();
    const { collection: _none, ...rest } = fakeBox();
    snapshot.put(rest, at("b1"), { id: "b1" });
    expect(await snapshot.list(rest, at(""), {})).toEqual([]);
    expect(service.calls).toEqual([]);
  });

  test("shows our writes at once, without another read", async () => {
    const { service, snapshot, seeded } = open();
    await snapshot.list(box, at(""), {});
    snapshot.put(box, at("b1"), { ...seeded, name: "changed" });
    snapshot.put(box, at("b2"), { id: "b2", name: "new" });
    expect(await snapshot.list(box, at(""), {})).toEqual([
      { ...seeded, name: "changed" },
      { id: "b2", name: "new" },
    ]);
    snapshot.remove(box, at("b1"));
    expect(await snapshot.find(box, at("b1"), {})).toBe(undefined);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("puts writes that were made during a read over what it brings", async () => {
    const { service, snapshot } = open();
    const reading = snapshot.list(box, at(""), {});
    snapshot.put(box, at("b2"), { id: "b2" });
    snapshot.remove(box, at("b1"));
    expect(await reading).toEqual([{ id: "b2" }]);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("renewed shows what the service holds now, whatever was written before", async () => {
    const { service, snapshot, seeded } = open();
    await snapshot.list(box, at(""), {});
    snapshot.put(box, at("mine"), { id: "mine" });
    snapshot.remove(box, at("b1"));
    const other = service.seed({ name: "c" });
    expect(await snapshot.findRenewed(box, at("b1"), {})).toEqual(seeded);
    expect(await snapshot.list(box, at(""), {})).toEqual([seeded, other]);
    expect(service.calls).toEqual(["list o1", "list o1"]);
  });

  test("hands one failure to all who ask, and tries again after 5 seconds", async () => {
    const { service, snapshot, time, seeded } = open();
    service.next("list", { error: unreachable() });
    await Promise.all([failureOf(snapshot.list(box, at(""), {})), failureOf(snapshot.find(box, at("b1"), {}))]);
    expect(service.calls).toEqual(["list o1"]);
    time.ms = 5_001;
    expect(await snapshot.find(box, at("b1"), {})).toEqual(seeded);
    expect(service.calls).toEqual(["list o1", "list o1"]);
  });
});

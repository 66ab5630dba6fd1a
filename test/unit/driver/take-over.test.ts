import { describe, expect, test } from "@jest/globals";

import { plan, reconcile } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { FakeService } from "../../support/fake-service.ts";
import { box, crate, failureOf, fakeBox, startDriver, stone, vault } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

function open(definition: AnyResource = box) {
  const service = new FakeService();
  const driver = startDriver(service);
  const make = (inputs: Readonly<Record<string, unknown>> = {}) =>
    reconcile(definition, { ...declared, ...inputs }, driver.context);
  return { service, driver, make };
}

describe("create takes over, without a word,", () => {
  test("what equals the declaration, without any write", async () => {
    const { service, make } = open();
    service.seed({ name: "a", color: "red" });
    expect((await make()).id).toBe("o1/b1");
    expect(service.calls).toEqual(["list o1"]);
  });

  test("what still has the server-side default where it does not, and sets it", async () => {
    const { service, make } = open();
    service.seed({ name: "a" });
    expect((await make({ weight: 5 })).state).toMatchObject({ color: "red", weight: 5 });
    expect(service.calls).toEqual(["list o1", "update b1"]);
    expect(service.bodies).toEqual([{ color: "red", weight: 5 }]);
  });

  test("what differs where nothing is declared", async () => {
    const { service, make } = open();
    service.seed({ name: "a", color: "red", weight: 99 });
    expect((await make()).state).not.toHaveProperty("weight");
    expect(service.writes).toEqual([]);
  });

  test("a settable object, and sends what can never be compared", async () => {
    const { service, make } = open(vault);
    service.seed({ name: "a", color: "red" });
    await make({ password: "s3cret" });
    expect(service.bodies).toEqual([{ password: "s3cret" }]);
  });

  test("an object whose gate is closed, without the gated settings", async () => {
    const { service, driver, make } = open(crate);
    service.seed({ name: "a", color: "red", seal: "" });
    expect((await make({ seal: "wax" })).state).toMatchObject({ seal: "wax", heldBack: ["seal"] });
    expect(service.writes).toEqual([]);
    expect(driver.said).toEqual([
      {
        severity: "warn",
        text: "seal of this Crate is deferred: the crate is closed; open it. The first update after that sets it.",
      },
    ]);
  });
});

describe("create stops", () => {
  test("before somebody else's object, shows the differences and writes nothing", async () => {
    const { service, make } = open();
    service.seed({ name: "a", color: "blue", weight: 7, combination: "9999" });
    const failure = await failureOf(make({ weight: 5, combination: "1234" }));
    expect(failure["code"]).toBe("adoption_conflict");
    expect(failure.message).toBe(
      'Box "a" exists already\n' +
        "Nothing was written. What exists, and why it was not adopted:\n" +
        '- o1/b1: color is "blue", declared is "red"; weight is 7, declared is 5; combination differs (secret)\n' +
        'To adopt it and change it to what is declared, set `adopt: "o1/b1"`.',
    );
    expect(service.writes).toEqual([]);
  });

  test("before an object at its defaults that could only be replaced", async () => {
    const { service, make } = open(stone);
    service.seed({ name: "a" });
    expect((await failureOf(make())).message).toMatch(/- o1\/b1: color is "grey", declared is "red"\n/u);
    expect(service.writes).toEqual([]);
  });

  test("before an object that another resource of the run stands for", async () => {
    const { service, make } = open();
    service.seed({ name: "a", color: "red" });
    await make();
    expect((await failureOf(make())).message).toMatch(/- o1\/b1: another resource of this run manages it\n/u);
  });

  test.each([
    ["compared", plan],
    ["updated", reconcile],
  ])("before an object whose resource was %s in this run", async (_what, verb) => {
    const { service, driver, make } = open();
    service.seed({ name: "a", color: "red" });
    const state = { ...declared, boxId: "b1", stateVersion: 1 };
    if (verb === plan) await plan(box, declared, () => driver.context, { id: "o1/b1", state });
    else await reconcile(box, declared, driver.context, { id: "o1/b1", state });
    expect((await failureOf(make())).message).toMatch(/- o1\/b1: another resource of this run manages it\n/u);
    expect(service.writes).toEqual([]);
  });

  test("before several that may be its own", async () => {
    const { service, make } = open();
    service.seed({ name: "a", color: "red" });
    service.seed({ name: "a" });
    const failure = await failureOf(make());
    expect(failure["code"]).toBe("ambiguous");
    expect(failure.message).toBe(
      'More than one object is Box "a"\nThey are o1/b1, o1/b2. Set `adopt` to the id of the one that is meant.',
    );
  });

  test("not before the one of several that is its own", async () => {
    const { service, make } = open();
    service.seed({ name: "a", color: "blue" });
    service.seed({ name: "a", color: "red" });
    expect((await make()).id).toBe("o1/b2");
  });
});

describe("a definition's own rule", () => {
  const asked: unknown[] = [];
  const { naturalKey } = box;
  const own = fakeBox({
    ...(naturalKey === undefined ? {} : { naturalKey: { ...naturalKey, isUnique: false } }),
    inputs: { ...(box.inputs as object), mayDouble: (box.inputs as Record<string, never>)["isProtected"]! },
    allowDuplicateField: "mayDouble",
    whyNotOwn: (_service, wire, { serviceNow }) => {
      asked.push(serviceNow);
      return Promise.resolve(wire["weight"] === 1 ? undefined : "it is too heavy");
    },
  });

  function openOwn(weight: number) {
    const service = new FakeService();
    service.isUnique = false;
    service.seed({ name: "a", color: "blue", weight });
    const now = new Date("2026-11-20T00:00:00Z");
    const driver = startDriver(service, { serviceNow: now });
    return { service, now, make: (mayDouble: boolean) => reconcile(own, { ...declared, mayDouble }, driver.context) };
  }

  test("decides in place of the comparison, and is told the service's time", async () => {
    const { service, now, make } = openOwn(1);
    expect((await make(false)).id).toBe("o1/b1");
    expect(asked.splice(0)).toEqual([now]);
    expect(service.bodies).toEqual([{ color: "red" }]);
  });

  test("offers a duplicate where the definition knows one", async () => {
    const { service, make } = openOwn(2);
    expect((await failureOf(make(false))).message).toMatch(
      /- o1\/b1: it is too heavy\n.* set `adopt: "o1\/b1"`\. Or set `mayDouble: true` to make another one\.$/u,
    );
    expect((await make(true)).id).toBe("o1/b2");
    expect(service.writes).toEqual(["create a"]);
  });

  test("goes before a duplicate: its own earlier try is taken over", async () => {
    const { service, make } = openOwn(1);
    expect((await make(true)).id).toBe("o1/b1");
    expect(service.writes).toEqual(["update b1"]);
  });
});

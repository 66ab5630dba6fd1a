import { describe, expect, test } from "@jest/globals";

import { reconcile, remove } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { apiError, FakeService } from "../../support/fake-service.ts";
import { box, failureOf, fakeBox, paint, startDriver, stone, vault } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

function open(definition: AnyResource = box) {
  const service = new FakeService();
  service.seed({ name: "theirs", color: "blue" });
  const driver = startDriver(service);
  const adopt = (text: string, inputs: Readonly<Record<string, unknown>> = {}) =>
    reconcile(definition, { ...declared, ...inputs, adopt: text }, driver.context);
  return { service, driver, adopt };
}

describe("`adopt`", () => {
  test.each(["b1", "theirs", "o1/b1", "o1/theirs"])(
    "takes %j over and changes it to what is declared",
    async (text) => {
      const { service, adopt } = open();
      expect(await adopt(text)).toEqual({
        id: "o1/b1",
        inputs: { ...declared, adopt: text },
        state: { ...declared, adopt: text, boxId: "b1", stateVersion: 1 },
      });
      expect(service.bodies).toEqual([{ name: "a", color: "red" }]);
    },
  );

  test("sends what can never be compared", async () => {
    const { service, adopt } = open(vault);
    await adopt("theirs", { password: "s3cret" });
    expect(service.bodies).toEqual([{ name: "a", color: "red", password: "s3cret" }]);
  });

  test("names nothing", async () => {
    const { service, adopt } = open();
    const failure = await failureOf(adopt("nobody"));
    expect(failure["code"]).toBe("adoption_failed");
    expect(failure.message).toBe(
      '`adopt` names no Box\nNo object with the ID or name "nobody" is among the boxes of the organization.',
    );
    expect(service.writes).toEqual([]);
  });

  test("names several", async () => {
    const { service, adopt } = open();
    service.seed({ name: "theirs" });
    expect((await failureOf(adopt("theirs"))).message).toBe(
      '`adopt` names more than one Box\n"theirs" matches several objects. Give one of these IDs: o1/b1, o1/b2.',
    );
  });

  test("names what another resource of the run stands for", async () => {
    const { adopt } = open();
    await adopt("b1");
    const failure = await failureOf(adopt("b1"));
    expect(failure["code"]).toBe("claimed_twice");
    expect(failure.message).toBe(
      "Declared twice: Box b1\nAnother resource of this run manages o1/b1. Remove one of the two declarations.",
    );
  });

  test("names what another resource adopts at the same moment: one of the two has it", async () => {
    const { service, adopt } = open();
    const outcomes = await Promise.allSettled([adopt("b1", { name: "x" }), adopt("theirs", { name: "y" })]);
    // It doesn't matter which of the two.
    const [won] = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const lost = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(lost).toEqual([expect.objectContaining({ code: "claimed_twice" })]);
    expect(won?.state["boxId"]).toBe("b1");
    expect(service.bodies).toEqual([{ name: won?.state["name"], color: "red" }]);
  });

  test("names what lies elsewhere: the next update would replace it", async () => {
    const { service, adopt } = open();
    service.organizations.set("o2", new Map());
    service.seed({ name: "a", color: "red" }, "o2");
    const failure = await failureOf(adopt("o2/b2"));
    expect(failure["code"]).toBe("adoption_failed");
    expect(failure.message).toBe(
      "`adopt` names a Box that doesn't match the declaration\n" +
        'It names o2/b2. These fields differ, and changing them would replace the object: organizationId is "o2", declared is "o1".\n' +
        "Declare the values of the object, or name another object.",
    );
    expect(service.writes).toEqual([]);
  });

  test("names what cannot be changed to what is declared", async () => {
    const { adopt } = open(stone);
    expect((await failureOf(adopt("theirs"))).message).toMatch(
      /name is "theirs", declared is "a"; color is "blue", declared is "red"\.\n/u,
    );
  });

  test("takes what cannot be changed any more as it is", async () => {
    const sealed = {
      ...stone,
      capabilities: [{ name: "delivered", isFinal: ({ isDelivered }: Values) => isDelivered === true }],
    };
    expect((await failureOf(open(sealed).adopt("theirs")))["code"]).toBe("adoption_failed");
    const { service, adopt } = open(sealed);
    await service.update("o1", "b1", { isDelivered: true });
    expect((await adopt("theirs")).id).toBe("o1/b1");
    expect(service.row("b1")).toMatchObject({ name: "theirs", color: "blue" });
  });

  test("reads by id where there is no list", async () => {
    const { collection: _none, ...unlisted } = fakeBox();
    const { service, adopt } = open(unlisted);
    expect((await adopt("b1")).id).toBe("o1/b1");
    expect((await failureOf(adopt("b9"))).message).toMatch(/^`adopt` names no Box\n.* is among the service\.$/u);
    expect(service.writes).toEqual(["update b1"]);
  });

  test("that is refused by the service leaves the object out of state, where a destroy would find it", async () => {
    const { service, adopt } = open();
    service.next("update", { error: apiError({ category: "invalid", status: 400, detail: "no red" }) });
    const failure = await failureOf(adopt("theirs"));
    expect(failure).not.toHaveProperty("id");
    expect(failure.message).toBe('Could not create Box "a"\nThe service answered 400 invalid to POST /boxes/: no red');
  });
});

describe("settings", () => {
  const inputs = { organizationId: "o1", boxId: "b1", color: "red" };

  test("are adopted as they are, whatever they are", async () => {
    const { service, driver } = open(paint);
    expect((await reconcile(paint, { ...inputs, adopt: "o1/b1" }, driver.context)).id).toBe("o1/b1");
    expect(service.bodies).toEqual([{ color: "red" }]);
  });

  test("of another object are not", async () => {
    const { service, driver } = open(paint);
    service.seed({ name: "other" });
    const failure = await failureOf(reconcile(paint, { ...inputs, adopt: "other" }, driver.context));
    expect(failure.message).toMatch(/It names o1\/b2\. .*: boxId is "b2", declared is "b1"\.\n/u);
  });

  test("of somebody else are refused", async () => {
    const { service, driver } = open(paint);
    const failure = await failureOf(reconcile(paint, inputs, driver.context));
    expect(failure["code"]).toBe("adoption_conflict");
    expect(failure.message).toBe(
      'Paint b1 has other settings\nNothing was written. What differs: color is "blue", declared is "red".\n' +
        'To adopt it and change it to the declared settings, set `adopt: "o1/b1"`.',
    );
    expect(service.writes).toEqual([]);
  });

  test("are not set by two resources of one run", async () => {
    const { service, driver } = open(paint);
    service.seed({ name: "free" });
    await reconcile(paint, { ...inputs, boxId: "b2" }, driver.context);
    const failure = await failureOf(reconcile(paint, { ...inputs, boxId: "b2" }, driver.context));
    expect(failure["code"]).toBe("claimed_twice");
    await remove(paint, "o1/b2", { ...inputs, boxId: "b2" }, driver.context);
    expect(service.row("b2")?.["color"]).toBe("red");
  });

  test("need an object", async () => {
    const { driver } = open(paint);
    const failure = await failureOf(reconcile(paint, { ...inputs, boxId: "b9" }, driver.context));
    expect(failure["code"]).toBe("missing_object");
    expect(failure.message).toBe(
      "There is no object for this Paint\nThe inputs name o1/b9. Create it first, or correct its ID.",
    );
  });
});

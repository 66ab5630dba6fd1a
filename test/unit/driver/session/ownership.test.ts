import { expect, test } from "@jest/globals";

import { reconcile, remove } from "../../../../src/driver/driver.ts";
import { Ownership } from "../../../../src/driver/session/ownership.ts";
import { FakeService } from "../../../support/fake-service.ts";
import { afterTry, box, startDriver } from "../../../support/fake-resources.ts";

test("an object that a create made or adopted stays so when state tells of it too", () => {
  const ownership = new Ownership();
  ownership.own(box, "o1/b1", "made");
  ownership.own(box, "o1/b1", "known");
  expect(ownership.kindOf(box, "o1/b1")).toBe("made");
});

test("an object that was known becomes one that a create made, and nobody's when it is gone", () => {
  const ownership = new Ownership();
  ownership.own(box, "o1/b1", "known");
  ownership.own(box, "o1/b1", "made");
  expect(ownership.kindOf(box, "o1/b1")).toBe("made");
  expect(ownership.kindOf(box, "o1/b2")).toBeUndefined();
  ownership.release(box, "o1/b1");
  expect(ownership.kindOf(box, "o1/b1")).toBeUndefined();
});

test("what a renamed resource has adopted is not deleted with the old name, though it was changed in between", async () => {
  const service = new FakeService();
  const { context, said } = startDriver(service);
  const inputs = { organizationId: "o1", name: "a", color: "red", isProtected: false };
  service.seed({ name: "a", color: "red" });
  const renamed = await reconcile(box, inputs, await afterTry(context, box, inputs));
  // The engine continues with the object in the state, which is the same.
  const changed = await reconcile(box, { ...inputs, color: "blue" }, context, renamed);
  await remove(box, renamed.id, changed.state, context);
  expect(service.row("b1")).toMatchObject({ color: "blue" });
  expect(said.slice(1).map(({ text }) => text)).toEqual([
    "Box o1/b1 is now managed by another resource of this run, so it wasn't deleted.",
  ]);
});

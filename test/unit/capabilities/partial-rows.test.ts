import { describe, expect, test } from "@jest/globals";

import { partialRows } from "../../../src/capabilities/partial-rows.ts";
import { find, read, reconcile } from "../../../src/driver/driver.ts";
import { FakeService } from "../../support/fake-service.ts";
import { afterTry, box, fakeBox, startDriver } from "../../support/fake-resources.ts";

const { collection } = box;
if (collection === undefined) throw new Error("a box has a list");

/** A box whose list doesn't show its color. */
const dull = fakeBox({
  collection: {
    ...collection,
    list: async (service: FakeService, scope) =>
      (await service.list(String(scope["organizationId"]))).map(({ color: _color, ...row }) => row),
    capabilities: [partialRows({ omits: ["color"] })],
  },
});

const declared = { organizationId: "o1", name: "a", isProtected: true };
const red = { ...declared, color: "red" };

function open() {
  const service = new FakeService();
  service.seed({ name: "a", color: "red" });
  return { service, context: () => startDriver(service).context };
}

describe("an object of which the list shows a part", () => {
  test("is read by itself when it declares what the list leaves out", async () => {
    const { service, context } = open();
    expect((await read(dull, "o1/b1", red, context()))?.inputs).toEqual(red);
    expect(service.calls).toEqual(["read b1"]);
  });

  test("is read from the list when it declares nothing of that", async () => {
    const { service, context } = open();
    expect((await read(dull, "o1/b1", declared, context()))?.inputs).toEqual(declared);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("is read whole before it is taken over", async () => {
    const { service, context } = open();
    expect((await reconcile(dull, red, await afterTry(context(), dull, red))).inputs).toEqual(red);
    expect(service.calls).toEqual(["list o1", "read b1"]);
  });

  test("is taken over by its row when that is all there is to compare", async () => {
    const { service, context } = open();
    expect((await reconcile(dull, declared, await afterTry(context(), dull, declared))).inputs).toEqual(declared);
    expect(service.calls).toEqual(["list o1"]);
  });

  test("is imported with everything, also by its name", async () => {
    const { service, context } = open();
    expect((await find(dull, "o1/a", context())).inputs).toMatchObject({ color: "red" });
    expect(service.calls).toEqual(["list o1", "read b1"]);
  });
});

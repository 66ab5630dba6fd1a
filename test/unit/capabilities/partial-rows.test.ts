import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { partialRows } from "../../../src/capabilities/partial-rows.ts";
import { noteAbsentKeys } from "../../../src/client/absent-keys.ts";
import { find, list, read, reconcile } from "../../../src/driver/driver.ts";
import { FakeService, type Row } from "../../support/fake-service.ts";
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

describe("an object whose row lacks a key that the state has a value for", () => {
  const shape = z.object({ id: z.string(), name: z.string(), color: z.string() });

  /** Boxes whose rows lack their color; a box that is read by itself has it, or lacks it as well. */
  function lacking(isReadWhole: boolean) {
    const service = new FakeService();
    for (const name of ["a", "b"]) service.seed({ name, color: "red" });
    const seen = (row: Row, isWhole: boolean): Row => {
      const { color, ...rest } = row;
      const made = { ...row, color: isWhole ? color : "grey" };
      noteAbsentKeys(shape, isWhole ? row : rest, made);
      return made;
    };
    const definition = fakeBox({
      collection: {
        ...collection!,
        list: async (boxes: FakeService, scope) =>
          (await boxes.list(String(scope["organizationId"]))).map((row) => seen(row, false)),
      },
      ops: {
        ...box.ops,
        read: async (boxes: FakeService, at) => seen(await boxes.read("o1", String(at["boxId"])), isReadWhole),
      },
    });
    const { context } = startDriver(service);
    const readAll = () =>
      Promise.all(
        ["b1", "b2"].map((id) => read(definition, `o1/${id}`, { ...red, name: id === "b1" ? "a" : "b" }, context)),
      );
    return { service, definition, context, readAll };
  }

  test("is read by itself, once", async () => {
    const { service, readAll } = lacking(true);
    expect((await readAll()).map((one) => one?.inputs["color"])).toEqual(["red", "red"]);
    expect(service.calls).toEqual(["list o1", "read b1", "read b2"]);
  });

  test("is read from the list once another one showed that no object has the key", async () => {
    const { service, readAll } = lacking(false);
    await readAll();
    expect(service.calls).toEqual(["list o1", "read b1"]);
  });

  test("isn't listed with a value that nobody knows", async () => {
    const { definition, context } = lacking(true);
    const [first] = await list(definition, { organizationId: "o1" }, context);
    expect([first?.name, first?.values["name"], first?.values]).toEqual([
      "a",
      "a",
      expect.not.objectContaining({ color: "grey" }),
    ]);
  });
});

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

import { describe, expect, test } from "@jest/globals";

import { managedObjects } from "../../../src/capabilities/managed-objects.ts";
import { reconcile, remove } from "../../../src/driver/driver.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { managedKeys, objectKey } from "../../../src/model/managed-keys.ts";
import { afterTry, fakeBox, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService } from "../../support/fake-service.ts";
import { madeUpStack } from "../../support/made-up-resource.ts";

const RED = fakeBox({ name: "RedBox", capabilities: [managedObjects({ kind: "Box" })] });
const BLUE = fakeBox({ name: "BlueBox", capabilities: [managedObjects({ kind: "Box" })] });

describe("resources of one kind of object", () => {
  test("share their objects; others of the same parts represent something else", () => {
    const keys = [RED, BLUE, fakeBox({ name: "BoxSettings" })].map((one) => objectKey(one, "o1/b1"));
    expect(keys).toEqual(["Box o1/b1", "Box o1/b1", "BoxSettings o1/b1"]);
  });

  test("do not take an object from each other, and do not delete what another one adopted", async () => {
    const service = new FakeService();
    const inputs = { organizationId: "o1", name: "a", isProtected: true };
    const { id, state } = await reconcile(RED, inputs, startDriver(service).context);
    const context = await afterTry(startDriver(service).context, BLUE, inputs);
    expect((await reconcile(BLUE, inputs, context)).id).toBe(id);
    await remove(RED, id, state, context);
    expect(service.row("b1")).toMatchObject({ name: "a" });
    await expect(reconcile(RED, inputs, context)).rejects.toThrow("another resource of this run manages it");
  });
});

describe("a declaration", () => {
  test("manages its own object, and those of other kinds that it names", () => {
    const shelf = fakeBox({
      name: "Shelf",
      capabilities: [
        managedObjects({
          manages: ({ organizationId }: Values, { name }: Values) => [
            { kind: "Box", id: `${String(organizationId)}/${String(name)}` },
          ],
        }),
      ],
    });
    expect(managedKeys(shelf, "o1/s1", { name: "b1" })).toEqual(["Shelf o1/s1", "Box o1/b1"]);
    expect(managedKeys(fakeBox(), "o1/b1", {})).toEqual([objectKey(fakeBox(), "o1/b1")]);
  });

  test("that excludes an object keeps it from being reported as undeclared", async () => {
    const excluding = managedObjects({ excludes: () => Promise.resolve([{ kind: "Box", id: "o1/b2" }]) });
    const { service, compare } = await madeUpStack([excluding]);
    for (const name of ["b", "c"]) service.seed({ name });
    expect((await compare()).unmanaged).toEqual([{ resource: "Box", id: "o1/b3", name: "c" }]);
  });

  test("excludes nothing where that cannot be told, and the comparison says so", async () => {
    const refused = apiError({ category: "permission", status: 403 });
    const { service, compare } = await madeUpStack([managedObjects({ excludes: () => Promise.reject(refused) })]);
    service.seed({ name: "b" });
    const { unmanaged, unchecked } = await compare();
    expect(unmanaged).toEqual([{ resource: "Box", id: "o1/b2", name: "b" }]);
    expect(unchecked).toMatchObject([{ reason: expect.stringContaining("403") as unknown }]);
  });
});

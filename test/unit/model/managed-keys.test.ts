import { expect, test } from "@jest/globals";

import { managedKeys, objectKey } from "../../../src/model/managed-keys.ts";
import { fakeBox } from "../../support/fake-resources.ts";

test("resources of one kind share their objects; others of the same parts stand for something else", () => {
  const [red, blue] = ["RedBox", "BlueBox"].map((name) => fakeBox({ name, objectKind: "Box" }));
  const settings = fakeBox({ name: "BoxSettings" });
  const keys = [red, blue, settings].map((one) => one && objectKey(one, "o1/b1"));
  expect(keys).toEqual(["Box o1/b1", "Box o1/b1", "BoxSettings o1/b1"]);
});

test("a resource answers for its own object, and for those that its declaration covers", () => {
  const shelf = fakeBox({
    name: "Shelf",
    covers: ({ organizationId = "" }, { name }) => [{ kind: "Box", id: `${organizationId}/${String(name)}` }],
  });
  expect(managedKeys(shelf, "o1/s1", { name: "b1" })).toEqual(["Shelf o1/s1", "Box o1/b1"]);
  expect(managedKeys(fakeBox(), "o1/b1", {})).toEqual([objectKey(fakeBox(), "o1/b1")]);
});

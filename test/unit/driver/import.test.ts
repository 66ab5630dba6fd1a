import { describe, expect, test } from "@jest/globals";

import { declarable } from "../../../src/driver/driver.ts";
import { box, fakeBox } from "../../support/fake-resources.ts";

describe("a program that is written for an object that exists", () => {
  test("says what the object has, and neither outputs nor secrets nor what is so by default", () => {
    const found = {
      organizationId: "o1",
      boxId: "b1",
      name: "a",
      color: "grey",
      weight: 5,
      combination: "1234",
      isProtected: true,
    };
    expect(declarable(box, found)).toEqual({ organizationId: "o1", name: "a", weight: 5 });
    expect(declarable(box, { ...found, color: "red", isProtected: false })).toEqual({
      organizationId: "o1",
      name: "a",
      color: "red",
      weight: 5,
      isProtected: false,
    });
    expect(declarable(fakeBox(), {})).toEqual({});
  });
});

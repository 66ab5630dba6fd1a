import { describe, expect, test } from "@jest/globals";

import { printed } from "../../../src/model/messages.ts";
import { declaredTitleOf, titleOf } from "../../../src/model/title.ts";
import { box, root } from "../../support/fake-resources.ts";

const UUID = "01912345-89ab-7cde-8f01-23456789abcd";

describe("a summary names an object", () => {
  test("by the last part of its id, which may be a name with a slash", () => {
    expect(printed(titleOf(box, "o1/b1"))).toBe("Box b1");
    expect(printed(titleOf(box, "o1/red/round"))).toBe("Box red/round");
    expect(printed(titleOf(root, "o1"))).toBe("Root o1");
  });

  test("with a UUID as it is, and no more than fits where a UUID does", () => {
    expect(printed(titleOf(box, `o1/${UUID}`))).toBe(`Box ${UUID}`);
    expect(printed(titleOf(box, `o1/${UUID}e`))).toBe(`Box ${UUID.slice(0, 33)}...`);
  });

  test("that is declared by the name in the program, cut in the same way", () => {
    expect(printed(declaredTitleOf(box, { name: "a" }))).toBe('Box "a"');
    expect(printed(declaredTitleOf(box, { name: `${UUID}e` }))).toBe(`Box "${UUID.slice(0, 33)}..."`);
    expect(printed(declaredTitleOf(box, {}))).toBe("Box");
  });
});

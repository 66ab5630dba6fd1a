import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { nestedName } from "../../../src/capabilities/nested-name.ts";
import { field } from "../../../src/model/field.ts";
import { printed } from "../../../src/model/messages.ts";
import { declaredTitleOf, titleOf } from "../../../src/model/title.ts";
import { BY_ID, box, fakeBox, root } from "../../support/fake-resources.ts";

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
    expect(printed(declaredTitleOf(box, { name: 7 }))).toBe("Box");
    expect(printed(declaredTitleOf(box, { name: 'a "b" | ä' }))).toBe(String.raw`Box "a \"b\" | ä"`);
  });

  test("that is declared never by a secret, or by a value that isn't declared", () => {
    const secret = fakeBox({ inputs: { name: field(z.string(), { doc: "Name.", secret: true }) } });
    expect(printed(declaredTitleOf(secret, { name: "hush" }))).toBe("Box");
    const computed = fakeBox({ naturalKey: BY_ID });
    expect(printed(declaredTitleOf(computed, { name: "a", boxId: "b1" }))).toBe("Box");
    const { naturalKey: _key, ...nameless } = box;
    expect(printed(declaredTitleOf(nameless, { name: "a" }))).toBe("Box");
  });

  test("that is declared by its nested name, whatever its natural key is", () => {
    const nested = fakeBox({
      naturalKey: BY_ID,
      capabilities: [nestedName({ of: ({ label }) => String(label), isKnown: () => true })],
    });
    expect(printed(declaredTitleOf(nested, { name: "a", label: "in it" }))).toBe('Box "in it"');
  });
});

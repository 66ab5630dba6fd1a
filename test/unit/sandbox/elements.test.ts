import { describe, expect, test } from "@jest/globals";
import { chainOf, elementsIn } from "../../../packages/sandbox/src/analytics/elements.ts";

/** An element without anything, as events show it. */
const EMPTY = {
  event: null,
  text: null,
  tag_name: null,
  attr_class: null,
  href: null,
  attr_id: null,
  nth_child: null,
  nth_of_type: null,
  attributes: {},
};

describe("the elements around a click, live service 2025-08, flow 10:28", () => {
  test.each<[chain: string, elements: object[]]>([
    ["", []],
    ["div", [{ tag_name: "div" }]],
    [
      'a.btn.btn-é:attr__data-x="1"attr_id="top"href="/x?a=b;c:d"nth-child="2"nth-of-type="13"text="Go"',
      [
        {
          tag_name: "a",
          attr_class: ["btn", "btn-é"],
          attr_id: "top",
          href: "/x?a=b;c:d",
          nth_child: 2,
          nth_of_type: 13,
          text: "Go",
          attributes: { "attr__data-x": "1" },
        },
      ],
    ],
    [
      String.raw`span:text="say \"hi\"; or \\ not";li.a:x="";body`,
      [
        { tag_name: "span", text: String.raw`say "hi"; or \ not` },
        { tag_name: "li", attr_class: ["a"], attributes: { x: "" } },
        { tag_name: "body" },
      ],
    ],
    ['p:text="two\nlines"', [{ tag_name: "p", text: "two\nlines" }]],
    ['p:nth-child="first"nth-of-type="0"', [{ tag_name: "p" }]],
    ['.alone:text="a"', [{ attr_class: ["alone"], text: "a" }]],
    ['p:text="open;div', [{ tag_name: "p" }, { tag_name: "div" }]],
  ])("in %j", (chain, elements) => {
    expect(elementsIn(chain)).toEqual(elements.map((element, order) => ({ ...EMPTY, ...element, order })));
  });

  test.each<[elements: readonly unknown[], chain: string]>([
    [[], ""],
    [[{ tag_name: "div" }], "div"],
    [[{ tag_name: "a", $el_text: "Go", attr__class: " btn  big\n" }, { tag_name: "li" }], 'a.btn.big:text="Go";li'],
    [[{ tag_name: "a", classes: ["b", "", "c"], attr__class: "other" }], "a.b.c"],
    [[{ tag_name: "a", text: "own", $el_text: "shown" }], 'a:text="shown"'],
    [[{ tag_name: "a", text: "own" }], 'a:text="own"'],
    [
      [{ tag_name: "a", nth_of_type: 2, nth_child: 1, href: "/x", attr_id: null, attr__z: { a: [1] } }],
      String.raw`a:attr__z="{\"a\":[1]}"attr_id=""href="/x"nth-child="1"nth-of-type="2"`,
    ],
    [[{ tag_name: "p", $el_text: String.raw`say "hi" \ bye` }], String.raw`p:text="say \"hi\" \\ bye"`],
    [[{}, null, "text", 7, { tag_name: "p" }], ";;;;p"],
  ])("of %j are written as a chain", (elements, chain) => {
    expect(chainOf(elements)).toBe(chain);
  });

  test("read back as they were sent, with quotes, semicolons, colons, and several lines", () => {
    const texts = ['"', "\\", ';"a":b', "a\nb", "é|", " ", String.raw`\"`];
    const sent = texts.map((text) => ({
      tag_name: "p",
      classes: ["c"],
      $el_text: text,
      attr__title: text,
      nth_child: 3,
    }));
    expect(elementsIn(chainOf(sent))).toEqual(
      texts.map((text, order) => ({
        ...EMPTY,
        tag_name: "p",
        attr_class: ["c"],
        text,
        nth_child: 3,
        attributes: { attr__title: text },
        order,
      })),
    );
  });
});

import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { camelCase, Names, snakeCase, wordsOf, wordsOfName } from "../../../src/adopt/names.ts";

describe("the words of a text", () => {
  test.each([
    ["Acme Cloud", ["acme", "cloud"]],
    ["ann@acme.example", ["ann", "acme", "example"]],
    ["Zürich – Öl & Gas", ["zurich", "ol", "gas"]],
    ["日本語 プロジェクト", ["日本語", "プロジェクト"]],
    ["Ελλάδα", ["ελλαδα"]],
    ["한국어", ["한국어"]],
    ["فريق", ["فريق"]],
    ["🚀", []],
    ["", []],
    ["2fa", ["2fa"]],
    ["\u202Etxt.exe", ["txt", "exe"]],
  ])("of %j are %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  /** Scripts whose letters every compiler knows, and some that not all know. */
  test.each([
    [
      "Ωμέγα Команда ש दल งาน 隊 ひら カタ 가다 ف",
      ["ωμεγα", "команда", "ש", "दल", "งาน", "隊", "ひら", "カタ", "가다", "ف"],
    ],
    ["Թիմ გუნდი ᏣᎳ ቡድን ㄅㄆ ꀀ 𠀀 𐌰 ٣ ४", []],
    // Letters of a known script that are newer than some tables, and marks, which begin no name.
    ...[
      "\u0560",
      "\u08a0",
      "\u08be",
      "\u1c80",
      "\u4dbf",
      "\u9fd6",
      "\u9fff",
      "\ua8fe",
      "\u0e35",
      "Թ",
      "𠀀",
      "_",
      "-",
    ].map((other) => [`隊${other}team`, ["隊", "team"]] as const),
  ])("of %j are the parts of known scripts: %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test("are at most sixty characters, the last of them cut", () => {
    expect(wordsOf("long ".repeat(40))).toEqual(Array.from({ length: 15 }, () => "long"));
    expect(wordsOf("longer ".repeat(40))).toEqual(Array.from({ length: 10 }, () => "longer"));
    expect(wordsOf("sevenly ".repeat(40))).toEqual([...Array.from({ length: 8 }, () => "sevenly"), "seve"]);
    expect(wordsOf(`${"é".repeat(61)} b`)).toEqual(["e".repeat(60)]);
  });

  test("of a name in PascalCase or camelCase are its parts", () => {
    expect(wordsOfName("RoleMembership")).toEqual(["role", "membership"]);
    expect(wordsOfName("samlX509Cert")).toEqual(["saml", "x509", "cert"]);
  });
});

describe("a name", () => {
  const kind = ["role"];

  test("that is taken, also in another case or cut elsewhere, gets a number", () => {
    const names = new Names();
    expect(names.give(["web", "shop"], kind)).toEqual(["web", "shop"]);
    expect(names.give(["webshop"], kind)).toEqual(["webshop", "2"]);
    expect(names.give(["webshop", "2"], kind)).toEqual(["webshop", "2", "2"]);
  });

  test("of letters with one capital for two small ones gets a number", () => {
    const names = new Names();
    expect([names.give(["a", "σ"], kind), names.give(["a", "ς"], kind)]).toEqual([
      ["a", "σ"],
      ["a", "ς", "2"],
    ]);
  });

  test.each([[["class"]], [["2fa"]], [["then"]], [["orgform"]]])(
    "that none could bear, %j, begins with the kind",
    (words) => {
      expect(new Names(["orgform"]).give(words, kind)).toEqual(["role", ...words]);
    },
  );

  /** Words that a module can't bind. @source ECMA-262 12.7.2 and 14.3.1, and the parameters of a CommonJS module */
  const UNBINDABLE = [
    ..."await break case catch class const continue debugger default delete do else enum export extends".split(" "),
    ..."false finally for function if import in instanceof new null return super switch this throw true".split(" "),
    ..."try typeof var void while with yield let static implements interface package private protected".split(" "),
    ..."public arguments eval exports require module undefined constructor".split(" "),
  ];

  test.each(UNBINDABLE)("is never %s, also as the second of two", (word) => {
    const names = new Names();
    expect([names.give([word], kind), names.give([word], kind)]).toEqual([
      ["role", word],
      ["role", word, "2"],
    ]);
    expect(names.give([word, "team"], kind)).toEqual([word, "team"]);
  });

  /** Names that a language has, what an object is called, and its names if there are two of them. */
  test.each<[readonly string[], readonly string[], readonly string[]]>([
    [["webShop"], ["web", "shop"], ["role web shop", "role web shop 2"]],
    [["webShop2"], ["web", "shop"], ["web shop", "web shop 3"]],
    [["web2", "web3"], ["web"], ["web", "web 4"]],
    [["web"], ["web", "shop"], ["web shop", "web shop 2"]],
    // The kind doesn't help if the language has that name, too.
    [["role"], [], ["role 2", "role 3"]],
    [["roleClass"], ["class"], ["role class 2", "role class 3"]],
    [
      ["webShop", "roleWebShop"],
      ["web", "shop"],
      ["role web shop 2", "role web shop 3"],
    ],
    [
      ["WebShop", "webshop", "web_shop"],
      ["web", "shop"],
      ["web shop", "web shop 2"],
    ],
  ])("is none of %j for %j", (reserved, words, expected) => {
    const names = new Names(reserved);
    expect([names.give(words, kind), names.give(words, kind)].map((one) => one.join(" "))).toEqual(expected);
  });

  test("is a list of its own, so a change to it changes no other", () => {
    const wanted = ["web"];
    const given = new Names().give(wanted, kind);
    given.push("shop");
    expect([wanted, kind]).toEqual([["web"], ["role"]]);
  });

  test("of nothing is the kind", () => {
    const names = new Names();
    expect([names.give([], kind), names.give([], kind)]).toEqual([["role"], ["role", "2"]]);
  });

  test("is an identifier of its own, whatever the objects are called", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 12 }), (texts) => {
        const names = new Names();
        const given = texts.map((text) => names.give(wordsOf(text), kind));
        for (const style of [camelCase, snakeCase]) {
          const styled = given.map((words) => style(words));
          expect(new Set(styled.map((one) => one.toLowerCase())).size).toBe(texts.length);
          for (const one of styled) expect(one).toMatch(/^\p{ID_Start}[\p{ID_Continue}]*$/u);
        }
      }),
    );
  });
});

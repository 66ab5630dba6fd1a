import { describe, expect, test } from "@jest/globals";

import {
  MoveRefusal,
  shown,
  SourceState,
} from "../../../../../../src/engines/terraform/provider/moves/source-state.ts";

const LONG = "x".repeat(90);

/** What each reader makes of a value: the value, or the words of a refusal. */
const READERS = {
  text: (source: SourceState) => source.text("a"),
  needed: (source: SourceState) => source.needed("a"),
  flag: (source: SourceState) => source.flag("a"),
  number: (source: SourceState) => source.number("a"),
  projectId: (source: SourceState) => source.projectId("a"),
  word: (source: SourceState) => source.word("a", ["one", "two"]),
  jsonObject: (source: SourceState) => source.jsonObject("a"),
};

const LACKS = "its state lacks a.";
const noText = (text: string): string => `its a is ${text}, which isn't a string.`;
const noFlag = (text: string): string => `its a is ${text}, which is neither true nor false.`;
const noNumber = (text: string): string => `its a is ${text}, which isn't an integer.`;
const noProject = (text: string): string => `its a is ${text}, and Orgform needs the number of the project.`;
const noWord = (text: string): string => `its a is ${text}, and Orgform knows only one, two.`;
const NO_OBJECT = "its a isn't a JSON object.";

const TABLE: readonly (readonly [value: unknown, read: Readonly<Record<keyof typeof READERS, unknown>>])[] = [
  [
    undefined,
    {
      text: undefined,
      needed: LACKS,
      flag: undefined,
      number: undefined,
      projectId: LACKS,
      word: LACKS,
      jsonObject: undefined,
    },
  ],
  [
    null,
    {
      text: undefined,
      needed: LACKS,
      flag: undefined,
      number: undefined,
      projectId: LACKS,
      word: LACKS,
      jsonObject: undefined,
    },
  ],
  [
    "",
    {
      text: undefined,
      needed: LACKS,
      flag: noFlag('""'),
      number: noNumber('""'),
      projectId: noProject('""'),
      word: LACKS,
      jsonObject: undefined,
    },
  ],
  [
    "one",
    {
      text: "one",
      needed: "one",
      flag: noFlag('"one"'),
      number: noNumber('"one"'),
      projectId: noProject('"one"'),
      word: "one",
      jsonObject: NO_OBJECT,
    },
  ],
  [
    "7",
    {
      text: "7",
      needed: "7",
      flag: noFlag('"7"'),
      number: 7,
      projectId: "7",
      word: noWord('"7"'),
      jsonObject: NO_OBJECT,
    },
  ],
  [
    "07",
    {
      text: "07",
      needed: "07",
      flag: noFlag('"07"'),
      number: 7,
      projectId: noProject('"07"'),
      word: noWord('"07"'),
      jsonObject: NO_OBJECT,
    },
  ],
  [
    7,
    {
      text: noText("7"),
      needed: noText("7"),
      flag: noFlag("7"),
      number: 7,
      projectId: "7",
      word: noText("7"),
      jsonObject: noText("7"),
    },
  ],
  [
    0,
    {
      text: noText("0"),
      needed: noText("0"),
      flag: noFlag("0"),
      number: 0,
      projectId: noProject("0"),
      word: noText("0"),
      jsonObject: noText("0"),
    },
  ],
  [
    1.5,
    {
      text: noText("1.5"),
      needed: noText("1.5"),
      flag: noFlag("1.5"),
      number: noNumber("1.5"),
      projectId: noProject("1.5"),
      word: noText("1.5"),
      jsonObject: noText("1.5"),
    },
  ],
  [
    false,
    {
      text: noText("false"),
      needed: noText("false"),
      flag: false,
      number: noNumber("false"),
      projectId: noProject("false"),
      word: noText("false"),
      jsonObject: noText("false"),
    },
  ],
  [
    '{"b":[1]}',
    {
      text: '{"b":[1]}',
      needed: '{"b":[1]}',
      flag: noFlag(String.raw`"{\"b\":[1]}"`),
      number: noNumber(String.raw`"{\"b\":[1]}"`),
      projectId: noProject(String.raw`"{\"b\":[1]}"`),
      word: noWord(String.raw`"{\"b\":[1]}"`),
      jsonObject: { b: [1] },
    },
  ],
  [
    "[1]",
    {
      text: "[1]",
      needed: "[1]",
      flag: noFlag('"[1]"'),
      number: noNumber('"[1]"'),
      projectId: noProject('"[1]"'),
      word: noWord('"[1]"'),
      jsonObject: NO_OBJECT,
    },
  ],
];

describe.each(TABLE)("a field that is %j", (value, expected) => {
  test.each(Object.entries(READERS))("is read as %s, or refused in words", (name, read) => {
    const told = (): unknown => {
      try {
        return read(new SourceState({ a: value, b: "other" }));
      } catch (error) {
        return error instanceof MoveRefusal ? error.message : error;
      }
    };
    expect(told()).toEqual(Reflect.get(expected, name));
  });
});

test.each([
  ["a", '"a"'],
  [undefined, "nothing"],
  ["x".repeat(58), `"${"x".repeat(58)}"`],
  ["x".repeat(59), `"${"x".repeat(59)}...`],
  [LONG, `"${LONG.slice(0, 59)}...`],
])("a value in a message is shortened after sixty characters: %j", (value, text) => {
  expect(shown(value)).toBe(text);
});

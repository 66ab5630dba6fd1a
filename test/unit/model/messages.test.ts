import { describe, expect, test } from "@jest/globals";

import { pathText, stepsOf } from "../../../src/model/field-path.ts";
import {
  fieldName,
  fieldNames,
  fieldRef,
  firstLine,
  inBackticks,
  isOrAre,
  joined,
  message,
  MessageError,
  printed,
  type Spelling,
  textOf,
  withoutPeriod,
  withText,
} from "../../../src/model/messages.ts";

const SHOUTED: Spelling = {
  field: (path) => path.toUpperCase(),
  setting: (path, value) => `${path.toUpperCase()} := ${String(value)}`,
  code: (words) => `<${words}>`,
};

const HINT = message`Set ${fieldRef("adopt", "o1/d1")}, or change ${fieldName("name")}.`;

describe("a message", () => {
  test("is printed in the model's spelling unless another one is given", () => {
    expect(printed(HINT)).toBe('Set `adopt: "o1/d1"`, or change name.');
    expect(String(HINT)).toBe('Set `adopt: "o1/d1"`, or change name.');
    expect(printed(HINT, SHOUTED)).toBe("Set <ADOPT := o1/d1>, or change NAME.");
  });

  test("leaves every text between its references as it is", () => {
    const said = 'the service says `name: "x"` and adopt';
    expect(printed(message`${said}; ${fieldRef("name")}`, SHOUTED)).toBe(`${said}; <NAME>`);
    expect(printed(said, SHOUTED)).toBe(said);
  });

  test("takes messages, texts and numbers, and joins them with a separator", () => {
    const both = joined([HINT, "Or wait.", message`${2} of ${fieldNames(["a", "b"])}`], "\n");
    expect(printed(both, SHOUTED)).toBe("Set <ADOPT := o1/d1>, or change NAME.\nOr wait.\n2 of A, B");
    expect(printed(fieldNames(["a", "b", "c"], " or "), SHOUTED)).toBe("A or B or C");
  });

  test("shows the values false and 0, and no value where there is none", () => {
    expect(printed(message`${fieldRef("a", false)} ${fieldRef("b", 0)} ${fieldRef("c")}`)).toBe(
      "`a: false` `b: 0` `c`",
    );
  });

  test("gives its first line, with the references in it", () => {
    expect(printed(firstLine(message`${fieldRef("adopt")} names none\nLook ${fieldRef("name")}`), SHOUTED)).toBe(
      "<ADOPT> names none",
    );
    expect(printed(firstLine("one\ntwo"))).toBe("one");
    expect(printed(firstLine("one"))).toBe("one");
    expect(printed(firstLine(""))).toBe("");
  });

  test("loses one full stop at its end, and no other", () => {
    expect(printed(withoutPeriod(HINT), SHOUTED)).toBe("Set <ADOPT := o1/d1>, or change NAME");
    expect(printed(withoutPeriod("Wait..."))).toBe("Wait..");
    expect(printed(withoutPeriod(message`See ${fieldRef("a")}`))).toBe("See `a`");
    expect(printed(withoutPeriod(""))).toBe("");
  });

  test("stays in an error, whose own text has the model's spelling", () => {
    const error = new MessageError(HINT, { cause: 1 });
    expect([error.message, error.cause]).toEqual(['Set `adopt: "o1/d1"`, or change name.', 1]);
    expect(printed(textOf(error), SHOUTED)).toBe("Set <ADOPT := o1/d1>, or change NAME.");
    expect(printed(textOf(withText(new Error("plain"), HINT)), SHOUTED)).toBe("Set <ADOPT := o1/d1>, or change NAME.");
    expect([textOf(new Error("plain")), textOf("no error")]).toEqual(["plain", "no error"]);
  });
});

describe("a path", () => {
  test.each([
    [["name"], "name"],
    [["destination", "config", "region"], "destination.config.region"],
    [["emails", 2], "emails[2]"],
    [["source", "plugin.json"], 'source["plugin.json"]'],
    [["members", 'a "b"\\c@x.example', "level"], 'members["a \\"b\\"\\\\c@x.example"].level'],
    [["rows", 0, "x-y"], "rows[0].x-y"],
  ])("%j is %s, and back", (steps, text) => {
    expect(pathText(steps)).toBe(text);
    expect(stepsOf(text)).toEqual(steps);
  });

  test("that has another form is one name", () => {
    expect(stepsOf("a b")).toEqual(["a b"]);
    expect(stepsOf("")).toEqual([]);
  });
});

test("the verb goes with how many there are", () => {
  expect([isOrAre(["a"]), isOrAre(["a", "b"]), isOrAre([])]).toEqual(["is", "are", "are"]);
});

test("backticks mark a piece of a program", () => {
  expect(inBackticks("a: 1")).toBe("`a: 1`");
});

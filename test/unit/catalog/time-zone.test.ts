import { expect, test } from "@jest/globals";

import { project } from "../../../src/catalog/resources/project/project.ts";
import { EXAMPLE_ORGANIZATION } from "../../../src/catalog/fields/field-types.ts";
import { check } from "../../../src/model/check.ts";
import { printedProblems } from "../../support/printed-problems.ts";

const problemsOf = (timezone: string) => {
  const inputs = { organizationId: EXAMPLE_ORGANIZATION, name: "Web", timezone };
  return printedProblems(check(project, inputs, { howToSet: String }).problems).map(({ reason }) => reason);
};

test.each(["UTC", "GMT", "Europe/Berlin", "US/Pacific", "Asia/Kolkata", "America/Argentina/Buenos_Aires"])(
  "%s is taken for a time zone",
  (timezone) => {
    expect(problemsOf(timezone)).toEqual([]);
  },
);

test.each([
  ["europe/berlin", ' (did you mean "Europe/Berlin"?), found "europe/berlin"'],
  ["Europe/Berln", ' (did you mean "Europe/Berlin"?), found "Europe/Berln"'],
  ["+02:00", ', found "+02:00"'],
  ["Mars/Olympus_Mons", ', found "Mars/Olympus_Mons"'],
  ["", ", found an empty string"],
])("%p is refused before anything is sent", (timezone, rest) => {
  expect(problemsOf(timezone)).toEqual([`expected a name of the time zone database, such as "Europe/Berlin"${rest}`]);
});

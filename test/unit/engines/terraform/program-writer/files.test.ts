import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { hclText } from "../../../../../src/engines/terraform/program-writer/hcl.ts";
import { programOf } from "../../../../../src/adopt/program.ts";
import type { Survey } from "../../../../../src/driver/driver.ts";
import { programWriter } from "../../../../../src/engines/terraform/program-writer/files.ts";
import { resources } from "../../../../../src/catalog/resources/index.ts";
import { surveyOfNames } from "../../../../support/found-objects.ts";
import { HARD_NAMES } from "../../../../support/furnished-organization.ts";

const filesOf = (survey: Survey): Record<string, string> =>
  programWriter.files(
    programOf(resources, survey, { host: "https://eu.example.com", ...programWriter.names(resources) }),
    { version: "1.2.3", peerDependencies: {} },
  );

/** A quoted string, whose content can be anything except a template. */
const TEXT = /"(?:[^"\\\p{Cc}\u2028\u2029]|\\["\\nrt]|\\u[\da-f]{4}|\\U[\da-f]{8})*"/gu;

/** Lines up to the first one that is an end mark, which therefore none of them can be. */
const HEREDOC = /<<-EOT\n(?:(?! *EOT *\n)[^\n]*\n)* *EOT(?=\n)/gu;

/** The valid parts of a configuration, with every string replaced by `""`. */
const LINES = [
  /^$/u,
  /^(?:terraform|import|required_providers) \{$/u,
  /^(?:provider|variable) "" \{$/u,
  /^resource "" "" \{$/u,
  /^(?:"" |[a-z][a-z\d_]* +)= (?:""|true|false|null|string|-?\d+(?:\.\d+)?|\[[", ]*\]|\[|\{|\{ source = "" \}|join\("", \[|chomp\("")$/u,
  /^[a-z][a-z\d_]* += (?:var|orgform_\w+)(?:\.[\p{L}\p{Nd}_]+)+$/u,
  /^"",$/u,
  /^(?:\}|\]|\]\)|\))$/u,
];

/** The errors and dangers in a configuration of objects with these names. */
function harmIn(names: readonly string[]): string[] {
  const configuration = Object.entries(filesOf(surveyOfNames(names))).filter(([name]) => name.endsWith(".tf"));
  const written = configuration.map(([, text]) => text).join("\n");
  const texts = [...written.matchAll(HEREDOC), ...written.matchAll(TEXT)].map(([text]) => text);
  const all = written.replaceAll(HEREDOC, '""');
  const rest = all.replaceAll(TEXT, '""').split("\n");
  const addresses = [...all.matchAll(/^resource .*/gmu)].map(([line]) => line.toLowerCase());
  return [
    ...texts.filter((text) => /[$%]\{/u.test(text.replaceAll(/\$\$\{|%%\{/gu, ""))),
    ...rest.filter((line) => !LINES.some((allowed) => allowed.test(line.trim()))),
    ...addresses.filter((one, index) => addresses.indexOf(one) !== index),
    ...(addresses.length === 3 * names.length + 1 ? [] : [`${addresses.length} resources`]),
  ];
}

describe("a configuration for Terraform", () => {
  test.each(HARD_NAMES)("is a harmless one of objects of the name %j", (name) => {
    expect(harmIn([name, name])).toEqual([]);
  });

  test("is a harmless one of objects of any names", () => {
    const names = fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(names, (some) => {
        expect(harmIn(some)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("is the same whatever the order in which the objects were found", () => {
    const { objects, unread } = surveyOfNames(["same", "same", "other", "Same!"]);
    expect(filesOf({ objects: objects.toReversed(), unread })).toEqual(filesOf({ objects, unread }));
  });
});

test.each([
  ["${x}", '"$${x}"'],
  ["%{x}", '"%%{x}"'],
  ["$${x}", '"$\\u0024{x}"'],
  ["$%{x}", '"$\\u0025{x}"'],
  ["50% of $5 {", '"50% of $5 {"'],
  ["\u202E\u{E0001}", '"\\u202e\\U000e0001"'],
])("the text %j is %s", (text, hcl) => {
  expect(hclText(text)).toBe(hcl);
});

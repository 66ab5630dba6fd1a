import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { DIALECTS } from "../../../packages/sandbox/src/dialects.ts";
import { type AnswerSpec, findAnswerFault } from "../../../packages/sandbox/src/wire/check-response.ts";
import type { FieldSpec, ResourceSpec, WireType } from "../../../packages/sandbox/src/wire/field.ts";
import { FAMILIES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { RECORDS } from "../../support/recorded-requests.ts";

/**
 * What every field of every response is declared to be, a line for each, so that a changed declaration shows in review.
 * `ORGFORM_RECORD_REQUESTS=1 npx jest test/unit/sandbox/wire-fields` writes them again.
 */
const RECORDED = join(__dirname, "wire-fields.txt");
/** What is wrong with some bodies, for each operation whose answer has its own check. */
const RECORDED_FAULTS = join(__dirname, "wire-faults.txt");

const TYPES: ReadonlySet<WireType> = new Set<WireType>([
  "uuid",
  "text",
  "boolean",
  "integer",
  "number",
  "dateTime",
  "object",
  "list",
  "any",
]);

const operations = FAMILIES.flatMap(({ routes }) => routes).flatMap(({ template, operations: all }) =>
  Object.entries(all).map(([method, { answers }]) => ({ operation: `${method} ${template}`, answers })),
);
const answers = operations.flatMap((one) => Object.values<AnswerSpec>(one.answers));

/** A resource, and those within its fields. */
const withInner = (resource: ResourceSpec): ResourceSpec[] => [
  resource,
  ...resource.fields.flatMap(({ of }) => (of === undefined ? [] : withInner(of))),
];
const resources = [
  ...new Set(answers.flatMap((answer) => ("resource" in answer ? withInner(answer.resource) : []))),
].toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** A field without its source, in the order of its declaration. */
function lineOf({ name }: ResourceSpec, { name: field, type, source: _source, of, read, ...more }: FieldSpec): string {
  const facts = { ...more, ...(of && { of: of.name }), ...(read && { read: "own" }) };
  const words = Object.entries(facts).flatMap(([fact, value]) => {
    if (value === undefined) return [];
    if (value === true) return [fact];
    const isPattern = fact === "pattern" && typeof value === "object" && "matches" in value;
    return [`${fact}=${isPattern ? String(value.matches) : JSON.stringify(value)}`];
  });
  return [`${name}.${field}`, type, ...words].join(" ");
}

test("every field is declared as it was when the declaration was reviewed", () => {
  const lines = [...new Set(resources.flatMap((one) => one.fields.map((field) => lineOf(one, field))))];
  const text = `${lines.join("\n")}\n`;
  if (RECORDS) writeFileSync(RECORDED, text);
  expect(text.split("\n")).toEqual(readFileSync(RECORDED, "utf8").split("\n"));
});

/** Bodies that few operations answer. */
const BODIES = [null, {}, [], "x", [{}], { results: [] }, { results: [{}] }, { success: false }, { detail: "x" }];

test("what is wrong with an answer is said as it was when that was reviewed", () => {
  const checked = operations.flatMap(({ operation, answers: of }) =>
    DIALECTS.flatMap((dialect) => {
      const answer = of[dialect] ?? of["2025-08"];
      if (answer.kind !== "checked") return [];
      const faults = [undefined, ...BODIES].map((body) => findAnswerFault(answer, body, dialect) ?? "fits");
      return [`${dialect} ${operation}: ${faults.join(" | ")}`];
    }),
  );
  const text = `${checked.join("\n")}\n`;
  if (RECORDS) writeFileSync(RECORDED_FAULTS, text);
  expect(text.split("\n")).toEqual(readFileSync(RECORDED_FAULTS, "utf8").split("\n"));
});

test("every field has a type and a source, and a name of its own", () => {
  for (const { name, fields } of resources) {
    expect([name, fields.filter(({ type, source }) => !TYPES.has(type) || source === "")]).toEqual([name, []]);
    const spans = fields.map((field) => JSON.stringify([field.name, field.since, field.until]));
    expect([name, new Set(spans).size]).toEqual([name, spans.length]);
  }
});

test("every operation says in each dialect what it answers", () => {
  const KINDS = ["nothing", "checked", "one", "list", "page", "uncounted", "keyset", "cursor", "activity"];
  const isTold = (answer: AnswerSpec): boolean => {
    if (!KINDS.includes(answer.kind)) return false;
    if (answer.kind === "nothing") return true;
    return answer.kind === "checked" ? typeof answer.check === "function" : answer.resource.fields.length > 0;
  };
  const untold = operations.filter((one) => !Object.values<AnswerSpec>(one.answers).every(isTold));
  expect(untold.map(({ operation }) => operation)).toEqual([]);
  expect(operations.flatMap((one) => Object.keys(one.answers))).toContain("2026-09");
});

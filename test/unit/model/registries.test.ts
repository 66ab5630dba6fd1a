import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import {
  IncompleteCallError,
  isIncompleteCall,
  isOrgformProblem,
  isPartialResult,
  OrgformProblem,
  PartialResultError,
  PROBLEM_CODES,
  problemText,
} from "../../../src/model/diagnostics.ts";
import { message, printed } from "../../../src/model/messages.ts";
import { accessLevelsOf, LEVEL_WORDS, PROJECT, ruledBy } from "../../../src/model/picture/access-levels.ts";
import { fieldsOfSection, pictureSchema, type Section } from "../../../src/model/picture/picture.ts";

/** Texts by what they are about. */
const CODES = Object.entries(PROBLEM_CODES);

test.each(CODES)("%s says in sentences of its own what happened, and what to do", (code, { summary, remedy }) => {
  expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/u);
  for (const text of [summary, remedy]) expect(text).toMatch(/^[A-Z`].{10,}\.$/su);
  expect(CODES.filter(([, other]) => other.summary === summary)).toHaveLength(1);
});

describe("an error is known for what it is, also from another copy of the package", () => {
  const cause = new Error("No connection.");
  const problem = new OrgformProblem("guarded", "Refused.", "Why.");
  const partial = new PartialResultError(message`Box is incomplete`, "o1/b1", { name: "a" }, cause);
  const incomplete = new IncompleteCallError(message`Two of three`, { done: 2 }, cause);

  test.each<[unknown, boolean, boolean, boolean]>([
    [problem, true, false, false],
    [partial, true, true, false],
    [incomplete, true, false, true],
    [{ [Symbol.for("orgform.problem")]: true }, true, false, false],
    [{ [Symbol.for("orgform.partial")]: true }, false, true, false],
    [{ [Symbol.for("orgform.incomplete")]: true }, false, false, true],
    ...[cause, {}, null, undefined, "guarded", () => undefined].map((one): [unknown, boolean, boolean, boolean] => [
      one,
      false,
      false,
      false,
    ]),
  ])("(%#)", (error, ...known) => {
    expect([isOrgformProblem(error), isPartialResult(error), isIncompleteCall(error)]).toEqual(known);
  });

  test("and tells all that it has", () => {
    expect([problem.name, problem.message, new OrgformProblem("guarded", "Refused.", "").message]).toEqual([
      "OrgformProblem",
      "Refused.\nWhy.",
      "Refused.",
    ]);
    expect({ ...partial, name: partial.name, message: partial.message, cause: partial.cause }).toMatchObject({
      name: "PartialResultError",
      code: "partial_result",
      message: "Box is incomplete\nNo connection.",
      id: "o1/b1",
      state: { name: "a" },
      cause,
    });
    expect(partial.holding({ name: "b" })).toBe(partial);
    expect(partial.state).toEqual({ name: "b" });
    expect({
      ...incomplete,
      name: incomplete.name,
      message: incomplete.message,
      cause: incomplete.cause,
    }).toMatchObject({
      name: "IncompleteCallError",
      code: "call_incomplete",
      message: "Two of three\nNo connection.\nTo continue, call again with the same arguments.",
      report: { done: 2 },
      cause,
    });
    expect(printed(problemText({ path: "", reason: "They contradict each other." }))).toBe(
      "They contradict each other.",
    );
    expect(printed(problemText({ path: "emails[2]", reason: "is empty" }))).toBe("emails[2]: is empty");
  });
});

describe("a picture", () => {
  /** Everything that the schema says, by where it says it. */
  function descriptionsIn(value: unknown, path: string): [string, unknown][] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]): [string, unknown][] =>
      key === "description" && typeof inner !== "object" ? [[path, inner]] : descriptionsIn(inner, `${path}.${key}`),
    );
  }
  const schema = z.toJSONSchema(pictureSchema, { unrepresentable: "any" });

  test("is described in words wherever it is described at all", () => {
    const found = descriptionsIn(schema, "");
    expect(found.length).toBeGreaterThan(60);
    for (const [path, text] of found) expect([path, text]).toEqual([path, expect.stringMatching(/^["A-Z].*\.$/su)]);
  });

  const living = pictureSchema.shape.living.shape;
  const sections = Object.keys(living).filter((name): name is Section => name !== "organization");

  test.each(sections)("has objects of a resource, with an ID and a name, in %s, and more of each", (section) => {
    const fields = fieldsOfSection(section);
    expect(fields).toEqual(expect.arrayContaining(["resourceName", "id", "name"]));
    expect(fields.length).toBeGreaterThan(4);
    const example: Record<string, unknown> = Object.fromEntries(
      fields.map((name) => [name, { unknown: "nobody looked" }]),
    );
    const list = living[section];
    expect(list.safeParse([{ ...example, resourceName: "Box", more: 1 }]).success).toBe(true);
    for (const name of fields) {
      const whole: Record<string, unknown> = { ...example, resourceName: "Box" };
      const { [name]: _lacking, ...rest } = whole;
      expect([name, list.safeParse([rest]).success]).toEqual([name, false]);
    }
    expect(list.safeParse({ unknown: "the key may not look" }).success).toBe(true);
    expect(list.safeParse({ unknown: "the key may not look", beside: 1 }).success).toBe(false);
  });
});

describe("levels of access", () => {
  test.each([
    [PROJECT, "admin", "admin"],
    ["dashboard", "editor", "manager"],
    ["activity_log", "viewer", "viewer"],
    ["toolbar", "viewer", "viewer"],
    ["data_deletion", "none", "manager"],
    ["constructor", "editor", "manager"],
    ["toString", "editor", "manager"],
  ])("of %s begin at %s and end at %s", (kind, builtIn, highest) => {
    const levels = accessLevelsOf(kind);
    expect([levels.builtIn, levels.highest]).toEqual([builtIn, highest]);
    expect(levels.all).toEqual(expect.arrayContaining([builtIn, highest]));
    expect(levels.all[0]).toBe("none");
  });

  test.each([
    ["session_recording_playlist", "session_recording"],
    ["warehouse_table", "warehouse_objects"],
    ["warehouse_view", "warehouse_objects"],
    ["dataset", "llm_analytics"],
    ["llm_provider_key", "llm_analytics"],
    ["llm_prompt", "llm_analytics"],
    ["account", "customer_analytics"],
    ["customer_journey", "customer_analytics"],
    ["customer_task", "customer_analytics"],
    ["experiment_saved_metric", "experiment"],
    ["experiment_holdout", "experiment"],
    ["dashboard_template", "dashboard"],
    ["marketing_analytics", "web_analytics"],
    ["vision_alert", "replay_scanner"],
    ["organization", undefined],
    ["plugin", undefined],
    ["dashboard", "dashboard"],
    ["constructor", "constructor"],
    [PROJECT, PROJECT],
  ])("of %s are those that rules of %s give", (kind, ruler) => {
    expect(ruledBy(kind)).toBe(ruler);
    // None of them is ruled by another one in turn.
    expect(ruler === undefined ? undefined : ruledBy(ruler)).toBe(ruler);
  });

  test("have a word each", () => {
    expect([...LEVEL_WORDS].toSorted()).toEqual(["admin", "editor", "manager", "member", "none", "viewer"]);
  });
});

import { describe, expect, test } from "@jest/globals";

import {
  newTypes,
  type TextPlace,
  translated,
  translatedBack,
} from "../../../../src/engines/terraform/switch-writer/references.ts";

const TYPES = [...newTypes].map(([vendor, { type, attributes }]) => ({ vendor, type, attributes }));

const ATTRIBUTES = TYPES.flatMap(({ vendor, type, attributes }) =>
  Object.entries(attributes).map(([old, own]) => ({ vendor, type, old, own })),
);

const NAMES = ["web", "web-2", "_web", "wéb"];

const INDEXES = ["[0]", '["a]b"]', '["posthog_role.a.id orgform_role.a.role_id"]', "[local.a[local.b[0]].c]"];

const forth = (text: string, place?: TextPlace) => translated(text, (_type, name) => name, place);

/** In a program where each of Orgform's blocks becomes one of a type. */
const back = (text: string, vendor: string, place?: TextPlace) =>
  translatedBack(text, (type) => (type === newTypes.get(vendor)?.type ? vendor : undefined), place);

const pieces = ({ open }: ReturnType<typeof forth>): string[] => open.map(({ words }) => words);

test("every attribute has its other name in either direction, behind any name and index", () => {
  const places = [...NAMES, ...INDEXES.map((index) => `web${index}`)];
  for (const { vendor, type, old, own } of ATTRIBUTES) {
    const before = places.map((place) => `[${vendor}.${place}.${old}]`);
    const after = places.map((place) => `[${type}.${place}.${own}]`);
    expect(before.map((text) => forth(text).text)).toEqual(after);
    expect(after.map((text) => back(text, vendor).text)).toEqual(before);
    const inIndex = [
      `[${vendor}.web[${vendor}.r[0].${old}].${old}]`,
      `[${type}.web[${type}.r[0].${own}].${own}]`,
    ] as const;
    expect([forth(inIndex[0]), back(inIndex[1], vendor)]).toMatchObject([
      { text: inIndex[1], open: [] },
      { text: inIndex[0], open: [] },
    ]);
  }
});

test("an attribute that the other provider lacks is listed with its place, and its text stays", () => {
  for (const { vendor, type } of TYPES) {
    for (const [object, translate] of [
      [vendor, forth],
      [type, (text: string) => back(text, vendor)],
    ] as const) {
      const text = `a = "é"\nb = ${object}.x["k"].none`;
      const words = `${object}.x["k"].none has no counterpart`;
      expect(translate(text)).toEqual({ text, changes: [], open: [{ at: 12, words }] });
    }
  }
  const settings = "posthog_project_settings.x.id";
  expect(pieces(forth(settings))).toEqual([`${settings} has no counterpart`]);
});

test("an object as a whole is translated where only its name or its keys count, and listed elsewhere", () => {
  for (const { vendor, type } of TYPES) {
    for (const [from, to, translate] of [
      [vendor, type, forth],
      [type, vendor, (text: string, place?: TextPlace) => back(text, vendor, place)],
    ] as const) {
      for (const around of [
        "keys(X)",
        "length( X)",
        "depends_on = [X]",
        "depends_on=[X]",
        "replace_triggered_by = [\n  a.b[0],\n  X[0],\n]",
      ]) {
        const written = (object: string): string => around.replace("X", `${object}.x`);
        expect(translate(written(from))).toMatchObject({ text: written(to), open: [] });
      }
      expect(translate(`${from}.x`, { isStatic: true })).toMatchObject({ text: `${to}.x`, open: [] });
      for (const around of [
        "X",
        "values(X)",
        "monkeys(X)",
        "keys(a, X)",
        "depends_on = [a]\nb = [X]",
        "my_depends_on = [X]",
      ]) {
        const text = around.replace("X", `${from}.x`);
        const words = `${from}.x is used as a whole, and its attributes have other names`;
        expect(translate(text)).toMatchObject({ text, open: [{ words }] });
      }
    }
  }
});

test("other objects stay: of other types, of data sources, and in longer paths", () => {
  for (const { vendor, type } of TYPES) {
    for (const own of [vendor, type]) {
      for (const text of [
        `data.${own}.x.id`,
        `module.a.${own}.x.id`,
        `my_${own}.x.id`,
        `${own}s.x.id`,
        `"${own}.x.id"`,
      ]) {
        expect(forth(text)).toEqual({ text, changes: [], open: [] });
        expect(back(text, vendor)).toEqual({ text, changes: [], open: [] });
      }
    }
    expect(translatedBack(`${type}.x.id`, () => undefined)).toMatchObject({ changes: [], open: [] });
  }
});

describe("the number of a project", () => {
  const NUMBER: TextPlace = { isNumberKept: true };
  const [OLD, OWN] = ["posthog_project.web.id", "orgform_project.web.project_id"];
  const wrapped = { [OLD]: `tostring(${OLD})`, [OWN]: `tonumber(${OWN})` };

  /** A line with one of the paths, in both directions. */
  const both = (line: string, place: TextPlace): string[] => [
    forth(line.replace("X", OLD), place).text,
    back(line.replace("X", OWN), "posthog_project", place).text,
  ];

  test.each(["project_id = X", "  project_id=X  ", "\tproject_id\t=\tX", 'a = "é"\n  project_id = X\nb = 1'])(
    "is a text in Orgform's arguments of that name: %j",
    (line) => {
      expect(both(line, NUMBER)).toEqual([line.replace("X", OWN), line.replace("X", OLD)]);
    },
  );

  test.each([
    "X",
    "id = X",
    "my_project_id = X",
    "project_id2 = X",
    "project_id = X + 1",
    "project_id = a ? X : b",
    "project_id = (X)",
    "project_id == X",
    "project_id = 1\nb = X",
    "b = X\nproject_id = 1",
    "ids = [\n  X,\n]",
  ])("keeps its kind elsewhere, if the code is to keep it: %j", (line) => {
    expect(both(line, NUMBER)).toEqual([line.replace("X", wrapped[OWN] ?? ""), line.replace("X", wrapped[OLD] ?? "")]);
    expect(both(line, {})).toEqual([line.replace("X", OWN), line.replace("X", OLD)]);
  });

  test("is the only value that another kind replaces", () => {
    for (const { vendor, type, old, own } of ATTRIBUTES) {
      if (vendor === "posthog_project" && old === "id") continue;
      expect(forth(`${vendor}.x.${old}`, NUMBER).text).toBe(`${type}.x.${own}`);
      expect(back(`${type}.x.${own}`, vendor, NUMBER).text).toBe(`${vendor}.x.${old}`);
    }
    for (const list of ["depends_on", "replace_triggered_by"])
      expect(both(`${list} = [X]`, NUMBER)).toEqual([`${list} = [${OWN}]`, `${list} = [${OLD}]`]);
  });
});

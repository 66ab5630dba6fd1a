import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import {
  expressionIn,
  folderOf,
  linesIn,
  newFile,
  type Notes,
  noteReferences,
  organizationIn,
} from "../../../../src/engines/terraform/switch-writer/program-parts.ts";
import { translated } from "../../../../src/engines/terraform/switch-writer/references.ts";

const asOrgform = (text: string) => translated(text, (_type, name) => name);

/** Pieces of a program: with references that change, over one or several lines, and without. */
const PIECES = [
  "a = 1",
  "",
  'b = "é 𝒳"',
  "c = posthog_role.x.id",
  "d = [posthog_role.x.id, posthog_project.web.name]",
  'e = posthog_role.x[\n  "k"\n].id',
  "f = posthog_role.x[\n0].id + posthog_role.y[\n1].id",
  "g = posthog_role.x.none",
];

/** A file after the edits of its lines. */
function edited(text: string, { edits }: Notes): string {
  const lines = text.split("\n");
  for (const { first, last, text: next } of edits.toReversed()) lines.splice(first - 1, last - first + 1, next ?? "");
  return lines.join("\n");
}

describe("references in the lines that stay", () => {
  test("become edits that make the translated file, and each edit changes its lines alone", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }), (pieces) => {
        const text = pieces.join("\n");
        const notes: Notes = { edits: [], open: [] };
        noteReferences([{ file: "main.tf", text }], [], notes, asOrgform);
        expect(edited(text, notes)).toBe(asOrgform(text).text);
        const lines = text.split("\n");
        const lasts = [0, ...notes.edits.map(({ last }) => last)];
        for (const [at, { file, first, last, text: next = "", words }] of notes.edits.entries()) {
          expect(first).toBeGreaterThan(lasts[at] ?? 0);
          const before = lines.slice(first - 1, last);
          expect(before).toHaveLength(last - first + 1);
          expect(next.split("\n")).toHaveLength(before.length);
          const place = first === last ? `${first}` : `${first}-${last}`;
          expect([file, words]).toEqual(["main.tf", `main.tf:${place}: write \`${next.trim()}\`.`]);
        }
        const gaps = lines.flatMap((line, at) => (line === "g = posthog_role.x.none" ? [at + 1] : []));
        expect(notes.open).toEqual(gaps.map((line) => `main.tf:${line}: posthog_role.x.none has no counterpart.`));
      }),
      { numRuns: 60 },
    );
  });

  test("don't count in lines that go, in the same file alone, nor in JSON", () => {
    const text = [
      "c = posthog_role.x.none",
      "d = posthog_role.x.id",
      "c = posthog_role.x.none",
      "d = posthog_role.x.id",
    ].join("\n");
    const linesNoted = (first: number, last: number): number[] => {
      const notes: Notes = { edits: [], open: [] };
      const files = ["a/main.tf", "main.tf", "main.tf.json"].map((file) => ({ file, text }));
      noteReferences(files, [{ file: "main.tf", lines: { first, last } }], notes, asOrgform);
      const all = [...notes.edits.map(({ words }) => words), ...notes.open].map((words) => words.split(":", 2));
      expect(all.filter(([file]) => file === "a/main.tf")).toHaveLength(4);
      expect(all.filter(([file]) => file === "main.tf.json")).toEqual([]);
      return all.flatMap(([file, line]) => (file === "main.tf" ? [Number(line)] : [])).toSorted((a, b) => a - b);
    };
    for (let first = 1; first <= 4; first += 1) {
      for (let last = first; last <= 4; last += 1)
        expect([first, last, linesNoted(first, last)]).toEqual([
          first,
          last,
          [1, 2, 3, 4].filter((line) => line < first || line > last),
        ]);
    }
  });
});

test("a file's folder is its path without its name", () => {
  expect(["main.tf", "a/main.tf", "a/b/main.tf", "../a/main.tf"].map(folderOf)).toEqual([".", "a", "a/b", "../a"]);
});

describe("a new file", () => {
  const made = (folder: string, name: string, ...files: readonly string[]) =>
    newFile(folder, name, { text: "t", files: files.map((file) => ({ file, text: "" })) });

  test.each([
    [".", "orgform.tf"],
    ["a", "a.tf"],
    ["a/b", "a__b.tf"],
    ["../../a/b", "a__b.tf"],
  ])("in %s has a place there and a name of its own", (folder, name) => {
    const at = folder === "." ? "" : `${folder}/`;
    for (const others of [[], ["x/orgform.tf", "main.tf", "orgform.tf.json"]])
      expect(made(folder, "orgform.tf", ...others)).toEqual({ name, place: `${at}orgform.tf`, text: "t" });
  });

  test("avoids the names that its folder has", () => {
    const names = [
      ["orgform.tf", "orgform_switch_resources.tf"],
      ["provider.tf", "orgform_switch_provider.tf"],
      ["posthog.tf", "orgform_switch_posthog.tf"],
      ["orgform_imports.tf", "orgform_switch_resources_imports.tf"],
    ] as const;
    for (const [name, free] of names) {
      expect(made(".", name, "main.tf", name)).toMatchObject({ name: free, place: free });
      expect(made("a", name, name, `a/${name}`)).toMatchObject({ name: "a.tf", place: `a/${free}` });
    }
  });
});

test("the organization of objects is the only UUID among their organizations", () => {
  const [one, other] = ["01950000-0000-7000-8000-000000000001", "01950000-0000-7000-8000-000000000002"];
  const of = (...ids: readonly unknown[]) =>
    organizationIn(
      ids.map((id) => ({
        type: "posthog_role",
        name: "x",
        instances: [{ attributes: id === null ? null : { organization_id: id } }, { attributes: {} }],
      })),
    );
  for (const others of [[], [one], ["acme"], [null, "", 7, undefined, `${one}0`]]) expect(of(one, ...others)).toBe(one);
  expect(of(one, other)).toBeUndefined();
  for (const none of [[], ["acme"], [null]]) expect(of(...none)).toBeUndefined();
});

test("the expression of an argument is everything behind its sign, over all its lines", () => {
  const text = 'first = "a"\n  näme_1-b  =  [\n    1, # one\n  ]  \nlast=x == y\nlonger = 1\n';
  expect(linesIn(text, { first: 1, last: 1 })).toBe('first = "a"');
  const at = (argument: string, first: number, last = first) => expressionIn(text, argument, { first, last });
  expect([at("first", 1), at("näme_1-b", 2, 4), at("last", 5)]).toEqual(['"a"', "[\n    1, # one\n  ]", "x == y"]);
  expect([at("first", 2, 4), at("x", 5), at("1", 3), at("first", 7)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

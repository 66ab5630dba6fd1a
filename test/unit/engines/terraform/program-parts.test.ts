import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { noteTests } from "../../../../src/engines/terraform/switch-writer/engine-tests.ts";
import { noteHistory } from "../../../../src/engines/terraform/switch-writer/history-blocks.ts";
import { noteJson } from "../../../../src/engines/terraform/switch-writer/json-mentions.ts";
import { TO_ORGFORM } from "../../../../src/engines/terraform/switch-writer/local-names.ts";
import { noteModuleProviders } from "../../../../src/engines/terraform/switch-writer/module-providers.ts";
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

const filesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([file, text]) => ({ file, text }));

describe("providers of modules", () => {
  const noted = (texts: Readonly<Record<string, string>>, ...moving: readonly string[]) => {
    const notes: Notes = { edits: [], open: [] };
    const around = { hasMoving: (folder: string) => moving.includes(folder), providers: TO_ORGFORM };
    return { ...notes, aliases: [...noteModuleProviders(filesOf(texts), around, notes)] };
  };
  const call = (name: string, source: string, providers = "{ posthog = posthog }"): string =>
    `module "${name}" {\n  source = "${source}"\n  providers = ${providers}\n}\n`;

  test("get the new one beside each entry of the old one, and the root says which aliases it gives", () => {
    const main = call("a", "./a", "{ posthog = posthog, posthog.x-1=posthog.e_u, aws = aws }");
    const words = "main.tf:3: add `orgform = orgform` and `orgform.x-1 = orgform.e_u` to the providers of module.a.";
    const text =
      "  providers = { posthog = posthog, orgform = orgform, posthog.x-1=posthog.e_u, orgform.x-1 = orgform.e_u, aws = aws }";
    expect(noted({ "main.tf": main, "a/main.tf": "" }, "a")).toEqual({
      edits: [{ file: "main.tf", first: 3, last: 3, text, words }],
      open: [],
      aliases: [
        ["", "main.tf:3"],
        ["e_u", "main.tf:3"],
      ],
    });
  });

  test.each([
    ["main.tf", "./a", "a"],
    ["main.tf", "./a/", "a"],
    ["main.tf", "./a//b", "a/b"],
    ["main.tf", "../x", "../x"],
    ["main.tf", "../x/../../y", "../../y"],
    ["a/main.tf", "./b", "a/b"],
    ["a/main.tf", "../b", "b"],
    ["a/main.tf", "..", "."],
    ["a/b/main.tf", "../../c", "c"],
    ["a/main.tf", "./.././b", "b"],
  ])("of a call in %s get it if %j, the folder %s, has blocks that move", (file, source, folder) => {
    const { edits, open, aliases } = noted({ [file]: call("m", source, "{ posthog = posthog.eu }") }, folder);
    expect(edits).toMatchObject([{ file, text: "  providers = { posthog = posthog.eu, orgform = orgform.eu }" }]);
    // An alias in a module is another one than that of the root.
    expect([open, aliases]).toEqual([[], file === "main.tf" ? [["eu", "main.tf:3"]] : []]);
  });

  test.each([
    ["a source that is no folder", call("a", "a")],
    ["a source of a registry", call("a", "acme/a/b")],
    ["a source that isn't written out", call("a", "./${var.a}")],
    ["no source", 'module "a" {\n  providers = { posthog = posthog }\n}\n'],
    ["no providers", 'module "a" {\n  source = "./a"\n}\n'],
    ["another block", call("a", "./a").replace("module", "resource")],
    [
      "other providers",
      call("a", "./a", "{ aws = aws, my_posthog = posthog, posthog2 = posthog, x.posthog = posthog }"),
    ],
    ["other configurations", call("a", "./a", "{ posthog = posthog2, posthog = posthog.a.b, posthog = my.posthog }")],
    ["texts and comments", call("a", "./a", '{\n    # posthog = posthog\n    a = "posthog = posthog"\n  }')],
  ])("stay the same with %s", (_what, text) => {
    expect(noted({ "main.tf": text }, "a", ".")).toEqual({ edits: [], open: [], aliases: [] });
  });

  test("are listed where only a module below has blocks that move, however modules call each other", () => {
    const texts = {
      "main.tf": call("a", "./a") + call("d", "./d") + call("aws", "./a", "{ aws = aws }"),
      "a/main.tf": 'module "b" {\n  source = "../b"\n}\n',
      "b/main.tf": call("a", "../a", "{}") + 'module "c" {\n  source = "../c"\n}\n',
      "d/main.tf": call("e", "../e") + call("d", "."),
    };
    const open = ["main.tf:3: module.a: its own modules need a provider of orgform, too."];
    expect(noted(texts, "c")).toEqual({ edits: [], open, aliases: [] });
    expect(noted(texts, "f")).toEqual({ edits: [], open: [], aliases: [] });
  });

  test("that a folder with moving blocks requires or configures by itself are listed, in a module alone", () => {
    const text = [
      "terraform {",
      "  required_providers {",
      "    aws = { configuration_aliases = [aws.x] }",
      "    posthog = { configuration_aliases = [posthog.eu] }",
      "  }",
      "  cloud {",
      '    posthog = "configuration_aliases"',
      "  }",
      "}",
      'provider "aws" {}',
      'provider "posthog" {}',
      'module "posthog" {}',
      "",
    ].join("\n");
    const alias = "4: add an entry of orgform with the same configuration_aliases.";
    const own = "11: a provider block in a module. Write one of orgform for its objects.";
    const without = "terraform {\n  required_providers {\n    aws = {}\n  }\n}\n";
    const texts = { "main.tf": text, "a/main.tf": text, "b/b.tf": without, "c/main.tf": text, "a/x.tf.json": text };
    expect(noted(texts, ".", "a", "b").open).toEqual([`main.tf:${alias}`, `a/main.tf:${alias}`, `a/main.tf:${own}`]);
    expect(noted({ "main.tf": text.replace("configuration_aliases = [posthog.eu]", "") }, ".").open).toEqual([]);
  });
});

describe("blocks about earlier moves, removals, and imports", () => {
  const instance = (index_key?: string | number) => ({ index_key, attributes: {} });
  const STORED = [
    { type: "posthog_role", name: "x", instances: [instance()] },
    { module: "module.a", type: "posthog_role", name: "k", instances: [instance("é|"), instance(0)] },
    { type: "posthog_project", name: "y", instances: [instance()] },
  ];
  const noted = (text: string, areMovesKept = false, file = "main.tf") => {
    const notes: Notes = { edits: [], open: [] };
    const isMoving = (type: string) => type.startsWith("posthog_") && type !== "posthog_dashboard";
    const skipped = noteHistory([{ file, text }], { stored: STORED, isMoving, areMovesKept }, notes);
    return { ...notes, skipped };
  };
  const block = (keyword: string, ...lines: readonly string[]): string =>
    `# first\n${keyword} {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
  const nothing = { edits: [], open: [], skipped: [] };

  test.each([
    ["import", "posthog_role.x", ["to = posthog_role.x", 'id = "1"']],
    ["import", 'module.a.posthog_role.k["é|"]', ['to = module.a.posthog_role.k["é|"]', 'id = "1"']],
    ["import", "module.a.posthog_role.k[0]", ["to = module.a.posthog_role.k[0]", 'id = "1"']],
    [
      "import",
      'module.a.posthog_role.k["é|"]',
      ['to = module.a.posthog_role.k["é|"] # of "2024"', "id = 1 // posthog_role.y"],
    ],
    ["moved", "posthog_role.x", ["from = posthog_role.w", "to = posthog_role.x"]],
    ["moved", "posthog_role.x[0]", ["from = posthog_role.w", "to = posthog_role.x[0] /* one */ # two"]],
    ["moved", "module.b.posthog_role.k", ["from = acme_role.w", "to = module.b.posthog_role.k"]],
  ])("that are done go: %s to %s", (keyword, address, lines) => {
    const words = `main.tf:2-5: delete the block ${keyword} of ${address}, which is in the state.`;
    expect(noted(block(keyword, ...lines))).toEqual({
      edits: [{ file: "main.tf", first: 2, last: 5, words }],
      open: [],
      skipped: [{ file: "main.tf", lines: { first: 2, last: 5, isAlone: true } }],
    });
  });

  test.each([
    ["import", "import of posthog_role.other", ["to = posthog_role.other"]],
    ["import", "import of module.a.posthog_role.x", ["to = module.a.posthog_role.x"]],
    ["import", "import of module.a.posthog_role.k", ["to = module.a.posthog_role.k"]],
    ["import", "import of module.a.posthog_role.k[1]", ["to = module.a.posthog_role.k[1]"]],
    ["import", "import of posthog_role.x", ["for_each = {}", "to = posthog_role.x"]],
    ["moved", "move to posthog_role.y", ["from = posthog_role.x", "to = posthog_role.y"]],
    ["moved", "move to posthog_role.xy", ["from = posthog_role.w", "to = posthog_role.xy"]],
    ["moved", "move to posthog_project.x", ["from = posthog_role.x", "to = posthog_project.x"]],
    ["moved", "move to acme_role.x", ["from = posthog_role.x", "to = acme_role.x"]],
    ["moved", "move to module.b", ["from = module.a.posthog_role.x", "to = module.b"]],
  ])("that are not done are listed: %s as %s", (keyword, what, lines) => {
    const { edits, open, skipped } = noted(block(keyword, ...lines));
    expect([edits, open]).toEqual([[], [`main.tf:2: ${what}: apply it before the switch, and delete it.`]]);
    expect(skipped).toHaveLength(1);
  });

  test("that stay are passed over: removals, and moves if the engine still needs them", () => {
    const removed = block("removed", "from = posthog_role.x");
    const moved = block("moved", "from = posthog_role.w", "to = posthog_role.x");
    for (const [text, isKept, last] of [
      [removed, false, 4],
      [removed, true, 4],
      [moved, true, 5],
    ] as const) {
      const skipped = [{ file: "main.tf", lines: { first: 2, last, isAlone: true } }];
      expect(noted(text, isKept)).toEqual({ ...nothing, skipped });
    }
    expect(noted(block("import", "to = posthog_role.x"), true).edits).toHaveLength(1);
  });

  test.each([
    ["other blocks", block("check", "from = posthog_role.x", "to = posthog_role.x")],
    ["types that stay", block("import", "to = posthog_dashboard.x")],
    ["types of others", block("moved", "from = acme_role.x", "to = my_posthog_role.x")],
    ["no address", block("moved")],
  ])("are only those that name what moves: %s", (_what, text) => {
    expect(noted(text)).toEqual(nothing);
  });

  test("aren't read in JSON", () => {
    expect(noted(block("import", "to = posthog_role.x"), false, "main.tf.json")).toEqual(nothing);
  });
});

describe("tests of the engine", () => {
  const noted = (text: string, file = "a.tftest.hcl", old = "posthog"): string[] => {
    const notes: Notes = { edits: [], open: [] };
    const isMoving = (type: string) => type !== "posthog_dashboard";
    noteTests([{ file, text }], { isMoving, names: { old, next: "orgform" } }, notes);
    return notes.open;
  };

  test("list by the line what they put in the place of the provider and its resources", () => {
    const text = [
      'mock_provider "posthog" {',
      '  mock_provider  "posthog"',
      'mock_provider "acme"',
      '  mock_resource   "posthog_role" {}',
      'mock_resource "posthog_role" {}',
      '  mock_resource "posthog_dashboard" {}',
      "  target=module.a.posthog_role.x",
      'target  =  module.a["b"].module.c.posthog_project.x',
      "  target = module.a.posthog_dashboard.x",
      "  target = posthog_role.x",
      "  target = module.a.my_posthog_role.x",
      '# mock_provider "posthog"',
      'x mock_resource "posthog_role"',
      'mock_provider"posthog"',
    ].join("\n");
    const role = "posthog_role in a test is not translated.";
    expect(noted(text)).toEqual([
      "a.tftest.hcl:1: mock_provider of posthog: add one of orgform.",
      "a.tftest.hcl:2: mock_provider of posthog: add one of orgform.",
      `a.tftest.hcl:4: ${role}`,
      `a.tftest.hcl:5: ${role}`,
      `a.tftest.hcl:7: ${role}`,
      "a.tftest.hcl:8: posthog_project in a test is not translated.",
    ]);
    expect(noted(text, "a.tftest.json")).toEqual([]);
  });

  test("name a provider as their folder does", () => {
    const text = 'mock_provider "ph-1" {}\nmock_provider "posthog" {}';
    const open = ["a.tftest.hcl:1: mock_provider of ph-1: add one of orgform."];
    expect([noted(text, "a.tftest.hcl", "ph-1"), noted("", "a.tftest.hcl", "ph-1")]).toEqual([open, []]);
  });
});

describe("files in JSON", () => {
  const noted = (json: unknown, file = "a/x.tf.json", more: Readonly<Record<string, string>> = {}): string[] => {
    const notes: Notes = { edits: [], open: [] };
    const isMoving = (type: string) => type.startsWith("posthog_") && type !== "posthog_dashboard";
    noteJson(filesOf({ [file]: JSON.stringify(json), ...more }), { isMoving, providers: TO_ORGFORM }, notes);
    return notes.open.map((words) => words.replace(/^a\/x\.tf\.json: (.*): JSON is not translated\.$/u, "$1"));
  };

  test.each<[string, unknown, readonly string[]]>([
    ["a reference beside others", { a: "${acme_role.x.id} and ${posthog_role.é.id}" }, ["a"]],
    ["a reference in a list", { a: [{ b: ["x", "posthog_role.x"] }] }, ["a.0.b.1"]],
    ["a reference in a name", { a: { "${posthog_role.x.id}": { b: "posthog_role.y" } } }, ["a.${posthog_role.x.id}"]],
    [
      "a reference in a data source",
      { data: { posthog_role: { x: { id: "${posthog_role.y.id}" } } } },
      ["data.posthog_role.x.id"],
    ],
    [
      "references of every block of a type",
      { resource: { posthog_role: [{ x: {} }, { é: {} }] } },
      ["resource.posthog_role.0.x", "resource.posthog_role.1.é"],
    ],
    [
      "a type in a test",
      { mock_provider: { acme: { mock_resource: { posthog_role: {} } } } },
      ["mock_provider.acme.mock_resource.posthog_role"],
    ],
    [
      "a provider that is given",
      { module: { m: { providers: { a: "ph", b: "ph.eu", c: "posthog", d: "ph2" } } } },
      ["module.m.providers.a", "module.m.providers.b"],
    ],
  ])("are listed with the place of %s", (_what, json, paths) => {
    const named = 'terraform {\n  required_providers {\n    ph = { source = "posthog/posthog" }\n  }\n}\n';
    expect(noted(json, undefined, { "a/main.tf": named })).toEqual(paths);
  });

  test.each<[string, unknown]>([
    ["comments", { "//": "posthog_role.x", a: { "//": ["posthog_role.x"] } }],
    ["objects of data sources", { a: "${data.posthog_role.x.id}", b: { posthog_role: { x: 1 } } }],
    ["types that stay", { resource: { posthog_dashboard: { x: {} } }, a: "posthog_dashboard.x" }],
    ["types without objects", { resource: { posthog_role: "x" }, a: "posthog_role", b: "posthog_role.1" }],
    ["longer names", { a: "my_posthog_role.x posthog_dashboard.posthog_role" }],
    ["providers elsewhere", { locals: { providers: "posthog" }, module: { m: { name: "posthog" } } }],
    ["what is no object", null],
  ])("are passed over with %s", (_what, json) => {
    expect(noted(json)).toEqual([]);
  });

  test("are those that end so, each with its whole words", () => {
    const json = { a: "posthog_role.x" };
    expect(noted(json, "x.tf")).toEqual([]);
    expect(noted(json, "x.tftest.json")).toEqual(["x.tftest.json: a: JSON is not translated."]);
  });
});

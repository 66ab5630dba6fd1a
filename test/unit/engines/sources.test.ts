import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { engines } from "../../../src/engines/index.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-sources-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

const sourcesOf = (engine: string) => engines.find(({ name }) => name === engine)?.stateReader.sourcesIn(folder);

test("a program of Pulumi declares an object where its name stands in quotes, or as a key of YAML", () => {
  write({
    "Pulumi.yaml": "name: acme\nresources:\n  readers:\n    type: orgform:Role\n",
    "Pulumi.dev.yaml": 'config:\n  orgform:host: "acme"\n',
    "people/main.ts": '// acme\nnew orgform.Domain("acme", {});\n',
    "node_modules/x/index.js": '"nightly"\n',
  });
  const sources = sourcesOf("pulumi");
  expect(sources?.main).toBe("Pulumi.yaml");
  expect(["acme", "readers", "nightly", "a.me"].map((address) => sources?.declaredAt({ address }))).toEqual([
    { file: "people/main.ts", line: 2 },
    { file: "Pulumi.yaml", line: 3 },
    undefined,
    undefined,
  ]);
});

test("files that nobody wrote by hand, settings, and texts of other languages declare nothing", () => {
  const others = ["node_modules", "dist", "build", "target", "bin", "obj", "venv", "vendor", ".git", "a/.cache"];
  write({
    ...Object.fromEntries(others.map((name) => [`${name}/main.ts`, '"acme"\n'])),
    ...Object.fromEntries(
      ["Pulumi.dev.yaml", "a/Pulumi.b.yml", "notes.md", "main.tsv", "lib.rs"].map((file) => [file, '"acme"']),
    ),
  });
  const declared = (): unknown => sourcesOf("pulumi")?.declaredAt({ address: "acme" });
  expect(declared()).toBeUndefined();
  const written = [
    "main.ts",
    "a.mts",
    "a.cts",
    "a.tsx",
    "b.js",
    "b.mjs",
    "b.cjs",
    "b.jsx",
    "c.py",
    "d.go",
    "E.java",
    "F.cs",
    "g.yaml",
    "g.yml",
  ];
  for (const file of [...written, "Pulumi.yaml", "builds/main.ts", "a/b/main.ts"]) {
    write({ [file]: '\n"acme"' });
    expect([file, declared()]).toEqual([file, { file, line: 2 }]);
    rmSync(join(folder, file));
  }
});

test("the first file by name declares an object, and a folder's own files come before those below it", () => {
  const files = ["z/a.ts", "b.ts", "z/b.ts", "a.ts", "y/c.ts", "c.ts", "y/b/a.ts"];
  write(Object.fromEntries(files.map((file) => [file, '"acme"'])));
  const found = ["a.ts", "b.ts", "c.ts", "y/c.ts", "y/b/a.ts", "z/a.ts", "z/b.ts"].map((file) => {
    const { file: first } = sourcesOf("pulumi")?.declaredAt({ address: "acme" }) ?? {};
    rmSync(join(folder, file));
    return [first, file];
  });
  for (const [first, file] of found) expect(first).toBe(file);
});

test("a name is found between equal quotes, or as a whole key, whatever signs it has", () => {
  for (const name of ["acme", "a.b", "a+(b)", "[a]", "a|b^$", "a\\\\b", "a{2}", "a/b", "é x"]) {
    for (const text of [`f("${name}")`, `f('${name}')`, `f(\`${name}\`)`, `  ${name}:`, `\t${name}:  `]) {
      write({ "main.yaml": `x\n${text}\n${text}` });
      expect([text, sourcesOf("pulumi")?.declaredAt({ address: name })]).toEqual([
        text,
        { file: "main.yaml", line: 2 },
      ]);
    }
    for (const text of [`"${name}'`, `"x${name}"`, `${name}:`, `  ${name}: 1`, `  x${name}:`, name]) {
      write({ "main.yaml": text });
      expect([text, sourcesOf("pulumi")?.declaredAt({ address: name })]).toEqual([text, undefined]);
    }
  }
});

test("a configuration of Terraform declares an object in the block of its type and name", () => {
  write({
    "main.tf": '\nresource "orgform_domain" "acme" {\n  domain = "acme.example"\n}\n',
    "roles/main.tf": 'resource "orgform_role" "readers" {\n}\n',
    "cdk.tf.json": '{\n  "resource": {\n    "orgform_role": {\n      "acme_ops_5F": {}\n    }\n  }\n}\n',
    ".terraform/modules/modules.json": JSON.stringify({ Modules: [{ Key: "r", Dir: "roles" }] }),
  });
  const sources = sourcesOf("terraform");
  const addresses = [
    "orgform_domain.acme",
    'module.r.orgform_role.readers["a.b"]',
    "orgform_role.acme_ops_5F",
    "orgform_role.acme",
  ];
  expect(addresses.map((address) => sources?.declaredAt({ address }))).toEqual([
    { file: "main.tf", line: 2 },
    { file: "roles/main.tf", line: 1 },
    { file: "cdk.tf.json", line: 4 },
    undefined,
  ]);
});

test("a folder without a program has no places", () => {
  expect(engines.map(({ stateReader }) => stateReader.sourcesIn(folder).main).toSorted()).toEqual([
    "Pulumi.yaml",
    "main.tf",
  ]);
});

test("the main file of a program of Pulumi is the first project file that exists, and `Pulumi.yaml` comes before all", () => {
  const main = (): unknown => sourcesOf("pulumi")?.main;
  for (const file of ["Pulumi.json", "Pulumi.yml", "Pulumi.yaml"]) {
    write({ [file]: "" });
    expect(main()).toBe(file);
  }
});

test.each([
  [undefined, [], "Pulumi.yaml", "other"],
  ["no JSON", [], "Pulumi.yaml", "other"],
  [{}, ["index.ts"], "index.ts", "typescript"],
  [{ type: "module" }, ["index.ts"], "index.ts", "typescript module"],
  [{ type: "module" }, [], "index.js", "module"],
  [{}, [], "index.js", "commonjs"],
  [{ type: "commonjs" }, ["index.ts"], "index.ts", "typescript"],
  [{ main: "./src/main.ts" }, ["index.ts"], "src/main.ts", "typescript"],
  [{ main: "main.mts" }, [], "main.mts", "typescript module"],
  [{ main: "main.cts", type: "module" }, [], "main.cts", "typescript"],
  [{ main: "app.tsx", type: "module" }, [], "app.tsx", "typescript module"],
  [{ main: "main.mjs" }, [], "main.mjs", "module"],
  [{ main: "main.cjs", type: "module" }, [], "main.cjs", "commonjs"],
  [{ main: "bin/x.js" }, ["index.ts"], "bin/x.js", "commonjs"],
  [{ main: 7 }, ["index.ts"], "index.ts", "typescript"],
])("a program of Pulumi with the manifest %j and %j begins with %s, in %s", (manifest, files, file, language) => {
  const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  write({
    ...(manifest === undefined ? {} : { "package.json": text }),
    ...Object.fromEntries(files.map((one) => [one, ""])),
  });
  expect(sourcesOf("pulumi")?.entry).toEqual({ file, language });
});

test.each([
  [
    "pulumi",
    (type: string) => ({ deployment: { resources: [{ urn: `urn:pulumi:a::b::${type}::c`, type, id: "x" }] } }),
  ],
  [
    "terraform",
    (type: string) => ({
      version: 4,
      resources: [{ mode: "managed", type, name: "c", instances: [{ attributes: {} }] }],
    }),
  ],
])("a state of %s counts unknown types of Orgform, and no types of other providers", (engine, stateOf) => {
  const reader = engines.find(({ name }) => name === engine)?.stateReader;
  const unknownOf = (type: string) => reader?.read(stateOf(type)).unknown.length;
  expect(["orgform:index:Future", "orgform_future"].map(unknownOf)).toEqual(engine === "pulumi" ? [1, 0] : [0, 1]);
  expect(["aws:s3:Bucket", "aws_orgform_future", "random_id", "xorgform:index:Role"].map(unknownOf)).toEqual([
    0, 0, 0, 0,
  ]);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";

import schema from "../../src/engines/pulumi/plugin/schema.generated.json" with { type: "json" };
import { fieldsOf } from "../../src/model/definition.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { guideProgram, ROOT } from "./support/language-story.ts";

const SDKS = join(ROOT, "dist-sdks");
const textOf = (...path: string[]): string => readFileSync(join(SDKS, ...path), "utf8");
const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
const snake = (text: string): string => text.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** For each language, the file that declares a resource's inputs, and the code that names an input of the schema. */
const LANGUAGES = {
  python: {
    file: (type: string) => `python/pulumi_orgform/${snake(lowerFirst(type))}.py`,
    input: (name: string) => `pulumi.set(__self__, "${snake(name)}"`,
  },
  go: { file: (type: string) => `go/orgform/${lowerFirst(type)}.go`, input: (name: string) => `pulumi:"${name}"` },
  java: {
    file: (type: string) => `java/src/main/java/io/orgform/${type}Args.java`,
    input: (name: string) => `@Import(name="${name}"`,
  },
  csharp: { file: (type: string) => `csharp/${type}.cs`, input: (name: string) => `[Input("${name}"` },
} as const;

describe.each(Object.entries(LANGUAGES))("the SDK of %s", (_language, { file, input }) => {
  test.each(resources.map((definition) => [definition.name, definition] as const))(
    "has %s with every input",
    (name, definition) => {
      const text = textOf(file(name));
      const inputs = fieldsOf(definition, "inputs").map(([field]) => field);
      expect(inputs.filter((field) => !text.includes(input(field)))).toEqual([]);
    },
  );
});

test.each([
  ["python/pyproject.toml", `version = "${schema.version}"`],
  ["go/orgform/pulumi-plugin.json", `"version": "${schema.version}"`],
  ["java/pom.xml", `<version>${schema.version}</version>`],
  ["java/src/main/resources/io/orgform/version.txt", schema.version],
  ["csharp/Orgform.Sdk.csproj", `<Version>${schema.version}</Version>`],
])("%s holds the version of the schema", (file, version) => {
  expect(textOf(file)).toContain(version);
});

test.each([
  ["python/pulumi_orgform/domain.py", "example = orgform.Domain("],
  ["go/orgform/domain.go", "orgform.NewDomain(ctx"],
  ["java/src/main/java/io/orgform/Domain.java", "new Domain("],
  ["csharp/Domain.cs", "DomainName = "],
])("%s shows only the example of its language", (file, own) => {
  const text = textOf(file);
  expect(text).toContain(own);
  expect(text).not.toContain("{{%");
  expect(text).not.toContain("orgform/pulumi-plugin");
});

test("the Python module of calls imports what it shares from the root of the package", () => {
  const folder = join(SDKS, "python/pulumi_orgform/call");
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  expect(texts.filter((text) => text.includes("from .. import _utilities"))).not.toEqual([]);
  expect(texts.filter((text) => text.includes("from . import _utilities"))).toEqual([]);
});

test("nothing in an SDK names the machine that it was written on", () => {
  const files = readdirSync(SDKS, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((entry) => join(entry.parentPath, entry.name));
  expect(texts.filter((path) => readFileSync(path, "latin1").includes("127.0.0.1"))).toEqual([]);
});

/** What a C# program creates: each resource with its inputs. */
function madeIn(program: string): (readonly [type: string, inputs: string[]])[] {
  const all = program.replaceAll(/\/\/.*$/gmu, "").matchAll(/new (\w+)\("\w+", new \w+Args\s*\{([^}]*)\}/gu);
  return [...all].map(
    ([, type = "", body = ""]) => [type, [...body.matchAll(/(\w+) = /gu)].map(([, name = ""]) => name)] as const,
  );
}

/** There is no .NET here to compile these programs, so the test looks up their names in the SDK's sources. */
describe.each([
  ["the C# example", readFileSync(join(ROOT, "examples/csharp/Program.cs"), "utf8"), 4],
  ["the guide's C# program", guideProgram("csharp"), 2],
])("%s", (_name, program, count) => {
  const made = madeIn(program);

  test("creates resources from the namespace of the SDK", () => {
    expect(made).toHaveLength(count);
    expect(program).toContain("using Orgform.Sdk;");
  });

  test.each(made)("gives %s only known inputs, and all required ones", (type, inputs) => {
    const text = textOf("csharp", `${type}.cs`);
    expect(text).toContain("namespace Orgform.Sdk\n");
    const [, args = ""] = text.split(`public sealed class ${type}Args`);
    expect(
      inputs.filter((name) => !new RegExp(`public Input(?:Union)?<[\\w., ]+>\\?? ${name}\\b`, "u").test(args)),
    ).toEqual([]);
    const needed = [...args.matchAll(/required: true\)\]\s+public Input(?:Union)?<[\w., ]+>\?? (\w+)/gu)].map(
      ([, name]) => name,
    );
    expect(inputs).toEqual(expect.arrayContaining(needed));
  });

  test("reads only outputs that exist", () => {
    const record = textOf("csharp/Outputs/DomainVerificationRecord.cs");
    const read = [...program.matchAll(/record\.(\w+)/gu)].map(([, name = ""]) => name);
    expect(read.filter((name) => !record.includes(`public readonly string ${name};`))).toEqual([]);
  });
});

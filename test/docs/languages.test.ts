import { describe, expect, test } from "@jest/globals";

import { pascalName, snakeName } from "../../src/model/names.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";
import type { DocBlock } from "../support/doc-pages.ts";
import { PULUMI_SCHEMA, type SchemaProperty } from "../support/pulumi-schema.ts";

/** How programs of a language read, as far as their names are held to the schema; `npm run test:languages` runs programs. */
interface Language {
  readonly blocks: readonly DocBlock[];
  /** What brings the generated classes in. */
  readonly imports: string;
  /** A resource that is made: its `type`, and the `args` it is given. */
  readonly made: RegExp;
  /** The name of one of those arguments. */
  readonly argument: RegExp;
  /** The variable (`name`) of a resource of a `type`. */
  readonly variable: RegExp;
  readonly spelled: (property: string, about: SchemaProperty) => string;
}

const { python, go, java, csharp } = PULUMI_SCHEMA.language;

const LANGUAGES: Readonly<Record<string, Language>> = {
  Python: {
    blocks: blocksOfKind("Python program"),
    imports: `import ${python.packageName} as orgform`,
    made: /orgform\.(?<type>\w+)\("[^"]*",\s*(?<args>[^)]*)\)/gu,
    argument: /(?<![\w."])(?<name>\w+)=/gu,
    variable: /(?<name>\w+) = orgform\.(?<type>\w+)\(/gu,
    spelled: snakeName,
  },
  Go: {
    blocks: blocksOfKind("Go program"),
    imports: `"${go.importBasePath}"`,
    made: /orgform\.New(?<type>\w+)\(ctx, "[^"]*", &orgform\.\k<type>Args\{(?<args>[^}]*)\}/gu,
    argument: /\b(?<name>\w+):/gu,
    variable: /(?<name>\w+), err :?= orgform\.New(?<type>\w+)/gu,
    spelled: pascalName,
  },
  Java: {
    blocks: blocksOfKind("Java program"),
    imports: `import ${java.basePackage}.orgform.Organization;`,
    made: /new (?<type>\w+)\("[^"]*", \k<type>Args\.builder\(\)(?<args>[\s\S]*?)\.build\(\)\)/gu,
    argument: /\.(?<name>\w+)\((?!\))/gu,
    variable: /var (?<name>\w+) = new (?<type>\w+)\(/gu,
    spelled: (property) => property,
  },
  "C#": {
    blocks: blocksOfKind("C# program"),
    imports: `using ${csharp.rootNamespace}.${csharp.namespaces.orgform};`,
    made: /new (?<type>\w+)\("[^"]*", new \k<type>Args\s*\{(?<args>[^}]*)\}/gu,
    argument: /(?<name>\w+) = /gu,
    variable: /var (?<name>\w+) = new (?<type>\w+)\(/gu,
    spelled: (property, about) => about.language?.["csharp"]?.name ?? pascalName(property),
  },
};

/** Every resource and property of a program that the schema lacks. */
function unknownNames(text: string, { imports, made, argument, variable, spelled }: Language): string[] {
  const names = (side: "properties" | "inputProperties", type: string): string[] =>
    Object.entries(PULUMI_SCHEMA.resources[`orgform:index:${type}`]?.[side] ?? {}).map(([name, about]) =>
      spelled(name, about),
    );
  const inputs = [...text.matchAll(made)].flatMap(({ groups: { type = "", args = "" } = {} }) =>
    [...args.matchAll(argument)].map(
      ({ groups }) => [type, groups?.["name"] ?? "", names("inputProperties", type)] as const,
    ),
  );
  const outputs = [...text.matchAll(variable)].flatMap(({ groups: { name = "", type = "" } = {} }) =>
    [...text.matchAll(new RegExp(String.raw`(?<![.\w])${name}\.(?<read>\w+)`, "gu"))].map(
      ({ groups }) => [type, groups?.["read"] ?? "", names("properties", type)] as const,
    ),
  );
  const wrong = [...inputs, ...outputs].filter(([, name, known]) => !known.includes(name));
  return [...(text.includes(imports) ? [] : [imports]), ...wrong.map(([type, name]) => `${type}.${name}`)];
}

describe.each(Object.entries(LANGUAGES))("programs in %s", (_name, language) => {
  test("name what the schema has, from which the classes are made", () => {
    for (const { text } of language.blocks) {
      expect([...text.matchAll(language.made)].map(({ groups }) => groups?.["type"])).toEqual([
        "Organization",
        "Domain",
      ]);
      expect([...text.matchAll(language.variable)].length).toBeGreaterThan(0);
      expect(unknownNames(text, language)).toEqual([]);
    }
  });

  test("would not with a class, an argument or an output of another name", () => {
    const [{ text } = { text: "" }] = language.blocks;
    const id = language.spelled("organizationId", {});
    expect(unknownNames(text.replaceAll("Domain", "Realm"), language)).toContainEqual(
      expect.stringMatching(/^Realm\./u),
    );
    // It's twice in a line: as an argument, and then as an output.
    expect(unknownNames(text.replace(id, "tenant"), language)).toEqual(["Domain.tenant"]);
    expect(unknownNames(text.replace(`acme.${id}`, "acme.tenant"), language)).toEqual(["Organization.tenant"]);
  });
});

test.each(blocksOfKind("import list").map(({ page, line, text }) => [`${page}:${line}`, text]))(
  "the list of %s names resources that the schema has",
  (_place, text) => {
    const { resources } = JSON.parse(text) as { resources: Readonly<Record<string, string>>[] };
    expect(resources.map((one) => Object.keys(one).join())).toEqual(resources.map(() => "type,name,id"));
    expect(Object.keys(PULUMI_SCHEMA.resources)).toEqual(expect.arrayContaining(resources.map(({ type }) => type)));
  },
);

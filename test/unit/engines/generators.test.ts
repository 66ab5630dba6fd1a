import { createHash } from "node:crypto";

import { describe, expect, test } from "@jest/globals";

import { served } from "../../../src/app/served.ts";
import { functions } from "../../../src/catalog/functions/index.ts";
import { engines } from "../../../src/engines/index.ts";
import { generators } from "../../../src/engines/generators.ts";
import { pulumiClasses, pulumiResourceType } from "../../../src/engines/pulumi/generator/classes.ts";
import { pulumiFunctions, pulumiFunctionType } from "../../../src/engines/pulumi/generator/functions.ts";
import { SCHEMA_FILE } from "../../../src/engines/pulumi/generator/generator.ts";
import {
  identityPiece,
  PROVIDER_ADDRESS,
  providersSchema,
  servedSchema,
} from "../../../src/engines/terraform/generator/schema-json.ts";
import { ResourceSchema } from "../../../src/engines/terraform/provider/resource-schema.ts";
import { isRecord } from "../../../src/model/json-value.ts";
import { recordedAs } from "../../support/recorded-text.ts";

const FACTS = { version: "1.2.3", description: 'A "package"', license: "MIT" };
const files = generators.pulumi.files(served, functions, FACTS);

/** A short mark of a part: another text has another mark. */
function mark(part: unknown): string {
  const text = typeof part === "string" ? part : (JSON.stringify(part) ?? "");
  return text === "" ? "-" : createHash("sha256").update(text).digest("hex").slice(0, 8);
}

const line = (name: string, parts: Readonly<Record<string, unknown>>): string =>
  `${[name, ...Object.entries(parts).map(([part, text]) => `${part}=${mark(text)}`)].join(" ")}\n`;

/** A line for each member of each section: `resources orgform:index:Project 1a2b3c4d`. */
const linesOf = (sections: unknown): string =>
  Object.entries(isRecord(sections) ? sections : {})
    .flatMap(([section, members]) =>
      isRecord(members) ? Object.entries(members).map(([name, part]) => `${section} ${name} ${mark(part)}\n`) : [],
    )
    .join("");

// After a change that is meant, run this file with ORGFORM_RECORD_REQUESTS=1, and see in review which parts differ.
describe("what is generated for the whole catalog is as recorded", () => {
  test("the sources of Pulumi, each as a whole", () => {
    const all = [...files].map(([path, text]) => line(path, { text })).join("");
    expect(all).toBe(recordedAs("generated-files.txt", all));
  });

  test("each resource in the languages of every engine, and the rows of its page", () => {
    const all = served.map((definition) => {
      const { name, example } = definition;
      const ofEngines = engines.flatMap(({ name: engine }) => {
        const generator = generators[engine];
        const examples = example === undefined ? [] : generator.examples(definition, example);
        return [
          ...examples.map(({ title, language, text }) => [language, [title, text]] as const),
          ["lookUp", generator.lookUp(definition, example ?? {})] as const,
          ["spelling", generator.spelling(definition)] as const,
          ["existing", generator.existing(definition)] as const,
        ].map(([part, text]) => [`${engine}.${part}`, text] as const);
      });
      return line(name, {
        class: pulumiClasses([definition]),
        type: pulumiResourceType(definition),
        ...Object.fromEntries(ofEngines),
      });
    });
    expect(all.join("")).toBe(recordedAs("generated-resources.txt", all.join("")));
  });

  test("each function in TypeScript", () => {
    const all = functions.map((one) =>
      line(one.name, { declaration: pulumiFunctions([one]), type: pulumiFunctionType(one) }),
    );
    expect(all.join("")).toBe(recordedAs("generated-functions.txt", all.join("")));
  });

  test("each part of the plugin's schema for Pulumi", () => {
    const all = linesOf(JSON.parse(files.get(SCHEMA_FILE) ?? ""));
    expect(all).toBe(recordedAs("generated-pulumi-schema.txt", all));
  });

  test("each part of the provider's schema for Terraform, and the identity of each resource", async () => {
    const whole = providersSchema(await servedSchema());
    const identities = served
      .map((definition) => ResourceSchema.of(definition))
      .map((schema) => [schema.typeName, identityPiece(schema.identityMessage())] as const);
    const all = linesOf({
      ...whole.provider_schemas[PROVIDER_ADDRESS],
      identities: Object.fromEntries(identities),
    });
    expect(all).toBe(recordedAs("generated-terraform-schema.txt", all));
  });
});

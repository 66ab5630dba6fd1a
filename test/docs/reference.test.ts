import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { kebabName } from "../../src/model/names.ts";
import { ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import { check } from "../../src/model/check.ts";
import { fieldsOf } from "../../src/model/definition.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { printed } from "../../src/model/messages.ts";

const REFERENCE = join(__dirname, "../../docs/reference");

test.each(resources)("$name has an example that passes its own check", (definition) => {
  const checked = check(definition, definition.example ?? {}, { howToSet: (setting) => `set ${setting}` });
  expect(Object.keys(definition.example ?? {})).not.toEqual([]);
  expect(checked.problems).toEqual([]);
});

test.each(resources)("the page of $name names every field, the id and the example", (definition) => {
  const page = readFileSync(join(REFERENCE, `${kebabName(definition.name)}.md`), "utf8");
  for (const side of ["inputs", "outputs"] as const) {
    for (const [field, { doc }] of fieldsOf(definition, side)) {
      expect(page).toContain(`| \`${field}\` |`);
      expect(page).toContain(printed(doc).replaceAll("|", "\\|"));
    }
  }
  expect(page).toContain(definition.identity.parts.map((part) => `<${part}>`).join("/"));
  expect(page).toContain(`new orgform.${definition.name}("example"`);
  const identity = new ResourceSchema(definition).identityMessage() as { attributes: { name: string }[] };
  const parts = identity.attributes.map(({ name }) => `${name} = "..."`).join(", ");
  expect(page).toContain(`\`identity = { ${parts} }\``);
  expect(readFileSync(join(REFERENCE, "index.md"), "utf8")).toContain(`(${kebabName(definition.name)}.md)`);
});

/**
 * Fails on names in the Terraform docs that no configuration has: `ssoEnforcement`, `DomainSso`, `verifyDomain`. Texts
 * of declarations name fields and types by references, which each engine spells in its own way; a name in plain text
 * stays unchanged.
 */
import { isRecord } from "../../src/model/json-value.ts";
import { documentedSchema } from "../release/terraform/documented-schema.ts";
import { exampleFiles } from "../release/terraform/examples.ts";
import { guideFiles } from "../release/terraform/guides.ts";
import { templateFiles } from "../release/terraform/templates.ts";
import { foreignNames, foreignNamesIn } from "./foreign-names.ts";

/** Every text of the docs with its location. */
async function textsOfDocs(): Promise<[place: string, text: string][]> {
  const schema = await documentedSchema();
  const described = Object.entries(schema).flatMap(([kind, pieces]) => descriptionsIn(pieces, kind));
  return [...described, ...exampleFiles(schema), ...templateFiles(schema), ...guideFiles()];
}

function descriptionsIn(piece: unknown, place: string): [string, string][] {
  if (!isRecord(piece)) return [];
  return Object.entries(piece).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && /^(?:description|summary)$/u.test(name)
      ? [[place, value]]
      : descriptionsIn(value, `${place}.${name}`),
  );
}

const names = foreignNames();
const found = (await textsOfDocs()).flatMap(([place, text]) =>
  foreignNamesIn(text, names).map((name) => `${place}: ${name}`),
);
if (found.length > 0) {
  console.error(`${found.join("\n")}\nName fields with fieldRef and types with typeName of src/model/messages.ts.`);
  process.exitCode = 1;
}

import { describe, expect, test } from "@jest/globals";

import { CONSTRUCT_LIBRARIES, constructs } from "../../../../../src/engines/terraform/generator/constructs.ts";
import { providersSchema, servedSchema } from "../../../../../src/engines/terraform/generator/schema-json.ts";
import type { Message } from "../../../../../src/grpc/messages.ts";
import { isInFull } from "../../../../support/extent.ts";

/** The served schema with one more resource. */
async function withThing(): Promise<Message> {
  const served = await servedSchema();
  const attributes = [
    { name: "color", type: Buffer.from('"string"'), description: "Colour of the thing.", optional: true },
    { name: "size", type: Buffer.from('"number"'), optional: true },
  ];
  const thing = { version: 0, block: { attributes, description: "A thing with a colour." } };
  return { ...served, resourceSchemas: { ...(served["resourceSchemas"] as object), orgform_thing: thing } };
}

/** By day one: their generators differ by name. */
const LIBRARIES = isInFull() ? CONSTRUCT_LIBRARIES : CONSTRUCT_LIBRARIES.slice(-1);

describe.each(LIBRARIES)("constructs of %s", (library) => {
  test("have the classes of every resource, look-up and the provider, each described", async () => {
    const classes = {
      domain: "Domain",
      "domain-sso": "DomainSso",
      "domain-verification": "DomainVerification",
      organization: "Organization",
      project: "Project",
      "proxy-record": "ProxyRecord",
      "proxy-record-validation": "ProxyRecordValidation",
      "data-orgform-domain": "DataOrgformDomain",
      "data-orgform-organization": "DataOrgformOrganization",
      "data-orgform-project": "DataOrgformProject",
      "data-orgform-proxy-record": "DataOrgformProxyRecord",
      provider: "OrgformProvider",
    };
    const files = await constructs(library, providersSchema(await servedSchema()));
    const index = files.get("index.ts");
    const head = `// Written by \`npm run build\` with the generator of ${library}; do not edit.\n`;
    const modules = [...files.keys()].filter((path) => path !== "index.ts");
    expect(modules).toEqual(modules.toSorted());
    expect(index).toBe(head + modules.map((path) => `export * from "./${path.slice(0, -".ts".length)}";\n`).join(""));
    for (const text of files.values()) {
      expect(text.startsWith(head)).toBe(true);
      expect(text.slice(head.length)).not.toMatch(/^\/\/ https:|Docs at Terraform Registry|\{@link https:/u);
    }
    for (const [folder, name] of Object.entries(classes)) {
      const text = files.get(`${folder}/index.ts`);
      expect(index).toContain(`export * from "./${folder}/index";\n`);
      expect(text).toMatch(
        new RegExp(`\\n/\\*\\*\\n\\* [A-Z][^\\n]{20,}\\n\\*/\\nexport class ${name} extends ${library}\\.`),
      );
      expect(text).not.toContain("registry");
    }
  });

  test("get the class of a new resource, with the words of its schema", async () => {
    const files = await constructs(library, providersSchema(await withThing()));
    expect(files.get("index.ts")).toContain('export * from "./thing/index";\n');
    const text = files.get("thing/index.ts") ?? "";
    expect(text).toContain("\n/**\n* A thing with a colour.\n*/\nexport class Thing extends ");
    expect(text).toContain(
      "  /**\n  * Colour of the thing.\n  */\n  readonly color?: string;\n  readonly size?: number;\n}\n",
    );
    expect(files.get("provider/index.ts")).toContain("terraformProviderSource: 'orgform/orgform'\n");
  });
});

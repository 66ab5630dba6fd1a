import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";

import { functionPrograms, type Programs, resourcePrograms } from "../../scripts/release/pulumi/examples.ts";
import { publishedSchema, registrySchema } from "../../scripts/release/pulumi/registry-schema.ts";
import { typedMembers } from "../../scripts/release/pulumi/typed-value.ts";
import schema from "../../src/engines/pulumi/plugin/schema.generated.json" with { type: "json" };
import { REPOSITORY } from "../support/doc-pages.ts";
import { PULUMI_SCHEMA } from "../support/pulumi-schema.ts";
import { typeErrors } from "../support/type-check.ts";

const registry = registrySchema(REPOSITORY);
const LANGUAGES = ["typescript", "python", "go", "csharp", "java", "yaml"];

/** The blocks in the marks of a description's one example, by language. */
function programsIn(description = ""): Record<string, string> {
  const marks =
    /^\{\{% examples %\}\}\n## .+\n\n\{\{% example %\}\}\n### .+\n\n(?<blocks>[^]*)\n\{\{% \/example %\}\}\n\{\{% \/examples %\}\}$/mu;
  const blocks = marks.exec(description)?.groups?.["blocks"] ?? "";
  const all = blocks.matchAll(/^```(?<language>\w+)\n(?<text>[^]*?)\n```$/gmu);
  return Object.fromEntries([...all].map(({ groups }) => [groups?.["language"] ?? "", groups?.["text"] ?? ""]));
}

const described = Object.entries({ ...registry.resources, ...registry.functions });
const examples = described.map(([token, { description }]) => [token, programsIn(description)] as const);
const textsIn = (language: string): (readonly [string, string])[] =>
  examples.map(([token, programs]) => [token, programs[language] ?? ""] as const);

/** The brackets that stay open or close nothing, outside of texts. */
function loneBrackets(program: string): string {
  let rest = program.replaceAll(/"(?:[^"\\\n]|\\.)*"/gu, "").replaceAll(/[^()[\]{}"]/gu, "");
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/\(\)|\[\]|\{\}/gu, "");
  }
  return rest;
}

test("every resource and function has an example in each language, after what the plugin's own schema says of it", () => {
  const own: Readonly<Record<string, { readonly description: string }>> = { ...schema.resources, ...schema.functions };
  expect(described.map(([token]) => token)).toEqual(Object.keys(own));
  for (const [token, { description = "" }] of described) {
    expect(description.startsWith(`${own[token]?.description ?? ""}\n\n{{% examples %}}\n`)).toBe(true);
  }
  expect(examples.filter(([, programs]) => Object.keys(programs).join() !== LANGUAGES.join())).toEqual([]);
  expect(Object.keys(programsIn("Text.\n\n```yaml\na: 1\n```"))).toEqual([]);
});

test("the examples in TypeScript compile, and one with a misspelt field does not", () => {
  const files = Object.fromEntries(
    textsIn("typescript").map(([token, text]) => [`${token.replaceAll(":", "-")}.ts`, text] as const),
  );
  const wrong = (files["orgform-index-Organization.ts"] ?? "").replace("enforce2fa", "enforce2Fa");
  const errors = typeErrors({ ...files, "misspelt.ts": wrong }, "tsconfig.examples.json");
  expect(errors).toContain("enforce2Fa");
  expect(errors.split("\n").filter((line) => /^\S/u.test(line) && !line.startsWith("misspelt.ts"))).toEqual([]);
});

test("the examples in YAML name their token and nothing that the schema lacks", () => {
  for (const [token, text] of textsIn("yaml")) {
    const { resources, variables } = parse(text) as {
      resources?: { example: { type: string; properties: object } };
      variables?: { example: { "fn::invoke": { function: string; arguments: object } } };
    };
    const call = variables?.example["fn::invoke"];
    expect([resources?.example.type ?? call?.function, token]).toContain(token.replace(":index:", ":"));
    const known =
      PULUMI_SCHEMA.resources[token]?.inputProperties ?? PULUMI_SCHEMA.functions[token]?.inputs?.properties ?? {};
    const given = Object.keys(resources?.example.properties ?? call?.arguments ?? {});
    expect(given.filter((name) => !(name in known))).toEqual([]);
  }
});

test.each(["python", "go", "csharp", "java"])("the examples in %s close what they open", (language) => {
  for (const [token, text] of textsIn(language)) expect([token, loneBrackets(text)]).toEqual([token, ""]);
  expect(loneBrackets('f({"a)": [1}')).toBe("({[}");
});

describe("names are spelt as the SDK of each language has them", () => {
  const programsOf = (token: string): Programs =>
    token in registry.resources ? resourcePrograms(token, registry) : functionPrograms(token, registry);

  test.each([
    ["orgform:index:Organization", "python", "enforce2fa=True"],
    ["orgform:index:Organization", "go", "Enforce2fa: pulumi.Bool(true)"],
    ["orgform:index:IdentityProvider", "python", '"x509_cert": "-----BEGIN'],
    ["orgform:index:IdentityProvider", "go", "Saml: &orgform.IdentityProviderSamlArgs{"],
    ["orgform:index:IdentityProvider", "csharp", "Saml = new IdentityProviderSamlArgs\n"],
    ["orgform:index:IdentityProvider", "java", ".saml(IdentityProviderSamlArgs.builder()"],
    ["orgform:index:IdentityProvider", "java", "import io.orgform.inputs.IdentityProviderSamlArgs;"],
    ["orgform:index:OrganizationMembers", "go", "Members: pulumi.StringMap{"],
    ["orgform:index:OrganizationMembers", "java", '.protected_("auditor@partner.example")'],
    ["orgform:index:Domain", "csharp", "DomainName = "],
    ["orgform:index:getDomain", "csharp", " Domain = "],
    ["orgform:index:DomainVerification", "go", "TimeoutSeconds: pulumi.Int(900)"],
    ["orgform:index:getRole", "python", "orgform.get_role("],
    ["orgform:index:getRole", "go", "orgform.LookupRole(ctx, &orgform.LookupRoleArgs{"],
    ["orgform:index:getEvent", "go", "orgform.GetEvent(ctx, &orgform.GetEventArgs{"],
    ["orgform:index:getRole", "csharp", "GetRole.Invoke(new GetRoleInvokeArgs\n"],
    ["orgform:index:getRole", "java", "OrgformFunctions.getRole(GetRoleArgs.builder()"],
    ["orgform:call:verifyDomain", "python", "orgform.call.verify_domain("],
    ["orgform:call:verifyDomain", "go", '"orgform/sdk/go/orgform/call"'],
    ["orgform:call:verifyDomain", "csharp", "using Orgform.Sdk.Call;"],
    ["orgform:call:verifyDomain", "java", "import io.orgform.call.inputs.VerifyDomainArgs;"],
    ["orgform:call:updatePerson", "go", 'Properties: map[string]interface{}{"plan": "enterprise"}'],
    ["orgform:call:deletePerson", "typescript", "onEveryRun: true"],
  ] as const)("%s in %s: %s", (token, language, text) => {
    expect(programsOf(token)[language].replaceAll(/: +/gu, ": ")).toContain(text);
  });
});

test("an example that the schema does not have is refused", () => {
  expect(() => resourcePrograms("orgform:index:Nothing", registry)).toThrow("No example for orgform:index:Nothing");
  expect(() => functionPrograms("orgform:index:getNothing", registry)).toThrow(
    "No example for orgform:index:getNothing",
  );
  const spec = { properties: { weight: { type: "integer" } } };
  expect(() => typedMembers({ wieght: 7 }, spec, {})).toThrow("The schema has no wieght");
  expect(() => typedMembers({ weight: "7" }, spec, {})).toThrow("The value of weight is not of the schema's type");
});

test("the published schema says where it is from; SDKs do not send an engine there", () => {
  expect(publishedSchema(REPOSITORY)).toMatchObject({
    publisher: "Orgform",
    homepage: "https://orgform.example/",
    repository: "https://orgform.example/orgform",
    logoUrl: "https://orgform.example/favicon.svg",
    pluginDownloadURL: "https://orgform.example/orgform/releases/download/v${VERSION}",
    keywords: expect.arrayContaining(["category/infrastructure", "kind/native", "posthog"]),
  });
  expect(registry).not.toHaveProperty("pluginDownloadURL");
  expect(schema).not.toHaveProperty("homepage");
});

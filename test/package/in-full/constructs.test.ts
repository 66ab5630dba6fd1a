import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";
import { runTool } from "../../support/run-tool.ts";
import { type Consumer, newConsumer } from "../consumer.ts";

// The packages are built, packed and installed from the registry once for all tests here.
jest.setTimeout(600_000);

const VERSION = JSON.parse(readFileSync(join(__dirname, "../../../package.json"), "utf8")).version;

let consumer: Consumer;
beforeAll(async () => {
  consumer = await newConsumer(["cdktf@0.21.0", "cdktn@0.24.0", "constructs@10.7.2"]);
  consumer.installOwn("cdktf", "cdktn");
});
afterAll(() => consumer?.remove());

const APP = `
const app = new App({ outdir: "OUTDIR" });
const stack = new TerraformStack(app, "only");
new OrgformProvider(stack, "orgform");
const acme = new Organization(stack, "acme", { name: "Acme Cloud" });
new Domain(stack, "site", { organizationId: acme.organizationId, domain: "acme.example" });
app.synth();
`;

/** Lines that must not compile, each with its reason. */
const WRONG = `
// @ts-expect-error -- a name is text
new Organization(stack, "wrong", { name: 7 });
// @ts-expect-error -- a domain has to be given
new Domain(stack, "nameless", {});
`;

const imports = (library: string): string =>
  `import { App, TerraformStack } from "${library}";\nimport { Domain, Organization, OrgformProvider } from "@orgform/${library}";\n`;

const LIBRARIES = ["cdktf", "cdktn"];

describe.each(LIBRARIES)("@orgform/%s", (library) => {
  const resources = {
    orgform_organization: { acme: { name: "Acme Cloud" } },
    orgform_domain: {
      site: { domain: "acme.example", organization_id: "${orgform_organization.acme.organization_id}" },
    },
  };
  const stackOf = (outdir: string): string =>
    readFileSync(join(consumer.folder, outdir, "stacks/only/cdk.tf.json"), "utf8");

  test("is imported and required, and gives the same both ways", async () => {
    const { status, output } = await consumer.bothWays(`@orgform/${library}`);
    expect({ status, ...JSON.parse(output) }).toEqual({ status: 0, count: expect.any(Number), same: true });
    expect(JSON.parse(output).count).toBeGreaterThan(6);
  });

  test("isn't exported by orgform itself", async () => {
    const refused = await consumer.node("-e", `require("orgform/${library}")`);
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining("ERR_PACKAGE_PATH_NOT_EXPORTED") });
  });

  test("synthesizes the same from an ES module and from a CommonJS module", async () => {
    const required = imports(library).replaceAll(
      /import (?<names>.*) from (?<from>.*);/gu,
      "const $<names> = require($<from>);",
    );
    consumer.write(`${library}.mjs`, imports(library) + APP.replace("OUTDIR", `${library}-esm`));
    consumer.write(`${library}.cjs`, required + APP.replace("OUTDIR", `${library}-cjs`));
    for (const file of [`${library}.mjs`, `${library}.cjs`]) {
      expect(await consumer.node(file)).toMatchObject({ status: 0, output: "" });
    }
    expect(JSON.parse(stackOf(`${library}-esm`)).resource).toMatchObject(resources);
    expect(stackOf(`${library}-cjs`)).toBe(stackOf(`${library}-esm`));
  });

  test("is loaded by jest, which the project template tests with", async () => {
    const text = `const { Testing } = require("${library}");
      const { Organization } = require("@orgform/${library}");
      test("an organization", () => {
        const made = Testing.synthScope((stack) => new Organization(stack, "acme", { name: "Acme Cloud" }));
        expect(JSON.parse(made).resource.orgform_organization.acme).toEqual({ name: "Acme Cloud" });
      });`;
    consumer.write(`${library}-jest/app.test.js`, text);
    const settings = ["--config", JSON.stringify({ rootDir: join(consumer.folder, `${library}-jest`), transform: {} })];
    const { status, output } = await runTool("jest", settings, consumer.folder);
    expect([status, output]).toEqual([0, expect.stringContaining("1 passed, 1 total")]);
  });
});

test("cdktn accepts a provider function if the program names its engines", async () => {
  const script = (context: string): string => `
    const { App, TerraformOutput, TerraformStack } = require("cdktn");
    const { OrgformProvider } = require("@orgform/cdktn");
    const app = new App({ outdir: "functions", context: ${context} });
    const stack = new TerraformStack(app, "only");
    const { functions } = new OrgformProvider(stack, "orgform");
    new TerraformOutput(stack, "id", { value: functions.formatId("orgform_domain", { domain_id: "d" }) });
    app.synth();`;
  const refused = await consumer.node("-e", script("{}"));
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.output).toContain("requires terraform >=1.8.0, but the project targets terraform >=1.5.7");
  const targets = '{ targetVersions: { terraform: ">=1.11.0", opentofu: ">=1.11.0" } }';
  expect(await consumer.node("-e", script(targets))).toMatchObject({ status: 0, output: "" });
  const { output } = JSON.parse(readFileSync(join(consumer.folder, "functions/stacks/only/cdk.tf.json"), "utf8"));
  expect(output.id.value).toBe('${provider::orgform::format_id("orgform_domain", {"domain_id" = "d"})}');
});

test("the types fit the libraries' project template, ES modules, and CommonJS beside them", async () => {
  for (const library of LIBRARIES) {
    for (const ending of ["ts", "mts"]) consumer.write(`types/${library}.${ending}`, imports(library) + APP + WRONG);
  }
  const strict = { strict: true, noEmit: true, target: "es2020", skipLibCheck: true };
  const settings = {
    template: { ...strict, module: "commonjs", moduleResolution: "node" },
    modern: { ...strict, module: "nodenext", moduleResolution: "nodenext" },
  };
  for (const [name, compilerOptions] of Object.entries(settings)) {
    const include = name === "template" ? ["*.ts"] : ["*.ts", "*.mts"];
    consumer.write(`types/${name}.json`, JSON.stringify({ compilerOptions, include }));
    expect([name, await consumer.compile(`types/${name}.json`)]).toMatchObject([name, { status: 0, output: "" }]);
  }
});

test.each([
  ["terraform", "registry.terraform.io"],
  ["opentofu", "registry.opentofu.org"],
] as const)("a mirror of links to the installed program serves %s, as the guide shows", async (engine, host) => {
  const mirror = join(consumer.folder, engine);
  const { arch, platform } = process;
  const place = `orgform/orgform/${VERSION}/${platform}_${arch === "x64" ? "amd64" : arch}`;
  const folder = join(mirror, host, place);
  mkdirSync(folder, { recursive: true });
  const program = join(consumer.folder, "node_modules/.bin/terraform-provider-orgform");
  symlinkSync(program, join(folder, `terraform-provider-orgform_v${VERSION}`));
  const workspace = await TerraformWorkspace.create("", {}, { engine, place: { mirror } });
  try {
    workspace.replaceMain("");
    workspace.write(readFileSync(join(consumer.folder, "cdktn-esm/stacks/only/cdk.tf.json"), "utf8"), "cdk.tf.json");
    expect(await workspace.must("init")).toContain("has been successfully initialized!");
    expect(await workspace.must("validate")).toContain("The configuration is valid.");
  } finally {
    workspace.dispose();
  }
});

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { pulumiEnvironment } from "../../../tools/set-up/pulumi/environment.ts";
import { type ProgramResult, runProgram } from "../../../scripts/run-program.ts";
import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { blocksOfKind } from "../../support/doc-kinds.ts";
import { type DocBlock, REPOSITORY } from "../../support/doc-pages.ts";
import { pulumiCli } from "../../support/pulumi-stack.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";
import { type Consumer, newConsumer } from "../consumer.ts";

// The package is built, packed and installed, and real engines preview every program and configuration of every guide.
jest.setTimeout(600_000);

let consumer: Consumer;
let sandbox: Sandbox;
let env: Record<string, string>;

beforeAll(async () => {
  consumer = await newConsumer();
  sandbox = await startSandbox({ dialect: "2026-09" });
  // The engine finds a login to local files in the user's home, whatever HOME says, so the test gives it a folder for
  // files.
  const { binDir } = await pulumiCli();
  mkdirSync(join(consumer.folder, "state"));
  env = pulumiEnvironment({ binDir, folder: consumer.folder });
});

afterAll(async () => {
  await sandbox?.close();
  consumer?.remove();
});

/** Runs a line in the project's folder exactly as written. */
function shell(line: string, more: Readonly<Record<string, string>> = {}): Promise<ProgramResult> {
  return runProgram("bash", ["-ec", line], { cwd: consumer.folder, env: { ...env, ...more }, timeoutMs: 120_000 });
}

async function must(line: string): Promise<string> {
  const { status, output } = await shell(line);
  if (status !== 0) throw new Error(`${line} ended with ${String(status)}\n${output}`);
  return output;
}

/** Writes the files in the table of README.md, and its first program. */
function writeProject(): void {
  const readme = readFileSync(join(REPOSITORY, "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| `(?<name>[\w.]+\.(?:json|yaml))` \| `(?<content>.*)` \|$/gmu)];
  expect(rows.map(({ groups }) => groups?.["name"])).toEqual(["package.json", "tsconfig.json", "Pulumi.yaml"]);
  for (const { groups: { name = "", content = "" } = {} } of rows) {
    const before = name === "package.json" ? readFileSync(join(consumer.folder, name), "utf8") : "{}";
    const whole = name === "package.json" ? { ...JSON.parse(before), ...JSON.parse(content) } : content;
    consumer.write(name, typeof whole === "string" ? `${whole}\n` : JSON.stringify(whole));
  }
  consumer.write("index.ts", firstOf("README.md").text);
}

function firstOf(page: string): DocBlock {
  const [first] = blocksOfKind("Pulumi program").filter((block) => block.page === page);
  if (first === undefined) throw new Error(`${page} has no program.`);
  return first;
}

test("the lines of README.md lead from an empty folder to objects, as they stand", async () => {
  writeProject();
  const [block] = blocksOfKind("commands").filter(
    ({ page, text }) => page === "README.md" && text.includes("pulumi up"),
  );
  const lines = (block?.text ?? "").split("\n").map((line) =>
    line
      .replace("http://127.0.0.1:8010", sandbox.host)
      .replace(/<the key that the sandbox printed>/u, sandbox.apiKey)
      .replace(/^pulumi login --local$/u, `pulumi login file://${join(consumer.folder, "state")}`)
      .replace(/^pulumi up$/u, "pulumi up --yes"),
  );
  expect(lines).toHaveLength(5);
  for (const line of lines.slice(0, -1)) await must(line);
  const shown = await must("pulumi preview --non-interactive");
  for (const line of (blocksOfKind("session")[0]?.text ?? "").split("\n").slice(1)) {
    expect(shown.replaceAll(/\s+/gu, " ")).toContain(line.replaceAll(/\s+/gu, " ").trim());
  }
  await must(lines.at(-1) ?? "");
  expect(sandbox.control.organizations().map(({ name }) => name)).toContain("Acme Cloud");
  expect(sandbox.control.domains().map(({ domain }) => domain)).toEqual(["cloud.acme.example"]);
  await must("pulumi preview --non-interactive --expect-no-changes");
});

/** Names in the guides that are different in the sandbox. */
const NAMES: readonly (readonly [string, string])[] = [
  ['"4711"', '"1"'],
  ['"17"', '"1"'],
  ["acme-cloud", "acme"],
];

/** Creates what programs for project 17 refer to: integration 5, dashboard 42, and a member. */
function furnish({ control, organizationId }: Sandbox): void {
  for (const name of ["one", "two", "three", "four", "five"]) {
    const config = { name, aws_access_key_id: "AKIAIOSFODNN7EXAMPLE", aws_secret_access_key: "something" };
    control.call("POST", "integrations", { project: 1, kind: "aws-s3", config });
  }
  control.call("POST", "guarded-objects", { project: 1, resource: "dashboard", id: "42" });
  const { id: userId } = control.createUser({ email: "ann@acme.example" });
  control.addMembership({ userId, organizationId, level: 1 });
}

const programs = blocksOfKind("Pulumi program").filter(
  // `examples/organization` plays the program with the package of a DNS provider, using a record of its own.
  ({ page, text }) => !page.startsWith("docs/reference/") && !text.includes("@pulumi/aws"),
);

test.each(programs.map((block) => [`${block.page}:${block.line}`, block] as const))(
  "an engine previews the program of %s",
  async (_place, { text }) => {
    const plugin =
      "{ name: acme, runtime: nodejs, plugins: { providers: [{ name: orgform, path: node_modules/.bin }] } }";
    consumer.write("Pulumi.yaml", `${plugin}\n`);
    for (const [, file = ""] of text.matchAll(/readFileSync\("([\w.]+)"/gu)) consumer.write(file, "return event\n");
    consumer.write(
      "index.ts",
      NAMES.reduce((all, [from, to]) => all.replaceAll(from, to), text),
    );
    const wanted = /requireSecret\("(?<name>\w+)"\)/u.exec(text)?.groups?.["name"];
    if (wanted !== undefined) await must(`pulumi config set --secret ${wanted} something`);
    const before = sandbox.control.snapshot();
    if (text.includes('"17"')) furnish(sandbox);
    const { status, output } = await shell("pulumi preview --non-interactive --stack dev", {
      ORGFORM_ORGANIZATION_ID: sandbox.organizationId,
    });
    sandbox.control.restore(before);
    expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  },
);

const configurations = blocksOfKind("configuration").filter(({ text }) => text.includes("required_providers"));
const [dev] = blocksOfKind("CLI configuration").filter(({ text }) => text.includes("dev_overrides"));

test.each(configurations.map((block) => [`${block.page}:${block.line}`, block] as const))(
  "Terraform plans the configuration of %s, with the provider where the guide puts it",
  async (_place, { text }) => {
    const settings = {
      ORGFORM_HOST: sandbox.host,
      ORGFORM_API_KEY: sandbox.apiKey,
      TF_VAR_api_key: sandbox.apiKey,
      TF_VAR_title: "Acme é",
    };
    const workspace = await TerraformWorkspace.create("", settings, { place: { folder: "elsewhere" } });
    try {
      workspace.write(`${dev?.text.replace("<your project>", consumer.folder)}\n`, "cli.tfrc");
      workspace.replaceMain(`${text.replace("https://eu.posthog.com", sandbox.host)}\n`);
      expect(await workspace.must("plan", "-input=false")).toMatch(/Plan: \d to add, 0 to change, 0 to destroy/u);
    } finally {
      workspace.dispose();
    }
  },
);

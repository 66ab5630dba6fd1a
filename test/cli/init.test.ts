import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { PYTHON_PACKAGES } from "../../tools/set-up/languages.ts";
import { type Project, projectOf } from "../../src/cli/init/project.ts";
import { sandboxAt } from "../../src/cli/init/sandbox-place.ts";
import { TEMPLATES } from "../../src/cli/init/templates.generated.ts";
import { Pages } from "../../src/cli/mcp/pages.ts";
import { toolsIn } from "../../src/cli/mcp/tools.ts";
import { Workspace } from "../../src/cli/mcp/workspace.ts";
import { filesBelow } from "../support/canary.ts";
import { complaintsOf } from "../support/known-commands.ts";
import { runHere } from "./run-here.ts";

/** What `@orgform/docs` is built from. */
const DOCS = join(__dirname, "../../docs");

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "orgform-init-"));
});
afterEach(() => rmSync(place, { recursive: true }));

const manifestIn = (path: string): Record<string, Record<string, string>> & { readonly version: string } =>
  JSON.parse(readFileSync(join(__dirname, "../..", path, "package.json"), "utf8"));

describe("orgform init", () => {
  test.each([
    [["--for", "pulumi"], "index.ts", "pulumi up --yes"],
    [["--for", "pulumi", "--language", "yaml"], "Pulumi.yaml", "pulumi up --yes"],
    [["--for", "pulumi", "--language", "python"], "__main__.py", "pip install -r requirements.txt"],
    [["--for", "terraform"], "main.tf", "terraform apply -auto-approve"],
    [["--for", "terraform", "--engine", "tofu"], "main.tf", "tofu apply -auto-approve"],
    [["--for", "cdk", "--engine", "tofu"], "main.ts", "registry.opentofu.org"],
  ])("with %j writes files and says what to run, as README.md does", async (flags, main, line) => {
    const folder = join(place, "new", "Größe 4");
    const { code, stdout, stderr } = await runHere(["init", ...flags, folder]);
    expect([code, stderr]).toEqual([0, ""]);
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([".gitignore", "README.md", "package.json", main]));
    expect(readFileSync(join(folder, main), "utf8")).toContain("Acme Cloud");
    const [first = "", key = ""] = /  npx orgform sandbox --port 8010 --key (phx_sandbox_\w+)\n/u.exec(stdout) ?? [];
    expect(stdout).toContain(`  cd '${folder}'\n  npm install\n${first}`);
    // Printed for the sandbox, and again for the program.
    expect([first === "", stdout.split(key).length > 2]).toEqual([false, true]);
    for (const text of [stdout, readme]) expect([text, text.includes(line)]).toEqual([text, true]);
    expect(stdout.split("change three lines:")[1]?.trim().split("\n")).toHaveLength(3);
    const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(text.join("\n")).not.toMatch(/\$\{(?:PROJECT|DESCRIPTION)\}|^template:/mu);
  });

  test("names a project of Pulumi after its folder, in plain letters", async () => {
    await runHere(["init", "--for", "pulumi", join(place, "Acme Größe 4")]);
    await runHere(["init", "--for", "pulumi", join(place, "株")]);
    const names = ["Acme Größe 4", "株"].map((name) => readFileSync(join(place, name, "Pulumi.yaml"), "utf8"));
    expect(names.map((text) => text.split("\n")[0])).toEqual(["name: acme-gro-e-4", "name: acme"]);
  });

  test("takes a folder that a repository was made in, and none that holds anything else", async () => {
    mkdirSync(join(place, ".git"));
    expect(await runHere(["init", "--for", "terraform", place])).toMatchObject({ code: 0, stderr: "" });
    const before = readdirSync(place);
    expect(await runHere(["init", "--for", "cdk", place])).toEqual({
      code: 1,
      stdout: "",
      stderr: `The folder ${place} is not empty: it holds ".gitignore". Nothing was written. Name a folder that is empty or doesn't exist yet.\n`,
    });
    expect(readdirSync(place)).toEqual(before);
  });

  test.each([
    [[], "The engine of the project is missing. Use --for pulumi, terraform, cdk."],
    [["--for", "ansible"], "--for is ansible; it must be pulumi or terraform or cdk."],
    [
      ["--for", "pulumi", "--language", "java"],
      "`orgform init` can't write a project in Java, because you build its classes first: see https://",
    ],
    [["--for", "pulumi", "--language", "cobol"], "--language is cobol; it must be typescript or yaml or python."],
    [
      ["--for", "cdk", "--language", "yaml"],
      "--language works only with --for pulumi. A project for cdk has one language.",
    ],
    [["--for", "pulumi", "--engine", "tofu"], "--engine works only with --for terraform and --for cdk"],
    [["--for", "pulumi", "--port", "high"], "--port is high; it must be an integer from 1 to 65535."],
    [["--for", "pulumi", "one", "two"], "Expected one folder, got 2: one two."],
  ])("refuses %j and writes nothing", async (words, message) => {
    const { code, stdout, stderr } = await runHere(["init", ...words]);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(message)]);
    expect(existsSync("one")).toBe(false);
  });
});

describe("a project of the executable", () => {
  const place = { version: "0.1.0", platform: "linux_amd64", executable: { command: "orgform", path: "/opt/orgform" } };
  const wanted = { name: "acme", port: 8010, program: "terraform", language: "yaml" } as const;
  const linesOf = (project: Project): string =>
    project
      .sections([])
      .flatMap(({ lines }) => lines)
      .join("\n");

  test.each([
    ["terraform", ["orgform provider install", "terraform init"]],
    ["pulumi", ["pulumi plugin install resource orgform v0.1.0 --file /opt/orgform", "pulumi up --yes"]],
  ] as const)("for %s needs neither Node nor a registry", (target, lines) => {
    const project = projectOf({ ...wanted, target }, place);
    expect(linesOf(project)).toContain("orgform sandbox --port 8010 --key phx_sandbox_");
    for (const line of lines) expect(linesOf(project)).toContain(line);
    expect(Object.keys(project.files)).not.toEqual(expect.arrayContaining(["package.json"]));
    const text = Object.entries(project.files).filter(([name]) => name !== ".gitignore");
    expect(text.join("\n")).not.toMatch(/\bnpm|\bnpx|node_modules|plugins:/u);
  });

  test("in Python takes the classes from the installed plugin", () => {
    const project = projectOf({ ...wanted, target: "pulumi", language: "python" }, place);
    expect(linesOf(project)).toContain("pulumi package gen-sdk orgform --language python --out sdks");
  });

  test("in TypeScript and with CDK comes from npm, as its program does", () => {
    for (const one of [{ target: "pulumi", language: "typescript" }, { target: "cdk" }] as const) {
      const project = projectOf({ ...wanted, ...one }, place);
      expect([linesOf(project).includes("npm install"), Object.keys(project.files)]).toEqual([
        true,
        expect.arrayContaining(["package.json"]),
      ]);
    }
  });
});

test("`orgform provider install` of npm's package says what to take instead", async () => {
  const { code, stdout, stderr } = await runHere(["provider", "install", "--to", place]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("This orgform runs in your Node, so it isn't the provider's program. Download the archive");
  expect(readdirSync(place)).toEqual([]);
});

describe("orgform init --agents", () => {
  const skill = ".claude/skills/orgform/SKILL.md";

  test("writes what agents read into a folder that holds something, and leaves what is there", async () => {
    writeFileSync(join(place, "AGENTS.md"), "# Ours\n");
    const first = await runHere(["init", "--agents", place]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^AGENTS\.md exists and stays unchanged; add: .*SKILL\.md/u);
    expect(first.stdout).toContain(`: ${skill}, .mcp.json.\n`);
    expect(first.stdout).toContain("  npm install --save-dev @orgform/mcp @orgform/docs\n");
    expect(readFileSync(join(place, "AGENTS.md"), "utf8")).toBe("# Ours\n");
    const packed = readFileSync(join(__dirname, "../../skills/orgform/SKILL.md"), "utf8");
    expect(readFileSync(join(place, skill), "utf8")).toBe(packed);
    const before = filesBelow(place);
    expect((await runHere(["init", "--agents", place])).stdout).toContain("Nothing was written.");
    expect(filesBelow(place)).toEqual(before);
  });

  test("goes with a project, too, and the server that its settings start takes their words", async () => {
    const folder = join(place, "acme");
    expect(await runHere(["init", "--for", "terraform", "--agents", folder])).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(join(folder, "main.tf"))).toBe(true);
    expect(readFileSync(join(folder, "AGENTS.md"), "utf8")).toContain(skill);
    const { mcpServers } = JSON.parse(readFileSync(join(folder, ".mcp.json"), "utf8"));
    const { command, args, env } = mcpServers.orgform;
    expect(await complaintsOf({ place: "", page: "", words: [command, ...args] })).toEqual([]);
    for (const [name, value] of Object.entries(env)) expect(value).toBe(`\${${name}:-}`);
  });

  test("names tools that the server has, and pages that the package has", async () => {
    const text = readFileSync(join(__dirname, "../../skills/orgform/SKILL.md"), "utf8");
    const tools = toolsIn(new Workspace(place, undefined, {}), new Pages(DOCS)).map(({ name }) => name);
    const named = [...text.matchAll(/\[(?<names>`[a-z_`, ]+)\]/gu)].flatMap(({ groups }) =>
      groups?.["names"]?.match(/\w+/gu),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !tools.includes(name ?? ""))).toEqual([]);
    const pages = text.match(/(?<=node_modules\/@orgform\/docs\/dist\/)[\w./-]+/gu) ?? [];
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.filter((page) => !existsSync(join(DOCS, page)))).toEqual([]);
    expect(text).not.toContain("node_modules/orgform/docs");
    expect(text).toMatch(/^---\nname: orgform\ndescription: .{50,1000}\n---\n/u);
  });

  test("refuses flags of a project without one", async () => {
    const { code, stderr } = await runHere(["init", "--agents", "--port", "1", place]);
    expect([code, stderr]).toEqual([1, "--port is for a project. Add --for, or leave out --port.\n"]);
  });
});

describe("a template", () => {
  const { version } = manifestIn(".");
  const known: Readonly<Record<string, string>> = {
    ...manifestIn("examples/organization")["devDependencies"],
    ...manifestIn("examples/organization")["dependencies"],
    ...manifestIn("examples/cdktn")["devDependencies"],
    ...manifestIn("examples/cdktn")["dependencies"],
    "@orgform/sandbox": version,
    "@orgform/cdktn": version,
    orgform: version,
  };

  test.each(Object.entries(TEMPLATES))("%s asks for the versions that examples are run with", (_name, files) => {
    const { dependencies, devDependencies } = JSON.parse(files["package.json"]);
    const asked = { ...dependencies, ...devDependencies };
    expect(Object.keys(asked).length).toBeGreaterThan(1);
    for (const [name, wanted] of Object.entries(asked)) expect([name, wanted]).toEqual([name, known[name]]);
  });

  test("in Python asks for the SDK that programs are tried with", () => {
    const [pulumi = ""] = PYTHON_PACKAGES;
    expect(TEMPLATES["pulumi-python"]["requirements.txt"]).toBe(`${pulumi}\n./sdks/python\n`);
  });

  test("holds no key, and each project has one of its own", () => {
    expect(JSON.stringify(TEMPLATES)).not.toContain("phx_sandbox");
    expect(sandboxAt(8010).apiKey).not.toBe(sandboxAt(8010).apiKey);
  });
});

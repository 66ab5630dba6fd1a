import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { PYTHON_PACKAGES } from "../../tools/set-up/languages.ts";
import { TO_ADD } from "../../src/cli/init/agent-files.ts";
import { type Project, projectOf } from "../../src/cli/init/project.ts";
import { sandboxAt } from "../../src/cli/init/sandbox-place.ts";
import { TEMPLATES } from "../../src/cli/init/templates.generated.ts";
import { pageAddress } from "../../src/cli/package-manifest.ts";
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
    ...["high", "0", "08", "65536", "100000", "-1", "1.5", " 1"].map((port): [string[], string] => [
      ["--for", "pulumi", `--port=${port}`],
      `--port is ${port}; it must be an integer from 1 to 65535.`,
    ]),
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

describe("the executable itself", () => {
  const sea = process.getBuiltinModule("node:sea");
  const node = process.execPath;
  const { version } = manifestIn(".");
  let own: string;
  beforeEach(() => {
    own = join(place, "my bin", "orgform");
    mkdirSync(join(place, "my bin"));
    writeFileSync(own, "the program");
    process.execPath = own;
    jest.spyOn(sea, "isSea").mockReturnValue(true);
    jest.spyOn(sea, "getRawAsset").mockImplementation((name) => {
      const text = name === "package.json" ? JSON.stringify(manifestIn(".")) : `the text of ${name}`;
      return new Uint8Array(Buffer.from(text)).buffer;
    });
  });
  afterEach(() => {
    process.execPath = node;
    jest.restoreAllMocks();
  });

  /** Where the name `orgform` is found on PATH. */
  const PLACES: readonly (readonly [string, command: string, lay: (folder: string) => void])[] = [
    ["nowhere", "'OWN'", () => undefined],
    ["itself", "orgform", (folder) => symlinkSync(own, join(folder, "orgform"))],
    ["another program", "'OWN'", (folder) => writeFileSync(join(folder, "orgform"), "another")],
  ];

  test.each(PLACES)("is started by its name only where that is itself: %s", async (_what, command, lay) => {
    const bin = join(place, "bin");
    mkdirSync(bin);
    lay(bin);
    const folder = join(place, "new");
    const path = [join(place, "none"), bin, "/usr/bin"].join(delimiter);
    const { code, stdout, stderr } = await runHere(["init", "--for", "terraform", "--port", "65535", folder], {
      PATH: path,
    });
    expect([code, stderr]).toEqual([0, ""]);
    const [key = ""] = /phx_sandbox_[\da-f]{32}/u.exec(stdout) ?? [];
    const words = command.replace("OWN", own);
    expect(stdout).toBe(`Wrote a configuration for Terraform to ${folder}: .gitignore, main.tf, README.md.

Install, and start the sandbox, a local emulator of the service, which runs until you stop it:

  cd ${folder}
  ${words} provider install
  ${words} sandbox --port 65535 --key ${key}

In a second terminal:

  cd ${folder}
  export ORGFORM_HOST=http://127.0.0.1:65535
  export ORGFORM_API_KEY=${key}
  terraform init
  terraform apply -auto-approve

If you run the last line again, nothing changes. To remove everything, run:

  terraform destroy -auto-approve

For the real service, change three lines:

  export ORGFORM_HOST=https://eu.posthog.com
  export ORGFORM_API_KEY=<your personal API key>
  # in main.tf, take out: deletion_protection = false
`);
  });

  test("installs itself as the provider, and says where, and whether it replaced another build", async () => {
    const to = join(place, "plugins");
    const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
    const folders = ["registry.terraform.io", "registry.opentofu.org"].map((host) =>
      join(to, host, "orgform/orgform", version, platform),
    );
    const install = async (text: string): Promise<string> => {
      writeFileSync(own, text);
      const ran = await runHere(["provider", "install", "--to", to]);
      expect([ran.code, ran.stderr]).toEqual([0, ""]);
      return ran.stdout;
    };
    const shown = (text: string, ...notes: readonly string[]): string =>
      [
        `Installed the provider ${version} for ${platform}, with SHA-256 ${createHash("sha256").update(text).digest("hex")}:`,
        ...folders.map((folder) => `  ${folder}`),
        ...notes,
        "Next: terraform init, or tofu init.\n",
      ].join("\n");
    const replaced =
      "This replaced another build of the same version. If `terraform init` reports other checksums, remove its entry from .terraform.lock.hcl.";
    expect(await install("one")).toBe(shown("one"));
    expect(await install("one")).toBe(shown("one"));
    expect(await install("two")).toBe(shown("two", replaced));
    for (const folder of folders) {
      expect(readdirSync(folder)).toEqual(["LICENSE", "LICENSE.node", `terraform-provider-orgform_v${version}`]);
      expect(readFileSync(join(folder, "LICENSE.node"), "utf8")).toBe("the text of LICENSE.node");
    }
  });
});

test("`orgform provider install` of npm's package says what to take instead", async () => {
  const { code, stdout, stderr } = await runHere(["provider", "install", "--to", place]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toBe(
    "This orgform runs in your Node, so it isn't the provider's program. Download the archive for this machine " +
      `from the release, or use the provider in node_modules/.bin: see ${pageAddress("guides/terraform")}.\n`,
  );
  expect(readdirSync(place)).toEqual([]);
});

describe("orgform init --agents", () => {
  const skill = ".claude/skills/orgform/SKILL.md";

  test("writes what agents read into a folder that holds something, and leaves what is there", async () => {
    writeFileSync(join(place, "AGENTS.md"), "# Ours\n");
    const first = await runHere(["init", "--agents", place]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const told = (what: string): string =>
      `\n${what}\n\nWithout the server that .mcp.json starts, agents use the commands. Install the server, and the pages that agents read:\n\n  npm install --save-dev @orgform/mcp @orgform/docs\n`;
    const stays = (names: readonly (keyof typeof TO_ADD)[]): string =>
      names.map((name) => `${name} exists and stays unchanged; ${TO_ADD[name]}\n`).join("");
    expect(first.stdout).toBe(
      `${stays(["AGENTS.md"])}${told(`Wrote files for coding agents to ${place}: ${skill}, .mcp.json.`)}`,
    );
    expect(readFileSync(join(place, "AGENTS.md"), "utf8")).toBe("# Ours\n");
    const packed = readFileSync(join(__dirname, "../../skills/orgform/SKILL.md"), "utf8");
    expect(readFileSync(join(place, skill), "utf8")).toBe(packed);
    const before = filesBelow(place);
    expect((await runHere(["init", "--agents", place])).stdout).toBe(
      `${stays([skill, "AGENTS.md", ".mcp.json"])}${told("Nothing was written.")}`,
    );
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

  test.each([
    ["--port", "1"],
    ["--language", "yaml"],
    ["--engine", "tofu"],
  ])("refuses %s without a project", async (flag, value) => {
    const { code, stdout, stderr } = await runHere(["init", "--agents", flag, value, place]);
    expect([code, stdout, stderr]).toEqual([1, "", `${flag} is for a project. Add --for, or leave out ${flag}.\n`]);
    expect(readdirSync(place)).toEqual([]);
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

import { describe, expect, test } from "@jest/globals";

import { AGENT_FILES, TO_ADD } from "../../../../src/cli/init/agent-files.ts";
import { LANGUAGE_NAMES, projectOf, type Wanted } from "../../../../src/cli/init/project.ts";
import type { StepsPlace } from "../../../../src/cli/init/steps.ts";
import { TEMPLATES } from "../../../../src/cli/init/templates.generated.ts";
import { TERRAFORM_PROGRAMS } from "../../../../src/cli/init/terraform-steps.ts";

const FROM_NPM = { version: "1.2.3", platform: "linux_amd64", executable: undefined };
const INSTALLED = { ...FROM_NPM, executable: { command: "orgform", path: "'/opt/my bin/orgform'" } };
const ENTER = ["cd 'my project'"];

/** The steps of a project, with its key of the sandbox as KEY. */
function steps(wanted: Partial<Wanted>, place: Omit<StepsPlace, "sandbox">) {
  const defaults: Wanted = { target: "pulumi", language: "typescript", program: "terraform", name: "acme", port: 8011 };
  const project = projectOf({ ...defaults, ...wanted }, place);
  const withoutKey = (text: string): string => text.replaceAll(/phx_sandbox_[\da-f]{32}/gu, "KEY");
  const sections = project.sections(ENTER).map(({ words, lines }) => [words, lines.map(withoutKey)]);
  return { ...project, files: project.files, sections, readme: withoutKey(project.files["README.md"] ?? "") };
}

const INSTALL = "Install, and start the sandbox, a local emulator of the service, which runs until you stop it:";
const SECOND = "In a second terminal:";
const REMOVE = "If you run the last line again, nothing changes. To remove everything, run:";
const REAL = "For the real service, change three lines:";
const BACKEND = 'export PULUMI_BACKEND_URL="file://$PWD" PULUMI_CONFIG_PASSPHRASE=sandbox';
const CONFIG = [
  "pulumi config set orgform:host http://127.0.0.1:8011",
  "pulumi config set --secret orgform:apiKey KEY",
];
const ACCOUNT = ["export ORGFORM_HOST=http://127.0.0.1:8011", "export ORGFORM_API_KEY=KEY"];
const REAL_CONFIG = [
  "pulumi config set orgform:host https://eu.posthog.com",
  "pulumi config set --secret orgform:apiKey <your personal API key>",
];
const REAL_ACCOUNT = ["export ORGFORM_HOST=https://eu.posthog.com", "export ORGFORM_API_KEY=<your personal API key>"];
const FROM_PACKAGES = ["npm install", "npx orgform sandbox --port 8011 --key KEY"];
const FROM_EXECUTABLE = [
  "pulumi plugin install resource orgform v1.2.3 --file '/opt/my bin/orgform'",
  "orgform sandbox --port 8011 --key KEY",
];

const classes = (plugin: string): string[] => [
  `pulumi package gen-sdk ${plugin} --language python --out sdks`,
  "python3 -m venv venv",
  ". venv/bin/activate",
  "pip install -r requirements.txt",
];

describe("the steps of a new Pulumi project", () => {
  const YAML = "# in Pulumi.yaml, take out: deletionProtection: false (and add: options: { protect: true })";
  const PYTHON =
    "# in __main__.py, take out: deletion_protection=False (and add: opts=pulumi.ResourceOptions(protect=True))";

  test.each([
    ["typescript", "npm", FROM_PACKAGES, [], "# in index.ts, take out: deletionProtection: false"],
    ["typescript", "an executable", FROM_PACKAGES, [], "# in index.ts, take out: deletionProtection: false"],
    ["yaml", "npm", FROM_PACKAGES, [], YAML],
    ["yaml", "an executable", FROM_EXECUTABLE, [], YAML],
    ["python", "npm", FROM_PACKAGES, classes("./node_modules/.bin/pulumi-resource-orgform"), PYTHON],
    ["python", "an executable", FROM_EXECUTABLE, classes("orgform"), PYTHON],
  ] as const)("in %s, with the command from %s", (language, from, install, setUp, take) => {
    expect(steps({ language }, from === "npm" ? FROM_NPM : INSTALLED).sections).toEqual([
      [INSTALL, [...ENTER, ...install]],
      [SECOND, [...ENTER, ...setUp, BACKEND, "pulumi stack init dev", ...CONFIG, "pulumi up --yes"]],
      [REMOVE, ["pulumi destroy --yes"]],
      [REAL, [...REAL_CONFIG, take]],
    ]);
  });
});

describe.each([
  ["terraform", "registry.terraform.io"],
  ["tofu", "registry.opentofu.org"],
] as const)("the steps of a new project for %s", (program, registry) => {
  test("are a configuration, with the provider from npm or from the executable", () => {
    const rest = [
      [REMOVE, [`${program} destroy -auto-approve`]],
      [REAL, [...REAL_ACCOUNT, "# in main.tf, take out: deletion_protection = false"]],
    ];
    const up = `${program} apply -auto-approve`;
    expect(steps({ target: "terraform", program }, FROM_NPM).sections).toEqual([
      [INSTALL, [...ENTER, ...FROM_PACKAGES]],
      [SECOND, [...ENTER, 'export TF_CLI_CONFIG_FILE="$PWD/orgform.tfrc"', ...ACCOUNT, up]],
      ...rest,
    ]);
    expect(steps({ target: "terraform", program }, INSTALLED).sections).toEqual([
      [INSTALL, [...ENTER, "orgform provider install", "orgform sandbox --port 8011 --key KEY"]],
      [SECOND, [...ENTER, ...ACCOUNT, `${program} init`, up]],
      ...rest,
    ]);
  });

  test("are a CDK program, which takes the provider from a mirror", () => {
    const mirror = `providers/${registry}/orgform/orgform/1.2.3/linux_amd64`;
    for (const place of [FROM_NPM, INSTALLED]) {
      expect(steps({ target: "cdk", program }, place).sections).toEqual([
        [INSTALL, [...ENTER, ...FROM_PACKAGES]],
        [
          SECOND,
          [
            ...ENTER,
            `mkdir -p ${mirror}`,
            `ln -s "$PWD/node_modules/.bin/terraform-provider-orgform" ${mirror}/terraform-provider-orgform_v1.2.3`,
            ...ACCOUNT,
            "npx tsx main.ts",
            `${program} -chdir=cdktf.out/stacks/acme init -plugin-dir="$PWD/providers"`,
            `${program} -chdir=cdktf.out/stacks/acme apply -auto-approve`,
          ],
        ],
        [REMOVE, [`${program} -chdir=cdktf.out/stacks/acme destroy -auto-approve`]],
        [REAL, [...REAL_ACCOUNT, "# in main.ts, take out: deletionProtection: false"]],
      ]);
    }
  });
});

const EVERY = [
  ...LANGUAGE_NAMES.map(
    (language) =>
      ({ target: "pulumi", language, template: `pulumi-${language}`, canDo: language !== "typescript" }) as const,
  ),
  ...TERRAFORM_PROGRAMS.map(
    (program) => ({ target: "terraform", program, template: "terraform", canDo: true }) as const,
  ),
  ...TERRAFORM_PROGRAMS.map((program) => ({ target: "cdk", program, template: "cdk", canDo: false }) as const),
];

const TITLES: Readonly<Record<string, string>> = {
  "pulumi-typescript": "a Pulumi program in TypeScript",
  "pulumi-yaml": "a Pulumi program in YAML",
  "pulumi-python": "a Pulumi program in Python",
  cdk: "a CDK program in TypeScript",
};

describe.each(EVERY)("a new project of $template", ({ template, canDo, ...wanted }) => {
  test.each([
    ["npm", FROM_NPM],
    ["an executable", INSTALLED],
  ])("has the files of its template, with the command from %s", (from, place) => {
    const { files, title } = steps({ ...wanted, name: "my-acme" }, place);
    const isFromNpm = from === "npm" || !canDo;
    const names = Object.keys(TEMPLATES[template]).filter(
      (name) => isFromNpm || !/^package\.json$|\.tfrc$/u.test(name),
    );
    expect(Object.keys(files).toSorted()).toEqual([...names, "README.md"].toSorted());
    const program = "program" in wanted && wanted.program === "tofu" ? "OpenTofu" : "Terraform";
    expect(title).toBe(TITLES[template] ?? `a configuration for ${program}`);
    const all = Object.values(files).join("\n");
    expect(all).not.toMatch(/\$\{(?:PROJECT|DESCRIPTION)\}|^template:/mu);
    expect(all).toContain("my-acme");
    const pulumi = files["Pulumi.yaml"];
    if (pulumi === undefined) return;
    expect(pulumi).toContain("An organization with an email domain");
    expect([template, from, /^plugins:/mu.test(pulumi)]).toEqual([template, from, isFromNpm]);
  });
});

test("the steps are in the file README.md, for somebody who is in the folder", () => {
  expect(steps({ target: "terraform", program: "tofu", name: "my-acme" }, INSTALLED).readme).toBe(
    [
      "# my-acme",
      "`orgform init` wrote this: a configuration for OpenTofu. It declares an organization with an email domain.",
      INSTALL,
      "```sh\norgform provider install\norgform sandbox --port 8011 --key KEY\n```",
      SECOND,
      `\`\`\`sh\n${ACCOUNT.join("\n")}\ntofu init\ntofu apply -auto-approve\n\`\`\``,
      REMOVE,
      "```sh\ntofu destroy -auto-approve\n```",
      REAL,
      `\`\`\`sh\n${REAL_ACCOUNT.join("\n")}\n# in main.tf, take out: deletion_protection = false\n\`\`\`\n`,
    ].join("\n\n"),
  );
});

test("no two projects have the same key of a sandbox, and one project has a single key", () => {
  const keys = (): string[] => {
    const { files, sections } = projectOf(
      { target: "pulumi", language: "yaml", program: "tofu", name: "a", port: 1 },
      FROM_NPM,
    );
    const all = [files["README.md"], ...sections([]).flatMap(({ lines }) => lines)].join("\n");
    return [...new Set(all.match(/phx_sandbox_\w+/gu))];
  };
  const [one, other] = [keys(), keys()];
  expect([one.length, other.length]).toEqual([1, 1]);
  expect(one[0]).toMatch(/^phx_sandbox_[\da-f]{32}$/u);
  expect(one).not.toEqual(other);
});

test("an agent starts the server with the variables of the person, and is told to read the skill", () => {
  expect(Object.keys(AGENT_FILES)).toEqual([".claude/skills/orgform/SKILL.md", "AGENTS.md", ".mcp.json"]);
  const pointer =
    "Programs that declare `orgform` resources: read `.claude/skills/orgform/SKILL.md` before you write or run one.";
  expect(AGENT_FILES["AGENTS.md"]).toBe(`# For coding agents\n\n${pointer}\n`);
  const server = {
    command: "npx",
    args: ["orgform", "mcp"],
    env: {
      ORGFORM_HOST: "${ORGFORM_HOST:-}",
      ORGFORM_API_KEY: "${ORGFORM_API_KEY:-}",
      ORGFORM_ORGANIZATION_ID: "${ORGFORM_ORGANIZATION_ID:-}",
    },
  };
  expect(AGENT_FILES[".mcp.json"]).toBe(`${JSON.stringify({ mcpServers: { orgform: server } }, null, 2)}\n`);
  expect(TO_ADD).toEqual({
    ".claude/skills/orgform/SKILL.md":
      "compare it with node_modules/orgform/skills/orgform/SKILL.md, the one of this version",
    "AGENTS.md": `add: ${pointer}`,
    ".mcp.json": `add: "orgform": ${JSON.stringify(server)}`,
  });
});

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { Pages } from "../../../src/cli/mcp/pages.ts";
import { toolsIn } from "../../../src/cli/mcp/tools.ts";
import { Workspace } from "../../../src/cli/mcp/workspace.ts";
import { engines } from "../../../src/engines/index.ts";
import { definitionOf } from "../../support/definition-of.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { writeProgram } from "../../support/fake-tools.ts";
import { FOUNDER, NO_LIMITS, startWorld, type World } from "../../support/scenario-world.ts";
import { type StoredObject, terraformState } from "../../support/state-files.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "orgform-mcp-service-")));

let world: World;
let roleId: string;
let settings: Record<string, string>;

/** A role as a state has it. */
const stored = (name: string): StoredObject => {
  const inputs = { organizationId: world.organizationId, name };
  const entry = { id: `${world.organizationId}/${roleId}`, state: { ...inputs, roleId, stateVersion: 1 } };
  return { resource: "Role", name: "readers", inputs, entry };
};

beforeAll(async () => {
  world = await startWorld("2026-09");
  const { organizationId, sandbox, apiKey } = world;
  world.settleIn(organizationId);
  const role = await world.send("POST", `organizations/${organizationId}/roles/`, { name: 'Readers "é"|' });
  roleId = String(role["id"]);
  settings = {
    ORGFORM_HOST: sandbox.host,
    ORGFORM_API_KEY: apiKey,
    ORGFORM_REQUESTS_PER_MINUTE: NO_LIMITS.requestsPerMinute,
    ORGFORM_REQUESTS_PER_HOUR: NO_LIMITS.requestsPerHour,
    PATH: `${join(folder, "bin")}:/usr/bin:/bin`,
  };
  for (const name of ["program", "with-rules"]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "main.tf"), "");
  }
  writeFileSync(join(folder, "with-rules/.orgformignore"), "Project *\n");
  writeFileSync(join(folder, "state.json"), terraformState([stored("Readers of old")]));
  writeFileSync(join(folder, "prod"), terraformState([stored("Readers of prod")]));
  writeProgram(
    join(folder, "bin"),
    "terraform",
    `[ "$1 $2" = "state pull" ] || { echo "$1 of \${TF_WORKSPACE:-none} in $PWD"; exit; }\ncat "${folder}/\${TF_WORKSPACE:-none}"`,
  );
});
beforeEach(() => world.sandbox.control.clearRequests());
afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a tool says, or why it refuses; and how far it said it was. */
async function called(tool: string, given: Readonly<Record<string, unknown>> = {}, environment = {}) {
  const workspace = new Workspace(folder, undefined, { ...settings, ...environment });
  const found = toolsIn(workspace, new Pages(join(REPOSITORY, "docs"))).find(({ name }) => name === tool);
  const steps: string[] = [];
  const call = { signal: new AbortController().signal, report: (words: string) => void steps.push(words) };
  const text = await Promise.resolve(found?.run(given, call)).then(
    String,
    (error: unknown) => `refused: ${String(error)}`,
  );
  return { text, steps };
}

const organization = (): string => world.organizationId;
const isWrite = ({ method }: { readonly method: string }): boolean => method !== "GET";

describe("the tools that need an organization", () => {
  test.each(["survey_organization", "access", "check", "adopt"])("%s says how to name it", async (tool) => {
    const { text } = await called(tool, tool === "adopt" ? { out: "new" } : {});
    expect(text).toBe("refused: Error: The organization is missing. Set `organization` to its ID, slug, or name.");
    expect(world.sandbox.control.requests()).toEqual([]);
    const named = { ORGFORM_ORGANIZATION_ID: world.otherOrganizationId };
    const { text: other } = await called(tool, tool === "adopt" ? { out: `of-${tool}` } : {}, named);
    expect(other).not.toContain("refused");
    // What is given counts before the setting.
    world.sandbox.control.clearRequests();
    await called(tool, { organization: organization(), ...(tool === "adopt" ? { out: `again-${tool}` } : {}) }, named);
    const asked = world.sandbox.control.requests().map(({ path }) => path);
    expect(asked.filter((path) => path.includes(world.otherOrganizationId))).toEqual([]);
    expect(asked.some((path) => path.includes(organization()))).toBe(true);
  });
});

describe("survey_organization", () => {
  test.each(engines)("lists objects with the import of $name, and of wanted kinds alone", async (engine) => {
    const { text, steps } = await called("survey_organization", {
      organization: organization(),
      kinds: ["orgform:index:Role", engine.programWriter.typeName(definitionOf("Project"))],
      engine: engine.name,
    });
    const of = (resource: string, name: string, id: string): string =>
      `${resource} ${JSON.stringify(name)} id ${id}\n    ${engine.programWriter.importLine(definitionOf(resource), { name, id })}`;
    expect(text).toBe(
      [
        "2 objects, each with the command that imports it:",
        of("Project", "Default project", `${organization()}/1`),
        of("Role", 'Readers "é"|', `${organization()}/${roleId}`),
        "Not read:",
        "the rules of single objects, such as of one dashboard: the service only shows them one object at a time; look at the objects that might have some",
      ].join("\n"),
    );
    expect(steps).toContain("Reading the roles of the organization");
    expect(world.sandbox.control.requests().filter(isWrite)).toEqual([]);
  });

  test.each([
    ["Projcet", "There is no resource Projcet. Did you mean Project?"],
    ["everything", "There is no resource everything. list_resources lists them all."],
  ])("refuses the kind %s, which would look like nothing exists", async (kind, reason) => {
    const { text } = await called("survey_organization", { organization: organization(), kinds: ["Role", kind] });
    expect(text).toBe(`refused: Error: ${reason}`);
    expect(world.sandbox.control.requests()).toEqual([]);
  });

  test("without kinds lists all, and tells what it couldn't read", async () => {
    const whole = await called("survey_organization", { organization: organization() });
    expect(whole.text).toMatch(
      /^5 objects, each with the command that imports it:\n(?:.+\n {4}.+\n){5}Not read:\nthe rules of single objects.*$/u,
    );
    const { apiKey } = world.sandbox.control.createKey({ email: FOUNDER, scopes: ["organization:read"] });
    const narrow = await called("survey_organization", { organization: organization() }, { ORGFORM_API_KEY: apiKey });
    expect(narrow.text).toMatch(/^2 objects, each with the command that imports it:\n(?:.+\n {4}.+\n){2}Not read:\n/u);
    expect(narrow.text).toMatch(/^the projects of the organization: the API key lacks the scope project:read$/mu);
  });

  test.each(engines)("with program is the files of a program for $name, and writes none", async (engine) => {
    const before = readdirSync(folder);
    const { text } = await called("survey_organization", {
      organization: organization(),
      kinds: ["Role"],
      program: true,
      engine: engine.name,
    });
    const names = [...text.matchAll(/^=== (.+)$/gmu)].map(([, name]) => name);
    expect(names).toContain("README.md");
    expect(text.startsWith(`=== ${names[0]}\n`)).toBe(true);
    expect(text).toContain(`${organization()}/${roleId}`);
    expect(text).not.toContain("Default project");
    expect(readdirSync(folder)).toEqual(before);
  });
});

test.each(engines)("adopt writes the program of $name into a new folder, and never into another", async (engine) => {
  const out = `program|${engine.name}`;
  const { text, steps } = await called("adopt", { organization: organization(), out, engine: engine.name });
  expect(text).toMatch(
    new RegExp(`^Wrote the program to program\\|${engine.name}\\. Its README\\.md lists the next`, "u"),
  );
  expect(steps).toContain("Reading the roles of the organization");
  const written = readdirSync(join(folder, out));
  expect(written).toContain("README.md");
  expect(written.map((name) => readFileSync(join(folder, out, name), "utf8")).join("\n")).toContain(roleId);
  world.sandbox.control.clearRequests();
  const again = await called("adopt", { organization: organization(), out, engine: engine.name });
  expect(again.text).toContain(`The folder ${join(folder, out)} is not empty`);
  expect(world.sandbox.control.requests()).toEqual([]);
});

test("doctor looks at the settings, the organization, and the objects of a state, without colors", async () => {
  const environment = { ...process.env };
  Object.assign(process.env, settings, { PATH: environment["PATH"] });
  try {
    const { text } = await called("doctor", { organization: organization(), stateFile: "state.json" });
    expect(text).toContain("Acme");
    expect(text).toMatch(/^(?:ok|warn|fail|info) {2}/mu);
    expect(text).not.toContain("\u001B");
    const { text: nowhere } = await called("doctor", { organization: "nowhere" });
    expect(nowhere).toMatch(/^fail +.*nowhere/mu);
    writeFileSync(join(folder, "broken.json"), "{");
    expect((await called("doctor", { stateFile: "broken.json" })).text).toMatch(/^fail +state +.*broken\.json/mu);
  } finally {
    process.env = environment;
  }
});

describe("drift", () => {
  test.each<[given: Record<string, unknown>, expected: string]>([
    [{ stateFile: "state.json" }, "Readers of old"],
    [{ folder: "program", stack: "prod" }, "Readers of prod"],
  ])("by %j compares the state with the service", async (given, expected) => {
    const { text, steps } = await called("drift", given);
    expect(text).toContain(String.raw`name: "${expected}" => "Readers \"é\"|"`);
    expect(text).toContain("Default project");
    expect(text).not.toContain("GeoIP");
    expect(text).not.toContain("\u001B");
    expect(steps).toEqual(["Reading the state", "Comparing it with the service"]);
    expect(world.sandbox.control.requests().filter(isWrite)).toEqual([]);
  });

  test("as JSON has every detail, strictly also what the service creates, and follows the folder's rules", async () => {
    const report = async (given: object) => {
      const { text } = await called("drift", { stateFile: "state.json", format: "json", ...given });
      const parsed = JSON.parse(text) as { engine: string; unmanaged: { resource: string; importLine: string }[] };
      return parsed;
    };
    const found = await report({});
    expect(found.engine).toBe("terraform");
    expect(found.unmanaged).toMatchObject([{ resource: "Project", importLine: expect.stringContaining("import") }]);
    const kinds = (of: typeof found): string[] => of.unmanaged.map(({ resource }) => resource);
    expect(kinds(await report({ strict: true }))).toEqual(["HogFunction", "Member", "Project"]);
    expect(kinds(await report({ folder: "with-rules" }))).toEqual([]);
  });

  test("a state that can't be read is refused before a request", async () => {
    const { text, steps } = await called("drift", { folder: "program" });
    expect(text).toContain("`terraform state pull` failed");
    expect([steps, world.sandbox.control.requests()]).toEqual([["Reading the state"], []]);
  });
});

describe("plan", () => {
  test.each([
    [{ folder: "program", stack: "prod" }, "plan of prod in PLACE\n"],
    // There might be no state yet.
    [{ folder: "program" }, "plan of none in PLACE\n"],
  ])("of %j is what the engine prints", async (given, printed) => {
    const { text, steps } = await called("plan", given);
    expect(text).toBe(printed.replace("PLACE", join(folder, "program")));
    expect(steps).toEqual(["Reading the state", "Asking the engine"]);
  });

  test("of a folder without a program is refused", async () => {
    expect((await called("plan")).text).toContain(`${folder} contains no program of Pulumi, Terraform or OpenTofu`);
    expect((await called("plan", { folder: "../out" })).text).toContain("is outside the server's folder");
  });
});

test("check judges what a state says that code declares", async () => {
  const policy = join(folder, "orgform.policy.yaml");
  writeFileSync(policy, "rules: { managed-by-code: error }\n");
  try {
    const unstated = await called("check", { organization: organization() });
    expect(unstated.text).toContain("managed-by-code\n      declared: can't tell: no plan and no state was given\n");
    await world.send("POST", `organizations/${organization()}/roles/`, { name: "By hand" });
    const stated = await called("check", { organization: organization(), stateFile: "state.json" });
    expect(stated.text).toContain("Role By hand managed-by-code");
    expect(stated.text).not.toContain("Readers");
    expect(stated.steps).toContain("Reading the roles of the organization");
  } finally {
    rmSync(policy);
  }
});

import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { makeExecutable } from "../../../scripts/executables/make.ts";
import { TARGETS } from "../../../scripts/executables/nodes.ts";
import { ARCHIVES, PROGRAM } from "../../../scripts/release/executables.ts";
import { ensureLanguageHosts } from "../../../tools/set-up/pulumi/language-hosts.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { playExecutable } from "../../acceptance/support/new-project.ts";
import { formatOf } from "../../support/executable-format.ts";
import { NpmRegistry } from "../../support/npm-registry.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { runScript, runTool } from "../../support/run-tool.ts";
import { EVERY_ENGINE, programOfEngine } from "../../support/terraform-programs.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";

// Builds and packs five executables three times each, which takes minutes.
jest.setTimeout(1_800_000);

const ROOT = join(__dirname, "../../..");
const VERSION = (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }).version;
const HERE = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;

/** Makes every connection to another machine fail. */
const NO_NETWORK = {
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  NO_PROXY: "127.0.0.1,localhost",
};

const folder = mkdtempSync(join(tmpdir(), "orgform-release-full-"));
const made = join(folder, "made");
let sandbox: Sandbox;

beforeAll(async () => {
  const { status, output } = await runScript("scripts/release.ts", [made], ROOT);
  if (status !== 0) throw new Error(output);
  sandbox = await startSandbox();
});

afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function filesOf(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
}

/** Unpacks an archive of the release, and returns the folder. */
function unpacked(archive: string): string {
  const target = mkdtempSync(join(folder, "unpacked-"));
  const file = join(made, archive);
  const run = archive.endsWith(".zip")
    ? spawnSync("unzip", ["-q", file, "-d", target])
    : spawnSync("tar", ["-xzf", file, "-C", target]);
  if (run.status !== 0) throw new Error(`${archive}: ${String(run.stderr)}`);
  return target;
}

const settings = (): Record<string, string> => ({ ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: sandbox.apiKey });
const names = (): string[] => sandbox.control.organizations().map(({ name }) => name);

/** The targets that are built a second time: the one with compiled code, and those that are signed. */
const AGAIN = TARGETS.filter(({ os, arch }) => HERE === `${os}-${arch}` || os === "darwin").map(
  (target) => [`${target.os}-${target.arch}`, target] as const,
);

test("a second run creates the same bytes, except signatures", async () => {
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  for (const target of [one, two]) {
    expect((await runScript("scripts/release.ts", ["--scripts", target], ROOT)).status).toBe(0);
  }
  expect(filesOf(two)).toEqual(filesOf(one));
  const differing = filesOf(one).filter((path) => !readFileSync(join(one, path)).equals(readFileSync(join(two, path))));
  expect(differing.filter((path) => !/\.sig$|^throw-away-key\.asc$/u.test(path))).toEqual([]);
});

test.each(AGAIN)("an executable for %s is the same if it's built again", async (_platform, target) => {
  const programs = ARCHIVES.map((archive) =>
    readFileSync(join(unpacked(archive.path(target, VERSION)), archive.nameIn(VERSION))),
  );
  const again = await makeExecutable(ROOT, PROGRAM, target);
  expect(programs.map((program) => program.equals(again))).toEqual([true, true, true]);
});

describe.each(TARGETS.map(({ os, arch }) => [`${os}-${arch}`, os, arch] as const))("for %s", (platform, os, arch) => {
  const ending = os === "windows" ? ".exe" : "";
  test.each([
    [`terraform/terraform-provider-orgform_${VERSION}_${os}_${arch}.zip`, `terraform-provider-orgform_v${VERSION}`],
    [`pulumi/pulumi-resource-orgform-v${VERSION}-${platform}.tar.gz`, "pulumi-resource-orgform"],
    [`orgform/orgform-v${VERSION}-${platform}.${os === "windows" ? "zip" : "tar.gz"}`, "orgform"],
  ])("%s holds a program of that platform", (archive, name) => {
    // The size of a user's download, which was 45 MB when this test was written.
    expect(statSync(join(made, archive)).size).toBeLessThan(50_000_000);
    const place = unpacked(archive);
    expect(readdirSync(place).sort()).toEqual(["LICENSE", "LICENSE.node", `${name}${ending}`].sort());
    const format = { linux: "ELF", darwin: "Mach-O", windows: "PE" }[os];
    // An ad hoc signature, which macOS requires from every program on Arm, over every byte.
    const signature = { flags: 2, wrongPages: 0, endsFile: true };
    expect(formatOf(readFileSync(join(place, `${name}${ending}`)))).toEqual({
      format,
      machine: arch,
      ...(os === "darwin" ? { signature } : {}),
    });
    rmSync(place, { recursive: true });
  });
});

describe("without network, and without Node on PATH", () => {
  const path = join(folder, "nothing");

  test.each(EVERY_ENGINE)(
    "%s installs the provider from a mirror of the archives, plans, applies and destroys",
    async (engine) => {
      const mirror = mkdtempSync(join(folder, "mirror-"));
      const host = engine === "terraform" ? "registry.terraform.io" : "registry.opentofu.org";
      for (const file of readdirSync(join(made, "terraform")).filter((name) => name.endsWith(".zip")))
        cpSync(join(made, "terraform", file), join(mirror, host, "orgform/orgform", file));
      const env = { ...settings(), ...NO_NETWORK, PATH: path };
      const config =
        'resource "orgform_organization" "a" {\n  name                = "Alone"\n  deletion_protection = false\n}\n';
      const workspace = await TerraformWorkspace.create(config, env, { engine, place: { mirror } });
      try {
        expect(await workspace.must("init")).toContain("has been successfully initialized!");
        expect(await workspace.must("plan")).toContain("Plan: 1 to add");
        expect(await workspace.apply()).toContain("Resources: 1 added");
        expect(names()).toContain("Alone");
        expect(await workspace.planStatus()).toBe(0);
        expect(await workspace.must("destroy", "-auto-approve")).toContain("Resources: 1 destroyed");
        expect(names()).not.toContain("Alone");
      } finally {
        workspace.dispose();
      }
    },
  );

  test("pulumi installs the plugin from its archive, previews, updates and destroys", async () => {
    const { binDir } = await ensureLanguageHosts();
    const yaml = `name: test
runtime: yaml
resources:
  a:
    type: orgform:Organization
    properties: { name: Alone, deletionProtection: false }
`;
    const env = { ...settings(), ...NO_NETWORK, PATH: binDir };
    const stack = await PulumiStack.create({ env, files: { "Pulumi.yaml": yaml }, linked: false, binDir });
    try {
      const archive = join(made, `pulumi/pulumi-resource-orgform-v${VERSION}-${HERE}.tar.gz`);
      await stack.must("plugin", "install", "resource", "orgform", `v${VERSION}`, "--file", archive);
      expect(await stack.must("preview")).toContain("+ 2 to create");
      await stack.up();
      expect(names()).toContain("Alone");
      await stack.must("preview", "--expect-no-changes");
      await stack.destroy();
      expect(names()).not.toContain("Alone");
    } finally {
      stack.dispose();
    }
  });

  test("pulumi's preview asks the plugin's program as a policy pack: a file of that name, and a folder's runtime", async () => {
    const { binDir } = await ensureLanguageHosts();
    const yaml = `name: test
runtime: yaml
resources:
  a:
    type: orgform:Organization
    properties: { name: Judged, membersCanInvite: true, deletionProtection: false }
`;
    const env = { ...settings(), ...NO_NETWORK, PATH: binDir };
    const stack = await PulumiStack.create({ env, files: { "Pulumi.yaml": yaml }, linked: false, binDir });
    try {
      const archive = `pulumi/pulumi-resource-orgform-v${VERSION}-${HERE}.tar.gz`;
      await stack.must("plugin", "install", "resource", "orgform", `v${VERSION}`, "--file", join(made, archive));
      const program = join(unpacked(archive), "pulumi-resource-orgform");
      const [link, pack] = [join(stack.program, "orgform-policy"), join(stack.program, "pack")];
      symlinkSync(program, link);
      mkdirSync(pack);
      writeFileSync(join(pack, "PulumiPolicy.yaml"), "runtime: orgform\n");
      await stack.must("plugin", "install", "analyzer", "policy-orgform", `v${VERSION}`, "--file", program);
      for (const [file, folderOfPolicy] of [
        [link, stack.program],
        [pack, pack],
      ] as const) {
        writeFileSync(join(folderOfPolicy, "orgform.policy.yaml"), "rules: { invites-by-admins: error }\n");
        const { status, output } = await stack.run("preview", "--policy-pack", file);
        expect(status).not.toBe(0);
        expect(output).toMatch(/\[mandatory\].*invites-by-admins {2}\(orgform:index:Organization: a\)/u);
      }
      writeFileSync(join(pack, "orgform.policy.yaml"), "modules: [./own.mjs]\n");
      writeFileSync(join(pack, "own.mjs"), "");
      expect((await stack.run("preview", "--policy-pack", pack)).output).toMatch(
        /orgform\.policy\.yaml:1: modules\[0\]: \.\/own\.mjs can't be loaded: an executable without Node can't run modules\./u,
      );
    } finally {
      stack.dispose();
    }
  });

  test("the command prints its version, calls the service, and names commands whose package is missing", async () => {
    const place = unpacked(`orgform/orgform-v${VERSION}-${HERE}.tar.gz`);
    const orgform = (...args: readonly string[]) =>
      runProgram(join(place, "orgform"), args, { env: { ...settings(), PATH: path, HOME: folder } });
    expect(await orgform("--version")).toMatchObject({ status: 0, output: `${VERSION}\n` });
    expect(await orgform("call", "listOrganizations")).toMatchObject({
      status: 0,
      output: expect.stringContaining('"name":"Acme"'),
    });
    expect(await orgform("fleet", "status")).toMatchObject({
      status: 1,
      output: expect.stringContaining("npm install --save-dev @orgform/fleet"),
    });
  });

  test("the command holds the sandbox, which keeps its data in a file without a warning", async () => {
    const place = unpacked(`orgform/orgform-v${VERSION}-${HERE}.tar.gz`);
    const data = join(folder, "kept.db");
    const listed = async () => {
      const args = ["sandbox", "--data", data, "--exec", "orgform call listOrganizations"];
      return runProgram(join(place, "orgform"), args, { env: { PATH: place, HOME: folder } });
    };
    const first = await listed();
    expect(first).toMatchObject({ status: 0, output: expect.stringMatching(/^\{.*"name":"Acme".*\}\n$/u) });
    // Without a data file, each start creates different objects.
    expect(await listed()).toEqual(first);
  });

  test.each(EVERY_ENGINE)("the provider's archive is enough to create a project, which %s applies", async (engine) => {
    const place = unpacked(`terraform/terraform-provider-orgform_${VERSION}_${HERE.replace("-", "_")}.zip`);
    const binDir = mkdtempSync(join(folder, "bin-"));
    const program = programOfEngine(engine);
    symlinkSync(program, join(binDir, basename(program)));
    const flags = ["--for", "terraform", ...(engine === "opentofu" ? ["--engine", "tofu"] : [])];
    const played = await playExecutable(join(place, `terraform-provider-orgform_v${VERSION}`), flags, binDir);
    expect(played.up).toContain("Apply complete! Resources: 2 added, 0 changed, 0 destroyed.");
    expect(played.again).toContain("No changes. Your infrastructure matches the configuration.");
    expect(played.destroy).toContain("Destroy complete! Resources: 2 destroyed.");
  });

  test("a lock file from an installation accepts the packages in a mirror of the archives", async () => {
    const archive = `terraform-provider-orgform_${VERSION}_${HERE.replace("-", "_")}.zip`;
    const place = unpacked(`terraform/${archive}`);
    const [mirror, unzipped] = [mkdtempSync(join(folder, "mirror-")), mkdtempSync(join(folder, "installed-"))];
    cpSync(join(made, "terraform", archive), join(mirror, "registry.terraform.io/orgform/orgform", archive));
    const args = ["provider", "install", "--to", unzipped];
    const run = await runProgram(join(place, `terraform-provider-orgform_v${VERSION}`), args, { env: { PATH: path } });
    expect([run.status, run.output]).toEqual([0, expect.stringContaining("with SHA-256")]);
    const locks: string[] = [];
    for (const from of [mirror, unzipped]) {
      const workspace = await TerraformWorkspace.create("", {}, { engine: "terraform", place: { mirror: from } });
      await workspace.must("init");
      locks.push(workspace.read(".terraform.lock.hcl"));
      workspace.dispose();
    }
    expect(locks[0]).toContain('"h1:');
    expect(locks[1]).toBe(locks[0]);
  });
});

test("npm installs every package without network, from the tarballs and a mirror of what they need", async () => {
  const registry = await NpmRegistry.start(ROOT);
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"private":true}\n');
  try {
    const tarballs = readdirSync(join(made, "npm")).map((name) => join(made, "npm", name));
    const cache = join(folder, "npm-cache");
    const args = ["install", "--registry", registry.url, "--cache", cache, "--no-audit", "--no-fund", ...tarballs];
    const { status, output } = await runProgram("npm", args, { env: { ...process.env, ...NO_NETWORK }, cwd: project });
    expect([status, status === 0 ? "" : output]).toEqual([0, ""]);
  } finally {
    registry.close();
  }
  const script = `
    import { startSandbox } from "@orgform/sandbox";
    import * as cdktf from "@orgform/cdktf";
    import * as cdktn from "@orgform/cdktn";
    import * as fleet from "@orgform/fleet";
    import { makeServer } from "@orgform/mcp";
    const sandbox = await startSandbox();
    console.log([sandbox.host.startsWith("http"), "Domain" in cdktf, "Domain" in cdktn, Object.keys(fleet).length > 0, typeof makeServer]);
    await sandbox.close();`;
  writeFileSync(join(project, "all.mjs"), script);
  const run = await runProgram(process.execPath, ["all.mjs"], { env: process.env, cwd: project });
  expect(run).toMatchObject({ status: 0, output: "[ true, true, true, true, 'function' ]\n" });
});

test("`npm run package:terraform` makes a mirror of scripts", async () => {
  const packed = join(folder, "scripts");
  expect((await runTool("tsx", ["scripts/package-terraform.ts", packed], ROOT)).status).toBe(0);
  const workspace = await TerraformWorkspace.create("", {}, { place: { mirror: join(packed, "mirror") } });
  try {
    expect(await workspace.must("init")).toContain("has been successfully initialized!");
  } finally {
    workspace.dispose();
  }
});

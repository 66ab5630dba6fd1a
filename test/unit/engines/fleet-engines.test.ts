import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { engineNamed, engineRunning, engines, fleetEngines } from "../../../src/engines/index.ts";

/** What users meet of each engine in fleet files and messages. */
const KNOWN = {
  pulumi: ["pulumi", "pulumi", "PULUMI_", "the Pulumi program", "configuration of a Pulumi program"],
  terraform: ["terraform", "terraform", "TF_", "the Terraform module", "variables of a Terraform module"],
  opentofu: ["tofu", "terraform", "TF_", "the Terraform module", "variables of a Terraform module"],
};

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "orgform-fleet-engine-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("engines of fleets have the names, programs, and words that users know", () => {
  const found = fleetEngines.map(({ name, program, provider, variablePrefix, templates: { words } }) => [
    name,
    [program, provider, variablePrefix, words.folder, words.values],
  ]);
  expect(Object.fromEntries(found)).toEqual(KNOWN);
});

test("the part of an engine that runs in fleets leads back to the engine, which its name finds as well", () => {
  expect(fleetEngines.map((one) => engineRunning(one).name)).toEqual(["pulumi", "terraform", "terraform"]);
  expect(engines.map(({ name }) => engineNamed(name))).toEqual(engines);
  const stranger = { ...engineOf("pulumi"), name: "pulumi x" };
  expect(() => engineRunning(stranger)).toThrow(new Error("no engine has pulumi x for fleets"));
});

/** Calls an engine's command line with answers for each call; a failure is an error. */
function answering(...answers: readonly (string | Error)[]) {
  const calls: string[] = [];
  const rest = [...answers];
  const call = (...args: readonly string[]): Promise<string> => {
    calls.push(args.join(" "));
    const answer = rest.shift() ?? "";
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { calls, call };
}

const engineOf = (name: string) => {
  const found = fleetEngines.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no engine ${name}`);
  return found;
};

describe("the stacks of a program", () => {
  test("of Pulumi are known by the last part of their names", async () => {
    const { calls, call } = answering(JSON.stringify([{ name: "acme-org/shop/acme" }, { name: "globex", more: 1 }]));
    expect(await engineOf("pulumi").states.stacks(folder, {}, call)).toEqual(["acme", "globex"]);
    expect(calls).toEqual(["stack ls --json --non-interactive"]);
  });

  const listed = "  default\n* acme\n  a*b\n";
  const names = ["default", "acme", "a*b", ""];

  test.each(["terraform", "opentofu"])(
    "of %s are its workspaces, after an init where the backend is new",
    async (name) => {
      const { stacks } = engineOf(name).states;
      const known = answering(listed);
      expect(await stacks(folder, {}, known.call)).toEqual(names);
      expect(known.calls).toEqual(["workspace list"]);
      const init = "init -input=false -no-color -reconfigure";
      for (const flags of ["", " -lockfile=readonly"]) {
        if (flags !== "") writeFileSync(join(folder, ".terraform.lock.hcl"), "");
        const fresh = answering(new Error("run init"), "", listed);
        expect(await stacks(folder, { TF_PLUGIN_CACHE_DIR: join(folder, "cache/deep") }, fresh.call)).toEqual(names);
        expect(fresh.calls).toEqual(["workspace list", `${init}${flags}`, "workspace list"]);
        expect(existsSync(join(folder, "cache/deep"))).toBe(true);
      }
      await expect(stacks(folder, {}, answering(new Error("no"), "", new Error("still no")).call)).rejects.toThrow(
        "still no",
      );
    },
  );
});

describe("the environment in which states are read", () => {
  test("is the fleet's own for Pulumi", () => {
    expect(engineOf("pulumi").states.environment({ A: "b" }, { folder, template: "t" })).toEqual({ A: "b" });
    expect(engineOf("pulumi").providerEnvironment(folder)).toEqual({});
  });

  test.each(["terraform", "opentofu"])("of %s chooses no workspace, asks nothing, and starts no provider", (name) => {
    const engine = engineOf(name);
    const { TF_REATTACH_PROVIDERS: attached, ...rest } = engine.states.environment(
      { A: "b", TF_WORKSPACE: "acme" },
      { folder, template: "t" },
    );
    expect(rest).toEqual({
      A: "b",
      TF_DATA_DIR: join(folder, "reads/t"),
      TF_PLUGIN_CACHE_DIR: join(folder, "providers"),
      TF_IN_AUTOMATION: "orgform-fleet",
      TF_INPUT: "0",
    });
    const nobody = {
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: 1,
      Test: true,
      Addr: { Network: "unix", String: "/nowhere" },
    };
    expect(JSON.parse(attached ?? "")).toEqual({
      "registry.terraform.io/orgform/orgform": nobody,
      "registry.opentofu.org/orgform/orgform": nobody,
    });
    const own = { TF_PLUGIN_CACHE_DIR: "/cache", TF_REATTACH_PROVIDERS: "{}" };
    expect(engine.states.environment(own, { folder, template: "t" })).toMatchObject(own);
    expect(engine.providerEnvironment(folder)).toEqual({ TF_DATA_DIR: join(folder, "terraform") });
  });
});

test.each([
  [
    "pulumi",
    ["Pulumi.acme.yaml", "Pulumi.a.b.yml"],
    ["Pulumi.yaml", "xPulumi.acme.yaml", "Pulumi.acme.yaml.orig", "Pulumi.acme.json"],
  ],
  [
    "terraform",
    ["terraform.tfstate", "x.tfstate.backup", "terraform.tfstate.d"],
    ["main.tf", "terraform.tfstates", "terraform.tfvars"],
  ],
])("files that runs of %s write into the program's folder don't belong to the program", (name, written, own) => {
  const { templates } = engineOf(name);
  expect([...written, ...own].filter((file) => templates.written.test(file))).toEqual(written);
});

describe("the values that a program takes", () => {
  const yaml = {
    parse: (text: string): unknown => JSON.parse(text),
    stringify: (value: unknown) => JSON.stringify(value),
  };
  const valuesOf = (name: string): unknown => {
    const found = engineOf(name).templates.valuesOf(folder, yaml);
    if (typeof found === "string") return found;
    return { taken: found.taken && [...found.taken], required: [...found.required] };
  };

  test.each(["Pulumi.yaml", "Pulumi.yml"])("of Pulumi are the configuration of its own namespace in %s", (file) => {
    expect(valuesOf("pulumi")).toBe(`${folder} holds no Pulumi program: there is no Pulumi.yaml in it.`);
    const config = {
      seats: {},
      "shop:name": { type: "string" },
      size: { default: 1 },
      "shop:kind": { value: "x" },
      plan: "free",
      "aws:region": {},
      gone: null,
    };
    writeFileSync(join(folder, file), JSON.stringify({ name: "shop", config }));
    expect(valuesOf("pulumi")).toEqual({
      taken: ["seats", "name", "size", "kind", "plan", "gone"],
      required: ["seats", "name"],
    });
    for (const project of [{ name: "shop" }, { name: "shop", config: null }, null, "text"]) {
      writeFileSync(join(folder, file), JSON.stringify(project));
      expect(valuesOf("pulumi")).toEqual({ taken: undefined, required: [] });
    }
  });

  test("of Terraform are the variables of its files, of whatever form", () => {
    const none = `${folder} holds no Terraform module: there is no .tf file in it.`;
    expect(valuesOf("terraform")).toBe(none);
    writeFileSync(join(folder, "notes.md"), 'variable "no" {}');
    expect(valuesOf("terraform")).toBe(none);
    writeFileSync(
      join(folder, "a.tf"),
      `# variable "commented" {}
// variable "commented2" {}
/* variable "commented3" {
} */
variable "seats" {}
variable "size" { default = 1 }
variable "name" {
  type = string
}
variable "kind" {
  description = "not a default"
  default     = "x"
}
resource "x" "default" {}
`,
    );
    writeFileSync(join(folder, "b.tofu"), 'variable "of_tofu" {\n}\n');
    writeFileSync(
      join(folder, "c.tf.json"),
      JSON.stringify({ variable: { j1: {}, j2: { default: null }, j3: "odd" } }),
    );
    writeFileSync(join(folder, "d.tofu.json"), JSON.stringify({ variable: [{ k1: {} }, { k2: { default: 1 } }] }));
    writeFileSync(join(folder, "e.tf.json"), JSON.stringify({ resource: {} }));
    expect(valuesOf("opentofu")).toEqual({
      taken: ["seats", "size", "name", "kind", "of_tofu", "j1", "j2", "j3", "k1", "k2"],
      required: ["seats", "name", "of_tofu", "j1", "j3", "k1"],
    });
  });

  test("of Terraform come with the folders of local modules", () => {
    const text = () =>
      'module "a" {\n  source = "./a"\n}\nmodule "b" {\n  source="../b/c"\n}\nmodule "r" {\n  source = "acme/x"\n}\n';
    const { foldersUsedBy } = engineOf("terraform").templates;
    expect(["main.tf", "x.tofu", "x.tf.json"].map((name) => foldersUsedBy(name, text))).toEqual([
      ["./a", "../b/c"],
      ["./a", "../b/c"],
      [],
    ]);
    expect(engineOf("pulumi").templates.foldersUsedBy("index.ts", text)).toEqual([]);
  });
});

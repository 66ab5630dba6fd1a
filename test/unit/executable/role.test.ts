import path from "node:path";

import { expect, test } from "@jest/globals";

import { isAbsent } from "../../../src/cli/optional-packages.ts";
import { builtIn } from "../../../src/executable/part.ts";
import { roleOf } from "../../../src/executable/role.ts";

const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: "d602bf8f" };
const PROVIDER = "/mirror/terraform-provider-orgform_v0.1.0";
const PLUGIN = "/plugins/resource-orgform-v0.1.0/pulumi-resource-orgform";

test.each([
  // Engines demand these names.
  [PROVIDER, [], COOKIE, "provider"],
  ["C:\\mirror\\terraform-provider-orgform_v0.1.0.exe", [], COOKIE, "provider"],
  [PROVIDER, ["--debug"], {}, "provider"],
  [PROVIDER, [], {}, "provider"],
  [PLUGIN, ["127.0.0.1:4711"], {}, "plugin"],
  [PLUGIN, ["--logtostderr", "-v=9", "127.0.0.1:4711"], {}, "plugin"],
  [PLUGIN, [], {}, "plugin"],
  // `pulumi package add ./orgform` and development overrides start any name.
  ["/bin/orgform", ["127.0.0.1:4711"], {}, "plugin"],
  ["/bin/orgform", ["--tracing", "127.0.0.1:4711"], {}, "plugin"],
  ["/bin/orgform", [], COOKIE, "provider"],
  // The name for `--policy-pack`, and the name that the engine looks for if a folder's runtime is orgform.
  ["./orgform-policy", ["127.0.0.1:4711"], {}, "policy"],
  ["C:\\packs\\orgform-policy.exe", ["127.0.0.1:4711"], {}, "policy"],
  ["/bin/pulumi-analyzer-policy-orgform", ["127.0.0.1:4711", "."], {}, "policy"],
  ["/bin/pulumi-analyzer-policy-orgform", ["127.0.0.1:4711", ".", "-typescript=true"], {}, "policy"],
  ["orgform-policy", ["check", "--organization", "acme"], {}, "command"],
  ["orgform-policy", ["--help"], {}, "command"],
  // The archive for an engine also contains the command.
  [PROVIDER, ["init", "--for", "terraform"], {}, "command"],
  [PROVIDER, ["--help"], {}, "command"],
  [PLUGIN, ["sandbox"], {}, "command"],
  // The data source `external` and its like pass on the handshake that they were started with.
  ["/bin/orgform", ["drift", "--format", "json"], COOKIE, "command"],
  ["/bin/orgform", ["--version"], COOKIE, "command"],
  ["/bin/orgform", ["--debug"], COOKIE, "command"],
  ["/bin/orgform", [], {}, "command"],
  ["/bin/orgform", ["sandbox", "127.0.0.1:4711"], {}, "command"],
  // An address is a whole argument, and no part of one.
  ["/bin/orgform", ["--at=127.0.0.1:4711"], COOKIE, "command"],
  ["/bin/orgform", ["127.0.0.1:4711/app"], {}, "command"],
  ["/bin/orgform", ["on 127.0.0.1:4711"], {}, "command"],
  ["/bin/orgform-policy", ["--at=127.0.0.1:4711"], {}, "command"],
  // Names that only contain the one of a policy pack or a plugin.
  ["/bin/my-orgform-policy", ["127.0.0.1:4711"], {}, "plugin"],
  ["/bin/orgform-policy-2", ["127.0.0.1:4711"], {}, "plugin"],
  ["/bin/orgform-policy.exe.old", ["127.0.0.1:4711"], {}, "plugin"],
  ["/bin/my-pulumi-resource-orgform", [], {}, "command"],
  ["/bin/my-terraform-provider-orgform", [], {}, "command"],
  ["/pulumi-resource-orgform/orgform", [], {}, "command"],
  ["/orgform-policy/orgform", ["127.0.0.1:4711"], {}, "plugin"],
  // A name without a folder.
  ["pulumi-resource-orgform", [], {}, "plugin"],
  ["terraform-provider-orgform", [], {}, "provider"],
] as const)("%s with %j and %j is the %s", (program, args, environment, role) => {
  expect(roleOf({ program, args, environment })).toBe(role);
});

test.each(["--help", "-h", "--version"])("a person who asks a plugin or a provider for %s gets the command", (flag) => {
  for (const program of [PROVIDER, PLUGIN, "/bin/orgform"]) {
    for (const args of [[flag], ["--debug", flag], [flag, "127.0.0.1:4711"]]) {
      expect([program, args, roleOf({ program, args, environment: COOKIE })]).toEqual([program, args, "command"]);
    }
  }
});

test("a part gets modules of Node, and no package that lies beside the executable", () => {
  expect(builtIn("node:path")).toBe(path);
  expect(builtIn("path")).toBe(path);
  expect(() => builtIn("commander")).toThrow("No such built-in module: commander");
  // The code by which commands recognize a package that isn't installed.
  expect(isAbsent(new Error("No such built-in module: commander"), "commander")).toBe(true);
});

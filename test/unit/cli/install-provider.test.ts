import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { userPlugins } from "../../../src/cli/commands/provider.ts";
import { installProvider } from "../../../src/cli/provider/install-provider.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "orgform-install-"));
});
afterEach(() => rmSync(place, { recursive: true }));

function providerOf(text: string, platform = "linux_amd64") {
  const program = join(place, "orgform");
  writeFileSync(program, text);
  return { program, beside: { LICENSE: Buffer.from("Apache") }, version: "0.1.0", platform };
}

describe("an installed provider", () => {
  test("lies where both engines look, with all of its archive, and can be run", () => {
    const { folders, sha256, isReplaced } = installProvider(providerOf("program"), join(place, "plugins"));
    expect(folders.map((folder) => folder.slice(place.length + 1))).toEqual([
      "plugins/registry.terraform.io/orgform/orgform/0.1.0/linux_amd64",
      "plugins/registry.opentofu.org/orgform/orgform/0.1.0/linux_amd64",
    ]);
    // As `sha256sum` says of the text.
    expect([sha256, isReplaced]).toEqual(["1310ca2c8932dbd118668bd97442558a3e1f546b5e15c69699dfbd6024f548d8", false]);
    for (const folder of folders) {
      expect(readdirSync(folder)).toEqual(["LICENSE", "terraform-provider-orgform_v0.1.0"]);
      const program = join(folder, "terraform-provider-orgform_v0.1.0");
      expect([readFileSync(program, "utf8"), statSync(program).mode & 0o777]).toEqual(["program", 0o755]);
    }
  });

  test("takes the place of another build, which is told, and of the same one silently", () => {
    installProvider(providerOf("one"), place);
    expect(installProvider(providerOf("one"), place).isReplaced).toBe(false);
    const { folders, isReplaced } = installProvider(providerOf("two"), place);
    expect(isReplaced).toBe(true);
    for (const folder of folders) {
      expect(readFileSync(join(folder, "terraform-provider-orgform_v0.1.0"), "utf8")).toBe("two");
      // No other files are left.
      expect(readdirSync(join(folder, ".."))).toEqual(["linux_amd64"]);
    }
  });

  test("has the ending of Windows there", () => {
    const { folders } = installProvider(providerOf("program", "windows_amd64"), place);
    expect(readdirSync(folders[0] ?? "")).toContain("terraform-provider-orgform_v0.1.0.exe");
  });

  test("whose copy has other bytes is refused, and what was there stays", () => {
    const { folders } = installProvider(providerOf("one"), place);
    const damaged = (_from: string, to: string): void => writeFileSync(to, "tw");
    expect(() => installProvider(providerOf("two"), place, damaged)).toThrow(
      /^The copy in .* has another SHA-256 than the program\. Nothing was installed there\.$/u,
    );
    for (const folder of folders) {
      expect(readFileSync(join(folder, "terraform-provider-orgform_v0.1.0"), "utf8")).toBe("one");
      expect(readdirSync(join(folder, ".."))).toEqual(["linux_amd64"]);
    }
  });

  test.each([
    ["has other bytes", (_from: string, to: string): void => writeFileSync(to, "tw")],
    [
      "is cut off",
      (_from: string, to: string): void => {
        writeFileSync(to, "t");
        throw new Error("ENOSPC");
      },
    ],
  ])("whose copy %s leaves nothing where nothing was", (_what, copy) => {
    expect(() => installProvider(providerOf("two"), join(place, "plugins"), copy)).toThrow(/SHA-256|ENOSPC/u);
    const left = readdirSync(join(place, "plugins"), { recursive: true, withFileTypes: true });
    expect(left.filter((one) => one.isFile() || one.name.startsWith("."))).toEqual([]);
  });

  test("that can't be written is refused with the folder and what to do", () => {
    writeFileSync(join(place, "file"), "");
    expect(() => installProvider(providerOf("one"), join(place, "file"))).toThrow(
      /^Could not install the provider in .*file: .*(?:ENOTDIR|EEXIST).*\. Name another folder with --to\.$/u,
    );
  });
});

test.each([
  ["linux", {}, "/home/ada/.terraform.d/plugins"],
  ["darwin", {}, "/home/ada/.terraform.d/plugins"],
  ["win32", { APPDATA: "/roaming" }, "/roaming/terraform.d/plugins"],
] as const)("the user's plugin folder on %s", (system, environment, folder) => {
  expect(userPlugins(system, environment, "/home/ada")).toBe(folder);
});

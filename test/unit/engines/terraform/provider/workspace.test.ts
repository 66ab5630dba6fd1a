import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { workspaceOf } from "../../../../../src/engines/terraform/provider/workspace.ts";

let base: string;
let folder: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "orgform-workspace-")));
  folder = join(base, "program");
  mkdirSync(join(folder, ".terraform"), { recursive: true });
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

test("tells the workspaces of one working folder apart: the variable goes before the file that the engine writes", () => {
  expect(workspaceOf({ environment: {}, folder })).toContain('"stack":"default"');
  writeFileSync(join(folder, ".terraform/environment"), "staging\n");
  expect(workspaceOf({ environment: {}, folder })).toContain('"stack":"staging"');
  expect(workspaceOf({ environment: { TF_WORKSPACE: "production" }, folder })).toContain('"stack":"production"');
});

test("tells backends apart that one folder is set up for in turn, by what init wrote", () => {
  const before = workspaceOf({ environment: {}, folder });
  const backend = { type: "s3", config: { bucket: "states", key: "acme" } };
  writeFileSync(join(folder, ".terraform/terraform.tfstate"), JSON.stringify({ version: 3, backend }));
  const after = workspaceOf({ environment: {}, folder });
  expect(after).not.toBe(before);
  expect(after).toContain("states");
});

test("is the same by whichever name the folder is reached, and what the variable says where it is set", () => {
  const other = join(base, "link");
  symlinkSync(folder, other);
  expect(workspaceOf({ environment: {}, folder: other })).toBe(workspaceOf({ environment: {}, folder }));
  const environment = { ORGFORM_RECORD_OWNER: "acme production" };
  expect(workspaceOf({ environment, folder })).toBe(workspaceOf({ environment, folder: base }));
  const production = { ...environment, TF_WORKSPACE: "production" };
  expect(workspaceOf({ environment: production, folder })).not.toBe(workspaceOf({ environment, folder }));
});

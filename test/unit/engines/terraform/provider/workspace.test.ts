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

test("reads the engine's own data folder, and of the backend only what says where states are", () => {
  const at = (environment: Readonly<Record<string, string>> = {}): string => workspaceOf({ environment, folder });
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "data/environment"), "é|1");
  for (const data of ["data", join(folder, "data")]) expect(at({ TF_DATA_DIR: data })).toContain('"stack":"é|1"');
  expect(at()).toContain('"engine":"terraform"');
  expect(at({ TF_WORKSPACE: "" })).toBe(at());

  const none = at();
  const after = (state: unknown): string => {
    const text = typeof state === "string" ? state : JSON.stringify(state);
    writeFileSync(join(folder, ".terraform/terraform.tfstate"), text);
    return at();
  };
  for (const state of ["", "{", [], { version: 3 }, { backend: 7 }, { backend: null }]) expect(after(state)).toBe(none);
  const one = after({ backend: { type: "s3", config: { b: 1, a: 2 }, hash: 1 } });
  expect(after({ serial: 2, backend: { hash: 2, config: { a: 2, b: 1 }, type: "s3" } })).toBe(one);
  const others = [
    { type: "gcs", config: { b: 1, a: 2 } },
    { type: "s3", config: { b: 1 } },
  ].map((backend) => after({ backend }));
  expect(new Set([none, one, ...others]).size).toBe(4);
});

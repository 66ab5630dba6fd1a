import { expect, test } from "@jest/globals";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { removeEmptyAttributes } from "../../../src/engines/pulumi/fleet/cut-off.ts";
import { restoreEmptyState } from "../../../src/engines/terraform/fleet/workspace-run.ts";

/** A folder with files in it, which is gone after the test. */
function withFiles(files: Readonly<Record<string, string>>, act: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "orgform-emptied-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const WORKSPACE = "terraform.tfstate.d/acme/terraform.tfstate";

test.each([
  { state: "", backup: "before", after: "before" },
  { state: "whole", backup: "before", after: "whole" },
  { state: "", backup: undefined, after: "" },
])("a state of $state with a backup $backup is $after after the repair", ({ state, backup, after }) => {
  const files = { [WORKSPACE]: state, ...(backup === undefined ? {} : { [`${WORKSPACE}.backup`]: backup }) };
  withFiles(files, (folder) => {
    restoreEmptyState(folder, "acme");
    expect(readFileSync(join(folder, WORKSPACE), "utf8")).toBe(after);
  });
});

test("a workspace that was never brought up, and one in another backend, are left alone", () => {
  withFiles({}, (folder) => {
    restoreEmptyState(folder, "acme");
    expect(existsSync(join(folder, "terraform.tfstate.d"))).toBe(false);
  });
});

test("empty attributes beside a stack are removed, whole ones and those of other stacks are kept", () => {
  const stacks = ".pulumi/stacks/fleet";
  const files = {
    [`${stacks}/acme.json.attrs`]: "",
    [`${stacks}/acme.json.bak.attrs`]: "whole",
    [`${stacks}/globex.json.attrs`]: "",
  };
  withFiles(files, (folder) => {
    removeEmptyAttributes("s3://bucket", "fleet", "acme");
    expect(Object.keys(files).filter((path) => !existsSync(join(folder, path)))).toEqual([]);
    removeEmptyAttributes(pathToFileURL(folder).href, "fleet", "acme");
    const gone = Object.keys(files).filter((path) => !existsSync(join(folder, path)));
    expect(gone).toEqual([`${stacks}/acme.json.attrs`]);
  });
});

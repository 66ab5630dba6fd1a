import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "@jest/globals";

import { workspaceIn } from "../../../../../src/engines/terraform/provider/workspace.ts";

test("tells the workspaces of one working folder apart: the variable goes before the file that the engine writes", () => {
  const data = mkdtempSync(join(tmpdir(), "orgform-workspace-"));
  try {
    expect(workspaceIn({ TF_DATA_DIR: data }, process.cwd())).toBe(`${process.cwd()} default`);
    writeFileSync(join(data, "environment"), "staging\n");
    expect(workspaceIn({ TF_DATA_DIR: data }, process.cwd())).toBe(`${process.cwd()} staging`);
    expect(workspaceIn({ TF_DATA_DIR: data, TF_WORKSPACE: "production" }, process.cwd())).toBe(
      `${process.cwd()} production`,
    );
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

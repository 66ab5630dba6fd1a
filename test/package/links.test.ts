import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";

import { REPOSITORY } from "../support/doc-pages.ts";

const read = (path: string): string => readFileSync(join(REPOSITORY, path), "utf8");

test("the package holds whatever its README links to", async () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: REPOSITORY, maxBuffer: 10_000_000 });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const packed = new Set(files.map(({ path }) => path));
  const links = [...read("README.md").matchAll(/\]\((?!https?:|#)(?<path>[^)#]+)/gu)].map(
    ({ groups }) => groups?.["path"],
  );
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((path) => !packed.has(path ?? ""))).toEqual([]);
}, 60_000);

test("where the project lives is said in one place", () => {
  const { repository, homepage, bugs } = JSON.parse(read("package.json")) as Record<string, unknown>;
  expect([repository, homepage, bugs].every((one) => one !== undefined)).toBe(true);
  for (const name of ["fleet", "mcp", "sandbox", "cdktf", "cdktn"]) {
    const other = JSON.parse(read(`packages/${name}/package.json`)) as Record<string, unknown>;
    expect([other["repository"], other["homepage"], other["bugs"]]).toEqual([undefined, undefined, undefined]);
  }
});

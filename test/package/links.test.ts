import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";

import { REPOSITORY } from "../support/doc-pages.ts";

const read = (path: string): string => readFileSync(join(REPOSITORY, path), "utf8");

test("the package holds whatever its pages link to", async () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: REPOSITORY, maxBuffer: 10_000_000 });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const packed = new Set(files.map(({ path }) => path));
  const pages = [...packed].filter((path) => path.endsWith(".md"));
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#)(?<path>[^)#\s]+)/gu)].map(({ groups }) =>
      posix.join(dirname(page), groups?.["path"] ?? ""),
    ),
  );
  expect(links.length).toBeGreaterThan(500);
  expect([...new Set(links)].filter((path) => !packed.has(path))).toEqual([]);
}, 60_000);

test("every package that an installation brings runs on the oldest Node that the packages promise", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { readonly packages: Readonly<Record<string, Locked>> };
  const shipped = Object.entries(packages).filter(([path, { dev }]) => dev !== true && path !== "");
  expect(shipped.length).toBeGreaterThan(100);
  const others = shipped.filter(([, { engines }]) => !takesOldest(engines?.node ?? "*"));
  expect(others.map(([path, { engines }]) => `${path}: ${engines?.node}`)).toEqual([]);
});

interface Locked {
  readonly dev?: boolean;
  readonly engines?: { readonly node?: string };
}

/** Whether a range of versions has Node 20.19 in it: `>=18`, `^18.17 || ^20.5`, `20 || >=22`. */
function takesOldest(range: string): boolean {
  return range.split("||").some((part) => {
    const {
      sign,
      major = "0",
      minor = "0",
    } = /^\s*(?<sign>>=|\^|~)?\s*v?(?<major>\d+)(?:\.(?<minor>\d+))?/u.exec(part)?.groups ?? {};
    if (part.trim() === "*") return true;
    const isNoNewer = Number(major) < 20 || (Number(major) === 20 && Number(minor) <= 19);
    return isNoNewer && (sign === ">=" || Number(major) === 20);
  });
}

test("where the project lives is said in one place", () => {
  const { repository, homepage, bugs } = JSON.parse(read("package.json")) as Record<string, unknown>;
  expect([repository, homepage, bugs].every((one) => one !== undefined)).toBe(true);
  for (const name of ["fleet", "mcp", "sandbox", "cdktf", "cdktn"]) {
    const other = JSON.parse(read(`packages/${name}/package.json`)) as Record<string, unknown>;
    expect([other["repository"], other["homepage"], other["bugs"]]).toEqual([undefined, undefined, undefined]);
  }
});

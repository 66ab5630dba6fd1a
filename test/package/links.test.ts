import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { extract } from "tar";

import { packPackage } from "../../scripts/pack.ts";
import { deadLinks } from "../../scripts/packed-links.ts";
import { REPOSITORY } from "../support/doc-pages.ts";

const read = (path: string): string => readFileSync(join(REPOSITORY, path), "utf8");

const PACKAGES = readdirSync(join(REPOSITORY, "packages"));

/** Links of a packed page to other places than the page itself. */
const targetsIn = (text: string): string[] => text.match(/(?<=\]\()(?!#)[^)\s]+/gu) ?? [];

describe.each([
  ["the package", "", "README.md", 60],
  ["@orgform/docs", "packages/docs", "dist/guides/people.md", 5],
] as const)("pages of %s, once packed,", (_name, place, page, most) => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-links-"));
  const packed = join(folder, "package");
  beforeAll(() => extract({ file: packPackage(join(REPOSITORY, place), folder), cwd: folder, sync: true }), 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("have no broken link", () => {
    expect(targetsIn(readFileSync(join(packed, page), "utf8")).length).toBeGreaterThan(most);
    expect(deadLinks(packed)).toEqual([]);
  });

  test("link to the site or the repository outside the package", () => {
    const { homepage } = JSON.parse(read("package.json")) as { homepage: string };
    const pages = readdirSync(packed, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
    const leaving = pages.flatMap((path) => targetsIn(readFileSync(join(packed, path), "utf8")));
    expect(leaving.filter((target) => target.startsWith(homepage)).length).toBeGreaterThan(3);
  });
});

test("a release publishes every package, dependencies first", () => {
  const [, names = ""] =
    /npm\/orgform-\{([\w,]+)\}-\*\.tgz dist-release\/npm\/orgform-\[0-9\]/u.exec(
      read(".github/workflows/release.yml"),
    ) ?? [];
  const published = names.split(",");
  expect(published.toSorted()).toEqual(PACKAGES.toSorted());
  for (const name of PACKAGES) {
    const { dependencies = {} } = JSON.parse(read(`packages/${name}/package.json`)) as {
      dependencies?: Readonly<Record<string, string>>;
    };
    const ours = Object.keys(dependencies).filter((one) => one.startsWith("@orgform/"));
    const places = ours.map((one) => published.indexOf(one.replace("@orgform/", "")));
    expect(places.filter((at) => at > published.indexOf(name))).toEqual([]);
  }
});

test("every installed dependency runs on the oldest Node that the packages support", () => {
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

/** Whether a range of versions includes Node 20.19: `>=18`, `^18.17 || ^20.5`, `20 || >=22`. */
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

test("the address of the project is stated in one place", () => {
  const { repository, homepage, bugs } = JSON.parse(read("package.json")) as Record<string, unknown>;
  expect([repository, homepage, bugs].every((one) => one !== undefined)).toBe(true);
  for (const name of PACKAGES) {
    const other = JSON.parse(read(`packages/${name}/package.json`)) as Record<string, unknown>;
    expect([other["repository"], other["homepage"], other["bugs"]]).toEqual([undefined, undefined, undefined]);
  }
});

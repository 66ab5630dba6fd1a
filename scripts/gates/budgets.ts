/**
 * Compares the size of installed dependencies and of the repository with `scripts/budgets.json`: the packages that each
 * package installs, and the lines in git that tools wrote. The package-shape gate checks packed sizes, and the tests'
 * own script their minutes.
 *
 * `budgets.ts [folder]`; by default for this project.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Budgets, budgetsOf } from "../budget/budgets.ts";
import { isMain } from "../is-main.ts";
import { installedWith } from "../release/locked-packages.ts";

/** Only package managers write and read these files. */
const LOCK = /(?:^|\/)(?:package-lock\.json|go\.sum)$/u;

/** The tracked files that `.gitattributes` calls generated, lock files aside. */
export function generatedInGit(root: string): string[] {
  const git = (args: readonly string[], input = ""): string =>
    execFileSync("git", args, { cwd: root, input, encoding: "utf8", maxBuffer: 2 ** 26 });
  const answer = git(["check-attr", "--stdin", "-z", "linguist-generated"], git(["ls-files", "-z"])).split("\0");
  return answer.filter((path, index) => index % 3 === 0 && answer[index + 2] === "true" && !LOCK.test(path));
}

function tooManyLines(root: string, most: number): string[] {
  const counts = generatedInGit(root).map((path) => readFileSync(join(root, path), "utf8").split("\n").length - 1);
  const lines = counts.reduce((sum, one) => sum + one, 0);
  return lines <= most ? [] : [`git keeps ${lines} generated lines, more than its ${most}`];
}

function tooManyPackages(root: string, most: Budgets["productionPackages"]): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, { readonly name?: string }>>;
  };
  const folders = Object.keys(packages).filter((path) => !path.includes("node_modules/"));
  return folders.flatMap((folder) => {
    const [own, ...brought] = installedWith(root, folder);
    const name = packages[folder]?.name ?? own?.name ?? folder;
    const allowed = most[name];
    if (allowed === undefined) return [`${name} has no budget of packages`];
    return brought.length <= allowed ? [] : [`${name} brings ${brought.length} packages, more than its ${allowed}`];
  });
}

function main(folder: string | undefined): void {
  const root = folder === undefined ? fileURLToPath(new URL("../..", import.meta.url)) : resolve(folder);
  const { productionPackages, generatedLines } = budgetsOf(root);
  const found = [...tooManyPackages(root, productionPackages), ...tooManyLines(root, generatedLines)];
  for (const line of found) console.error(line);
  if (found.length === 0) return;
  console.error("Find what grew; a budget in scripts/budgets.json is raised for a reason alone, in DECISIONS.md.");
  process.exitCode = 1;
}

if (isMain(import.meta.url)) main(process.argv[2]);

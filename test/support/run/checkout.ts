import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Files that builds and tools create: dependencies, output, caches. */
const MADE_BY_TOOLS =
  /^(?:node_modules|dist(?:-.*)?|coverage|\.git|\.stryker.*|\.test-all|\.set-up\.lock|.*\.tsbuildinfo|\.DS_Store)$/u;

/** The sources that the site is assembled from before its build. */
const MADE_FOR_SITE = [".astro", "public", "src/content"].map((path) => join("site", path));

/** Every file and folder of a checkout, but for what tools make, as paths from its root. */
export function entriesOf(root: string, folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (MADE_BY_TOOLS.test(entry.name)) return [];
    const path = join(folder, entry.name);
    if (MADE_FOR_SITE.includes(relative(root, path))) return [];
    return [relative(root, path), ...(entry.isDirectory() ? entriesOf(root, path) : [])];
  });
}

/**
 * Fails if a run left something in the checkout: tests write only into temporary folders.
 *
 * @throws Error that names the new files
 */
export function refuseLeftovers(root: string, before: readonly string[]): void {
  const known = new Set(before);
  const left = entriesOf(root).filter((path) => !known.has(path));
  if (left.length === 0) return;
  throw new Error(
    `The tests left in the checkout: ${left.join(", ")}. Let the test that writes there take a temporary folder; ` +
      "if you made these yourself meanwhile, run again.",
  );
}

/**
 * Builds the documentation site into `dist-site`: `npm run site`.
 *
 * The pages are assembled from `docs`, README.md, CHANGELOG.md, `examples` and the declarations into `site`, where Astro
 * with Starlight makes the site of them; its packages are installed there, apart from those of the project. A link that
 * leads nowhere fails the build. `npm run site -- --serve` serves it on this machine afterwards.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { allPages } from "./site/all-pages.ts";
import { brokenLinks } from "./site/broken-links.ts";
import { homeOf, placesIn } from "./site/places.ts";
import { putQuestionsFirst } from "./site/search.ts";
import { serveFolder } from "./site/serve.ts";
import { sidebarOf } from "./site/sidebar.ts";
import { writeSources } from "./site/write-sources.ts";

const ROOT = join(import.meta.dirname, "..");
const PORT = 4321;

/** Without its cache, which loses a page now and then when another one has changed its kind. */
function runAstro(): void {
  const program = join(ROOT, "site/node_modules/astro/astro.js");
  // In any other environment, pages report that there is no search.
  const env = { ...process.env, NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1" };
  const { status, stdout } = spawnSync(process.execPath, [program, "build", "--force"], {
    cwd: join(ROOT, "site"),
    env,
    encoding: "utf8",
    maxBuffer: 100_000_000,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status === 0) return;
  console.error(stdout);
  throw new Error(`astro ended with ${String(status)}, see above.`);
}

async function main(args: readonly string[]): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    homepage: string;
    repository: { url: string };
    description: string;
  };
  const home = homeOf(manifest);
  const pages = allPages(ROOT);
  const sidebar = sidebarOf(pages);
  writeSources({ root: ROOT, pages, sidebar, places: placesIn(ROOT, pages, home), home, about: manifest.description });
  const out = join(ROOT, "dist-site");
  rmSync(out, { recursive: true, force: true });
  runAstro();
  putQuestionsFirst(out);
  const broken = brokenLinks(out, home.base);
  for (const target of new Set(broken.map((link) => link.target))) {
    const [first, ...others] = broken.filter((link) => link.target === target);
    console.error(`${first?.page} and ${others.length} other pages have a link to ${target}, which leads nowhere`);
  }
  if (broken.length > 0) throw new Error(`${broken.length} links lead nowhere.`);
  console.log(`dist-site: ${pages.length} pages; every link leads somewhere.`);
  if (!args.includes("--serve")) return;
  const { origin } = await serveFolder(out, home.base, PORT);
  console.log(`Served at ${origin}${home.base} until Ctrl-C.`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`site: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});

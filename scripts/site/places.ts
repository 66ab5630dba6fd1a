import { existsSync, statSync } from "node:fs";
import { extname, join } from "node:path";

import type { Places } from "./links.ts";
import type { SitePage } from "./page.ts";

/** Where the project lives, as package.json says it. */
export interface Home {
  /** Path below which the site is served: `/`, or `/orgform/`. */
  readonly base: string;
  /** Address of the site. */
  readonly site: string;
  /** Address of a file at the forge, without the file. */
  readonly forge: string;
}

/** The addresses that follow from package.json. */
export function homeOf(manifest: { homepage: string; repository: { url: string } }): Home {
  const { origin, pathname } = new URL(manifest.homepage);
  const forge = manifest.repository.url.replace(/^git\+/u, "").replace(/\.git$/u, "");
  return { base: pathname.endsWith("/") ? pathname : `${pathname}/`, site: origin, forge };
}

/** The anchors that the headings of a text have. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (?<heading>.+)$/gmu)].map(({ groups }) => groups?.["heading"] ?? "");
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

const PICTURES = new Set([".png", ".svg"]);

/**
 * Where links of the repository lead on the site.
 * @throws Error for a link to a missing file
 */
export function placesIn(root: string, pages: readonly SitePage[], { base, forge }: Home): Places {
  const routes = new Set(pages.map(({ route }) => route));
  const overview = anchorsOf(pages.find(({ route }) => route === "overview")?.text ?? "");
  const bySource = new Map(
    pages.filter(({ route }) => !route.startsWith("errors/")).map(({ source, route }) => [source, route]),
  );
  const withAnchor = (route: string, anchor?: string) => (anchor === undefined ? { route } : { route, anchor });
  return {
    pageOf(path, anchor) {
      if (path === "README.md")
        return anchor !== undefined && overview.has(anchor) ? { route: "overview", anchor } : withAnchor("", anchor);
      if (path === "docs/errors.md" && anchor !== undefined && routes.has(`errors/${anchor}`))
        return { route: `errors/${anchor}` };
      const example = /^examples\/(?<name>[\w-]+)(?:\/(?<file>.+))?$/u.exec(path)?.groups;
      if (example !== undefined && routes.has(`examples/${example["name"]}`)) {
        const { file } = example;
        const isPage = file === undefined || file === "README.md";
        const [ofFile] = isPage ? [] : anchorsOf(`### ${file}`);
        return withAnchor(`examples/${example["name"]}`, ofFile ?? anchor);
      }
      const route = bySource.get(path);
      return route === undefined ? undefined : withAnchor(route, anchor);
    },
    assetOf: (path) => (PICTURES.has(extname(path)) && existsSync(join(root, path)) ? `${base}${path}` : undefined),
    atForge(path) {
      if (!existsSync(join(root, path))) throw new Error(`A page has a link to ${path}, which is not there.`);
      return `${forge}/${statSync(join(root, path)).isDirectory() ? "tree" : "blob"}/main/${path}`;
    },
  };
}

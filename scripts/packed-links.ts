import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { allPages } from "./site/all-pages.ts";
import { onSite, pathOf, withTargets } from "./site/links.ts";
import { type Home, homeOf, placesIn } from "./site/places.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const homeOfProject = (): Home =>
  homeOf(
    JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      homepage: string;
      repository: { url: string };
    },
  );

/** Where the pages of `@orgform/docs` are built, and the folder that they are copied from. */
const [BUILT_PAGES, WRITTEN_PAGES] = ["packages/docs/dist/", "docs/"] as const;

/** The path of the repository that a packed file is written at. */
const writtenAt = (folder: string, file: string): string =>
  posix.join(folder, file).replace(new RegExp(`^${BUILT_PAGES}`, "u"), WRITTEN_PAGES);

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

/**
 * Points links of an unpacked package's pages to the documentation site, or else to the repository's website, if the
 * package lacks their target.
 *
 * @param packed - the folder with the contents of the tarball
 * @param folder - the folder of the package in the repository, "" for its root
 * @returns whether a page has changed
 * @throws Error for a link to a file that the repository lacks
 */
export function linkToSite(packed: string, folder: string): boolean {
  const files = filesIn(packed);
  const written = new Set(files.map((file) => writtenAt(folder, file)));
  const home = homeOfProject();
  const places = placesIn(ROOT, allPages(ROOT), home);
  const whole = (address: string): string => (address.startsWith("/") ? `${home.site}${address}` : address);
  const addressOf = (route: string, anchor?: string): string =>
    `${home.base}${route === "" ? "" : `${route}/`}${anchor === undefined ? "" : `#${anchor}`}`;
  const pages = files.filter((file) => file.endsWith(".md"));
  const changed = pages.filter((file) => {
    const source = writtenAt(folder, file);
    const text = readFileSync(join(packed, file), "utf8");
    const linked = withTargets(text, (target) => {
      const to = pathOf(target, source);
      if (to === undefined || written.has(to.path)) return target;
      return whole(onSite(to, places, addressOf));
    });
    if (linked !== text) writeFileSync(join(packed, file), linked);
    return linked !== text;
  });
  return changed.length > 0;
}

/** The links of an unpacked package's pages that lead nowhere: neither into the package, nor to a page of the site. */
export function deadLinks(packed: string): string[] {
  const files = filesIn(packed);
  const { base, site, forge } = homeOfProject();
  const routes = new Set(allPages(ROOT).map(({ route }) => route));
  const isThere = (target: string, page: string): boolean => {
    const [address = ""] = target.split("#");
    if (address.startsWith(`${forge}/`))
      return existsSync(join(ROOT, address.slice(forge.length).replace(/^\/(?:blob|tree)\/main\//u, "")));
    if (`${address}/`.startsWith(`${site}${base}`)) {
      const path = address.slice(`${site}${base}`.length);
      return routes.has(path.replace(/\/$/u, "")) || existsSync(join(ROOT, path));
    }
    const to = pathOf(target, page);
    return to === undefined || files.includes(to.path);
  };
  return files
    .filter((file) => file.endsWith(".md"))
    .flatMap((page) => {
      const found: string[] = [];
      withTargets(readFileSync(join(packed, page), "utf8"), (target) => {
        if (!isThere(target, page)) found.push(`${page}: ${target}`);
        return target;
      });
      return found;
    });
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { errorIndex, errorPages } from "./error-pages.ts";
import { examplePages } from "./example-pages.ts";
import { frontPage, overviewPage } from "./front-pages.ts";
import { descriptionOf, type SitePage, titleAndText, writtenFrom } from "./page.ts";
import { servicesOfGuide, servicesOfReference } from "./services.ts";

/** Pages at the root of the repository for readers of the site. */
const OF_THE_TOP = ["CHANGELOG.md", "SECURITY.md"];

/** The route of a page of `docs` or of the top: `docs/guides/people.md` is `guides/people`. */
function routeOf(path: string): string {
  return path
    .replace(/^docs\//u, "")
    .replace(/\.md$/u, "")
    .replace(/(?:^|\/)index$/u, "")
    .toLowerCase();
}

function docPage(root: string, path: string, ofReference: ReadonlyMap<string, readonly string[]>): SitePage {
  const raw = readFileSync(join(root, path), "utf8");
  const { title, text } = titleAndText(path, raw);
  const services = ofReference.get(path) ?? (path.startsWith("docs/guides/") ? servicesOfGuide(raw) : undefined);
  const from = writtenFrom(raw) ?? path;
  return {
    route: routeOf(path),
    title,
    description: descriptionOf(text),
    text,
    source: path,
    edit: existsSync(join(root, from)) ? from : path,
    ...(services === undefined ? {} : { services }),
  };
}

/** Every page of the site, from the files and the declarations of the repository in `root`. */
export function allPages(root: string): SitePage[] {
  const names = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const paths = names.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
  const ofReference = servicesOfReference();
  const written = [...paths.toSorted(), ...OF_THE_TOP].map((path) => docPage(root, path, ofReference));
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const others = [frontPage(readme), overviewPage(readme), ...written, ...examplePages(root)];
  const pages = others.map((page) => (page.route === "errors" ? errorIndex(page) : page));
  return [...pages, ...errorPages(others)];
}

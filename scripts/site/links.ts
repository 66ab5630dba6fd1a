import { dirname, join, normalize } from "node:path";

import { inProse } from "./markdown.ts";

/** Where a link of a page leads. */
export interface Places {
  /** The route of the page that a path of the repository, with or without an anchor, is shown on, and the anchor there. */
  readonly pageOf: (path: string, anchor: string | undefined) => { route: string; anchor?: string } | undefined;
  /** The address of a file that the site carries, such as a picture. */
  readonly assetOf: (path: string) => string | undefined;
  /** The address of anything else of the repository at the forge. */
  readonly atForge: (path: string) => string;
}

/** How an address of a page is written: `/guides/people/` for readers, `/guides/people.md` for programs. */
export type AddressOf = (route: string, anchor?: string) => string;

/** A text with another target for each of its links, as `change` says. */
export function withTargets(text: string, change: (target: string) => string): string {
  return inProse(text, (prose) => prose.replaceAll(/(?<=\]\()[^)\s]+(?=\))/gu, (to) => change(to)));
}

/** A path of the repository, and a place on it. */
export interface RepositoryPath {
  readonly path: string;
  readonly anchor?: string;
}

/** The path that a link of the page `source` leads to; nothing for a whole address. */
export function pathOf(target: string, source: string): RepositoryPath | undefined {
  if (/^(?:[a-z]+:|#)/u.test(target)) return undefined;
  const [file = "", anchor] = target.split("#");
  // With a slash in front the path is seen from the top of the repository.
  const path = normalize(join(file.startsWith("/") ? "." : dirname(source), file)).replaceAll(/^\/|\/$/gu, "");
  return anchor === undefined ? { path } : { path, anchor };
}

/** Where a path of the repository is on the site, or else at the forge. */
export function onSite({ path, anchor }: RepositoryPath, places: Places, addressOf: AddressOf): string {
  const page = places.pageOf(path, anchor);
  if (page !== undefined) return addressOf(page.route, page.anchor);
  return places.assetOf(path) ?? `${places.atForge(path)}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** A text whose links lead to where things are on the site. */
export function withLinks(text: string, source: string, places: Places, addressOf: AddressOf): string {
  return withTargets(text, (target) => {
    const to = pathOf(target, source);
    return to === undefined ? target : onSite(to, places, addressOf);
  });
}

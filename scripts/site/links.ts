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

/** A text whose links lead to where things are on the site. */
export function withLinks(text: string, source: string, places: Places, addressOf: AddressOf): string {
  const target = (raw: string): string => {
    if (/^(?:[a-z]+:|#)/u.test(raw)) return raw;
    const [file = "", anchor] = raw.split("#");
    // With a slash in front the path is seen from the top of the repository.
    const path = normalize(join(file.startsWith("/") ? "." : dirname(source), file)).replaceAll(/^\/|\/$/gu, "");
    const page = places.pageOf(path, anchor);
    if (page !== undefined) return addressOf(page.route, page.anchor);
    return places.assetOf(path) ?? `${places.atForge(path)}${anchor === undefined ? "" : `#${anchor}`}`;
  };
  return inProse(text, (prose) => prose.replaceAll(/(?<=\]\()[^)\s]+(?=\))/gu, (to) => target(to)));
}

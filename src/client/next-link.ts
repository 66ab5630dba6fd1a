import { IncompleteListError } from "./errors.ts";
import { isLoopbackName } from "./transport/host.ts";
import { parsedUrl } from "./transport/parsed-url.ts";

/** The known facts while a list is read. */
export interface NextLinkContext {
  readonly caller: { readonly host: string; readonly basePath: string };
  readonly route: string;
  /** Filled path of the list without the host's prefix. */
  readonly path: string;
  readonly count: number | null;
  readonly rows: number;
  /** Queries that were already sent. */
  readonly seen: ReadonlySet<string>;
}

/**
 * The query of the next page.
 *
 * Only the query of a link is used. Host and path stay ours, so the key can't be sent elsewhere. The link must name the
 * same host and path. Another scheme is allowed: behind a proxy that terminates TLS, the service sees http. So is a
 * path without the host's prefix, which such a proxy removes. A service on this machine names the address that it
 * listens on, whatever name or local proxy was used: every loopback address counts as the same host.
 *
 * @returns `null` at the end of the list
 * @throws next_link_foreign if the link names another host or path
 * @throws next_link_repeated if its page was already read
 */
export function nextQueryFrom(link: string | null, context: NextLinkContext): string | null {
  if (link === null || link === "") return null;
  const { caller, route, path, count, rows, seen } = context;
  const own = new URL(caller.host);
  const base = own.origin + caller.basePath + path;
  const parts = { route, count, rows };
  // Lists of people have links that are a path without its first slash. @source live-persons-and-events 1.7
  const written = link.startsWith("api/") ? `/${link}` : link;
  const url = parsedUrl(written, base);
  const paths = [caller.basePath + path, path].map((ownPath) => new URL(ownPath, own.origin).pathname);
  if (url === undefined || !isSameHost(url, own) || !paths.includes(url.pathname)) {
    const target = url === undefined ? "an unreadable address" : url.origin + url.pathname;
    throw new IncompleteListError(
      "next_link_foreign",
      `The list ${route} names ${target} as its next page, which isn't at ${own.origin}. Orgform didn't follow it. ` +
        "Check the host setting, and the site address in the service's configuration.",
      parts,
    );
  }
  if (seen.has(url.search)) {
    throw new IncompleteListError(
      "next_link_repeated",
      `The list ${route} names a next page that was already read, after ${rows} items. Run again. If it happens again, report it to the operators of the service.`,
      parts,
    );
  }
  return url.search;
}

function isSameHost(url: URL, own: URL): boolean {
  return (
    (url.protocol === "http:" || url.protocol === "https:") &&
    (url.host === own.host || (isLoopbackName(url.hostname) && isLoopbackName(own.hostname))) &&
    url.username === "" &&
    url.password === ""
  );
}

import type { PersonRow } from "../../analytics/rows.ts";
import { wireTimeFromMs } from "../../clock.ts";
import type { Answer, Exchange } from "../../pipeline/exchange.ts";
import { addressOf, linkWith } from "../../pipeline/page.ts";
import { queryText } from "../../pipeline/request-path.ts";
import { showRow } from "../persons/shared.ts";

/** A person behind a number, and the person's part of the number. */
export type Somebody = { readonly person: PersonRow; readonly value?: number | null };

/** The start and the maximum length of a page. */
export type PageRange = { readonly limit: number; readonly offset: number };

/** A page of people: pages are cut by ID, or by value if there are values, and each page is shown newest first. */
type Page = { readonly shown: readonly Somebody[]; readonly isFull: boolean; readonly place: PageRange };

/** Cuts a page. @source live notes on persons and events, 3.14 */
export function pageOfPeople(exchange: Exchange, people: readonly Somebody[], asked: PageRange): Page {
  const place = { ...asked, limit: Math.min(asked.limit, exchange.maxPageRows ?? asked.limit) };
  const hasValues = people.some(({ value }) => value !== undefined);
  const sorted = people.toSorted((left, right) =>
    hasValues ? byValue(left, right) || byId(right, left) : byId(left, right),
  );
  const cut = sorted.slice(place.offset, place.offset + place.limit);
  return {
    shown: cut.toSorted((left, right) => byValue(left, right) || byAge(left, right)),
    isFull: isFull(cut, place),
    place,
  };
}

const isFull = (cut: readonly unknown[], { limit }: PageRange): boolean => cut.length >= limit;

const byValue = (left: Somebody, right: Somebody): number => valueOf(right) - valueOf(left) || 0;
const valueOf = ({ value }: Somebody): number => value ?? Number.NEGATIVE_INFINITY;
const byId = (left: Somebody, right: Somebody): number => (left.person.id < right.person.id ? -1 : 1);
const byAge = (left: Somebody, right: Somebody): number =>
  right.person.created_ms - left.person.created_ms || byId(left, right);

/**
 * The response of funnels, correlations, paths, and trends. The service caches results for a while; the sandbox always
 * computes them.
 * @source live notes on persons and events, 3.14
 */
export function cachedAnswer(exchange: Exchange, page: Page, next = nextOf(exchange, page)): Answer {
  const body = {
    results: groupOf(exchange, page),
    next,
    initial: addressAsSent(exchange),
    missing_persons: 0,
    is_cached: false,
    last_refresh: wireTimeFromMs(exchange.world.clock.nowMs()),
  };
  return { status: 200, headers: {}, body };
}

/** The response of lifecycle and stickiness. @source as above */
export function plainAnswer(exchange: Exchange, page: Page): Answer {
  return { status: 200, headers: {}, body: { results: groupOf(exchange, page), next: nextOf(exchange, page) } };
}

function groupOf(exchange: Exchange, { shown }: Page): unknown[] {
  const people = shown.map(({ person, value }) => showRow(exchange, person, value ?? null));
  return [{ people, count: people.length }];
}

/**
 * A full page has a next one. If the URL already contains the word offset, the link is relative and without its first
 * slash.
 * @source live notes on persons and events, 1.7
 */
export function nextOf(exchange: Exchange, { isFull, place: { limit, offset } }: Page): string | null {
  if (!isFull) return null;
  const { url } = exchange.request;
  if (url.includes("offset")) return url.slice(1).replaceAll(`offset=${offset}`, `offset=${offset + limit}`);
  return `${addressAsSent(exchange)}${url.includes("?") ? "&" : "?"}offset=${offset + limit}`;
}

/** The next page for a list whose parameter has a different name. @source as above, 3.14 */
export function nextNamed(exchange: Exchange, { isFull, place }: Page, name: string): string | null {
  return isFull ? linkWith(exchange, { [name]: place.offset + place.limit }) : null;
}

function addressAsSent(exchange: Exchange): string {
  const query = queryText(exchange.request.url);
  return query === "" ? addressOf(exchange) : `${addressOf(exchange)}?${query}`;
}

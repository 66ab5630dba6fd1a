import type { Caller, Target } from "./caller.ts";
import { ListEnd } from "./list-end.ts";
import { nextQueryFrom } from "./next-link.ts";
import type { Page, PageSchema } from "./pages.ts";
import { IncompleteListError } from "./errors.ts";
import { assertPageSize, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./pagination.ts";
import type { ListOptions } from "./pagination.ts";
import { fillRoute } from "./path.ts";
import { queryOf } from "./query.ts";
import type { QueryValues } from "./query.ts";

/**
 * A long list of the service. Each iteration reads it again, page by page.
 *
 * Items are returned as their page arrives, and only one page is kept, so a list of any length needs the same memory.
 * Objects that others add or remove in the meantime might or might not appear; a row that moves to the next page isn't
 * returned twice. Leaving the loop stops the reading.
 */
export interface Stream<T> extends AsyncIterable<T> {
  /** All items, in the service's order. */
  all(): Promise<T[]>;
  /**
   * The whole list as CSV, in one request: `format=csv`.
   *
   * Columns are the keys of all rows, sorted, with nested keys joined by dots. Without rows, the text is empty and has
   * no header. `pageSize` is sent only if it is given; the list of persons ignores it, and the list of events stops
   * there.
   *
   * @throws response_too_large if the text is longer than `maxBodyBytes` of the client
   * @source live-persons-and-events 1.8, flows 10:19-22, 10:39 (observed 2026-11-20)
   */
  csv(): Promise<string>;
}

/** The source of a stream. */
export interface StreamSource<T> extends Pick<Target, "route" | "params"> {
  /** Parameters of the first page besides its size. */
  readonly query?: QueryValues | undefined;
  /** Names of parameters whose lists are written as one parameter for each element. */
  readonly repeated?: readonly string[];
  /** Sent as POST with each page. */
  readonly body?: unknown;
  readonly page: PageSchema<T>;
  /** What distinguishes an item from all others. */
  readonly idOf: (item: T) => string;
  /** Name of the parameter for the page size, `null` if there is none; default `limit`. */
  readonly sizeParameter?: string | null;
  /** The contract shows a response without a body: an empty one is a page without items. */
  readonly isBodyOptional?: boolean;
  /** The time of an item, if pages are split by time. Latest items come first. */
  readonly timeOf?: (item: T) => string;
  /** There are no links: a page that isn't full is the last one. */
  readonly endsShort?: boolean;
}

interface Position {
  readonly query: string;
  /** IDs that were returned already and can appear again. */
  readonly known: ReadonlySet<string>;
  /** The position of the reading, if pages are split by time. */
  readonly edge?: { readonly beforeMs: number; readonly size: number; readonly offset: number } | undefined;
}

/**
 * Creates a stream; nothing is sent before it is read.
 *
 * @throws option_invalid if the page size is out of its range
 */
export function createStream<T>(caller: Caller, source: StreamSource<T>, options: ListOptions = {}): Stream<T> {
  assertPageSize(options.pageSize);
  const read = (): AsyncGenerator<T, void> => readPages(caller, source, options);
  return {
    [Symbol.asyncIterator]: read,
    all: async () => {
      const items: T[] = [];
      for await (const item of read()) items.push(item);
      return items;
    },
    csv: () => {
      const query = firstQueryOf(source, options.pageSize, { format: "csv" });
      const { route, params, body } = source;
      return caller.readCsv({ route, params, query, body, signal: options.signal });
    },
  };
}

async function* readPages<T>(caller: Caller, source: StreamSource<T>, options: ListOptions): AsyncGenerator<T, void> {
  const { pageSize = DEFAULT_PAGE_SIZE, signal, onPage } = options;
  const at = await caller.locate({ route: source.route, params: source.params, signal });
  const path = fillRoute(at.route, at.params);
  const firstQuery = firstQueryOf(source, pageSize);
  let place: Position | undefined = { query: firstQuery, known: new Set() };
  // The reader decides how long a stream takes.
  const end = new ListEnd(source.route);
  let rows = 0;
  for (let pages = 1; place !== undefined; pages += 1) {
    const { query, known }: Position = place;
    const call = { route: at.route, params: at.params, query, body: source.body, answer: source.page, signal };
    const page: Page<T> =
      source.isBodyOptional === true
        ? ((await caller.readIfAny(call)) ?? { items: [], next: null, count: null })
        : await caller.read(call);
    const fresh = page.items.filter((item) => !known.has(source.idOf(item)));
    rows += fresh.length;
    onPage?.({ pages, rows, count: page.count });
    yield* fresh;
    const context = { caller, route: source.route, path, count: page.count, rows, seen: new Set([firstQuery, query]) };
    const link = nextQueryFrom(page.next, source.timeOf === undefined ? context : { ...context, seen: new Set() });
    const isLast = source.endsShort === true ? page.items.length < pageSize : link === null;
    if (!isLast) end.next({ fresh: fresh.length, rows, count: page.count, pageSize });
    place = isLast ? undefined : nextPlace(source, place, page, link, pageSize);
  }
}

function firstQueryOf<T>(source: StreamSource<T>, pageSize: number | undefined, more: QueryValues = {}): string {
  const { query, repeated, sizeParameter = "limit" } = source;
  const size = sizeParameter === null ? {} : { [sizeParameter]: pageSize };
  return queryOf({ ...query, ...size, ...more }, repeated);
}

function nextPlace<T>(
  source: StreamSource<T>,
  place: Position,
  page: Page<T>,
  link: string | null,
  pageSize: number,
): Position | undefined {
  const byLink = link === null ? undefined : { query: link, known: new Set(page.items.map(source.idOf)) };
  const last = page.items.at(-1);
  const lastMs = source.timeOf === undefined || last === undefined ? NaN : Date.parse(source.timeOf(last));
  if (Number.isNaN(lastMs)) return byLink;
  return placeBefore(source, place, page, lastMs + 1, pageSize);
}

/**
 * The next page of a list that is split by time.
 *
 * The service's own link requests rows older than the last row, so it loses rows with exactly the same time that didn't
 * fit on the page. This requests rows from one millisecond later, and drops those that were already returned. If a
 * whole page is within that millisecond, it requests a larger page, because the order of equal times can differ between
 * responses. Only then does it skip the page by an offset, which the service accepts up to 50 000.
 *
 * @throws list_incomplete if a list without offsets has such a page
 * @source live-persons-and-events 1.7, 4.1; flows 10:35-38 (observed 2026-11-20)
 */
function placeBefore<T>(
  source: StreamSource<T>,
  place: Position,
  page: Page<T>,
  beforeMs: number,
  pageSize: number,
): Position {
  const { timeOf = () => "", idOf } = source;
  const isStuck = place.edge?.beforeMs === beforeMs;
  if (isStuck && source.endsShort === true) {
    throw new IncompleteListError(
      "list_incomplete",
      `The list ${source.route} has more than ${pageSize} rows within a millisecond, and Orgform can't tell them apart.`,
      { route: source.route, count: page.count, rows: place.known.size },
    );
  }
  const atEdge = page.items.filter((item) => Date.parse(timeOf(item)) >= beforeMs - 1).map(idOf);
  const tried = isStuck ? place.edge : undefined;
  const size = tried === undefined ? pageSize : MAX_PAGE_SIZE;
  const offset = tried?.size === MAX_PAGE_SIZE ? tried.offset + page.items.length : 0;
  return {
    query: firstQueryOf(source, size, {
      before: new Date(beforeMs).toISOString(),
      offset: offset === 0 ? undefined : offset,
    }),
    known: new Set([...(isStuck ? place.known : []), ...atEdge]),
    edge: { beforeMs, size, offset },
  };
}

import type * as z from "zod";
import type { CallOptions, Caller, Target } from "./caller.ts";
import { ConfigError, IncompleteListError } from "./errors.ts";
import { ListEnd } from "./list-end.ts";
import { nextQueryFrom } from "./next-link.ts";
import { rowsOf } from "./pages.ts";
import { fillRoute } from "./path.ts";
import { queryOf, type QueryValues } from "./query.ts";

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 1000;

/** How often a list of several pages is read, because others can write between two of its pages. */
const MAX_READINGS = 5;

/** The progress of reading a list. */
export interface PageProgress {
  /** Pages read so far, from 1. */
  readonly pages: number;
  /** Distinct items read so far. */
  readonly rows: number;
  /** Items that the service announced, `null` if it announced none. */
  readonly count: number | null;
  /** The maximum number of items that the plan allows; absent if the list doesn't show it. */
  readonly limit?: number;
}

/** Options of a list call. */
export interface ListOptions extends CallOptions {
  /** Items for each request, 1 to 1000; default 100. */
  readonly pageSize?: number | undefined;
  /** Called after each page. */
  readonly onPage?: ((progress: PageProgress) => void) | undefined;
}

/**
 * A list of the service. Each iteration and each call of `all` reads it again.
 *
 * Items are returned only after the whole list was read and its count and rows agree: a broken list never looks like a
 * short one.
 */
export interface Listing<T> extends AsyncIterable<T> {
  /**
   * All items, in the service's order.
   *
   * @throws list_incomplete if one page contradicts itself, twice, or the list changed between its pages each time
   * @throws list_endless if it names more pages without an end
   * @throws list_impossible if it is empty and never can be
   * @throws next_link_foreign, next_link_repeated if a page names an unusable next page
   */
  all(): Promise<T[]>;
}

/** A listing whose reading can be wrapped. */
export interface WrappableListing<T> extends Listing<T> {
  /** The same listing with `wrap` around every reading. */
  readWith(wrap: (read: () => Promise<T[]>) => Promise<T[]>): Listing<T>;
}

/** What is listed. */
export interface ListSource<S extends z.ZodType> extends Pick<Target, "route" | "params"> {
  readonly item: S;
  /** Parameters of the first page besides its size; links to further pages repeat them. */
  readonly query?: QueryValues;
  /** The service refuses a page size. */
  readonly takesNoPageSize?: boolean;
  /** Why the list has at least one row, as the end of a sentence; an empty list is then an error. */
  readonly whyNeverEmpty?: string;
  /** What distinguishes an item from all others. */
  readonly idOf: (item: z.output<S>) => string;
}

/**
 * Creates a listing; nothing is sent before it is read.
 *
 * @throws option_invalid if the page size is out of its range
 */
export function createListing<S extends z.ZodType>(
  caller: Caller,
  source: ListSource<S>,
  options: ListOptions = {},
): WrappableListing<z.output<S>> {
  assertPageSize(options.pageSize);
  const read = (): Promise<z.output<S>[]> => readStable(caller, source, options);
  const listing = (all: () => Promise<z.output<S>[]>): Listing<z.output<S>> => ({
    all,
    async *[Symbol.asyncIterator]() {
      yield* await all();
    },
  });
  return { ...listing(read), readWith: (wrap) => listing(() => wrap(read)) };
}

/** @throws option_invalid if the page size is out of its range */
export function assertPageSize(pageSize: number = DEFAULT_PAGE_SIZE): void {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= MAX_PAGE_SIZE) return;
  throw new ConfigError(
    "option_invalid",
    "pageSize",
    `The option pageSize must be an integer from 1 to ${MAX_PAGE_SIZE}.`,
  );
}

interface Reading<T> {
  readonly items: T[];
  readonly pages: number;
  readonly count: number | null;
  readonly rows: number;
  /** The list changed while it was read, or its pages contradict each other. */
  readonly isTorn: boolean;
}

async function readStable<S extends z.ZodType>(
  caller: Caller,
  source: ListSource<S>,
  options: ListOptions,
): Promise<z.output<S>[]> {
  const first = await readOnce(caller, source, options);
  if (!first.isTorn) return possible(source, first.items);
  for (let readings = 2; ; readings += 1) {
    const again = await rereading(caller, source, options);
    if (!again.isTorn) return possible(source, again.items);
    if (again.pages > 1 && readings < MAX_READINGS) continue;
    throw new IncompleteListError(
      "list_incomplete",
      `The list ${source.route} changed while it was read, ${readings === 2 ? "twice" : `${readings} times`}: ` +
        `${again.count ?? "no count"} announced, ${again.rows} different items read. ` +
        "Run again when nobody else is changing it.",
      { route: source.route, count: again.count, rows: again.rows },
    );
  }
}

/**
 * Reads a list that changed between its pages once more. Writes of this process wait meanwhile, and the pages are as large
 * as possible, because other processes don't wait: in one page, a list doesn't change.
 */
function rereading<S extends z.ZodType>(
  caller: Caller,
  source: ListSource<S>,
  options: ListOptions,
): Promise<Reading<z.output<S>>> {
  const at = { route: source.route, signal: options.signal };
  return caller.readApart(at, () => readOnce(caller, source, { ...options, pageSize: MAX_PAGE_SIZE }));
}

/** @throws list_impossible if the list can't have the contents that were read */
function possible<S extends z.ZodType>({ route, whyNeverEmpty }: ListSource<S>, items: z.output<S>[]): z.output<S>[] {
  if (items.length > 0 || whyNeverEmpty === undefined) return items;
  throw new IncompleteListError(
    "list_impossible",
    `The list ${route} is empty, but it can't be: ${whyNeverEmpty}. Orgform drew no conclusion from it. ` +
      "Check which server answers at the host setting, perhaps a proxy or a cache, then run again.",
    { route, count: 0, rows: 0 },
  );
}

async function readOnce<S extends z.ZodType>(
  caller: Caller,
  source: ListSource<S>,
  options: ListOptions,
): Promise<Reading<z.output<S>>> {
  const answer = rowsOf(source.item);
  const at = await caller.locate({ route: source.route, params: source.params, signal: options.signal });
  const path = fillRoute(at.route, at.params);
  const items = new Map<string, z.output<S>>();
  const seen = new Set<string>();
  let count: number | null = null;
  let rows = 0;
  let isTorn = false;
  let pages = 0;
  const end = new ListEnd(source.route, caller.monotonicMs);
  const pageSize = options.pageSize ?? DEFAULT_PAGE_SIZE;
  let query: string | null = queryOf({
    ...(source.takesNoPageSize === true ? {} : { limit: pageSize }),
    ...source.query,
  });
  while (query !== null) {
    seen.add(query);
    const page = await caller.read({ ...at, query, answer });
    pages += 1;
    if (pages === 1) count = page.count;
    const before = items.size;
    for (const item of page.items) items.set(source.idOf(item), item);
    rows += page.items.length;
    isTorn = page.count !== count || items.size !== rows;
    const limit = page.limit === undefined ? {} : { limit: page.limit };
    options.onPage?.({ pages, rows: items.size, count, ...limit });
    if (isTorn) break;
    if (page.next !== null && page.next !== "")
      end.next({ fresh: items.size - before, rows: items.size, count, pageSize });
    query = nextQueryFrom(page.next, { caller, route: source.route, path, count, rows: items.size, seen });
  }
  const isWhole = !isTorn && (count === null || count === rows);
  return { items: [...items.values()], pages, count, rows: items.size, isTorn: !isWhole };
}

import * as z from "zod";
import { noteAbsentKeys } from "./absent-keys.ts";
import { countNumber } from "./wire.ts";

/** One page of a list, whatever its form on the wire. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Link to the next page; `null` at the end, or if the style has none. */
  readonly next: string | null;
  /** Items that the service announced for the whole list, `null` if it announced none. */
  readonly count: number | null;
  /** The maximum number of rows that the plan allows; absent if the list doesn't show it. */
  readonly limit?: number;
}

/** Decodes one page. */
export type PageSchema<T> = z.ZodType<Page<T>>;

const announced = countNumber.nullable().default(null);
const limit = z.number().int().optional().catch(undefined);
const link = z.string().nullable().default(null);

/**
 * The envelope of most lists, or the plain array that some of them return.
 *
 * The count is `count`, or `total_count` in activity lists. Events have none, and persons only on request.
 *
 * @source contract "Paginated list envelope"; live-organizations 1.3, live-persons-and-events 1.7; service 2026-09,
 *   proxy-records.md
 */
export function rowsOf<S extends z.ZodType>(item: S): PageSchema<z.output<S>> {
  return keptBy(rows, item, rowsPage);
}

function rowsPage<S extends z.ZodType>(item: S): PageSchema<z.output<S>> {
  const results = rowsWith(item);
  const envelope = z
    .looseObject({ count: announced, total_count: announced, next: link, results, max_proxy_records: limit })
    .transform(({ max_proxy_records: most, ...page }) => ({
      items: page.results,
      next: page.next,
      count: page.count ?? page.total_count,
      ...(most === undefined ? {} : { limit: most }),
    }));
  return envelopeOrBare(envelope, results.transform(onePage));
}

/** Page schemas of one form by the schema of a row. */
type Pages = WeakMap<z.ZodType, z.ZodType>;

const rows: Pages = new WeakMap();
const groups: Pages = new WeakMap();
const retained: Pages = new WeakMap();

/** Created once for each row schema: zod compiles a schema at its first use, which takes longer than reading a page. */
function keptBy<S extends z.ZodType>(
  pages: Pages,
  row: S,
  make: (row: S) => PageSchema<z.output<S>>,
): PageSchema<z.output<S>> {
  const page = pages.get(row) ?? make(row);
  pages.set(row, page);
  return page as PageSchema<z.output<S>>; // -- made from the schema of this row
}

/** Rows that are distinguished by the keys they lack: a list might show only a part of each object. */
function rowsWith<S extends z.ZodType>(item: S): z.ZodType<z.output<S>[]> {
  const list = z.array(item);
  return z.unknown().transform((value, context): z.output<S>[] => {
    const parsed = list.safeParse(value);
    if (!parsed.success) return addIssues(parsed.error, context);
    const answers = value as readonly unknown[]; // -- it was just read as a list
    for (const [index, row] of parsed.data.entries()) noteAbsentKeys(item, answers[index], row);
    return parsed.data;
  });
}

/**
 * A list of people behind a number of an insight: `results` holds one group with its `people`.
 *
 * @source live-persons-and-events 3.14, envelopes A and B
 */
export function peopleOf<S extends z.ZodType>(person: S): PageSchema<z.output<S>> {
  return keptBy(groups, person, peoplePage);
}

function peoplePage<S extends z.ZodType>(person: S): PageSchema<z.output<S>> {
  const inGroups = z.array(z.looseObject({ people: z.array(person) }));
  const people = inGroups.transform((all) => all.flatMap((group) => group.people));
  const envelope = z
    .looseObject({ next: link, results: people })
    .transform((page) => ({ items: page.results, next: page.next, count: null }));
  return envelopeOrBare(envelope, people.transform(onePage));
}

/**
 * The people of a retention table: `result` instead of `results`.
 *
 * @source live-persons-and-events 3.14, envelope C
 */
export function retainedOf<S extends z.ZodType>(row: S): PageSchema<z.output<S>> {
  return keptBy(retained, row, retainedPage);
}

function retainedPage<S extends z.ZodType>(row: S): PageSchema<z.output<S>> {
  const list = z.array(row);
  const envelope = z
    .looseObject({ next: link, result: list })
    .transform((page) => ({ items: page.result, next: page.next, count: null }));
  return envelopeOrBare(envelope, list.transform(onePage));
}

function onePage<T>(items: readonly T[]): Page<T> {
  return { items, next: null, count: null };
}

/** Chosen by shape instead of by a union, which would lose the path of a problem inside. */
function envelopeOrBare<T>(envelope: PageSchema<T>, bare: PageSchema<T>): PageSchema<T> {
  return z.unknown().transform((value, context): Page<T> => {
    const parsed = (Array.isArray(value) ? bare : envelope).safeParse(value);
    return parsed.success ? parsed.data : addIssues(parsed.error, context);
  });
}

function addIssues({ issues }: z.ZodError, context: z.RefinementCtx): never {
  for (const { path, message } of issues) context.addIssue({ code: "custom", path, message });
  return z.NEVER;
}

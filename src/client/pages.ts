import * as z from "zod";
import { noteAbsentKeys } from "./absent-keys.ts";
import { countNumber } from "./wire.ts";

/** One page of a list, whatever it looked like on the wire. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Link to the next page; `null` at the end, or where the style has none. */
  readonly next: string | null;
  /** Items that the service announced for the whole list, `null` when it announced none. */
  readonly count: number | null;
  /** Most rows that the plan allows; absent where the list does not say it. */
  readonly limit?: number;
}

/** Decodes one page. */
export type PageSchema<T> = z.ZodType<Page<T>>;

const announced = countNumber.nullable().default(null);
const limit = z.number().int().optional().catch(undefined);
const link = z.string().nullable().default(null);

/**
 * The envelope of most lists, or the plain array that some of them answer.
 *
 * The count is `count`, or `total_count` in activity lists; events, and persons unless asked, have none.
 *
 * @source contract "Paginated list envelope"; live-organizations 1.3, live-persons-and-events 1.7; service 2026-09,
 *   proxy-records.md
 */
export function rowsOf<S extends z.ZodType>(item: S): PageSchema<z.output<S>> {
  const results = rowsWith(item);
  const envelope = z
    .looseObject({ count: announced, total_count: announced, next: link, results, max_proxy_records: limit })
    .transform(({ max_proxy_records: most, ...page }) => ({
      items: page.results,
      next: page.next,
      count: page.count ?? page.total_count,
      ...(most === undefined ? {} : { limit: most }),
    }));
  return eitherOf(envelope, results.transform(onePage));
}

/** Rows that are told apart by what they lack: a list may show a part of each object. */
function rowsWith<S extends z.ZodType>(item: S): z.ZodType<z.output<S>[]> {
  const rows = z.array(item);
  return z.unknown().transform((value, context): z.output<S>[] => {
    const parsed = rows.safeParse(value);
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
  const groups = z.array(z.looseObject({ people: z.array(person) }));
  const people = groups.transform((all) => all.flatMap((group) => group.people));
  const envelope = z
    .looseObject({ next: link, results: people })
    .transform((page) => ({ items: page.results, next: page.next, count: null }));
  return eitherOf(envelope, people.transform(onePage));
}

/**
 * The people of a retention table: `result` in place of `results`.
 *
 * @source live-persons-and-events 3.14, envelope C
 */
export function retainedOf<S extends z.ZodType>(row: S): PageSchema<z.output<S>> {
  const rows = z.array(row);
  const envelope = z
    .looseObject({ next: link, result: rows })
    .transform((page) => ({ items: page.result, next: page.next, count: null }));
  return eitherOf(envelope, rows.transform(onePage));
}

function onePage<T>(items: readonly T[]): Page<T> {
  return { items, next: null, count: null };
}

/** Chosen by shape and not by a union: a union would lose the path of what is wrong inside. */
function eitherOf<T>(envelope: PageSchema<T>, bare: PageSchema<T>): PageSchema<T> {
  return z.unknown().transform((value, context): Page<T> => {
    const parsed = (Array.isArray(value) ? bare : envelope).safeParse(value);
    return parsed.success ? parsed.data : addIssues(parsed.error, context);
  });
}

function addIssues({ issues }: z.ZodError, context: z.RefinementCtx): never {
  for (const { path, message } of issues) context.addIssue({ code: "custom", path, message });
  return z.NEVER;
}

import * as z from "zod";

import type { Caller, Target } from "./caller.ts";
import { rowsOf } from "./pages.ts";
import type { ListOptions } from "./pagination.ts";
import { createStream } from "./stream.ts";
import { instantText, nonEmptyText, textOrNull } from "./wire.ts";

const logLineSchema = z.looseObject({
  /** Its source: an export, or a hog function. */
  log_source_id: z.string().optional(),
  /** The run. */
  instance_id: textOrNull,
  timestamp: instantText,
  /** `DEBUG`, `INFO`, `WARNING` or `ERROR`. */
  level: nonEmptyText,
  message: z.string(),
});

/**
 * A line of the log of an export or a hog function, as the service sends it.
 *
 * @source live-organizations 6.6, flows 7:368-377 (observed 2026-11-20); service 2026-09, hog-functions.md
 */
export type LogLineWire = z.output<typeof logLineSchema>;

/** Selects the lines of a log; all by default. */
export interface LogQuery {
  /** ISO 8601. */
  readonly after?: string | undefined;
  /** ISO 8601. */
  readonly before?: string | undefined;
  /** Any of them, regardless of case. */
  readonly level?: readonly string[] | undefined;
  /** Part of the message. */
  readonly search?: string | undefined;
  /** ID of a run. */
  readonly instance_id?: string | undefined;
}

/** The most lines that the service returns in one page of a log. */
const LOG_PAGE = 500;

/** Lines of a log, latest first, read during the iteration. */
export function logLines(
  caller: Caller,
  at: Pick<Target, "route" | "params">,
  query: LogQuery | undefined,
  options: Omit<ListOptions, "pageSize"> | undefined,
): AsyncIterable<LogLineWire> {
  const source = {
    ...at,
    query: { ...query, level: query?.level?.join(",") },
    page: rowsOf(logLineSchema),
    idOf: (line: LogLineWire) => JSON.stringify(line),
    timeOf: (line: LogLineWire) => line.timestamp,
    endsShort: true,
    isBodyOptional: true,
  };
  return createStream(caller, source, { ...options, pageSize: LOG_PAGE });
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { REPOSITORY } from "./doc-pages.ts";
import { RECORDS } from "./recorded-requests.ts";

/**
 * What people read, as recorded below `test/fixtures/command-line`. With `ORGFORM_RECORD_REQUESTS=1`, the text becomes
 * the record, and the change shows in review.
 */
export function recordedAs(name: string, text: string): string {
  const file = join(REPOSITORY, "test/fixtures/command-line", name);
  if (RECORDS) writeFileSync(file, text);
  return readFileSync(file, "utf8");
}

/** A page without its style, which all reports share. */
export const withoutStyle = (page: string): string => page.replace(/<style>[^]*<\/style>/u, "<style></style>");

/** Marks a color in brackets. */
export const markedPaint = (color: string, text: string): string => `[${color}]${text}[]`;

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

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "@jest/globals";

const ENGINES = join(__dirname, "../../../dist/engines");

/** The files that a start reads: a built file and its static imports. */
function readAtStart(path: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(path)) return seen;
  const text = readFileSync(path, "utf8");
  seen.set(path, text);
  for (const [, imported] of text.matchAll(/\bfrom\s*"(\.{1,2}\/[^"]+)"/gu)) {
    readAtStart(join(dirname(path), imported ?? ""), seen);
  }
  return seen;
}

test.each(["terraform/provider", "pulumi/plugin", "pulumi/dynamic"])(
  "a process of %s does not read the library for requests before it sends one",
  (program) => {
    const texts = [...readAtStart(join(ENGINES, program, "runtime.js")).values()];
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.filter((text) => text.includes("llhttp"))).toEqual([]);
  },
);

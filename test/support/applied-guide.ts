import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The steps of an `orgform migrate` guide, as a person would read them. */
export interface Guide {
  /** Files with the first and last of the lines that go. */
  readonly lines: readonly { readonly file: string; readonly first: number; readonly last: number }[];
  /** The lines that weren't found in the files. */
  readonly missing: readonly string[];
  /** The commands in its blocks. */
  readonly commands: readonly string[];
  readonly text: string;
}

/** Reads the guide of a folder. */
export function guideIn(folder: string, name = "orgform-migration"): Guide {
  const text = readFileSync(join(folder, name, "MIGRATION.md"), "utf8");
  const lines = [...text.matchAll(/^- `(?<file>[^`]+):(?<first>\d+)(?:-(?<last>\d+))?`: /gmu)].map(
    ({ groups = {} }) => ({
      file: groups["file"] ?? "",
      first: Number(groups["first"]),
      last: Number(groups["last"] ?? groups["first"]),
    }),
  );
  const missing = [...text.matchAll(/^- (?<what>(?:not found|`[^`]+`, a part).*)$/gmu)].map(
    ({ groups = {} }) => groups["what"] ?? "",
  );
  const blocks = [...text.matchAll(/^```(?<language>\w*)\n(?<body>[\s\S]*?)\n```$/gmu)].map(
    ({ groups = {} }) => groups,
  );
  const bodies = (language: string): string[] =>
    blocks.flatMap((one) => (one["language"] === language ? [one["body"] ?? ""] : []));
  const commands = bodies("bash").flatMap((body) => body.split("\n"));
  return { lines, missing, commands, text };
}

/** Removes the lines from the files of a folder, the last ones first. */
export function takeOutLines(folder: string, { lines }: Guide): void {
  for (const { file, first, last } of lines.toSorted((left, right) => right.first - left.first)) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, text.toSpliced(first - 1, last - first + 1).join("\n"));
  }
}

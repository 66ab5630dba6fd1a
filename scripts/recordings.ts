/**
 * Rewrites `test/contract/recordings` from the recordings of the running service, which lie outside the project.
 *
 * Run: npx tsx scripts/recordings.ts <folder with flows-*.jsonl and transcripts-*.jsonl>
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compactFlow } from "./recordings/compact.ts";
import type { OutsideRow } from "./recordings/outside-row.ts";

const TARGET = join(import.meta.dirname, "../test/contract/recordings");

function readRows(folder: string): OutsideRow[] {
  const files = readdirSync(folder).filter((name) => /^(?:flows|transcripts)-.*\.jsonl$/.test(name));
  return files.toSorted().flatMap((name) => {
    const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as OutsideRow);
  });
}

function main(): void {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error("name the folder with the recordings");
  const flows = new Map<string, OutsideRow[]>();
  for (const row of readRows(folder)) {
    const name =
      row.flow === undefined
        ? "00-first"
        : row.flow.replaceAll(" ", "-").padStart(row.flow.search(" ") === 1 ? row.flow.length + 1 : 0, "0");
    flows.set(name, [...(flows.get(name) ?? []), row]);
  }
  mkdirSync(TARGET, { recursive: true });
  for (const [name, rows] of flows) writeFileSync(join(TARGET, `${name}.json`), compactFlow(rows));
  console.log(`${flows.size} flows, ${[...flows.values()].flat().length} rows`);
}

main();

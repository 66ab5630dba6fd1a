/**
 * Fails if an operation of the contract lacks its client call, its route in a dialect that has it, or its test. It also
 * fails if the resource or function in its column `reach` doesn't exist or doesn't match.
 *
 * `spec/operations-coming.tsv` lists the missing parts. It only shrinks: a missing part that isn't listed fails, and so
 * does a line whose operation is complete. `--write` removes such lines and never adds one.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { functions } from "../../src/catalog/functions/index.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { reachComplaints } from "../operations/reach.ts";
import { operationRows } from "../operations/rows.ts";
import { lackingParts } from "../operations/state.ts";

const COMING = join(import.meta.dirname, "../../spec/operations-coming.tsv");

const rows = operationRows();
const lacking = [...lackingParts(rows)].flatMap(([row, parts]) =>
  parts.map((part) => `${row.method}\t${row.path}\t${part}`),
);
const listed = readFileSync(COMING, "utf8").split("\n").filter(Boolean);
const stale = listed.filter((line) => !lacking.includes(line));
const complaints = lacking.filter((line) => !listed.includes(line)).map((line) => `lacking: ${line}`);
if (rows.length !== 141)
  complaints.push(`spec/operations.tsv should have the contract's 141 rows; found ${rows.length}`);
complaints.push(...reachComplaints(rows, { resources, functions }));
const distinct = new Set(rows.map((row) => `${row.method} ${row.path}`));
if (distinct.size !== rows.length) complaints.push("spec/operations.tsv has an operation twice");

if (process.argv.includes("--write")) {
  writeFileSync(
    COMING,
    listed
      .filter((line) => lacking.includes(line))
      .map((line) => `${line}\n`)
      .join(""),
  );
} else {
  complaints.push(...stale.map((line) => `no longer lacking, remove with --write: ${line}`));
}
for (const line of complaints) console.error(line.replaceAll("\t", " "));
if (complaints.length > 0) process.exitCode = 1;

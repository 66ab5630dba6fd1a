/**
 * Replays the recordings and prints the differences. Use it to develop a family of the sandbox.
 *
 * Run from the root: npx tsx test/contract/sandbox/report.ts [--family members] [--flow 03] [--steps 80-94] [--limit 40]
 *   [--values]  also rows that differ only in values   [--write]  remove what passes from the family's unreplayed list
 */
import { parseArgs } from "node:util";
import { flowNames } from "./replay/recording.ts";
import { type Outcome, runFlow } from "./replay/run-flow.ts";
import { listedSteps, shrinkUnreplayed } from "./replay/unreplayed.ts";

const { values: flags } = parseArgs({
  options: {
    family: { type: "string" },
    flow: { type: "string", default: "" },
    steps: { type: "string" },
    limit: { type: "string", default: "30" },
    values: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const [firstStep, lastStep] = (flags.steps ?? "0-99999").split("-").map(Number);
const isWanted = ({ family, row }: Outcome): boolean =>
  (flags.family === undefined || family === flags.family) &&
  row.step >= (firstStep ?? 0) &&
  row.step <= (lastStep ?? firstStep ?? 0);

async function main(): Promise<void> {
  const flows = flowNames().filter((name) => name.startsWith(flags.flow));
  const outcomes: Outcome[] = [];
  for (const flow of flows) outcomes.push(...(await runFlow(flow)));
  const listed = listedSteps();
  const compared = outcomes.filter((outcome) => outcome.isCompared && isWanted(outcome));
  const failing = compared.filter(({ differences }) => differences.length > 0);
  const differing = compared.filter(({ differences, values }) => differences.length === 0 && values.length > 0);
  for (const outcome of [...failing, ...(flags.values ? differing : [])].slice(0, Number(flags.limit)))
    print(outcome, listed);
  printTable(compared);
  if (flags.write) {
    const passed = new Set(compared.filter(({ differences }) => differences.length === 0).map(keyOf));
    for (const family of new Set(compared.map((outcome) => outcome.family))) {
      shrinkUnreplayed(family, (flow, step) => passed.has(`${flow}:${step}`));
    }
  }
}

const keyOf = ({ flow, row }: Outcome): string => `${flow}:${row.step}`;

function print(outcome: Outcome, listed: ReadonlyMap<string, string>): void {
  const { row, flow, differences, values } = outcome;
  const reason = listed.get(keyOf(outcome));
  console.log(`\n${flow}:${row.step} ${row.name}${reason === undefined ? "  ** NOT LISTED **" : ` (${reason})`}`);
  console.log(
    `  ${row.method} ${row.path} as ${row.key ?? "nobody"} ${JSON.stringify(row.request ?? "").slice(0, 160)}`,
  );
  for (const line of differences) console.log(`  - ${line}`);
  if (flags.values) for (const line of values) console.log(`  ~ ${line}`);
}

function printTable(compared: readonly Outcome[]): void {
  const families = [...new Set(compared.map(({ family }) => family))].toSorted();
  console.log("\nfamily            recorded  passing  other values");
  for (const family of families) {
    const own = compared.filter((outcome) => outcome.family === family);
    const passing = own.filter(({ differences }) => differences.length === 0);
    const other = passing.filter(({ values }) => values.length > 0);
    console.log(
      `${family.padEnd(18)}${String(own.length).padStart(8)}${String(passing.length).padStart(9)}${String(other.length).padStart(14)}`,
    );
  }
  const total = compared.filter(({ differences }) => differences.length === 0).length;
  console.log(`${"all".padEnd(18)}${String(compared.length).padStart(8)}${String(total).padStart(9)}`);
}

await main();

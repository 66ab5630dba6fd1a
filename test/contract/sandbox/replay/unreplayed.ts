import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(process.cwd(), "test/contract/recordings/unreplayed");

/** The reason of rows that wait for their family. Every other reason is final. */
export const NOT_YET = "not yet";

/** Steps by flow by reason, in one file for each family. */
type Unreplayed = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** Families with omitted rows. */
function familiesWithUnreplayed(): string[] {
  return readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ""));
}

function readUnreplayed(family: string): Unreplayed {
  try {
    return JSON.parse(readFileSync(join(FOLDER, `${family}.json`), "utf8")) as Unreplayed;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Removes the rows that now match the recording. It never adds one. */
export function shrinkUnreplayed(family: string, passes: (flow: string, step: number) => boolean): void {
  const kept = Object.entries(readUnreplayed(family)).map(([reason, flows]) => {
    const left = Object.entries(flows).map(
      ([flow, steps]) => [flow, steps.filter((step) => !passes(flow, step))] as const,
    );
    return [reason, left.filter(([, steps]) => steps.length > 0)] as const;
  });
  writeUnreplayed(
    family,
    kept.filter(([, flows]) => flows.length > 0),
  );
}

/** One line per reason and flow, so a diff shows added and removed rows. */
function writeUnreplayed(
  family: string,
  reasons: readonly (readonly [string, readonly (readonly [string, readonly number[]])[]])[],
): void {
  const blocks = reasons.map(([reason, flows]) => {
    const lines = flows.map(([flow, steps]) => `    ${JSON.stringify(flow)}: ${JSON.stringify(steps)}`);
    return `  ${JSON.stringify(reason)}: {\n${lines.join(",\n")}\n  }`;
  });
  writeFileSync(join(FOLDER, `${family}.json`), blocks.length === 0 ? "{}\n" : `{\n${blocks.join(",\n")}\n}\n`);
}

/** The rows that any family lists, with their reasons. */
export function listedSteps(): Map<string, string> {
  const listed = new Map<string, string>();
  for (const family of familiesWithUnreplayed()) {
    for (const [reason, flows] of Object.entries(readUnreplayed(family))) {
      for (const [flow, steps] of Object.entries(flows)) {
        for (const step of steps) listed.set(`${flow}:${step}`, reason);
      }
    }
  }
  return listed;
}

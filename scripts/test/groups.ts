/**
 * By day, test files of a folder share one load of the modules that they test: jest loads them anew for each file.
 * A group is a file that requires its test files, each in a `describe` with its path.
 *
 * Runs in full, and runs of chosen files, have each file by itself, so a test that needs what another one left is found.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type JestSummary, runJest } from "../run-jest.ts";
import { asPattern } from "./selection.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The variable that names the folder of the groups of a run; `jest.config.mjs` and `test/support/run` read it. */
const GROUPS = "ORGFORM_TEST_GROUPS";

/** Folders of `test/` whose files are grouped, with the number of files in a group. */
const GROUPED: Readonly<Record<string, number>> = {
  unit: 30,
  contract: 15,
  conformance: 6,
  faults: 3,
  cli: 6,
  counts: 4,
  docs: 5,
  properties: 4,
};

/** A file whose modules aren't those of others, or that says why it must be alone. */
const ALONE = /\bjest\.(?:mock|doMock|resetModules|isolateModules\w*)\(|^\/\/ Runs alone: /mu;

/** The groups of a run. */
interface Groups {
  /** In which jest finds them, below `test`, as it finds the test files of the checkout. */
  readonly folder: string;
  /** Absolute paths of the files that they run. */
  readonly grouped: readonly string[];
}

/**
 * Runs test files in groups. The summary tells groups as if they were files of the checkout.
 *
 * @param args - jest's arguments, of which the last one is the pattern of the files
 */
export function runGrouped(args: readonly string[]): JestSummary | undefined {
  const pattern = args.at(-1) ?? "";
  const groups = writeGroups(join(root, "test"), new RegExp(pattern, "u"));
  try {
    const filter = `--filter=${join(root, "test/support/run/not-grouped.cjs")}`;
    const all = [filter, ...args.slice(0, -1), `(?:${pattern})|^${asPattern(groups.folder)}`];
    const summary = runJest(all, { ...process.env, [GROUPS]: groups.folder });
    return summary === undefined ? undefined : inCheckout(summary, groups.folder);
  } finally {
    rmSync(groups.folder, { recursive: true, force: true });
  }
}

/** Writes the groups of the files that fit a pattern, by their absolute paths. */
export function writeGroups(tests: string, pattern: RegExp): Groups {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "orgform-groups-")));
  const grouped = Object.entries(GROUPED).flatMap(([room, size]) => {
    const paths = readdirSync(join(tests, room), { recursive: true, encoding: "utf8" })
      .map((name) => join(tests, room, name))
      .filter((path) => path.endsWith(".test.ts") && pattern.test(path) && !ALONE.test(readFileSync(path, "utf8")))
      .toSorted();
    const at = join(folder, "test", room);
    mkdirSync(at, { recursive: true });
    for (let first = 0; first < paths.length; first += size) {
      const text = groupOf(paths.slice(first, first + size), dirname(tests));
      writeFileSync(join(at, `group-${first / size + 1}.test.ts`), text);
    }
    return paths;
  });
  writeFileSync(join(folder, "grouped.json"), JSON.stringify(grouped));
  return { folder, grouped };
}

function groupOf(paths: readonly string[], checkout: string): string {
  const lines = paths.map((path) => {
    const title = relative(checkout, path).replaceAll("\\", "/");
    return `describe(${JSON.stringify(title)}, () => void require(${JSON.stringify(path)}));\n`;
  });
  return lines.join("");
}

function inCheckout(summary: JestSummary, folder: string): JestSummary {
  const there = (path: string): string => (path.startsWith(folder) ? join(root, relative(folder, path)) : path);
  const { testResults, cpu } = summary;
  return {
    ...summary,
    testResults: testResults.map((one) => ({ ...one, name: there(one.name) })),
    ...(cpu && { cpu: { ...cpu, files: cpu.files.map((one) => ({ ...one, path: there(one.path) })) } }),
  };
}

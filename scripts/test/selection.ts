/** Which tests a run of `scripts/test.ts` takes. */
import type { TestedLanguage } from "../../tools/set-up/languages.ts";

/** Folders of `test/` by the requested run; none means all. */
const SELECTIONS: Readonly<Record<string, readonly string[]>> = {
  "--all": [],
  "--quick": ["unit", "properties"],
  "--contract": ["contract"],
  "--acceptance": ["acceptance"],
  "--languages": ["languages"],
  "--histories": ["histories"],
};

/**
 * The folder that a run takes only when it is asked for: the first one builds four language hosts and fetches the SDKs of
 * Python, Go and Java, minutes for everybody who changes a line elsewhere. `.ci/run` has a step for it.
 */
const APART = "languages";

/** Folders of stories that repeat a table on a real engine. Only a run in full includes them. */
const IN_FULL = String.raw`(?!(?:.*[\\/])?in-full[\\/])`;

/** The pattern of a path itself. */
export const asPattern = (path: string): string => path.replaceAll(/[^\w]/gu, String.raw`\$&`);

/**
 * The arguments of jest for those of the script: a selection becomes a pattern, everything else is handed on.
 *
 * `tests` is the absolute path of the tests; `leftOut` are the languages whose programs can't run on this machine.
 */
export function jestArguments(
  args: readonly string[],
  tests: string,
  leftOut: readonly TestedLanguage[] = [],
): string[] {
  const folders = args.flatMap((arg) => SELECTIONS[arg] ?? []);
  const rest = args.filter((arg) => SELECTIONS[arg] === undefined);
  const [first = "-"] = rest;
  // A path or a name of the caller's own; jest would add a pattern to it, not narrow it.
  if (!first.startsWith("-")) return rest;
  const root = asPattern(tests);
  const missing = leftOut.length === 0 ? undefined : `(?:${leftOut.join("|")})\\.test`;
  const without = missing === undefined ? "" : `(?!${missing})`;
  const allBut = missing === undefined ? "" : `(?!${APART}[\\\\/]${missing})`;
  const apart = args.includes("--all") ? allBut : `(?!${APART}[\\\\/])${IN_FULL}`;
  const chosen = folders.length === 0 ? apart : `(?:${folders.join("|")})[\\\\/]${without}${IN_FULL}`;
  return [...rest, "--testPathPatterns", `^${root}[\\\\/]${chosen}`];
}

/**
 * Patterns that a reviewer would refuse and that no lint rule covers, as a table: rule, paths, pattern, and expected
 * number.
 *
 * A count above the expected number fails, and so does a count below it: then the table is lowered, never raised.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isMain } from "../is-main.ts";

/** One thing that is counted over the files of the repository. */
interface ReviewRule {
  readonly name: string;
  readonly because: string;
  /** Paths that are looked at. */
  readonly where: RegExp;
  /** Paths among them that aren't checked. */
  readonly except?: RegExp;
  /** Counted per line; absent if the path itself is the problem. */
  readonly pattern?: RegExp;
  /** A line with this text, or right below a line with it, doesn't count. */
  readonly unless?: RegExp;
  readonly expected: number;
}

const CODE = /^(?:src|test|scripts|tools|bench|examples)\/.*\.(?:[cm]?ts|[cm]?js)$/;
/** Docstrings mention things without using them. */
const DOC_LINE = /^\s*(?:\/\*)?\*.*$/;
const REASON = /(?:\/\/|\/\*).* -- \S/;

const SUPPRESSION = new RegExp(
  String.raw`(?://|/\*)\s*(?:(?:(?:ox|es)lint-disable|@ts-ignore|@ts-nocheck|oxfmt-ignore|prettier-ignore)(?!.* -- \S)` +
    String.raw`|@ts-expect-error(?!\s+(?:-- )?\S.{9}))`,
);

const RULES: readonly ReviewRule[] = [
  {
    name: "environment",
    because: "Variables are read in one place per entry, so that a run can be given others.",
    where: /^src\//,
    // The transport reads the machine's proxy variables when it is given no others; generators run in no user's process;
    // the Terraform provider's start names the folder of compiled code before it loads anything that could be handed them;
    // the executable's start finds out by them which entry it is.
    except:
      /^src\/(?:cli\/.*|executable\/main\.ts|engines\/(?:[^/]+\/(?:[^/]+\/runtime\.ts|generator\/.*)|terraform\/provider\/main\.ts)|client\/transport\/transport\.ts)$/,
    pattern: /\bprocess\s*\.\s*env\b|\bprocess\[["']env["']\]|import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*"node:process"/,
    expected: 0,
  },
  {
    name: "clock and chance",
    because: "Time and randomness are injected, so that tests neither wait nor waver.",
    where: /^(?:src|packages\/[^/]+\/src)\//,
    except: /^(?:src\/(?:client\/transport|app)\/clock\.ts|packages\/(?:fleet|sandbox)\/src\/clock\.ts|src\/cli\/.*)$/,
    pattern: /\bDate\.now\b|\bMath\.random\b|\bnew Date\(\)|\bperformance\.now\b/,
    unless: REASON,
    expected: 0,
  },
  {
    name: "cast",
    because: "A cast through any or unknown switches the compiler off and needs ` -- reason`.",
    where: CODE,
    pattern: /\bas any\b|\bas unknown as\b/,
    unless: REASON,
    expected: 0,
  },
  {
    name: "suppression",
    because: "A suppressed rule needs ` -- reason`, an expected error a sentence.",
    where: CODE,
    pattern: SUPPRESSION,
    expected: 0,
  },
  {
    name: "message matching",
    because: "Errors are told apart by class and code; their text may change.",
    where: /^src\/(?:catalog|driver|engines)\//,
    pattern:
      /\.message\s*(?:\.(?:includes|match|startsWith|endsWith|search|indexOf)\b|===|!==)|\.test\([^)]*\.message\b/,
    expected: 0,
  },
  {
    name: "engine's word",
    because:
      "What lies below the engines serves all of them alike and knows none, and a fleet asks those that it is given.",
    where: /^(?:src\/(?:model|client|catalog|driver)|packages\/fleet\/src)\//,
    pattern: /pulumi|terraform|tofu|cdk(?:tf|tn)|\bTF_/i,
    expected: 0,
  },
  {
    name: "whole zod",
    because: "`import * as z` lets the one file of a provider leave out what it does not use: half of zod.",
    where: /^src\//,
    pattern: /import \{[^}]*\bz\b[^}]*\} from "zod"/,
    expected: 0,
  },
  {
    name: "assertion that accepts anything",
    because: "A test asserts values.",
    where: /^test\/.*\.ts$/,
    pattern: /\.(?:toBeDefined|toBeTruthy|toBeFalsy)\(\)|expect\(true\)\.toBe\(true\)/,
    expected: 0,
  },
  {
    name: "file name",
    because: "A file is named after the thing in it.",
    where: /(?:^|\/)(?:utils?|helpers?|common|misc)(?:\.[^/]*|\/.*)$/,
    expected: 0,
  },
  {
    name: "path of one machine",
    because: "The repository works wherever it lies.",
    where: /./,
    pattern: /(?<![\w.$}-])\/(?:work|tmp|root)\/[a-z]/,
    expected: 0,
  },
  {
    name: "registry in the lock file",
    because: "Packages come from the registry of the machine that installs them.",
    where: /^(?:site\/)?package-lock\.json$/,
    pattern: /"resolved": "(?!packages\/)/,
    expected: 0,
  },
];

/** Made, borrowed or deliberately wrong. */
const SKIPPED =
  /^(?:(?:.*\/)?node_modules|dist|dist-[^/]*|coverage|\.(?:git|stryker|test-all))$|^test\/(?:fixtures|boundaries\/planted)$|^site\/(?:\.astro|public|src\/content)$/;

function* filesUnder(root: string, folder = ""): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (SKIPPED.test(path)) continue;
    if (entry.isDirectory()) yield* filesUnder(root, path);
    else if (entry.isFile()) yield path;
  }
}

function linesAgainst(rule: ReviewRule, text: string): number[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const isWrong = rule.pattern?.test(line.replace(DOC_LINE, "")) === true;
    const isExcused = rule.unless !== undefined && (rule.unless.test(line) || rule.unless.test(lines[index - 1] ?? ""));
    return isWrong && !isExcused ? [index + 1] : [];
  });
}

function findingsOf(rule: ReviewRule, path: string, read: () => string): string[] {
  if (!rule.where.test(path) || rule.except?.test(path) === true) return [];
  if (rule.pattern === undefined) return [path];
  return linesAgainst(rule, read()).map((line) => `${path}:${line}`);
}

/** The violations in the files below `root`, one line each. */
function review(root: string): string[] {
  const found = new Map(RULES.map((rule) => [rule, [] as string[]]));
  for (const path of filesUnder(root)) {
    let text: string | undefined;
    const read = (): string => (text ??= readFileSync(join(root, path), "utf8"));
    for (const [rule, findings] of found) findings.push(...findingsOf(rule, path, read));
  }
  return [...found].flatMap(([rule, findings]) => {
    if (findings.length === rule.expected) return [];
    const heading = `${rule.name}: ${findings.length} found, ${rule.expected} expected. ${rule.because}`;
    return [heading, ...findings.map((place) => `  ${place}`)];
  });
}

if (isMain(import.meta.url)) {
  const root = resolve(process.argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)));
  const complaints = existsSync(root) ? review(root) : [`${root} is not there`];
  for (const line of complaints) console.error(line);
  if (complaints.length > 0) process.exitCode = 1;
}

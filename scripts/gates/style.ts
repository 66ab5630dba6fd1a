/**
 * Checks pages and the texts of declarations against the part of docs/contributing/style.md that a program can check.
 *
 * `style.ts [folder]` checks the pages of a folder, by default this project with its declarations, and prints each
 * finding. `style-debt.json` beside this file names the texts that don't pass yet, with the number of findings by rule.
 * More findings fail, and so do fewer: then `--write` lowers the number. Nothing is ever added to it.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import { isMain } from "../is-main.ts";
import { declaredTexts } from "./style/declared-texts.ts";
import { STYLE_RULES } from "./style/rules.ts";

/** Findings by text and rule. */
type Counts = Record<string, Record<string, number>>;

/** Pages that people write for people. The log of decisions isn't rewritten. Generated pages are checked at their source. */
const PAGE =
  /^(?:[A-Z]+|docs\/.+|packages\/[^/]+\/README|examples\/[^/]+\/README|skills\/.+|templates\/.+|site\/[^/]+)\.md$/u;
const NOT_JUDGED = /^(?:DECISIONS\.md$|docs\/reference\/)/u;

function pagesOf(root: string): [name: string, text: string][] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  const paths = listed.split("\0").filter((path) => PAGE.test(path) && !NOT_JUDGED.test(path));
  const there = paths.filter((path) => existsSync(join(root, path)));
  return there.map((path) => [path, readFileSync(join(root, path), "utf8")]);
}

interface Finding {
  readonly name: string;
  readonly rule: string;
  readonly line: number;
  readonly message: string;
}

async function findingsIn(texts: readonly (readonly [name: string, text: string])[]): Promise<Finding[]> {
  const kernel = new TextlintKernel();
  const found: Finding[] = [];
  for (const [name, text] of texts) {
    const { messages } = await kernel.lintText(text, {
      filePath: name,
      ext: ".md",
      plugins: [{ pluginId: "markdown", plugin: markdown.default }],
      rules: [...STYLE_RULES],
    });
    found.push(...messages.map(({ ruleId, loc, message }) => ({ name, rule: ruleId, line: loc.start.line, message })));
  }
  return found;
}

function countsOf(findings: readonly Finding[]): Counts {
  const counts: Counts = {};
  for (const { name, rule } of findings) {
    const ofText = (counts[name] ??= {});
    ofText[rule] = (ofText[rule] ?? 0) + 1;
  }
  return counts;
}

const DEBT = fileURLToPath(new URL("style-debt.json", import.meta.url));

function complaints(findings: readonly Finding[], allowed: Counts): string[] {
  const counts = countsOf(findings);
  const names = new Set([...Object.keys(counts), ...Object.keys(allowed)]);
  return [...names].flatMap((name) => {
    const rules = new Set([...Object.keys(counts[name] ?? {}), ...Object.keys(allowed[name] ?? {})]);
    return [...rules].flatMap((rule) => {
      const most = allowed[name]?.[rule] ?? 0;
      const here = findings.filter((one) => one.name === name && one.rule === rule);
      if (here.length < most) return [`${name}: ${rule}: ${here.length} left of ${most}; run it with --write`];
      return here.length > most ? here.map(({ line, message }) => `${name}:${line}: ${rule}: ${message}`) : [];
    });
  });
}

/** The debt with every number that fell; new or higher numbers are omitted. */
function lowered(counts: Counts, debt: Counts): Counts {
  const entries = Object.entries(debt).map(([name, rules]): [string, Record<string, number>] => [
    name,
    Object.fromEntries(
      Object.entries(rules).flatMap(([rule, most]) => {
        const now = Math.min(most, counts[name]?.[rule] ?? 0);
        return now === 0 ? [] : [[rule, now]];
      }),
    ),
  ]);
  return Object.fromEntries(entries.filter(([, rules]) => Object.keys(rules).length > 0));
}

async function main(args: readonly string[]): Promise<void> {
  const folder = args.find((arg) => !arg.startsWith("--"));
  const root = folder === undefined ? fileURLToPath(new URL("../..", import.meta.url)) : resolve(folder);
  const findings = await findingsIn([...pagesOf(root), ...(folder === undefined ? declaredTexts() : [])]);
  const debt = folder === undefined ? (JSON.parse(readFileSync(DEBT, "utf8")) as Counts) : {};
  const allowed = args.includes("--write") ? lowered(countsOf(findings), debt) : debt;
  if (args.includes("--write")) writeFileSync(DEBT, `${JSON.stringify(allowed, undefined, 2)}\n`);
  // Every finding, including those that the debt covers.
  const found = args.includes("--all") ? complaints(findings, {}) : complaints(findings, allowed);
  for (const line of found) console.error(line);
  if (found.length === 0) return;
  console.error("docs/contributing/style.md says how we write.");
  process.exitCode = 1;
}

if (isMain(import.meta.url)) await main(process.argv.slice(2));

/**
 * `node scripts/preview.mjs [FILE]`: writes the effects of an apply as Markdown that fits into a comment (default
 * `preview.md`).
 *
 * Changes nothing. If the preview fails, the file contains the reason, and the exit code is 1.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";

/** GitHub accepts comments of up to 65,536 characters. */
const LONGEST = 60_000;

const { status, stdout, stderr, error } = spawnSync(
  "pulumi",
  // An apply also reverts changes from outside the program.
  ["preview", "--refresh", "--diff", "--suppress-outputs", "--color", "never", "--non-interactive"],
  { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 256 * 1024 * 1024 },
);
const output = error === undefined ? `${stdout}${stderr}` : `pulumi could not be started: ${error.message}`;

/** The counts of changes: the lines under `Resources:` such as `+ 1 to create` or `+-1 to replace`. */
const [, counts = ""] = /^Resources:\n((?: .*\n?)+)/mu.exec(output) ?? [];
const summary = [...counts.matchAll(/[^\w\s]+ ?\d+ to \w+/gu)].join(", ");

/** A fence longer than any in the text, because names in an organization can contain anything. */
const fence = "`".repeat(Math.max(3, ...[...output.matchAll(/`+/gu)].map(([run]) => run.length + 1)));
const shown =
  output.length <= LONGEST
    ? output
    : `${output.slice(0, LONGEST)}\n... cut off; the whole of it is in the job's log.\n`;

const [, , file = "preview.md"] = process.argv;
const heading = status === 0 ? `Preview: ${summary === "" ? "no changes" : summary}` : "Preview failed";
// Forges color a line by its first character.
const coloured = shown.trim().replaceAll(/^( +)([-+]+)/gmu, "$2$1");
writeFileSync(file, `<!-- orgform-preview -->\n### ${heading}\n\n${fence}diff\n${coloured}\n${fence}\n`);
process.stdout.write(output);
process.exitCode = status === 0 ? 0 : 1;

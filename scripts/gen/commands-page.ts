import type { CliCommand } from "../../src/cli/command.ts";

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`).replaceAll(/\s*\n\s*/gu, " ");

/** An option in the form of a help text, without the marks of its parser. */
const flagOf = (flags: string): string => flags.replaceAll(/[<>]/gu, "");

function flagTable({ options }: CliCommand): string {
  const shown = options.filter(({ hidden }) => !hidden);
  if (shown.length === 0) return "";
  const rows = shown.map(({ flags, description }) => `| \`${cell(flagOf(flags))}\` | ${cell(description)} |`);
  return `\n| flag | meaning |\n|---|---|\n${rows.join("\n")}\n`;
}

const TELLS_NOTHING = new Set(["[flags]", "[options]", "<command> [flags]"]);

/** The lines of a usage that say more than that there are flags. */
function usageOf(command: CliCommand): string {
  const lines = command.usage().split("\n");
  // Further lines begin with the names of the command, which the heading says.
  const own = lines.map((line) => line.trim().replace(/^orgform \w+ /u, "")).filter((line) => !TELLS_NOTHING.has(line));
  return own.length === 0 ? "" : `\nTakes ${own.map((line) => `\`${line}\``).join(" or ")}.\n`;
}

/** The part of a help text below its flags: sentences, and indented rows as a list. */
function endOf({ helpEnd }: CliCommand): string {
  const lines = helpEnd.trim().split("\n");
  const shown = lines.map((line) => (/^\s/u.test(line) ? `- \`${line.trim().replace(/\s{2,}/u, "`: ")}` : line));
  return `\n${shown.join("\n")}\n`.replace(/^\s+$/u, "");
}

function sectionsOf(command: CliCommand, names: string, depth: number): string[] {
  const title = `${"#".repeat(depth)} ${names}`;
  const said = command.description() || command.summary();
  const own = `${title}\n\n${said}\n${usageOf(command)}${flagTable(command)}${endOf(command)}`;
  // The functions have pages of their own.
  if (command.name() === "call")
    return [`${own}\nEvery function has a page with its arguments: [functions](functions/index.md).\n`];
  const below = command.commands as readonly CliCommand[]; // -- every command of ours is made by the same class
  return [own, ...below.flatMap((one) => sectionsOf(one, `${names} ${one.name()}`, depth + 1))];
}

/** The page of everything that `orgform --help` and the help of its commands say. */
export function commandsPage(program: CliCommand): string {
  const commands = program.commands as readonly CliCommand[]; // -- as above
  const sections = commands
    .filter((one) => one.name() !== "help")
    .toSorted((left, right) => (left.name() < right.name() ? -1 : 1))
    .flatMap((one) => sectionsOf(one, `orgform ${one.name()}`, 2));
  return `<!-- Written by \`npm run gen\` from src/cli; do not edit. -->

# Commands

${program.description()} \`orgform help\` prints the same, and every command takes \`--help\`.

${sections.join("\n")}`;
}

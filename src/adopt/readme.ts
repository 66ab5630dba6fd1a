import { fileWordsOf, type Program } from "./program.ts";
import { kebabCase } from "./names.ts";
import type { Gap } from "../driver/driver.ts";

/** What to do with a program, in the commands of its engine. */
export interface Steps {
  /** Commands before values are filled in. */
  readonly setUp: readonly string[];
  /** What to fill in, secret by secret. */
  readonly fillIn: readonly { readonly command: string; readonly isRequired: boolean }[];
  readonly preview: string;
  readonly apply: string;
  /** What the preview shows, and what to clean up after the apply. */
  readonly afterwards: string;
}

/** The page that explains what to do with a program. It contains no text from the people who named the objects. */
export function readmeOf({ kinds, leftOut, unread }: Program, steps: Steps): string {
  const sections = [
    "# An organization as code",
    "`orgform adopt` wrote this program. It declares the objects of the organization, and imports them without changes.",
    table(kinds.map(({ definition, objects }) => [kebabCase(fileWordsOf(definition)), String(objects.length)])),
    "## Next steps",
    block([...steps.setUp, ...steps.fillIn.filter((one) => one.isRequired).map(({ command }) => command)]),
    block([steps.preview, steps.apply]),
    steps.afterwards,
    ...secretsSection(steps),
    ...gapsSection("Left out", "No program can declare these. They stay as they are.", leftOut),
    ...gapsSection(
      "Not read",
      "The API key can't read these, or the service doesn't have them. With another key, write the program again.",
      unread,
    ),
  ];
  return `${sections.join("\n\n")}\n`;
}

function table(rows: readonly (readonly string[])[]): string {
  return [["kind", "objects"], ["---", "---"], ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function block(commands: readonly string[]): string {
  return ["```bash", ...commands, "```"].join("\n");
}

function secretsSection({ fillIn }: Steps): string[] {
  if (fillIn.length === 0) return [];
  const optional = fillIn.filter((one) => !one.isRequired);
  return [
    "## Secrets",
    "The program contains no secrets. Fill in the current values. Orgform assumes that they're the ones in the service, and doesn't " +
      "send them. A preview fails while one that is listed under the next steps is missing.",
    ...(optional.length === 0
      ? []
      : [
          "You can leave these out. They then stay as they are in the service:",
          block(optional.map(({ command }) => command)),
        ]),
  ];
}

function gapsSection(title: string, intro: string, gaps: readonly Gap[]): string[] {
  if (gaps.length === 0) return [];
  return [`## ${title}`, intro, gaps.map(({ what, reason }) => `- ${code(what)}: ${code(reason)}`).join("\n")];
}

/** A string on one line, without any markup. */
function code(text: string): string {
  return `\`${text.replaceAll(/[`\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim()}\``;
}

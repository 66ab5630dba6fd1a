import { describe, expect, test } from "@jest/globals";

import type { Program } from "../../../src/adopt/program.ts";
import { readmeOf, type Steps } from "../../../src/adopt/readme.ts";
import { definitionOf } from "../../support/definition-of.ts";

const kind = (name: string, count: number): Program["kinds"][number] => {
  const definition = definitionOf(name);
  const objects = Array.from({ length: count }, (_, index) => ({
    definition,
    id: `o/${index}`,
    words: ["a"],
    inputs: {},
  }));
  return { definition, objects };
};

/** Names of others, in which there is what would end a piece of code or a line. */
const NASTY = "a`b`\n## c\u202E\u2028d";

const PROGRAM: Program = {
  words: ["acme"],
  host: "https://eu.example.com",
  kinds: [kind("Organization", 1), kind("ProjectAccess", 3)],
  secrets: [],
  leftOut: [],
  unread: [],
};

const STEPS: Steps = { setUp: ["set up"], fillIn: [], preview: "preview", apply: "apply", afterwards: "Afterwards." };

const fill = (command: string, isRequired: boolean): Steps["fillIn"][number] => ({ command, isRequired });

const START = `# An organization as code

\`orgform adopt\` wrote this program. It declares the objects of the organization, and imports them without changes.

| kind | objects |
| --- | --- |
| organization | 1 |
| project-accesses | 3 |

## Next steps
`;

const SECRETS = `## Secrets

The program contains no secrets. Fill in the current values. Orgform assumes that they're the ones in the service, and doesn't send them. A preview fails while one that is listed under the next steps is missing.`;

const OPTIONAL = "You can leave these out. They then stay as they are in the service:";

const block = (...commands: readonly string[]): string => ["```bash", ...commands, "```"].join("\n");

/** The parts after the start, each a paragraph. */
const pageWith = (...parts: readonly string[]): string => `${START}\n${parts.join("\n\n")}\n`;

describe("the page beside a program", () => {
  test.each<[string, Steps["fillIn"], string]>([
    ["no secret", [], pageWith(block("set up"), block("preview", "apply"), "Afterwards.")],
    [
      "secrets that it needs",
      [fill("one", true), fill("two", true)],
      pageWith(block("set up", "one", "two"), block("preview", "apply"), "Afterwards.", SECRETS),
    ],
    [
      "secrets that may be left out",
      [fill("one", false), fill("two", false)],
      pageWith(block("set up"), block("preview", "apply"), "Afterwards.", SECRETS, OPTIONAL, block("one", "two")),
    ],
    [
      "some of both",
      [fill("one", false), fill("two", true), fill("three", false), fill("four", true)],
      pageWith(
        block("set up", "two", "four"),
        block("preview", "apply"),
        "Afterwards.",
        SECRETS,
        OPTIONAL,
        block("one", "three"),
      ),
    ],
  ])("names each secret once, where it belongs: %s", (_what, fillIn, page) => {
    expect(readmeOf(PROGRAM, { ...STEPS, fillIn })).toBe(page);
  });

  test("tells what is missing in the program and why, and what others wrote is text on one line", () => {
    const gap = { what: NASTY, reason: NASTY };
    const shown = "- `a b ## c d`: `a b ## c d`";
    const steps = [block("set up"), block("preview", "apply"), "Afterwards."];
    const leftOut = ["## Left out", "No program can declare these. They stay as they are."];
    const unread = [
      "## Not read",
      "The API key can't read these, or the service doesn't have them. With another key, write the program again.",
    ];
    expect(readmeOf({ ...PROGRAM, leftOut: [gap, gap] }, STEPS)).toBe(
      pageWith(...steps, ...leftOut, `${shown}\n${shown}`),
    );
    expect(readmeOf({ ...PROGRAM, unread: [gap] }, STEPS)).toBe(pageWith(...steps, ...unread, shown));
    expect(readmeOf({ ...PROGRAM, leftOut: [gap], unread: [gap] }, STEPS)).toBe(
      pageWith(...steps, ...leftOut, shown, ...unread, shown),
    );
  });
});

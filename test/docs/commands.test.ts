import { describe, expect, test } from "@jest/globals";

import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import { commandsIn, commandsInSentences } from "../support/command-lines.ts";
import { blocksOfKind, byPlace } from "../support/doc-kinds.ts";
import { docPages } from "../support/doc-pages.ts";
import { isInFull } from "../support/extent.ts";
import { complaintsOf } from "../support/known-commands.ts";

const inBlocks = [...blocksOfKind("commands"), ...blocksOfKind("session")].flatMap(commandsIn);
const inSentences = docPages()
  .filter(({ path }) => path !== "DECISIONS.md" && path !== "CHANGELOG.md")
  .flatMap(commandsInSentences);

/** The unique commands, with their first location. */
function once(lines: typeof inBlocks): (readonly [place: string, text: string, line: (typeof inBlocks)[number]])[] {
  const byText = new Map(lines.toReversed().map((line) => [line.words.join(" "), line] as const));
  return [...byText].map(([text, line]) => [line.place, text, line] as const);
}

test("there are commands of every program", () => {
  expect(new Set(inBlocks.map(({ words }) => words[0]))).toEqual(
    new Set([
      "age-keygen",
      "cd",
      "chmod",
      "cp",
      "curl",
      "export",
      "ln",
      "mkdir",
      "node",
      "npm",
      "npx",
      "openssl",
      "orgform",
      "place=providers/registry.terraform.io/orgform/orgform/0.1.0/linux_amd64",
      "pulumi",
      "rm",
      "terraform",
    ]),
  );
});

/** By day, only commands of our own programs: the help of an engine takes a start of it for each command. */
const isDue = ({ words: [program = ""] }: { readonly words: readonly string[] }): boolean =>
  isInFull() || !["pulumi", "terraform", "tofu"].includes(program);

const SLIPS: readonly (readonly [text: string, complaint: string])[] = [
  ["npm run demos", "there is no script demos"],
  ["npm install orgfrom", "nothing here is called orgfrom"],
  ["npx orgforms", "pages use no npx orgforms"],
  ["node scripts/previews.mjs", "there is no scripts/previews.mjs"],
  ["orgform drift --fromat json", "--fromat"],
  ["orgform drift --format jsom", "a value of --format"],
  ["orgform call bulk-delete-persons --project 7", "--project"],
  ["npx @orgform/sandbox --scales 7", "--scales"],
  ["pulumi stak init dev", "no such command"],
  ["pulumi stack initt dev", "initt is no command"],
  ["pulumi up --yess", "--yess"],
  ["pulumi config set orgform:hots x", "orgform:hots"],
  ["pulumi package gen-sdk node_modules/.bin/pulumi-resource-orgform", "node_modules/.bin"],
  ["pulumi do orgform:Domian list", "orgform:Domian"],
  ["pulumi do orgform:listPersons --project 7", "--project"],
  ["terraform aply", "no such command"],
  ["terraform apply -refesh-only", "-refesh-only"],
  ["terraform import orgform_domian.acme x", "orgform_domian"],
  ["teraform apply", "nobody knows the program teraform"],
];

describe("a command", () => {
  const lines = [...inBlocks, ...inSentences].filter(isDue);

  test.each(once(lines))("of %s is what its program takes: %s", async (_place, _text, line) => {
    expect(await complaintsOf(line)).toEqual([]);
  });

  const slips = SLIPS.filter(([text]) => isDue({ words: text.split(" ") }));

  test.each(slips)("would not be taken with a slip: %s", async (text, complaint) => {
    const complaints = await complaintsOf({ place: "", page: "docs/guides/gitops.md", words: text.split(" ") });
    expect(complaints.join("; ")).toContain(complaint);
  });
});

describe("a session", () => {
  test("shows what its program declares", () => {
    const [session] = blocksOfKind("session");
    const [program] = blocksOfKind("Pulumi program").filter(({ page }) => page === session?.page);
    const declared = [...(program?.text ?? "").matchAll(/new orgform\.(\w+)\("(\w+)"/gu)];
    const shown = [...(session?.text ?? "").matchAll(/orgform:(\w+) (\w+) create/gu)];
    expect(shown.map(([, ...one]) => one)).toEqual(declared.map(([, ...one]) => one));
    expect(session?.text).toContain(`+ ${declared.length + 1} to create`);
  });
});

test.each(blocksOfKind("ignore rules").map(byPlace))("the rules of %s can be read", (place, { text }) => {
  expect(() => new IgnoreRules(text, place)).not.toThrow();
  expect(() => new IgnoreRules(text.replace("Member", "Membre"), place)).toThrow(/Membre/u);
});

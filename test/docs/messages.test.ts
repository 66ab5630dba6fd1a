import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "@jest/globals";

import { blocksOfKind, byPlace } from "../support/doc-kinds.ts";
import { REPOSITORY } from "../support/doc-pages.ts";

/** A template with so few words of its own would fit any sentence. */
const FEWEST_LETTERS = 7;

/** The sentences of every message in our sources, with wildcards for values. */
function sentencesOfSources(): RegExp[] {
  const folder = join(REPOSITORY, "src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const templates = files.flatMap((name) => [
    ...readFileSync(join(folder, name), "utf8").matchAll(/message`(?<text>(?:[^`\\]|\\.)*)`/gu),
  ]);
  return templates
    .flatMap(({ groups }) => (groups?.["text"] ?? "").split(/\\n|(?<=\.) (?=[A-Z])/u))
    .map((sentence) => sentence.split(/\$\{[^}]*\}/u))
    .filter((words) => words.join("").replaceAll(/\P{L}/gu, "").length >= FEWEST_LETTERS)
    .map((words) => new RegExp(`^${words.map(escaped).join(".+")}$`, "u"));
}

const escaped = (words: string): string => words.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`);

const known = sentencesOfSources();

const unknownIn = (text: string): string[] =>
  text.split(/\n|(?<=\.) (?=[A-Z])/u).filter((sentence) => !known.some((one) => one.test(sentence)));

test.each(blocksOfKind("message").map(byPlace))("the message of %s is one of ours", (_place, { text }) => {
  expect(unknownIn(text)).toEqual([]);
  const [first = "", ...rest] = text.split("\n");
  const changed = first.replace(/ (?:is|exists) /u, " was ");
  expect(unknownIn([changed, ...rest].join("\n"))).toEqual([changed]);
});

import { blocksOf, type DocBlock, docPages } from "./doc-pages.ts";

/** Programs that only their users' tests run. */
const IN_TESTS = /"@orgform\/sandbox\/testing"|\.setMocks\(/u;

/**
 * The kinds of the fenced blocks in pages, by their first lines or their imports; `test/docs/kinds.test.ts` names the
 * test that checks the blocks of each kind.
 */
const KINDS = {
  sketch: ({ mark }) => mark === "sketch",
  "part of a picture": ({ mark }) => mark === "picture",
  diagram: ({ language }) => language === "mermaid",
  "Pulumi program": ({ language, text }) =>
    language === "ts" && /from "orgform\/pulumi(?:-plugin)?"/u.test(text) && !IN_TESTS.test(text),
  "CDK program": ({ language, text }) => language === "ts" && /from "cdkt[fn]"/u.test(text),
  "program of one's own": ({ language, text }) =>
    language === "ts" && (/from "(?:orgform|@orgform\/sandbox)"/u.test(text) || IN_TESTS.test(text)),
  "YAML program": ({ language, text }) => language === "yaml" && /^resources:/mu.test(text),
  "fleet file": ({ language, text }) => language === "yaml" && /^templates:/mu.test(text),
  "policy file": ({ language, text }) =>
    language === "yaml" && /^(?:rules|ownRules|exceptions):/mu.test(text) && !text.startsWith("modules:"),
  "policy file with modules": ({ language, text }) => language === "yaml" && text.startsWith("modules:"),
  "module of rules": ({ language, text }) => language === "js" && text.includes('from "@orgform/policy"'),
  "watch file": ({ language, text }) =>
    language === "yaml" && /^(?:channels|every|\s*database):/mu.test(text) && !/^templates:/mu.test(text),
  pipeline: ({ language, text }) => language === "yaml" && /^# \.(?:github|gitlab)/u.test(text),
  "Atlantis projects": ({ language, text }) => language === "yaml" && text.startsWith("# atlantis.yaml\n"),
  "fleet event": ({ language, text }) => language === "json" && text.startsWith('{"event":'),
  "plugin folder": ({ language, text }) => language === "yaml" && text.startsWith("plugins:"),
  "CLI configuration": ({ language, text }) => language === "hcl" && text.startsWith("provider_installation"),
  "test of a configuration": ({ language, text }) => language === "hcl" && text.startsWith("run "),
  configuration: ({ language, text }) => language === "hcl" && !/^(?:provider_installation|run )/u.test(text),
  commands: ({ language }) => language === "sh" || language === "bash",
  session: ({ language, text }) => language === "console" && text.startsWith("$ "),
  "import list": ({ language, mark, text }) => language === "json" && mark === "" && text.includes('"resources"'),
  "agent's settings": ({ language, text }) => language === "json" && /"(?:mcpServers|servers)"/u.test(text),
  "ignore rules": ({ language, text }) => language === "text" && /^(?:[A-Z]\w*|\*) \S+$/mu.test(text),
  // A summary without a full stop, and sentences below it.
  message: ({ language, text }) => language === "text" && /^[A-Z][^\n]*[^.\n]\n[A-Z][^]*\.$/u.test(text),
  "Python program": ({ language }) => language === "python",
  "Go program": ({ language }) => language === "go",
  "Java program": ({ language }) => language === "java",
  "C# program": ({ language }) => language === "csharp",
} as const satisfies Readonly<Record<string, (block: DocBlock) => boolean>>;

/** The kind of a block. */
export type BlockKind = keyof typeof KINDS;

/** Every kind. */
export const BLOCK_KINDS = Object.keys(KINDS) as readonly BlockKind[]; // -- the keys of the literal above

/** The possible kinds of a block: one, unless no kind covers such blocks. */
export function kindsOf(block: DocBlock): BlockKind[] {
  const [first, ...more] = BLOCK_KINDS.filter((kind) => KINDS[kind](block));
  return first === undefined ? [] : first === "sketch" ? [first] : [first, ...more];
}

/** The blocks of that kind on all pages. */
export function blocksOfKind(kind: BlockKind): DocBlock[] {
  return docPages()
    .flatMap(blocksOf)
    .filter((block) => kindsOf(block).includes(kind));
}

/** A block by its page and line, as tables of tests take it. */
export const byPlace = (block: DocBlock): readonly [place: string, block: DocBlock] => [
  `${block.page}:${block.line}`,
  block,
];

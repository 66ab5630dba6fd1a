import { type Piece, piecesOf } from "./markdown.ts";

/** The engine that a block of code is for, as its tab is called; undefined for a block that is for none. */
export function engineOf({ isFence, language, text }: Piece): string | undefined {
  if (!isFence) return undefined;
  if (language === "ts" && /from "orgform\/pulumi(?:-plugin)?"/u.test(text)) return "Pulumi";
  if (language === "ts" && /from "(?:cdkt[fn]|@orgform\/cdkt[fn])"/u.test(text)) return "CDK";
  if (language === "yaml" && /^resources:/mu.test(text)) return "Pulumi YAML";
  if (language === "hcl" && !text.includes("provider_installation")) return "Terraform";
  return { python: "Python", go: "Go", java: "Java", csharp: "C#" }[language];
}

interface Tab {
  readonly engine: string;
  readonly text: string;
}

/** The last paragraph of a prose piece, which introduces the block below it, and the text before it. */
function leadOf(prose: string): { readonly before: string; readonly lead: string } {
  const paragraphs = prose.trimEnd().split(/\n{2,}/u);
  const last = paragraphs.at(-1) ?? "";
  const isLead = last.endsWith(":") && !/^(?:#|\||- |<)/u.test(last.trimStart());
  if (!isLead) return { before: prose, lead: "" };
  return { before: paragraphs.slice(0, -1).join("\n\n"), lead: last.trim() };
}

/** Whether a piece contains only such a paragraph. */
function isOnlyLead(prose: string): boolean {
  return leadOf(prose).before.trim() === "" && leadOf(prose).lead !== "";
}

/** The blocks from `index` on that say the same for one engine each, with the paragraphs that lead to them. */
function groupAt(pieces: readonly Piece[], index: number): { readonly tabs: readonly Tab[]; readonly end: number } {
  const tabs: Tab[] = [];
  let at = index;
  for (;;) {
    const [first, second] = [pieces[at], pieces[at + 1]];
    if (first === undefined) break;
    const isLed = !first.isFence && second !== undefined && (first.text.trim() === "" || isOnlyLead(first.text));
    const block = isLed ? second : first;
    const engine = engineOf(block);
    if (engine === undefined || tabs.some((tab) => tab.engine === engine)) break;
    const text = isLed ? `${first.text.trim()}\n\n${block.text}` : block.text;
    tabs.push({ engine, text: text.trim() });
    at += isLed ? 2 : 1;
  }
  return { tabs, end: at };
}

/**
 * A text in which blocks that follow each other, each for another engine, are tabs.
 *
 * Between two of them there may be one paragraph that ends with a colon: on a forge it is what tells them apart. In the
 * site the engine that a reader chooses stays chosen on every page.
 */
export function withEngineTabs(text: string, write: (tabs: readonly Tab[]) => string): string {
  const pieces = piecesOf(text);
  const out: string[] = [];
  let index = 0;
  while (index < pieces.length) {
    const { tabs, end } = groupAt(pieces, index);
    if (tabs.length > 1) {
      const previous = out.pop();
      const { before, lead } = leadOf(previous ?? "");
      if (previous !== undefined) out.push(before);
      const [first, ...others] = tabs;
      if (first !== undefined) out.push(write([{ ...first, text: `${lead}\n\n${first.text}`.trim() }, ...others]));
      index = end;
    } else {
      out.push(pieces[index]?.text ?? "");
      index += 1;
    }
  }
  return out.join("\n");
}

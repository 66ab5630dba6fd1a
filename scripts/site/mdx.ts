import { withEngineTabs } from "./engine-tabs.ts";
import { inProse } from "./markdown.ts";

/** A text for MDX, which takes braces and angle brackets for code, and comments of HTML for a mistake. */
function escaped(text: string): string {
  const withoutComments = inProse(text, (prose) => prose.replaceAll(/<!--[^]*?-->\n?/gu, ""));
  return inProse(withoutComments, (prose) =>
    prose
      .replaceAll(/<(?<url>https?:[^>\s]+)>/gu, "[$<url>]($<url>)")
      .replaceAll(/[{}<]/gu, String.raw`\$&`)
      .replaceAll(/^(?<word>import|export)\b/gmu, (word) => `&#${word.codePointAt(0)};${word.slice(1)}`),
  );
}

/** The form of a page in Astro: Markdown, or MDX if it has tabs. */
export function bodyOf(text: string): { readonly extension: "md" | "mdx"; readonly body: string } {
  let hasTabs = false;
  // The places of tabs, which are put in after everything else was escaped.
  const written: string[] = [];
  const marked = withEngineTabs(text, (tabs) => {
    hasTabs = true;
    const items = tabs.map(({ engine, text }) => `<TabItem label="${engine}">\n\n${escaped(text)}\n\n</TabItem>`);
    written.push(`\n<Tabs syncKey="engine">\n${items.join("\n")}\n</Tabs>\n`);
    return `\n%%TABS${written.length - 1}%%\n`;
  });
  if (!hasTabs) return { extension: "md", body: text };
  const body = escaped(marked).replaceAll(
    /%%TABS(?<index>\d+)%%/gu,
    (_all, index: string) => written[Number(index)] ?? "",
  );
  return { extension: "mdx", body: `import { TabItem, Tabs } from "@astrojs/starlight/components";\n\n${body}` };
}

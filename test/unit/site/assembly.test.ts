import { describe, expect, test } from "@jest/globals";

import { withEngineTabs } from "../../../scripts/site/engine-tabs.ts";
import { withLinks } from "../../../scripts/site/links.ts";
import { inProse, piecesOf } from "../../../scripts/site/markdown.ts";
import { bodyOf } from "../../../scripts/site/mdx.ts";
import { descriptionOf, titleAndText } from "../../../scripts/site/page.ts";
import { themed, withThemedPictures } from "../../../scripts/site/pictures.ts";

const PULUMI = '```ts\nimport * as orgform from "orgform/pulumi";\n```';
const HCL = '```hcl\nresource "orgform_role" "a" {}\n```';

describe("Markdown", () => {
  test("falls into blocks and prose, and is whole again", () => {
    const text = `Before.\n\n${PULUMI}\n\nAfter \`code\`.\n`;
    expect(piecesOf(text).map(({ isFence, language }) => [isFence, language])).toEqual([
      [false, ""],
      [true, "ts"],
      [false, ""],
    ]);
    expect(inProse(text, (prose) => prose)).toBe(text);
  });

  test("is changed outside of code alone", () => {
    const text = "a `a` ``a ` a`` a\n\n```sh\na\n```\na";
    expect(inProse(text, (prose) => prose.replaceAll("a", "b"))).toBe("b `a` ``a ` a`` b\n\n```sh\na\n```\nb");
  });

  test("has a title, and a first paragraph that describes it", () => {
    const { title, text } = titleAndText(
      "x.md",
      "<!-- Written -->\n\n# The `x` page\n\n```sh\na\n```\n\n**Short** [text](y.md).\n",
    );
    expect([title, descriptionOf(text)]).toEqual(["The x page", "Short text."]);
    expect(descriptionOf("Word ".repeat(60))).toMatch(/^(?:Word ){30,39}\.\.\.$/u);
    expect(() => titleAndText("x.md", "no title")).toThrow("x.md has no title");
  });
});

describe("blocks for several engines", () => {
  const tabsOf = (text: string): string =>
    withEngineTabs(text, (tabs) => `[${tabs.map(({ engine }) => engine).join()}]`);

  test("become tabs, with the paragraph that leads to each", () => {
    const text = `A program:\n\n${PULUMI}\n\nIn Terraform:\n\n${HCL}\n\nThe end.`;
    expect(tabsOf(text)).toMatch(/^\n?\[Pulumi,Terraform\]\n\nThe end\.$/u);
    const { extension, body } = bodyOf(text);
    expect(extension).toBe("mdx");
    expect(body).toContain(`<TabItem label="Terraform">\n\nIn Terraform:\n\n${HCL}\n\n</TabItem>`);
  });

  test.each([
    ["of one engine", `${PULUMI}\n\n${PULUMI}`],
    ["with a sentence between them that does not lead over", `${PULUMI}\n\nA sentence.\n\n${HCL}`],
    ["with a heading between them", `${PULUMI}\n\n## Heading\n\n${HCL}`],
    ["alone", `Before:\n\n${HCL}`],
  ])("stay as they are %s", (_how, text) => {
    expect(tabsOf(text)).toBe(text);
    expect(bodyOf(text)).toEqual({ extension: "md", body: text });
  });

  test("leave nothing in the rest of the page that MDX takes for code", () => {
    const { body } = bodyOf(`<!-- a\ncomment -->\nimport {x} <y> \`{z}\` <https://a.example>\n\n${PULUMI}\n\n${HCL}`);
    expect(body).toContain(String.raw`&#105;mport \{x\} \<y> ` + "`{z}` [https://a.example](https://a.example)");
    expect(body).not.toContain("comment");
  });
});

describe("a link", () => {
  const places = {
    pageOf: (path: string, anchor?: string) =>
      path === "docs/guides/people.md"
        ? { route: "guides/people", ...(anchor === undefined ? {} : { anchor }) }
        : undefined,
    assetOf: (path: string) => (path.endsWith(".svg") ? `/base/${path}` : undefined),
    atForge: (path: string) => `https://forge.example/blob/main/${path}`,
  };
  const linked = (text: string): string =>
    withLinks(text, "docs/guides/drift.md", places, (route, anchor = "") => `/base/${route}/#${anchor}`);

  test.each([
    ["[`a` b](people.md#manage-the-full-member-list)", "[`a` b](/base/guides/people/#manage-the-full-member-list)"],
    ["[a](/docs/guides/people.md)", "[a](/base/guides/people/#)"],
    ["![a](../pictures/x.svg)", "![a](/base/docs/pictures/x.svg)"],
    ["[a](../../src/index.ts)", "[a](https://forge.example/blob/main/src/index.ts)"],
    ["[a](#here) [b](https://b.example)", "[a](#here) [b](https://b.example)"],
    ["`[a](people.md)`", "`[a](people.md)`"],
  ])("%s leads to where it is on the site", (text, expected) => {
    expect(linked(text)).toBe(expected);
  });
});

test("a drawing is there in both themes, each without a word of the system's", () => {
  const svg = "<style>\na { b: c; }\n@media (prefers-color-scheme: dark) {\n  a { b: d; }\n  e { f: g; }\n}\n</style>";
  expect(themed(svg, "light")).toBe("<style>\na { b: c; }\n\n</style>");
  expect(themed(svg, "dark")).toBe("<style>\na { b: c; }\n\n  a { b: d; }\n  e { f: g; }\n\n</style>");
  expect(withThemedPictures('![a "b"](/x.svg) `![a](/y.svg)`')).toMatch(
    /<img src="\/x\.light\.svg" alt="a &quot;b&quot;" class="drawing dark:sl-hidden" \/><img src="\/x\.dark\.svg".* `!\[a\]\(\/y\.svg\)`$/u,
  );
});

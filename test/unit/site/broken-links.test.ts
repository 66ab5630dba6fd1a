import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

import { brokenLinks } from "../../../scripts/site/broken-links.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-site-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test("a link that leads nowhere is found, with its page; all others are left alone", () => {
  write(
    "index.html",
    '<a href="/orgform/a/#here">a</a> <a href="/orgform/a.md">m</a> <img src="/orgform/x.svg"> <a href="https://b.example/c">c</a>',
  );
  write(
    "a/index.html",
    '<h2 id="here">H</h2> <a href="../">up</a> <a href="#_top">top</a> <a href="/orgform/?q=1">q</a>',
  );
  write("a.md", "[b](/orgform/index.md) `[c](/orgform/c.md)`");
  write("index.md", "```md\n[c](/orgform/c.md)\n```\n");
  write("x.svg", "<svg/>");
  expect(brokenLinks(folder, "/orgform/")).toEqual([]);
  write(
    "b/index.html",
    '<a href="/orgform/a/#there">a</a> <a href="/orgform/c/">c</a> <a href="/other/">o</a> <img src="y.png">',
  );
  write("a.md", "[c](/orgform/c.md)");
  expect(brokenLinks(folder, "/orgform/").map(({ page, target }) => `${page} ${target}`)).toEqual([
    "a.md /orgform/c.md",
    "b/index.html /orgform/a/#there",
    "b/index.html /orgform/c/",
    "b/index.html /other/",
    "b/index.html y.png",
  ]);
});

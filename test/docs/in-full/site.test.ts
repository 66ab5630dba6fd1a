import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";

import { allPages } from "../../../scripts/site/all-pages.ts";
import { brokenLinks } from "../../../scripts/site/broken-links.ts";
import { serveFolder } from "../../../scripts/site/serve.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { ChromiumPage, findChromium } from "../../support/chromium.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

// Installs the generator and its packages if they are missing, and builds some 250 pages.
jest.setTimeout(900_000);

const OUT = join(REPOSITORY, "dist-site");
const WIDTHS = [360, 820, 1280] as const;
const THEMES = ["light", "dark"] as const;

const browser = findChromium();
const where = browser === undefined ? "(left out: there is no chromium on PATH)" : "";

let server: Server;
let origin: string;

beforeAll(async () => {
  const env = { ...process.env };
  for (const args of [
    ["scripts/set-up.mjs", "site"],
    ["node_modules/tsx/dist/cli.mjs", "scripts/site.ts"],
  ]) {
    const { status, output } = await runProgram(process.execPath, args, { cwd: REPOSITORY, env, timeoutMs: 800_000 });
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${String(status)}\n${output}`);
  }
  ({ server, origin } = await serveFolder(OUT, "/"));
});

afterAll(() => {
  server?.close();
});

describe("a link", () => {
  test("of every page leads somewhere", () => {
    expect(brokenLinks(OUT, "/")).toEqual([]);
  });

  test("that leads nowhere would be found among them", () => {
    const page = join(OUT, "planted");
    mkdirSync(page);
    try {
      writeFileSync(
        join(page, "index.html"),
        '<a href="/guides/people/#nobody">a</a> <a href="/guides/peoples/">b</a>',
      );
      expect(brokenLinks(OUT, "/").map(({ target }) => target)).toEqual(["/guides/people/#nobody", "/guides/peoples/"]);
    } finally {
      rmSync(page, { recursive: true });
    }
  });
});

test("every page is there as Markdown, and no page asks for anything from elsewhere", () => {
  for (const { route } of allPages(REPOSITORY)) {
    const path = route === "" ? "index" : route;
    expect(readFileSync(join(OUT, `${path}.md`), "utf8")).toMatch(/^# /u);
    const html = readFileSync(join(OUT, route, "index.html"), "utf8");
    const loaded = [...html.matchAll(/<(?:script|img|link)\b[^>]*\s(?:src|href)="(?<from>[^"]+)"/gu)];
    const foreign = loaded.filter(
      ({ 0: tag, groups }) => /^https?:/u.test(groups?.["from"] ?? "") && !/rel="(?:canonical|sitemap)"/u.test(tag),
    );
    expect([path, foreign.map(([tag]) => tag)]).toEqual([path, []]);
  }
});

/** Typical questions, with the page that answers them. */
const QUESTIONS: readonly (readonly [question: string, page: string])[] = [
  ["how do I rotate the API key", "/faq/"],
  ["invite expired", "/guides/people/"],
  ["import an existing organization", "/guides/adopt/"],
  ["where are secrets stored", "/faq/"],
  ["unconfirmed_absence", "/errors/unconfirmed_absence/"],
  ["saml single sign-on", "/guides/single-sign-on/"],
  ["what happens after a crash", "/recovery/"],
  ["rate limit of a fleet", "/guides/fleet-limits/"],
  ["terraform write-only certificate", "/guides/terraform/"],
  ["permanently delete a person", "/guides/functions/"],
  ["people without a second factor", "/reference/rules/second-factor-missing/"],
  ["rule certificate-ends", "/reference/rules/certificate-ends/"],
];

// This needs a browser, which `.ci/run` installs.
(browser === undefined ? describe.skip : describe)(`the site in headless Chromium ${where}`, () => {
  let shown: ChromiumPage;
  beforeAll(async () => {
    shown = await ChromiumPage.open(browser ?? "", `${origin}/`);
    await shown.show(1280, 900);
  });
  afterAll(() => shown?.close());

  const go = (path: string): Promise<void> => shown.go(`${origin}${path}`);
  const list = async (expression: string): Promise<string[]> =>
    JSON.parse(String(await shown.evaluate(`JSON.stringify(${expression})`))) as string[];

  /** Opens the search by its keys, once its script is there. */
  async function openSearch(): Promise<void> {
    await shown.until("document.querySelector('.pagefind-ui__search-input') !== null");
    await shown.press("k", "Control");
    await shown.until("document.activeElement?.matches('.pagefind-ui__search-input') === true");
  }

  /** Addresses of the search results in the page's own dialog, best first. */
  async function found(question: string): Promise<string[]> {
    await go("/");
    await openSearch();
    await shown.type(question);
    const message = `document.querySelector(".pagefind-ui__message")?.textContent ?? ""`;
    await shown.until(`(${message}).includes(${JSON.stringify(question)})`);
    const links = "[...document.querySelectorAll('.pagefind-ui__result-inner > .pagefind-ui__result-title > a')]";
    // Results are shown one by one, as their texts arrive.
    await shown.until(
      `/^No results/.test((${message}).trim()) ||
        (${links}.length > 0 && document.querySelector(".pagefind-ui__result .pagefind-ui__loading") === null)`,
    );
    return list(`${links}.map(({ pathname }) => pathname)`);
  }

  test.each(QUESTIONS)("a search for %s finds %s", async (question, page) => {
    const pages = await found(question);
    expect(pages.slice(0, 5)).toContain(page);
  });

  test("an engine that was chosen stays chosen on every page", async () => {
    const chosen = "document.querySelector('[role=tab][aria-selected=true]').textContent.trim()";
    await go("/reference/domain/");
    expect(await shown.evaluate(chosen)).toBe("Pulumi");
    await shown.evaluate(
      "[...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent.trim() === 'Terraform').click()",
    );
    for (const path of ["/reference/role/", "/", "/guides/exports/"]) {
      await go(path);
      expect([path, await shown.evaluate(chosen)]).toEqual([path, "Terraform"]);
    }
    await shown.evaluate("localStorage.clear()");
  });

  test("everything can be reached by the keyboard", async () => {
    await go("/reference/domain/");
    const focused = "document.activeElement.textContent.trim()";
    await shown.press("Tab");
    expect(await shown.evaluate(focused)).toBe("Skip to content");
    await shown.evaluate("document.querySelector('[role=tab][aria-selected=true]').focus()");
    await shown.press("ArrowRight");
    expect(await shown.evaluate(focused)).toBe("Pulumi YAML");
    expect(await shown.evaluate("document.activeElement.getAttribute('aria-selected')")).toBe("true");
    await shown.evaluate("localStorage.clear(); document.activeElement.blur()");
    await openSearch();
    await shown.press("Escape");
    await shown.until("document.querySelector('dialog[open]') === null");
  });

  const SAMPLES = [
    "/",
    "/tutorial/",
    "/guides/people/",
    "/guides/fleets/",
    "/reference/domain/",
    "/troubleshooting/",
    "/errors/timeout/",
  ];

  test.each(THEMES.flatMap((theme) => SAMPLES.map((path) => [path, theme] as const)))(
    "%s has contrast and names for whoever does not see it, %s",
    async (path, theme) => {
      await shown.show(1280, 900, theme);
      await go(path);
      await shown.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(theme)}`);
      // After the page has loaded, a script makes long lines of code reachable by keyboard.
      await shown.until(
        "[...document.querySelectorAll('pre')].every((pre) => pre.scrollWidth <= pre.clientWidth || pre.tabIndex === 0)",
      );
      await shown.evaluate(readFileSync(join(REPOSITORY, "site/node_modules/axe-core/axe.min.js"), "utf8"));
      const run = `axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa"] }).then(({ violations }) => JSON.stringify(
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html.slice(0, 200)))))`;
      expect(JSON.parse(String(await shown.evaluate(run)))).toEqual([]);
    },
  );

  test("contrast that is too low would be found", async () => {
    await go("/errors/timeout/");
    await shown.evaluate(
      "document.querySelector('main p').style.color = '#999'; document.querySelector('main p').style.background = '#fff'",
    );
    await shown.evaluate(readFileSync(join(REPOSITORY, "site/node_modules/axe-core/axe.min.js"), "utf8"));
    const run = `axe.run({ runOnly: ["color-contrast"] }).then(({ violations }) => violations.map(({ id }) => id).join())`;
    expect(await shown.evaluate(run)).toBe("color-contrast");
  });

  test.each(WIDTHS)("no page is wider than a screen of %d pixels", async (width) => {
    await shown.show(width, 800);
    const wide: string[] = [];
    const routes = allPages(REPOSITORY).map(({ route }) => (route === "" ? "/" : `/${route}/`));
    for (const path of width === WIDTHS[0] ? routes : SAMPLES) {
      await go(path);
      if ((await shown.evaluate("document.documentElement.scrollWidth <= innerWidth")) !== true) wide.push(path);
    }
    expect(wide).toEqual([]);
  });
});

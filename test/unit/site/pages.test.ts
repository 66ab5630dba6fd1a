import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";

import { RULES } from "../../../packages/policy/src/index.ts";
import { guideFiles } from "../../../scripts/release/terraform/guides.ts";
import { allPages } from "../../../scripts/site/all-pages.ts";
import { engineOf } from "../../../scripts/site/engine-tabs.ts";
import { asMarkdown, llmsFull, llmsList } from "../../../scripts/site/for-programs.ts";
import { piecesOf } from "../../../scripts/site/markdown.ts";
import { homeOf, placesIn } from "../../../scripts/site/places.ts";
import { SERVICES } from "../../../scripts/site/services.ts";
import { type Part, sidebarOf } from "../../../scripts/site/sidebar.ts";
import { sourceOf } from "../../../scripts/site/write-sources.ts";
import { program } from "../../../src/cli/program.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { API_ERROR_CODES } from "../../../src/client/errors.ts";
import { PROBLEM_CODES } from "../../../src/model/diagnostics.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import { kebabName } from "../../../src/model/names.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";

const home = homeOf({
  homepage: "https://acme.example/orgform",
  repository: { url: "git+https://forge.example/orgform.git" },
});
const pages = allPages(REPOSITORY);
const places = placesIn(REPOSITORY, pages, home);
const sidebar = sidebarOf(pages);
const sources = { root: REPOSITORY, pages, sidebar, places, home, about: "A sentence." };

const routesOf = ({ routes, parts = [] }: Part): readonly string[] => [...routes, ...parts.flatMap(routesOf)];
const pageAt = (route: string) => {
  const page = pages.find((one) => one.route === route);
  if (page === undefined) throw new Error(`There is no page ${route}.`);
  return page;
};

test("every guide, reference page and example is a page, and so is every error code", () => {
  const routes = pages.map(({ route }) => route);
  const guides = readdirSync(join(REPOSITORY, "docs/guides")).filter((name) => name.endsWith(".md"));
  expect(routes).toEqual(expect.arrayContaining(guides.map((name) => `guides/${name.replace(".md", "")}`)));
  const named = resources.filter(({ kind }) => kind !== "action").map(({ name }) => `reference/${kebabName(name)}`);
  expect(routes).toEqual(expect.arrayContaining(named));
  const codes = Object.keys({ ...PROBLEM_CODES, ...API_ERROR_CODES }).map((code) => `errors/${code}`);
  expect(routes.filter((route) => route.startsWith("errors/"))).toEqual(codes.toSorted());
  const rules = ["reference/rules", ...RULES.map(({ id }) => `reference/rules/${id}`)];
  expect(routes).toEqual(expect.arrayContaining(rules));
  expect(new Set(routes).size).toBe(routes.length);
});

test("the list of pages has each of them once", () => {
  const listed = sidebar.flatMap(routesOf);
  expect(listed.toSorted()).toEqual(pages.map(({ route }) => route).toSorted());
  expect(sidebar.map(({ label }) => label)).toEqual([
    "Start",
    "How-to guides",
    "Reference",
    "Explanation",
    "Help",
    "Examples",
    "Project",
  ]);
});

test("a guide that nobody has put into the list is in it all the same", () => {
  const unheard = { ...pageAt("guides/people"), route: "guides/unheard" };
  const [, guides] = sidebarOf([...pages, unheard]);
  expect(guides?.parts?.at(-1)?.routes).toContain("guides/unheard");
});

describe("a page", () => {
  test("of an error code says what is declared, and which pages speak of it", () => {
    const { text } = pageAt("errors/unconfirmed_absence");
    expect(text).toContain(PROBLEM_CODES.unconfirmed_absence.summary);
    expect(text).toContain(PROBLEM_CODES.unconfirmed_absence.remedy);
    expect(text).toContain("(/docs/troubleshooting.md)");
  });

  test("of a reference says which services it is about, as it is declared", () => {
    expect(pageAt("reference/identity-provider").services).toEqual(["2026-09"]);
    expect(pageAt("reference/plugin").services).toEqual(["contract", "2025-08", "2026-09, going"]);
    expect(pageAt("reference/functions/get-identity-provider").services).toEqual(["2026-09"]);
    expect(pageAt("reference/domain").services).toEqual(["contract", "2025-08", "2026-09"]);
  });

  test("of a guide says that it is about the newest service alone when its first program needs that, and else not", () => {
    const isNew = new Set(
      resources.filter((one) => hookOf(one, "availability")?.since !== undefined).map(({ name }) => name),
    );
    const told = pages.flatMap(({ route, text, services }) => {
      const [program] = piecesOf(text).filter((piece) => engineOf(piece) === "Pulumi");
      if (program === undefined || !route.startsWith("guides/")) return [];
      const declared = [...program.text.matchAll(/new orgform\.(?<name>\w+)\(/gu)].map(
        ({ groups }) => groups?.["name"],
      );
      const needed = declared.some((name = "") => isNew.has(name)) ? ["2026-09"] : [...SERVICES];
      return [{ route, services, needed }];
    });
    expect(told.length).toBeGreaterThan(5);
    expect(told.filter(({ services, needed }) => services?.join() !== needed.join())).toEqual([]);
  });

  test("of the front has the first program of README.md for every engine", () => {
    const { extension, text } = sourceOf(pageAt(""), sources);
    expect(extension).toBe("mdx");
    expect([...text.matchAll(/<TabItem label="(?<label>[^"]*)">/gu)].map(({ groups }) => groups?.["label"])).toEqual([
      "Pulumi",
      "Pulumi YAML",
      "Terraform",
      "CDK",
    ]);
    expect(text).toContain("(/orgform/overview/#use-it)");
  });

  test("of the commands has each of them with its flags, and no function, which have pages of their own", async () => {
    const { text } = pageAt("reference/commands");
    const { commands } = await program("all");
    const named = commands.map((command) => command.name()).filter((name) => name !== "help");
    expect(named.filter((name) => !text.includes(`\n## orgform ${name}\n`))).toEqual([]);
    expect(text).toContain("| `--strict` | Also report objects");
    expect(text).not.toContain("list-persons");
  });

  test("of an example has its files", () => {
    expect(pageAt("examples/terraform").text).toContain(
      readFileSync(join(REPOSITORY, "examples/terraform/main.tf"), "utf8").trim(),
    );
  });

  test("leads to its source: a generated one to what it is generated from", () => {
    expect(pageAt("guides/people").edit).toBe("docs/guides/people.md");
    expect(pageAt("reference/settings").edit).toBe("src/app/settings.ts");
    expect(pageAt("reference/rules/owners-count").edit).toBe("packages/policy/src/rules");
    expect(pageAt("errors/timeout").edit).toBe("src/client/error-codes.ts");
    expect(sourceOf(pageAt("guides/people"), sources).text).toContain(
      'editUrl: "https://forge.example/orgform/edit/main/docs/guides/people.md"',
    );
  });
});

describe("for programs", () => {
  test("every link of every page as Markdown leads to a page as Markdown", () => {
    const markdown = asMarkdown(pageAt("guides/people"), places, home);
    expect(markdown).toMatch(
      /^# Manage people: invites, members, and roles\n\nServices: contract; 2025-08; 2026-09\n/u,
    );
    expect(markdown).toContain("[Membership](/orgform/reference/membership.md)");
  });

  test("the list names every page with what it is, and the whole has them all", () => {
    const list = llmsList(pages, sidebar, "A sentence.", home);
    expect(list).toMatch(/^# Orgform\n\n> A sentence\.\n/u);
    for (const { route } of pages) expect(list).toContain(`(/orgform/${route === "" ? "index" : route}.md): `);
    const whole = llmsFull(new Map(pages.map(({ route }) => [route, `text of "${route}"`])), sidebar);
    for (const { route } of pages) expect(whole).toContain(`text of "${route}"`);
  });
});

test("a link to a file that is not there fails the assembly", () => {
  const broken = { ...pageAt("guides/people"), text: "[a](nowhere.md)" };
  expect(() => asMarkdown(broken, places, home)).toThrow(
    "A page has a link to docs/guides/nowhere.md, which is not there.",
  );
});

test("guides of Terraform's registry link to pages of the site", () => {
  const routes = pages.map(({ route }) => route);
  const links = [...guideFiles().values()].flatMap((text) => [...text.matchAll(/\]\((?<to>[^)]+)\)/gu)]);
  const linked = links.map(({ groups }) => /^https:\/\/[^/]+\/(?<route>[^#]+)\/(?:#.*)?$/u.exec(groups?.["to"] ?? ""));
  const found = linked.map((one) => one?.groups?.["route"]);
  expect(found).toContain("guides/switch");
  expect(routes).toEqual(expect.arrayContaining(found));
});

import { describe, expect, test } from "@jest/globals";

import { PageSearch } from "../../../src/cli/mcp/search.ts";
import { Workspace } from "../../../src/cli/mcp/workspace.ts";

const section = (page: string, heading: string, text: string) => ({
  page,
  title: `Page ${page}`,
  heading,
  text,
});

const SECTIONS = [
  section("a", "First", "Nothing here.\nThe owner of a samlEntityId is named.\nAnd more."),
  section("b", "Owners", "Somebody owns it."),
  section("c", "Last", `${"long ".repeat(200)}\nzebra ${"tail ".repeat(200)}`),
];

describe("a search", () => {
  const search = new PageSearch(SECTIONS);
  const found = (question: string, most = 5) =>
    search.find(question, most).map(({ section: { page }, snippet }) => [page, snippet]);

  test("shows the text from the line with the first of the words, and cuts it", () => {
    expect(found("samlEntityId")).toEqual([["a", "The owner of a samlEntityId is named.\nAnd more."]]);
    expect(found("entity")).toEqual([["a", "The owner of a samlEntityId is named.\nAnd more."]]);
    const [[page, snippet] = []] = found("zebra");
    expect([page, snippet?.startsWith("zebra tail"), snippet?.endsWith(" ...")]).toEqual(["c", true, true]);
    expect((snippet ?? "").length).toBeLessThan(1000);
  });

  test("prefers headings, finds beginnings of words, and gives no more than asked", () => {
    expect(found("owners").map(([page]) => page)[0]).toBe("b");
    expect(found("owner", 1)).toHaveLength(1);
    expect(found("owner").length).toBeGreaterThan(1);
    // A word of the heading alone: the text begins at its first line.
    expect(found("Last")[0]?.[1]?.startsWith("long long")).toBe(true);
    expect(found("nowhere")).toEqual([]);
  });
});

describe("a workspace", () => {
  test.each([
    ["ORGFORM_API_KEY", "phx_12", true],
    ["AWS_SECRET_ACCESS_KEY", "12345678", true],
    ["PULUMI_CONFIG_PASSPHRASE", "12345678", true],
    ["db_password", "12345678", true],
    ["MY_TOKEN", "1234567", false],
    ["EDITOR_NAME", "a long name", false],
  ])("hides the value of %s=%s: %s", (name, value, isHidden) => {
    const workspace = new Workspace(".", undefined, { [name]: value });
    expect(workspace.redact(`before ${value} after`).includes(value)).toBe(!isHidden);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import type { OrganizationResult, RunResults } from "../../../packages/fleet/src/ci/run-results.ts";
import { runPage } from "../../../packages/fleet/src/page/run-page.ts";
import { ChromiumPage, findChromium } from "../../support/chromium.ts";

const NONE = { create: 0, update: 0, replace: 0, delete: 0 };

/** A run of 1,000 organizations, of which every hundredth failed and every tenth waits. */
const ORGANIZATIONS = Array.from({ length: 1000 }, (_, index): OrganizationResult => {
  const one = { name: `customer-${index}`, template: "standard", wave: 1 + Math.floor(index / 500), changes: NONE };
  if (index % 100 === 0)
    return { ...one, state: "failed", message: `No seat is left for ${one.name}.`, durationMs: 900 };
  return index % 10 === 0 ? { ...one, state: "waiting" } : { ...one, state: "succeeded", calls: 5, durationMs: 4000 };
});
const RESULTS: RunResults = {
  schemaVersion: 1,
  fleet: "customers",
  action: "up",
  state: "stopped",
  started: "2026-11-20T10:00:00.125Z",
  ended: "2026-11-20T11:01:05.500Z",
  organizations: ORGANIZATIONS,
};

const browser = findChromium();
const where = browser === undefined ? "(left out: there is no chromium on PATH)" : "";

// Without a browser there is nothing to look with; `.ci/run` installs one.
(browser === undefined ? describe.skip : describe)(
  `the page of a run of 1,000 organizations in Chromium ${where}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), "orgform-run-page-"));
    const address = pathToFileURL(join(folder, "run.html")).href;
    let page: ChromiumPage;
    beforeAll(async () => {
      const file = join(folder, "run.html");
      const options = { written: "2026-11-20T12:00:00Z", words: (command: string) => `orgform fleet ${command}` };
      writeFileSync(file, runPage({ results: RESULTS, problems: [] }, options));
      page = await ChromiumPage.open(browser ?? "", "about:blank");
      await page.show(1000, 1000, "light");
      await page.go(address);
    });
    afterAll(async () => {
      await page.close();
      rmSync(folder, { recursive: true });
    });

    test.each([400, 1000, 1900])("is as wide as its window of %d pixels", async (width) => {
      await page.show(width, 1000, "light");
      expect(await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")).toBe(
        false,
      );
    });

    /** Types a name, and returns the number of rows that are shown, as the page counts them and as they are. */
    const named = (text: string): Promise<unknown> =>
      page.evaluate(`(() => {
        const name = document.querySelector("[type=search]");
        name.value = ${JSON.stringify(text)};
        name.dispatchEvent(new Event("input", { bubbles: true }));
        const shown = [...document.querySelectorAll("tbody tr")].filter((row) => row.offsetHeight > 0);
        return [document.querySelector("output").textContent, shown.length];
      })()`);
    const choose = (state: string): Promise<unknown> =>
      page.evaluate(`document.querySelector("[name=shown][value=${state}]").click()`);

    test("shows the rows of names that have a text, of all states or of one, also after it's loaded again", async () => {
      for (const [text, rows] of [
        ["customer-77", 11],
        [" CUSTOMER-77 ", 11],
        ["770", 1],
        ["standard", 0],
        ['<b> | "', 0],
      ] as const)
        expect(await named(text)).toEqual([`${rows} of 1000`, rows]);
      await choose("waiting");
      expect(await named("customer-7")).toEqual(["10 of 1000", 10]);
      await page.go("about:blank");
      await page.go(address);
      expect(
        await page.evaluate("[document.querySelector('output').textContent, document.querySelector(':checked').value]"),
      ).toEqual(["10 of 1000", "waiting"]);
      await choose("all");
      expect(await named("")).toEqual(["", 1000]);
    });

    /** The number of rows that the browser has laid out. */
    const laidOut = (): Promise<unknown> =>
      page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const cells = [...document.querySelectorAll("tbody tr td:first-child")];
        done(cells.filter((cell) => cell.checkVisibility({ contentVisibilityAuto: true })).length);
      })))`);

    test.each([400, 1000, 1900])("lays out the rows in sight at %d pixels, and all of them on paper", async (width) => {
      await page.show(width, 1000, "light");
      await page.evaluate("scrollTo(0, 0)");
      expect(Number(await laidOut())).toBeLessThan(100);
      await page.print();
      expect(await laidOut()).toBe(1000);
      await page.show(width, 1000, "light");
    });

    test.each([
      ["failed", 10],
      ["waiting", 90],
      ["succeeded", 900],
      ["running", undefined],
      ["all", 1000],
    ])("shows the rows of %s alone: %s", async (value, rows) => {
      const shown = await page.evaluate(`(() => {
      const choice = document.querySelector("[name=shown][value=${value}]");
      if (choice === null) return undefined;
      choice.click();
      return [...document.querySelectorAll("tbody tr")].filter((row) => row.offsetHeight > 0).length;
    })()`);
      expect(shown).toBe(rows);
    });
  },
);

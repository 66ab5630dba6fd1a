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
    let page: ChromiumPage;
    beforeAll(async () => {
      const file = join(folder, "run.html");
      const options = { written: "2026-11-20T12:00:00Z", words: (command: string) => `orgform fleet ${command}` };
      writeFileSync(file, runPage({ results: RESULTS, problems: [] }, options));
      page = await ChromiumPage.open(browser ?? "", "about:blank");
      await page.show(1000, 1000, "light");
      await page.go(pathToFileURL(file).href);
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

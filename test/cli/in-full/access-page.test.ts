import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { htmlReport } from "../../../src/cli/access/formats/html.ts";
import { accessReport } from "../../../src/cli/access/report.ts";
import { ChromiumPage, findChromium } from "../../support/chromium.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";

const PEOPLE = 200;
const PROJECTS = 50;

/** An organization of 200 people in ten roles, and 50 projects, each open to one role. */
function picture() {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    email: `person-with-a-long-name-${index}@acme.example`,
    level: index === 0 ? "owner" : "member",
  }));
  const roles = Array.from({ length: 10 }, (_, index) => ({
    roleId: `r${index}`,
    name: `Role ${index}`,
    members: people.filter((_one, at) => at % 10 === index).map(({ email }) => email),
  }));
  const projects = Array.from({ length: PROJECTS }, (_, index) => ({
    projectId: String(index),
    name: `Project number ${index}`,
  }));
  const rule = { resource: "project", resourceId: null, email: null };
  const accessRules = projects.flatMap(({ projectId }, index) => [
    { ...rule, projectId, roleId: null, level: "none" },
    { ...rule, projectId, roleId: `r${index % 10}`, level: "member" },
  ]);
  const organization = { usesMostSpecificAccess: true, features: ["access_control", "role_based_access"] };
  return pictureOfExample({ organization, sections: { people, roles, projects, accessRules } });
}

const browser = findChromium();
const where = browser === undefined ? "(left out: there is no chromium on PATH)" : "";

// This needs a browser, which `.ci/run` installs.
(browser === undefined ? describe.skip : describe)(`the page of \`orgform access\` in Chromium ${where}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-access-page-"));
  let page: ChromiumPage;
  beforeAll(async () => {
    const file = join(folder, "access.html");
    writeFileSync(file, htmlReport(accessReport(picture(), {})));
    page = await ChromiumPage.open(browser ?? "", "about:blank");
    await page.go(pathToFileURL(file).href);
  });
  afterAll(async () => {
    await page.close();
    rmSync(folder, { recursive: true });
  });

  /** Fills in the form, as somebody who filters does. */
  const filter = (fields: Readonly<Record<string, string | boolean>>): Promise<unknown> =>
    page.evaluate(`(() => {
      document.forms[0].reset();
      for (const [name, value] of Object.entries(${JSON.stringify(fields)}))
        document.forms[0][name][typeof value === "boolean" ? "checked" : "value"] = value;
      document.forms[0].dispatchEvent(new Event("input"));
    })()`);

  test.each([400, 1000, 1900])("keeps its header and its first column in sight at %d pixels", async (width) => {
    await page.show(width, 900);
    await filter({});
    const seen = await page.evaluate(`(() => {
      const matrix = document.querySelector(".matrix"), table = matrix.firstElementChild;
      matrix.scrollTo(500, 3000);
      const box = matrix.getBoundingClientRect();
      const head = table.tHead.rows[0].cells[5].getBoundingClientRect();
      const person = table.tBodies[0].rows[80].cells[0].getBoundingClientRect();
      const own = document.documentElement;
      return { top: Math.round(head.top - box.top), left: Math.round(person.left - box.left), wide: own.scrollWidth > own.clientWidth,
        room: head.height < innerHeight / 3 };
    })()`);
    expect(seen).toEqual({ top: 1, left: 1, wide: false, room: true });
  });

  test("shows the whole width of 50 projects as letters", async () => {
    await page.show(1900, 900);
    const isWhole = "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.matrix'))";
    await filter({});
    expect(await page.evaluate(isWhole)).toBe(false);
    await filter({ short: true });
    expect(await page.evaluate(isWhole)).toBe(true);
  });

  test("filters people and projects, and says how many are left", async () => {
    await filter({ person: "role 3", project: "number 3", level: "member" });
    expect(await page.evaluate("document.querySelector('output').textContent")).toBe(
      "20 of 200 people, 11 of 50 projects",
    );
    await filter({ person: "role 3", project: "number 4", level: "admin" });
    expect(await page.evaluate("document.querySelector('output').textContent")).toMatch(/^0 of 200 people/u);
  });

  test("tells the reason of a cell that somebody chooses", async () => {
    await filter({});
    await page.evaluate("document.querySelectorAll('.matrix tbody tr')[1].cells[1].click()");
    expect(await page.evaluate("document.querySelector('.reason').textContent")).toBe(
      "person-with-a-long-name-1@acme.example, Project number 0: none (default rule)",
    );
  });
});

import { afterEach, describe, expect, test } from "@jest/globals";
import { ChromiumPage, findChromium } from "../../support/chromium.ts";
import { type Fixture, openFixture } from "./client.ts";

const FOUNDER = { email: "founder@acme.example" };
const CERTIFICATE = "MIIC-certificate-of-the-page-test";
/** A name that does harm if a page interprets it as markup. */
const MARKUP = "<img src=x onerror=document.title='harmed'>";

let fixture: Fixture;
afterEach(() => fixture.close());

const page = async (query = ""): Promise<string> =>
  (await fixture.call("GET", `/${query}`, undefined, { key: null })).text;

describe("sandboxOnly: the page", () => {
  test("shows members, invites, domains, roles, keys, faults and requests of the organization", async () => {
    fixture = await openFixture();
    await fixture.call("POST", fixture.at("domains/"), { domain: "page.example.com" });
    await fixture.call(
      "POST",
      fixture.at("invites/"),
      { target_email: "invited@example.com" },
      {
        key: fixture.sandbox.control.createKey({ ...FOUNDER, label: "legacy", scopes: null }).apiKey,
      },
    );
    await fixture.call("POST", fixture.at("roles/"), { name: "Readers" });
    fixture.sandbox.control.addFault({ kind: "delay", delayMs: 1, method: "PUT" });
    const html = await page();
    for (const text of ["founder@acme.example", "owner", "page.example.com", "invited@example.com", "Readers"]) {
      expect(html).toContain(`<td>${text}</td>`);
    }
    for (const text of ["legacy", "delay", fixture.at("domains/")]) expect(html).toContain(`<td>${text}</td>`);
  });

  test("shows an invite as expired as soon as the clock says so", async () => {
    fixture = await openFixture({ now: "2030-01-01T00:00:00Z" });
    await fixture.call("POST", fixture.at("invites/"), { target_email: "late@example.com" });
    expect(await page()).toContain("<td>open</td>");
    fixture.sandbox.control.setClock("2030-01-05T00:00:00Z");
    expect(await page()).toContain("<td>expired</td>");
  });

  test("shows no key, token or certificate", async () => {
    fixture = await openFixture();
    const { control } = fixture.sandbox;
    const { id } = (await fixture.call("POST", fixture.at("domains/"), { domain: "page.example.com" })).json;
    control.updateDomain(id, { saml_x509_cert: CERTIFICATE });
    await fixture.call("GET", `/api/organizations/?personal_api_key=${fixture.sandbox.apiKey}`, undefined, {
      key: null,
    });
    const snapshot = control.snapshot().tables as Record<string, Record<string, string>[]>;
    const secrets = [
      CERTIFICATE,
      ...(snapshot["keys"] ?? []).map((key) => key["value"] ?? "?"),
      ...(snapshot["projects"] ?? []).map((project) => project["api_token"] ?? "?"),
    ];
    const html = await page();
    expect(html).toContain("<td>set</td>");
    expect(secrets.filter((secret) => html.includes(secret))).toEqual([]);
    expect(html).toContain(`phx_…${fixture.sandbox.apiKey.slice(-4)}`);
  });

  test("shows batch exports with the state of their runs, and nothing about their destinations", async () => {
    fixture = await openFixture({ now: "2030-01-01T00:00:00Z" });
    const config = {
      bucket_name: "b",
      region: "eu",
      prefix: "p",
      aws_access_key_id: "AKIA-page",
      aws_secret_access_key: "hidden-page",
    };
    const body = { name: "Nightly", interval: "day", destination: { type: "S3", config } };
    const { id } = (await fixture.call("POST", fixture.at("batch_exports/"), body)).json;
    expect(await page()).toMatch(/Nightly<.*>S3<.*>day<.*>active<.*>none</);
    fixture.sandbox.control.advanceClock(2.5 * 86_400);
    expect(await page()).toMatch(/Nightly<.*>active<.*>Completed</);
    await fixture.call("POST", fixture.at(`batch_exports/${id}/pause/`));
    const html = await page();
    expect(html).toMatch(/Nightly<.*>paused</);
    expect([html.includes("AKIA-page"), html.includes("hidden-page")]).toEqual([false, false]);
  });

  test("shows the organization in the URL, or else the first one", async () => {
    fixture = await openFixture();
    const second = fixture.sandbox.control.createOrganization({ ...FOUNDER, name: "Second" });
    expect(await page()).toContain(`<code>${fixture.sandbox.organizationId}</code>`);
    expect(await page(`?organization=${second.id}`)).toContain(`<code>${second.id}</code>`);
    expect(await page("?organization=nonsense")).toContain(`<code>${fixture.sandbox.organizationId}</code>`);
  });

  test("says that there is no organization", async () => {
    fixture = await openFixture({ seed: "empty" });
    expect(await page()).toContain("There is no organization yet.");
  });

  test("doesn't count as a request: it isn't in the log, and no fault hits it", async () => {
    fixture = await openFixture();
    fixture.sandbox.control.addFault({ kind: "status", status: 500, times: 0 });
    expect(await page()).toContain("<h1>Sandbox</h1>");
    expect(fixture.sandbox.control.requests()).toEqual([]);
  });

  test("responds to HEAD, and only allows its own script and style", async () => {
    fixture = await openFixture();
    const head = await fixture.call("HEAD", "/", undefined, { key: null });
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([200, "", "text/html; charset=utf-8"]);
    expect(head.headers.get("content-security-policy")).toMatch(/^default-src 'none';.* script-src 'sha256-[^' ]+'$/);
  });
});

const browser = findChromium();
const where = browser === undefined ? "(left out: there is no chromium on PATH)" : "";

// Requires a browser, which `.ci/run` installs.
(browser === undefined ? describe.skip : describe)(`sandboxOnly: the page in headless Chromium ${where}`, () => {
  let shown: ChromiumPage;
  afterEach(() => shown.close());

  const open = async (): Promise<void> => {
    fixture = await openFixture();
    shown = await ChromiumPage.open(browser ?? "", `${fixture.sandbox.host}/`);
    await shown.until("document.body?.innerText.includes('founder@acme.example') === true");
  };
  const says = (text: string): string => `document.body.innerText.includes(${JSON.stringify(text)})`;

  test("updates itself without a reload", async () => {
    await open();
    await shown.evaluate("window.loadedOnce = true");
    const created = await fixture.call("POST", fixture.at("domains/"), { domain: "fresh.example.com" });
    await shown.until(says("fresh.example.com"));
    await shown.until(`document.querySelector("#requests td:nth-child(4)").textContent === "201"`);
    await fixture.call("DELETE", fixture.at(`domains/${created.json.id}/`));
    await shown.until(`!${says("fresh.example.com")}`);
    expect(await shown.evaluate("window.loadedOnce")).toBe(true);
  });

  test("doesn't interpret names as markup", async () => {
    await open();
    fixture.sandbox.control.createOrganization({ ...FOUNDER, name: MARKUP });
    await shown.until(says(MARKUP));
    expect(await shown.evaluate("[document.images.length, document.title]")).toEqual([0, "Sandbox"]);
  });

  test("doesn't touch what hasn't changed", async () => {
    await open();
    await shown.evaluate(`document.getElementById("members").dataset.touched = "yes"`);
    await fixture.call("POST", fixture.at("domains/"), { domain: "other.example.com" });
    await shown.until(says("other.example.com"));
    expect(await shown.evaluate(`document.getElementById("members").dataset.touched`)).toBe("yes");
  });

  test("shows that the sandbox has stopped", async () => {
    await open();
    await fixture.sandbox.close();
    await shown.until(says("The sandbox doesn't respond."));
    expect(await shown.evaluate(says("founder@acme.example"))).toBe(true);
  });
});

import { afterEach, describe, expect, it } from "@jest/globals";
import { page, RECORD } from "../../support/operations/answers.ts";
import { PLACES } from "../../support/operations/operation.ts";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = PLACES.organization_id;
const PATH = `/api/organizations/${ORG}/proxy_records/`;
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

describe("proxy records", () => {
  it.each([
    ["a plain array", [RECORD]],
    ["an envelope", page(RECORD)],
    ["the envelope of newer services", { results: [RECORD], max_proxy_records: 2 }],
  ])("are listed from %s", async (_title, body) => {
    await open([{ status: 200, body }]);
    expect(await fixture.api.proxyRecords.list(ORG).all()).toEqual([RECORD]);
    expect(sent(fixture)).toEqual([`GET ${PATH}?limit=100`]);
  });

  it("have the limit of the plan that the latest list of their organization shows", async () => {
    const other = ORG.replace("01a1fb11", "01a1fb12");
    const bodies = [{ max_proxy_records: 2 }, {}, { max_proxy_records: "many" }, { max_proxy_records: 0 }];
    await open(bodies.map((further) => ({ status: 200, body: { ...page(RECORD), ...further } })));
    const { proxyRecords } = fixture.api;
    const seen: unknown[] = [proxyRecords.quota(ORG)];
    const reported: unknown[] = [];
    for (const _body of bodies) {
      await proxyRecords.list(ORG, { onPage: (progress) => void reported.push(progress) }).all();
      seen.push(proxyRecords.quota(ORG));
    }
    expect(seen).toEqual([undefined, 2, 2, 2, 0]);
    expect(proxyRecords.quota(other)).toBeUndefined();
    const one = { pages: 1, rows: 1, count: 1 };
    expect(reported).toStrictEqual([{ ...one, limit: 2 }, one, one, { ...one, limit: 0 }]);
  });

  it("are made with 200 or 201 and removed with a body or without one", async () => {
    await open([
      { status: 200, body: RECORD },
      { status: 201, body: RECORD },
      { status: 200, body: { success: true } },
      { status: 204 },
    ]);
    const { proxyRecords } = fixture.api;
    expect(await proxyRecords.create(ORG, { domain: "e.example.com" })).toEqual(RECORD);
    expect(await proxyRecords.create(ORG, { domain: "e.example.com" })).toEqual(RECORD);
    expect(await proxyRecords.delete(ORG, "p1")).toBeUndefined();
    expect(await proxyRecords.delete(ORG, "p1")).toBeUndefined();
    expect(sent(fixture)).toEqual([
      `POST ${PATH} {"domain":"e.example.com"}`,
      `POST ${PATH} {"domain":"e.example.com"}`,
      `DELETE ${PATH}p1/`,
      `DELETE ${PATH}p1/`,
    ]);
  });

  it("are tried again and diagnosed; an earlier diagnosis is waited out, and what nothing is known of is null", async () => {
    const check = { id: "cname", name: "CNAME", status: "passed" };
    const report = { ran_at: "2026-11-20T12:00:00Z", summary: { status: "healthy" }, checks: [check] };
    await open([
      { status: 200, body: RECORD },
      { status: 429, body: { detail: "A diagnostic was just run for this proxy." } },
      { status: 200, body: report },
    ]);
    const { proxyRecords } = fixture.api;
    expect(await proxyRecords.retry(ORG, "p1")).toEqual(RECORD);
    expect(await proxyRecords.diagnose(ORG, "p1")).toEqual({
      ...report,
      summary: { status: "healthy", primary_issue: null, next_action: null },
      checks: [{ ...check, detail: null }],
    });
    const diagnose = `POST ${PATH}p1/diagnose/ {}`;
    expect(sent(fixture)).toEqual([`POST ${PATH}p1/retry/ {}`, diagnose, diagnose]);
  });

  it("that the service cannot read alone end in its 500, after two more tries", async () => {
    await open(() => ({
      status: 500,
      body: { type: "server_error", code: "error", detail: "A server error occurred." },
    }));
    expect(await rejection(fixture.api.proxyRecords.get(ORG, "p1"))).toMatchObject({
      category: "unavailable",
      status: 500,
    });
    expect(fixture.server.requests).toHaveLength(3);
  });

  it("that cannot be made end in a 500 that may have done something", async () => {
    await open([{ status: 500, body: { detail: "A server error occurred." } }]);
    expect(await rejection(fixture.api.proxyRecords.create(ORG, { domain: "taken.example" }))).toMatchObject({
      category: "unavailable",
      requestMayHaveBeenApplied: true,
    });
    expect(fixture.server.requests).toHaveLength(1);
  });
});

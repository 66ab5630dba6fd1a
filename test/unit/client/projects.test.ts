import { afterEach, describe, expect, it } from "@jest/globals";
import { ACTIVITY, activityPage, ENVIRONMENT, page, PROJECT, PROJECT_ROW } from "../../support/operations/answers.ts";
import { PLACES } from "../../support/operations/operation.ts";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = PLACES.organization_id;
const PATH = `/api/organizations/${ORG}/projects/`;
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

describe("projects", () => {
  it("are listed with few fields and read with all", async () => {
    await open([
      { status: 200, body: page(PROJECT_ROW) },
      { status: 200, body: PROJECT },
    ]);
    expect(await fixture.api.projects.list(ORG).all()).toEqual([PROJECT_ROW]);
    expect(await fixture.api.projects.get(ORG, "@current")).toEqual(PROJECT);
    expect(sent(fixture)).toEqual([`GET ${PATH}?limit=100`, `GET ${PATH}@current/`]);
  });

  it("are made, changed and deleted at their paths, with what was given and no more", async () => {
    await open([{ status: 201, body: PROJECT }, { status: 200, body: PROJECT }, { status: 204 }]);
    const { projects } = fixture.api;
    expect(await projects.create(ORG, { name: "P", timezone: "Europe/Paris", week_start_day: 1 })).toEqual(PROJECT);
    expect(await projects.update(ORG, 7, { survey_config: null, session_recording_sample_rate: 0.25 })).toEqual(
      PROJECT,
    );
    await projects.delete(ORG, 7);
    expect(sent(fixture)).toEqual([
      `POST ${PATH} {"name":"P","timezone":"Europe/Paris","week_start_day":1}`,
      `PATCH ${PATH}7/ {"survey_config":null,"session_recording_sample_rate":0.25}`,
      `DELETE ${PATH}7/`,
    ]);
  });

  it("are noted to be of interest, set up, and given a new token", async () => {
    await open([
      { status: 201, body: ENVIRONMENT },
      { status: 200, body: ENVIRONMENT },
      { status: 200, body: PROJECT },
      { status: 200, body: { is_generating_demo_data: true } },
      { status: 200, body: activityPage },
    ]);
    const { projects } = fixture.api;
    const intent = { product_type: "surveys", intent_context: "onboarding", metadata: { a: 1 } };
    expect(await projects.addProductIntent(ORG, 7, intent)).toEqual(ENVIRONMENT);
    expect(await projects.completeProductOnboarding(ORG, 7, { product_type: "surveys" })).toEqual(ENVIRONMENT);
    expect((await projects.resetToken(ORG, 7))?.api_token).toBe("phc_made_up");
    expect(await projects.isGeneratingDemoData(ORG, 7)).toEqual({ is_generating_demo_data: true });
    expect(await projects.activity(ORG, 7, { pageSize: 2 }).all()).toEqual([ACTIVITY]);
    expect(sent(fixture)).toEqual([
      `PATCH ${PATH}7/add_product_intent/ {"product_type":"surveys","intent_context":"onboarding","metadata":{"a":1}}`,
      `PATCH ${PATH}7/complete_product_onboarding/ {"product_type":"surveys"}`,
      `PATCH ${PATH}7/reset_token/ {}`,
      `GET ${PATH}7/is_generating_demo_data/`,
      `GET ${PATH}7/activity/?limit=2`,
    ]);
  });

  it("tell who changed what by a log of 2026, of one object or of a whole organization", async () => {
    const entry = { ...ACTIVITY, client: "mcp", was_impersonated: false };
    const logPage = { status: 200, body: { results: [entry], next: null, previous: null } };
    await open([logPage, logPage]);
    const { projects, organizations } = fixture.api;
    expect(await projects.activityLog(7, { scope: "Team", itemId: "7" }, { pageSize: 2 }).all()).toEqual([entry]);
    expect(await organizations.activityLog(ORG, { pageSize: 2 }).all()).toEqual([entry]);
    expect(sent(fixture)).toEqual([
      "GET /api/projects/7/activity_log/?scope=Team&item_id=7&page_size=2",
      `GET /api/organizations/${ORG}/advanced_activity_logs/?page_size=2`,
    ]);
  });

  it("get no second token after a lost answer", async () => {
    await open([{ truncate: '{"id":' }]);
    expect(await rejection(fixture.api.projects.resetToken(ORG, 7))).toMatchObject({ requestMayHaveBeenApplied: true });
    expect(fixture.server.requests).toHaveLength(1);
  });

  it("that are refused in words without a code are told by them", async () => {
    await open([{ status: 400, body: { error: "product_type is required" } }]);
    const intent = { product_type: "" };
    expect(await rejection(fixture.api.projects.completeProductOnboarding(ORG, 7, intent))).toMatchObject({
      category: "invalid",
      detail: "product_type is required",
    });
  });

  it("show no token in the error of an unusable answer", async () => {
    await open([{ status: 200, body: { ...PROJECT, api_token: ["phc_made_up"], timezone: 5 } }]);
    const error = await rejection(fixture.api.projects.get(ORG, 7));
    expect(error).toMatchObject({
      issues: [
        { path: "api_token", expected: "expected string, received array" },
        { path: "timezone", expected: "expected string, received number" },
      ],
    });
    expect(`${error.message}${JSON.stringify(error)}`).not.toContain("phc_made_up");
  });
});

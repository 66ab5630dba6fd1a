import { afterEach, describe, expect, it } from "@jest/globals";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const RULE = { access_level: "none", resource: "project", resource_id: "17", organization_member: null, role: null };
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

const ORGANIZATION = "01912345-89ab-7cde-8f01-23456789abcd";

describe("rules of access", () => {
  it("are listed where they lie: of a project, of its kinds of resources, of an object", async () => {
    await open(
      [1, 2, 3, 4, 5, 6].map(() => ({ status: 200, body: { access_controls: [RULE], user_access_level: "admin" } })),
    );
    const { accessControls } = fixture.api;
    const rules = await accessControls.list({ projectId: 17 });
    expect(rules.access_controls).toEqual([RULE]);
    await accessControls.list({ projectId: 17, isOfKinds: true });
    await accessControls.list({ projectId: 17, isOfKinds: true, isNamedAsBefore: true });
    await accessControls.list({ projectId: 17, object: { objects: "dashboards", id: "a/b" } });
    await accessControls.list({ projectId: 17, organizationId: ORGANIZATION });
    await accessControls.list({ projectId: 17, organizationId: ORGANIZATION, isOfKinds: true });
    expect(sent(fixture)).toEqual([
      "GET /api/projects/17/access_controls/",
      "GET /api/projects/17/resource_access_controls/",
      "GET /api/projects/17/global_access_controls/",
      "GET /api/projects/17/dashboards/a%2Fb/access_controls/",
      `GET /api/organizations/${ORGANIZATION}/projects/17/access_controls/`,
      `GET /api/organizations/${ORGANIZATION}/projects/17/resource_access_controls/`,
    ]);
  });

  it("are made with an answer and taken away without one", async () => {
    await open([{ status: 200, body: RULE }, { status: 204 }]);
    const { accessControls } = fixture.api;
    expect(await accessControls.put({ projectId: 17 }, { access_level: "none" })).toEqual(RULE);
    expect(await accessControls.put({ projectId: 17 }, { access_level: null, role: "r1" })).toBeUndefined();
    expect(sent(fixture)).toEqual([
      'PUT /api/projects/17/access_controls/ {"access_level":"none"}',
      'PUT /api/projects/17/access_controls/ {"access_level":null,"role":"r1"}',
    ]);
  });

  it("that have no subject at all are those of everybody, and a list without rules is no answer", async () => {
    await open([
      { status: 200, body: { access_controls: [{ access_level: "viewer", resource: "dashboard" }] } },
      { status: 200, body: {} },
    ]);
    const { accessControls } = fixture.api;
    const { access_controls: rules } = await accessControls.list({ projectId: 17, isOfKinds: true });
    expect(rules).toEqual([
      { access_level: "viewer", resource: "dashboard", resource_id: null, organization_member: null, role: null },
    ]);
    expect(await rejection(accessControls.list({ projectId: 17 }))).toMatchObject({ code: "answer_invalid" });
  });
});

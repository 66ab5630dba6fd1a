import { afterEach, describe, expect, it } from "@jest/globals";
import { ITEM, page } from "../../support/operations/answers.ts";
import { PLACES } from "../../support/operations/operation.ts";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = PLACES.organization_id;
const PATH = `/api/organizations/${ORG}/pipeline_destinations/`;
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

describe("pipeline items", () => {
  it("are listed, made, read, changed and deleted in their family", async () => {
    const ok = { status: 200, body: ITEM };
    await open([{ status: 200, body: page(ITEM) }, { ...ok, status: 201 }, ok, ok, { status: 204 }]);
    const { pipelineDestinations } = fixture.api;
    expect(await pipelineDestinations.list(ORG).all()).toEqual([ITEM]);
    const capabilities = { methods: ["onEvent"] };
    expect(await pipelineDestinations.create(ORG, { plugin_type: "source", name: "n", capabilities })).toEqual(ITEM);
    expect(await pipelineDestinations.get(ORG, 31)).toEqual(ITEM);
    expect(await pipelineDestinations.update(ORG, 31, { icon: null })).toEqual(ITEM);
    await pipelineDestinations.delete(ORG, 31);
    expect(sent(fixture)).toEqual([
      `GET ${PATH}?limit=100`,
      `POST ${PATH} {"plugin_type":"source","name":"n","capabilities":{"methods":["onEvent"]}}`,
      `GET ${PATH}31/`,
      `PATCH ${PATH}31/ {"icon":null}`,
      `DELETE ${PATH}31/`,
    ]);
  });

  it("have their source written by file name, null for a file to remove", async () => {
    const files = { "index.ts": "export {}", "old.ts": null };
    await open([
      { status: 200, body: files },
      { status: 200, body: {} },
    ]);
    expect(await fixture.api.plugins.updateSource(ORG, 31, files)).toEqual(files);
    expect(await fixture.api.plugins.source(ORG, 31)).toEqual({});
    expect(sent(fixture)[0]).toBe(
      `PATCH /api/organizations/${ORG}/plugins/31/update_source/ {"index.ts":"export {}","old.ts":null}`,
    );
  });

  it("are checked for updates and upgraded", async () => {
    await open([
      { status: 200, body: { plugin: { ...ITEM, latest_tag: "2.0.0" } } },
      { status: 200, body: ITEM },
    ]);
    expect((await fixture.api.pipelineTransformations.checkForUpdates(ORG, 31))?.plugin.latest_tag).toBe("2.0.0");
    expect(await fixture.api.pipelineTransformations.upgrade(ORG, 31)).toEqual(ITEM);
    expect(sent(fixture)).toEqual([
      `GET /api/organizations/${ORG}/pipeline_transformations/31/check_for_updates/`,
      `POST /api/organizations/${ORG}/pipeline_transformations/31/upgrade/ {}`,
    ]);
  });

  it("have lists of their family, which a service may leave empty", async () => {
    await open([{ status: 200, body: [3, 31] }, { status: 200 }, { status: 200, body: [{ id: 4 }] }, { status: 200 }]);
    const { pipelineImportApps } = fixture.api;
    expect(await pipelineImportApps.unused(ORG)).toEqual([3, 31]);
    expect(await pipelineImportApps.repository(ORG)).toEqual([]);
    expect(await pipelineImportApps.exportsUnsubscribeConfigs(ORG)).toEqual([{ id: 4 }]);
    expect(await pipelineImportApps.activity(ORG).all()).toEqual([]);
  });

  it("take capabilities, settings and jobs of any shape, and a flag that is text in the contract", async () => {
    const body = {
      ...ITEM,
      config_schema: {},
      capabilities: "anything",
      metrics: null,
      public_jobs: [],
      hog_function_migration_available: "true",
      organization_id: null,
    };
    await open([{ status: 200, body }]);
    expect(await fixture.api.pipelineFrontendApps.get(ORG, 31)).toEqual(body);
  });

  it("name the path of an unusable value", async () => {
    await open([{ status: 200, body: [3, "x"] }]);
    expect(await rejection(fixture.api.plugins.unused(ORG))).toMatchObject({
      issues: [{ path: "[1]", expected: "expected number, received string" }],
    });
  });
});

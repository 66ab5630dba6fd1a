import { afterEach, describe, expect, it } from "@jest/globals";
import { mayHaveBeenApplied } from "../../../src/client/errors.ts";
import { EXPORT, logLine, page } from "../../support/operations/answers.ts";
import { PLACES } from "../../support/operations/operation.ts";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = PLACES.organization_id;
const OF_ORGANIZATION = `/api/organizations/${ORG}/batch_exports/`;
const OF_PROJECT = "/api/projects/7/batch_exports/";
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

const destination = { type: "S3", config: { bucket_name: "b", max_file_size_mb: 100, kms_key_id: null } };
const ok = { status: 200, body: EXPORT };
const NO_ROUTE = { type: "invalid_request", code: "not_found", detail: "Endpoint not found.", attr: null };
const paused = { status: 200, body: { paused: true } };

describe("batch exports", () => {
  it.each([
    ["an organization", ORG, OF_ORGANIZATION],
    ["a project", { projectId: 7 }, OF_PROJECT],
  ])("of %s have all their calls there", async (_title, place, path) => {
    const backfill = { status: 200, body: { backfill_id: "x-Backfill-START-END" } };
    await open([
      { status: 200, body: page(EXPORT) },
      { ...ok, status: 201 },
      ok,
      ok,
      backfill,
      paused,
      paused,
      { status: 204 },
    ]);
    const { batchExports } = fixture.api;
    expect(await batchExports.list(place).all()).toEqual([EXPORT]);
    expect(await batchExports.create(place, { name: "n", interval: "hour", destination })).toEqual(EXPORT);
    expect(await batchExports.get(place, "e1")).toEqual(EXPORT);
    expect(await batchExports.update(place, "e1", { end_at: null })).toEqual(EXPORT);
    expect(await batchExports.backfill(place, "e1", { end_at: "2026-11-20T00:00:00Z" })).toEqual(backfill.body);
    expect(await batchExports.pause(place, "e1")).toEqual({ paused: true });
    expect(await batchExports.unpause(place, "e1", { backfill: true })).toEqual({ paused: true });
    await batchExports.delete(place, "e1");
    expect(sent(fixture)).toEqual([
      `GET ${path}?limit=100`,
      `POST ${path} {"name":"n","interval":"hour","destination":${JSON.stringify(destination)}}`,
      `GET ${path}e1/`,
      `PATCH ${path}e1/ {"end_at":null}`,
      `POST ${path}e1/backfill/ {"end_at":"2026-11-20T00:00:00Z"}`,
      `POST ${path}e1/pause/ {}`,
      `POST ${path}e1/unpause/ {"backfill":true}`,
      `DELETE ${path}e1/`,
    ]);
  });

  it("of a project are backfilled by a row of its own, and once when the answer is lost", async () => {
    const body = { backfill_id: "b1", total_records_count: null };
    await open([{ status: 201, body }, { status: 201 }, { status: 404, body: NO_ROUTE }, { reset: true }]);
    const { batchExports } = fixture.api;
    const stretch = { start_at: "2026-11-01", end_at: "2026-11-20" };
    const place = { projectId: 7 };
    expect(await batchExports.createBackfill(place, "e1", stretch)).toEqual(body);
    // The service can accept without an ID.
    expect(await batchExports.createBackfill(place, "e1", { start_at: null, end_at: null })).toBeUndefined();
    expect(await rejection(batchExports.createBackfill(place, "e1", stretch))).toMatchObject({
      code: "endpoint_not_found",
      status: 404,
    });
    expect(mayHaveBeenApplied(await rejection(batchExports.createBackfill(place, "e1", stretch)))).toBe(true);
    expect(sent(fixture)).toEqual([
      `POST ${OF_PROJECT}e1/backfills/ {"start_at":"2026-11-01","end_at":"2026-11-20"}`,
      `POST ${OF_PROJECT}e1/backfills/ {"start_at":null,"end_at":null}`,
      `POST ${OF_PROJECT}e1/backfills/ {"start_at":"2026-11-01","end_at":"2026-11-20"}`,
      `POST ${OF_PROJECT}e1/backfills/ {"start_at":"2026-11-01","end_at":"2026-11-20"}`,
    ]);
  });

  it("are unpaused without a backfill unless one is asked for", async () => {
    await open([paused, paused]);
    await fixture.api.batchExports.unpause(ORG, "e1");
    await fixture.api.batchExports.unpause(ORG, "e1", { backfill: false });
    expect(fixture.server.requests.map(({ body }) => body)).toEqual(["{}", "{}"]);
  });

  it("keep settings of the destination as they come: typed after a write, as text later", async () => {
    const config = {
      max_file_size_mb: "100",
      use_virtual_style_addressing: "True",
      include_events: ["a"],
      kms_key_id: null,
    };
    await open([
      { status: 200, body: { ...EXPORT, model: null, destination: { type: "S3", config, integration: 4 } } },
    ]);
    expect((await fixture.api.batchExports.get(ORG, "e1")).destination).toEqual({ type: "S3", config, integration: 4 });
  });

  it("name the path of an unusable value in a run", async () => {
    const body = { ...EXPORT, latest_runs: [EXPORT.latest_runs[0], { ...EXPORT.latest_runs[0], created_at: "soon" }] };
    await open([{ status: 200, body }]);
    expect(await rejection(fixture.api.batchExports.get(ORG, "e1"))).toMatchObject({
      issues: [{ path: "latest_runs[1].created_at", expected: "expected an ISO 8601 date-time" }],
    });
  });

  it("that cannot be made below an organization end in a 500 that is not sent again", async () => {
    await open([{ status: 500, body: { type: "server_error", code: "error", detail: "A server error occurred." } }]);
    const body = { name: "n", interval: "hour", destination };
    expect(await rejection(fixture.api.batchExports.create(ORG, body))).toMatchObject({
      status: 500,
      requestMayHaveBeenApplied: true,
    });
    expect(fixture.server.requests).toHaveLength(1);
  });
});

describe("logs", () => {
  const line = (second: number, message = "a"): object => ({
    ...logLine,
    timestamp: `2026-11-20T12:00:${String(second).padStart(2, "0")}Z`,
    message,
  });
  const read = async (query = {}): Promise<string[]> => {
    const lines: string[] = [];
    for await (const { timestamp, message } of fixture.api.batchExports.logs({ projectId: 7 }, "e1", query)) {
      lines.push(`${timestamp.slice(17, 19)}${message}`);
    }
    return lines;
  };

  it("are asked for with their filters", async () => {
    await open([{ status: 200, body: page(line(2), line(1)) }]);
    expect(
      await read({ level: ["ERROR", "WARNING"], search: "x y", instance_id: "run-1", after: "2026-11-20" }),
    ).toEqual(["02a", "01a"]);
    expect(sent(fixture)).toEqual([
      `GET ${OF_PROJECT}e1/logs/?level=ERROR%2CWARNING&search=x+y&instance_id=run-1&after=2026-11-20&limit=500`,
    ]);
  });

  it("of more than a page are read back in time, because the service counts and pages within the limit only", async () => {
    const older = Array.from({ length: 499 }, (_none, index) => line(30, `m${index}`));
    await open([
      { status: 200, body: page(line(31), ...older) },
      { status: 200, body: page(...older.slice(-1), line(30, "tie"), line(29)) },
    ]);
    const lines = await read();
    expect(lines).toHaveLength(502);
    expect(lines.slice(-3)).toEqual(["30m498", "30tie", "29a"]);
    expect(sent(fixture)[1]).toBe(`GET ${OF_PROJECT}e1/logs/?limit=500&before=2026-11-20T12%3A00%3A30.001Z`);
  });

  it("that cannot be told apart are an error and not an end", async () => {
    await open(() => ({
      status: 200,
      body: page(...Array.from({ length: 500 }, (_none, index) => line(30, `m${index}`))),
    }));
    expect(await rejection(read())).toMatchObject({ code: "list_incomplete", rows: 500 });
    expect(fixture.server.requests).toHaveLength(2);
  });

  it("are empty where the answer has no body, as the contract says", async () => {
    await open([{ status: 200 }]);
    expect(await read()).toEqual([]);
  });

  it("are refused to keys with scopes in words of their own", async () => {
    await open([
      {
        status: 403,
        body: {
          type: "authentication_error",
          code: "permission_denied",
          detail: "This action does not support Personal API Key access",
          attr: null,
        },
      },
    ]);
    expect(await rejection(read())).toMatchObject({ category: "permission", code: "key_not_allowed" });
  });
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { templateShape } from "../../../packages/sandbox/src/pipeline/path-template.ts";
import { newerOperationRows } from "../../../scripts/operations/rows.ts";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

const ROWS = newerOperationRows();

let fixture: Fixture;
/** An unscoped key. */
let free: string;
/** A key with every scope. It can't call operations that declare no scope. */
let scoped: string;
let project: number;

beforeAll(async () => {
  fixture = await openFixture({ dialect: "2026-09" });
  const founder = { email: "founder@acme.example" };
  free = fixture.sandbox.control.createKey({ ...founder, scopes: null }).apiKey;
  scoped = fixture.sandbox.control.createKey({ ...founder, scopes: ["*"] }).apiKey;
  project = (await fixture.call("GET", fixture.at("projects/"))).json.results[0].id;
});
afterAll(() => fixture.close());

/**
 * The path with the seeded organization and project, which aren't deleted, and with missing objects in all other
 * places.
 */
function pathOf(template: string, method = "GET"): string {
  const isHome = /^\/api\/(?:organizations|(?:organizations\/:organization_id\/)?projects)\/:id\/$/u.test(template);
  if (isHome && method === "DELETE") {
    return template.replace(":organization_id", fixture.sandbox.organizationId).replace(":id", "999999");
  }
  return template
    .replace(":organization_id", fixture.sandbox.organizationId)
    .replace("/api/organizations/:id/", fixture.at())
    .replace(/^\/api\/projects\/:(?:project_id|id)\//u, `/api/projects/${project}/`)
    .replace(/\/projects\/:id\//u, `/projects/${project}/`)
    .replace(":resources", "dashboards")
    .replaceAll(/:\w+/gu, "01912345-89ab-7cde-8f01-23456789abcd");
}

/** The response to a call, and the template of the route that responded. */
async function ask(method: string, path: string, key: string | null): Promise<TestAnswer & { by: string | undefined }> {
  const { control } = fixture.sandbox;
  control.clearRequests();
  const answer = await fixture.call(method, path, method === "GET" ? undefined : {}, { key });
  return { ...answer, by: Object.keys(control.counts())[0] };
}

describe("specified: every operation of 2026-09, operations.tsv and key-operations-2026-09-16.tsv", () => {
  test("is served by its own route, and by no similar one", async () => {
    const wrong: string[] = [];
    for (const { method, path, state } of ROWS.filter((row) => row.state !== "gone")) {
      const { status, json, by } = await ask(method, pathOf(path, method), free);
      const shape = templateShape((by ?? "").replace(/^\w+ /u, ""));
      const isLost = status === 404 && json?.detail === "Endpoint not found.";
      const isRight = state === "refused" ? status === 405 : status !== 405;
      if (isLost || !isRight || shape !== templateShape(path)) wrong.push(`${method} ${path}: ${status} by ${by}`);
    }
    expect(wrong).toEqual([]);
    expect(ROWS).toHaveLength(398);
  });

  test("that was removed gets the service's response", async () => {
    const wrong: string[] = [];
    for (const { method, path, status } of ROWS.filter((row) => row.state === "gone")) {
      const answer = await ask(method, pathOf(path, method), free);
      if (String(answer.status) !== status) wrong.push(`${method} ${path}: ${answer.status}, not ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test("refuses a key with scopes if it declares no scope, and only then", async () => {
    const wrong: string[] = [];
    for (const { method, path, key } of ROWS.filter((row) => row.state === "there" && row.key !== "unknown")) {
      const { status, json } = await ask(method, pathOf(path, method), scoped);
      const isRefused = status === 403 && /personal API key access/iu.test(String(json?.detail));
      if (isRefused !== (key === "no")) wrong.push(`${method} ${path}: ${status} ${json?.detail}`);
    }
    expect(wrong).toEqual([]);
  });

  test("that requires a scope names it to a key without it, even if the sandbox doesn't serve the operation", async () => {
    const { apiKey: poor } = fixture.sandbox.control.createKey({
      email: "founder@acme.example",
      scopes: ["task:read"],
    });
    const answer = await ask("GET", pathOf("/api/projects/:project_id/file_download_batch_exports/:id/"), poor);
    expect([answer.status, answer.json.detail]).toEqual([403, "API key missing required scope 'batch_export:read'"]);
    const full = await ask("GET", pathOf("/api/projects/:project_id/file_download_batch_exports/:id/"), scoped);
    expect([full.status, full.json.code]).toEqual([501, "not_implemented"]);
  });

  test("for sessions only is refused to every key, even an unscoped one", async () => {
    const rows = ROWS.filter(({ scope }) => scope === "internal");
    const answers = await Promise.all(rows.map(({ method, path }) => ask(method, pathOf(path, method), free)));
    expect(answers.map(({ status }) => status)).toEqual(rows.map(() => 403));
    expect(rows).toHaveLength(6);
  });

  test("doesn't exist in an older service", async () => {
    fixture.sandbox.control.setDialect("2025-08");
    expect((await ask("GET", pathOf("/api/projects/:project_id/file_download_batch_exports/:id/"), free)).status).toBe(
      404,
    );
    fixture.sandbox.control.setDialect("2026-09");
  });
});

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

let fixture: Fixture;
let project: number;
let key: string;

beforeEach(async () => {
  fixture = await openFixture({ dialect: "2026-09" });
  project = (fixture.sandbox.control.call("GET", "projects") as { number: number }[])[0]?.number ?? 0;
  key = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: ["hog_function:write"] }).apiKey;
});
afterEach(() => fixture.close());

const call = (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
  fixture.call(method, `/api/projects/${project}/hog_functions/${path}`, body, { key });
const refusal = ({ status, json }: TestAnswer): unknown[] => [status, json.code, json.attr, json.detail];
const versionsOf = async (id: string): Promise<unknown[]> =>
  (await call("GET", `${id}/revisions/`)).json.results.map((row: { version: number }) => row.version);

const SECRET = {
  type: "destination",
  hog: "return 1",
  inputs_schema: [
    { key: "url", type: "string", required: true },
    { key: "token", type: "string", secret: true },
  ],
  inputs: { url: { value: "https://a.example" }, token: { value: "s3cret-canary" } },
};

/** A function that was changed once. */
async function changed(): Promise<string> {
  const { id } = (await call("POST", "", SECRET)).json;
  await call("PATCH", `${id}/`, { hog: "return 2" });
  return id as string;
}

describe("revisions of hog functions, service 2026-09, hog-functions.md and the service's public code", () => {
  test("begin with the first change of a function's behavior, newest first, and contain no secrets", async () => {
    const { id } = (await call("POST", "", SECRET)).json;
    expect((await call("GET", `${id}/revisions/`)).json).toEqual({ count: 0, next: null, previous: null, results: [] });
    await call("PATCH", `${id}/`, { name: "Renamed" });
    expect(await versionsOf(id)).toEqual([]);
    await call("PATCH", `${id}/`, { hog: "return 2" });
    const listed = (await call("GET", `${id}/revisions/?limit=1`)).json;
    expect(listed).toMatchObject({
      count: 2,
      results: [{ version: 1, created_by: { email: "founder@acme.example" } }],
    });
    expect(Object.keys(listed.results[0])).toEqual(["version", "created_at", "created_by"]);
    const first = await call("GET", `${id}/revisions/0/`);
    expect(first.json).toMatchObject({ version: 0, created_by: null, content: { hog: "return 1", mappings: null } });
    expect(first.text).not.toContain("s3cret-canary");
    expect(refusal(await call("GET", `${id}/revisions/7/`))).toEqual([
      404,
      "not_found",
      null,
      "No such revision for this function.",
    ]);
  });

  test("are staged once when they're restored, and discarded without a trace", async () => {
    const id = await changed();
    const restored = await call("POST", `${id}/revisions/0/restore/`);
    expect(restored.json).toMatchObject({
      hog: "return 2",
      draft: { hog: "return 1", inputs: { token: { secret: true } } },
    });
    expect(restored.json.draft_updated_at).toEqual(expect.any(String));
    expect(refusal(await call("POST", `${id}/revisions/1/restore/`)).slice(0, 3)).toEqual([409, "draft_exists", null]);
    expect((await call("POST", `${id}/revisions/1/restore/`, { overwrite: true })).json.draft.hog).toBe("return 2");
    const enabled = await call("PATCH", `${id}/`, { enabled: true });
    expect(refusal(enabled).slice(0, 3)).toEqual([400, "invalid_input", "enabled"]);
    expect((await call("POST", `${id}/invocations/`, { use_draft: true })).status).toBe(200);
    expect((await call("POST", `${id}/discard_draft/`)).json).toMatchObject({ draft: null, draft_updated_at: null });
    expect(await versionsOf(id)).toEqual([1, 0]);
  });

  test("go live when they're published, which requires the token of a preview for an enabled function", async () => {
    const id = await changed();
    await call("PATCH", `${id}/`, { enabled: true });
    await call("POST", `${id}/revisions/0/restore/`);
    const preview = (await call("POST", `${id}/publish/`)).json;
    expect(preview).toMatchObject({ published: false, changed_fields: ["hog"], function: null });
    const publish = (confirm_token?: string): Promise<TestAnswer> =>
      call("POST", `${id}/publish/`, { confirm: true, ...(confirm_token === undefined ? {} : { confirm_token }) });
    expect(refusal(await publish()).slice(0, 3)).toEqual([400, "invalid_input", "confirm_token"]);
    expect(refusal(await publish("x:1:y"))[3]).toMatch(/^Invalid\. /);
    fixture.sandbox.control.advanceClock(16 * 60);
    expect(refusal(await publish(preview.confirm_token))[3]).toMatch(/^Expired\. /);
    await call("PATCH", `${id}/`, { hog: "return 3" });
    const stale = (await call("POST", `${id}/publish/`)).json;
    fixture.sandbox.control.advanceClock(1);
    await call("PATCH", `${id}/`, { name: "Renamed" });
    expect(refusal(await publish(stale.confirm_token)).slice(0, 2)).toEqual([409, "stale_update"]);
    const again = (await call("POST", `${id}/publish/`)).json;
    const published = (await publish(again.confirm_token)).json;
    expect(published).toMatchObject({ published: true, confirm_token: null, changed_fields: null });
    expect(published.function).toMatchObject({
      hog: "return 1",
      draft: null,
      version: 3,
      inputs: { token: { secret: true } },
    });
    expect(await versionsOf(id)).toEqual([3, 2, 1, 0]);
    expect(refusal(await publish())[3]).toBe("This function has no staged draft to publish.");
  });
});

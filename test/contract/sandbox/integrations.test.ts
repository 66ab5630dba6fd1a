import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { TestAnswer } from "./client.ts";
import { ExportFixture } from "./export-fixture.ts";

let stage: ExportFixture;
let all: string;
let member: string;
beforeEach(async () => {
  stage = await ExportFixture.open("2026-09");
  const { control, organizationId } = stage.fixture.sandbox;
  all = control.createKey({ email: "founder@acme.example", scopes: ["*"] }).apiKey;
  control.createUser({ email: "ann@acme.example" });
  control.addMembership({ email: "ann@acme.example", organizationId, level: 1 });
  member = control.createKey({ email: "ann@acme.example", scopes: ["*"] }).apiKey;
});
afterEach(() => stage.fixture.close());

const call = (method: string, path: string, body?: object, key = all): Promise<TestAnswer> =>
  stage.fixture.call(method, `/api/projects/${stage.project()}/${path}`, body, { key });
const KEYS = { name: "keys", aws_access_key_id: "AK", aws_secret_access_key: "SK" };
const SERVER = { host: "db.example", port: 5432, user: "u", password: "one" };

describe("integrations, service 2026-09, integrations.md", () => {
  test("are deleted by an administrator of the project, once no export uses them", async () => {
    const { json: made } = await call("POST", "integrations/", { kind: "aws-s3", config: KEYS });
    const destination = {
      type: "AwsS3",
      config: { bucket_name: "b", region: "r", prefix: "p/" },
      integration: made.id,
    };
    const { json: user } = await call("POST", "batch_exports/", { name: "out", interval: "hour", destination });
    const at = `integrations/${made.id}/`;
    expect((await call("DELETE", at, undefined, member)).status).toBe(403);
    const used = await call("DELETE", at);
    expect([used.status, used.json.detail]).toEqual([
      400,
      "This integration is used by batch exports: out. Update them to use a different integration before disconnecting it.",
    ]);
    await call("DELETE", `batch_exports/${user.id}/`);
    expect((await call("DELETE", at)).status).toBe(204);
    expect((await call("GET", at)).status).toBe(404);
    expect((await call("POST", "integrations/", { kind: "aws-s3", config: KEYS })).status).toBe(201);
  });

  test("are added by any member, and overwritten by an administrator of the project alone", async () => {
    const made = await call("POST", "integrations/", { kind: "postgresql", config: SERVER }, member);
    expect(made.status).toBe(201);
    const again = { kind: "postgresql", config: { ...SERVER, password: "two" } };
    const refused = await call("POST", "integrations/", again, member);
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      "Editing an existing integration requires project admin access.",
    ]);
    expect((await call("POST", "integrations/", again)).json.id).toBe(made.json.id);
    const phone = { kind: "twilio", config: { account_sid: "AC1", auth_token: "secret" } };
    expect((await call("POST", "integrations/", phone)).json.config).toEqual({ account_sid: "AC1" });
  });
});

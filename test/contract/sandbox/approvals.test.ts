import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

let fixture: Fixture;
let project: number;
let key: string;

const keyWith = (scopes: string[]): string =>
  fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes }).apiKey;

beforeEach(async () => {
  fixture = await openFixture({ dialect: "2026-09" });
  project = (fixture.sandbox.control.call("GET", "projects") as { number: number }[])[0]?.number ?? 0;
  key = keyWith(["approvals:read"]);
});
afterEach(() => fixture.close());

const get = (path: string, by = key): Promise<TestAnswer> =>
  fixture.call("GET", `/api/projects/${project}/${path}`, undefined, { key: by });
const EMPTY = { count: 0, next: null, previous: null, results: [] };

describe("approvals, service 2026-09, other-organization-scoped.md and the service's published types", () => {
  test("don't exist in a fresh project, and are read only with their scope", async () => {
    for (const list of ["approval_policies/", "change_requests/"]) {
      expect((await get(list)).json).toEqual(EMPTY);
      expect((await get(list, keyWith(["project:read"]))).status).toBe(403);
      expect((await get(`${list}01912345-89ab-7cde-8f01-23456789abcd/`)).status).toBe(404);
      expect(
        (await fixture.call("POST", `/api/projects/${project}/${list}`, {}, { key: keyWith(["*"]) })).status,
      ).not.toBe(201);
    }
  });

  test("are shown as the control plane sets them, with what the caller can do", async () => {
    const { control } = fixture.sandbox;
    const [founder] = control.users();
    const policy = { project, action_key: "feature_flag.update", approver_config: { quorum: 1 } };
    const { id } = control.call("POST", "approval-policies", policy) as { id: string };
    expect((await get("approval_policies/?action_key=feature_flag.update")).json.count).toBe(1);
    expect((await get("approval_policies/?enabled=false")).json.count).toBe(0);
    expect((await get(`approval_policies/${id}/`)).json).toMatchObject({ id, enabled: true, bypass_roles: [] });
    const change = {
      project,
      action_key: "feature_flag.update",
      resource_type: "feature_flag",
      created_by: founder?.id,
      policy_snapshot: { users: [founder?.number], allow_self_approve: false },
      expires_at: "2026-10-01T00:00:00.000000Z",
    };
    const made = control.call("POST", "change-requests", change) as { id: string };
    expect((await get("change_requests/?state=pending,approved")).json.count).toBe(1);
    expect((await get("change_requests/?state=applied")).json).toEqual(EMPTY);
    expect((await get(`change_requests/${made.id}/`)).json).toMatchObject({
      is_requester: true,
      can_approve: false,
      can_cancel: true,
      user_decision: null,
    });
    const vote = `/api/projects/${project}/change_requests/${made.id}/approve/`;
    expect((await fixture.call("POST", vote, {}, { key: keyWith(["*"]) })).status).toBe(501);
  });
});

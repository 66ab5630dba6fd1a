import { describe, expect, test } from "@jest/globals";
import { ACTIVITY_LOG, logActivity, showActivity } from "../../../packages/sandbox/src/activity-log.ts";
import { activityPage } from "../../../packages/sandbox/src/pipeline/activity-page.ts";
import { organizationIdOf, projectOf } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { inAll, underProject } from "../../../packages/sandbox/src/pipeline/route.ts";
import { inProject } from "../../../packages/sandbox/src/pipeline/project-scope.ts";
import { ENTRY } from "./small-resource.ts";
import { worldWith } from "./world-with.ts";

const ROUTES = underProject("notes/", {
  title: "Notes",
  allow: "GET, POST, HEAD, OPTIONS",
  csv: true,
  operations: {
    GET: {
      ...inProject,
      scope: ["person:read", "cohort:read"],
      handle: (exchange) =>
        activityPage(
          exchange,
          exchange.world.store.table(ACTIVITY_LOG),
          { project: projectOf(exchange).number },
          showActivity,
        ),
      answers: inAll({ kind: "activity", resource: ENTRY }),
    },
    POST: {
      ...inProject,
      scope: "person:write",
      handle(exchange) {
        const project = projectOf(exchange).number;
        const note = { scope: "Note", item: "1", activity: "made", detail: { name: "a, b" }, project };
        logActivity(exchange, organizationIdOf(exchange), note);
        return { status: 204, headers: {} };
      },
      answers: inAll({ kind: "nothing" }),
    },
  },
});

const NOTES = "/api/projects/1/notes/";

describe("recorded: a route below a project", () => {
  test("is served below projects and environments, by number and as @current", () => {
    const { send } = worldWith(ROUTES);
    for (const place of ["projects/1", "environments/1", "projects/@current"]) {
      expect([place, send("GET", `/api/${place}/notes/`).status]).toEqual([place, 200]);
    }
  });

  test.each([
    ["an unknown project", "/api/projects/99/notes/", ["*"], {}, "Project not found."],
    ["a project that is no number", "/api/projects/abc/notes/", ["*"], {}, "Project not found."],
    [
      "a missing scope, the first named",
      NOTES,
      ["annotation:read"],
      {},
      "API key missing required scope 'person:read'",
    ],
    ["a missing second scope", NOTES, ["person:read"], {}, "API key missing required scope 'cohort:read'"],
    [
      "a key for another project",
      NOTES,
      ["*"],
      { scopedTeams: [7] },
      "API key does not have access to the requested project: ID 1.",
    ],
  ] as const)("refuses %s", (_title, url, scopes, limits, detail) => {
    const { send, key } = worldWith(ROUTES);
    const answer = send(
      "GET",
      url,
      key(scopes, { ...limits, scopedTeams: [...("scopedTeams" in limits ? limits.scopedTeams : [])] }),
    );
    expect((answer.body as { detail: string }).detail).toBe(detail);
  });

  test("refuses somebody who is not in the organization", () => {
    const { send, control } = worldWith(ROUTES);
    control.createUser({ email: "other@example.com" });
    control.createOrganization({ email: "other@example.com", name: "Other" });
    const { apiKey } = control.createKey({ email: "other@example.com", scopes: ["*"] });
    const answer = send("GET", NOTES, apiKey);
    expect([answer.status, answer.body]).toMatchObject([403, { detail: "You don't have access to the project." }]);
  });

  test("judges a limited key against the caller's current organization", () => {
    const { send, key, organizationId } = worldWith(ROUTES);
    expect(send("GET", NOTES, key(["*"], { scopedOrganizations: [organizationId] })).status).toBe(200);
    expect(send("GET", NOTES, key(["*"], { scopedOrganizations: ["another"] })).status).toBe(403);
  });
});

describe("recorded: a list by page number", () => {
  test("is newest first, with links, and fails beyond its end in the running service only", () => {
    for (const [dialect, status] of [
      ["2025-08", 500],
      ["documented", 404],
    ] as const) {
      const { send } = worldWith(ROUTES, { dialect });
      for (let made = 0; made < 12; made += 1) send("POST", NOTES);
      const second = send("GET", `${NOTES}?limit=5&page=2`, undefined, { host: "h" });
      const body = second.body as { results: unknown[]; next: string; previous: string; total_count: number };
      expect([body.results.length, body.total_count]).toEqual([5, 12]);
      expect([body.next, body.previous]).toEqual([3, 1].map((page) => `http://h${NOTES}?limit=5&page=${page}`));
      expect(send("GET", `${NOTES}?page=3`).status).toBe(status);
      expect(send("GET", `${NOTES}?limit=x`).status).toBe(dialect === "2025-08" ? 500 : 400);
    }
  });
});

describe("recorded: CSV", () => {
  test("holds the results alone, by parameter, suffix and header; an error has no body", () => {
    const { send } = worldWith(ROUTES);
    send("POST", NOTES);
    const lines = send("GET", `${NOTES}?format=csv`).text?.split("\r\n") ?? [];
    expect(lines[0]).toBe("activity,created_at,detail.name,item_id,scope,user.email,user.first_name");
    expect(lines[1]).toContain('"a, b"');
    expect(send("GET", NOTES.replace(/\/$/, ".csv")).text?.split("\r\n")[0]).toBe(lines[0]);
    expect(send("GET", NOTES, undefined, { accept: "text/csv" }).headers["Content-Type"]).toBe(
      "text/csv; charset=utf-8",
    );
    expect(send("GET", `${NOTES}?format=csv`, "nobody")).toEqual({ status: 401, headers: expect.anything() });
  });

  test("fails a write in the running service after it was done", () => {
    const { send, world } = worldWith(ROUTES, { dialect: "2025-08" });
    expect(send("POST", `${NOTES}?format=csv`).status).toBe(500);
    expect(world.store.table(ACTIVITY_LOG).count({})).toBe(1);
  });
});

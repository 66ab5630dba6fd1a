import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { keptProject, NAME_MAX_CHARS, releasedName } from "../../../src/catalog/resources/project/project-deletion.ts";
import type { Api } from "../../../src/client/client.ts";
import type { CallContext } from "../../../src/model/call-context.ts";
import { apiError, lostAnswer, unreachable } from "../../support/fake-service.ts";

describe("the name that a project gives away before its deletion", () => {
  const projectId = fc.integer({ min: 1, max: 99_999_999 }).map(String);
  const name = fc.oneof(
    fc.string({ minLength: 1, maxLength: NAME_MAX_CHARS }),
    fc.integer({ min: NAME_MAX_CHARS - 25, max: NAME_MAX_CHARS }).map((length) => "Ü".repeat(length)),
  );

  test("is never too long, says which project had it, and is the same when it is asked for again", () => {
    fc.assert(
      fc.property(name, projectId, (own, id) => {
        const released = releasedName(own, id);
        expect(released.length).toBeLessThanOrEqual(NAME_MAX_CHARS);
        expect(released).toMatch(new RegExp(` \\(deleted ${id}\\)$`, "u"));
        expect(released).not.toBe(own);
        expect(releasedName(released, id)).toBe(released);
      }),
    );
  });

  test("differs for two projects whose long names begin alike", () => {
    const own = "a".repeat(NAME_MAX_CHARS);
    expect(releasedName(own, "7")).not.toBe(releasedName(own, "71"));
  });
});

describe("a look at a project whose deletion was taken", () => {
  const HOME = { id: "o1", is_pending_deletion: false };
  const KEPT = { id: 7, name: "Web", is_pending_deletion: true };

  /** The result of the check. Each response can be an error. */
  function look(home: unknown, project: unknown) {
    const answer = (one: unknown) => (one instanceof Error ? Promise.reject(one) : Promise.resolve(one));
    const api = { projects: { get: () => answer(project) } } as unknown as Api; // -- the look asks nothing else
    const call = { find: () => answer(home) } as unknown as CallContext; // -- as above
    return keptProject(api, { organizationId: "o1", projectId: "7" }, call);
  }

  test("shows what is kept", async () => {
    expect(await look(HOME, KEPT)).toEqual(KEPT);
  });

  test.each<[string, unknown, unknown]>([
    ["of a service that keeps none", { id: "o1" }, KEPT],
    ["that isn't going", HOME, { ...KEPT, is_pending_deletion: false }],
    ["in an organization that nobody finds", undefined, KEPT],
    ...[
      apiError({ category: "notFound", status: 404 }),
      apiError({ category: "permission", status: 403 }),
      apiError({ category: "unavailable", status: 503 }),
      apiError({ category: "rateLimited", status: 429 }),
      lostAnswer(),
      unreachable(),
    ].flatMap((error): [string, unknown, unknown][] => [
      [`after ${error.message} of its organization`, error, KEPT],
      [`after ${error.message} of itself`, HOME, error],
    ]),
  ])("shows nothing, and fails no deletion: one %s", async (_what, home, project) => {
    expect(await look(home, project)).toBeUndefined();
  });
});

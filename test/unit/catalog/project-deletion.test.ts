import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import {
  keptProject,
  NAME_MAX_CHARS,
  projectDeletion,
  releasedName,
  whyNameTaken,
} from "../../../src/catalog/resources/project/project-deletion.ts";
import { project as projectResource } from "../../../src/catalog/resources/project/project.ts";
import type { Api } from "../../../src/client/client.ts";
import type { CallContext } from "../../../src/model/call-context.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { hookOf } from "../../../src/model/hook-of.ts";
import { printed } from "../../../src/model/messages.ts";
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

describe("a deletion that the service can cancel", () => {
  test.each([
    ["2026-11-22T08:00:00Z", "until 2026-11-22T08:00:00Z"],
    [null, "for two days after its deletion"],
    [undefined, "for two days after its deletion"],
  ])("on %s says until when, and who can", (deletion_scheduled_at, until) => {
    const { note } = projectDeletion;
    expect(note?.({ id: 7, is_pending_deletion: true, deletion_scheduled_at } as never)).toBe(
      `The service keeps it and its name ${until}. Until then, an administrator can cancel the deletion in the project's settings in the service's web interface. API keys can't.`,
    );
  });

  test("renames the project before, if the state says so", () => {
    const values = (state: object) =>
      hookOf(projectResource as AnyResource, "valuesBeforeDelete")?.({ name: "Web |é", projectId: "7", ...state });
    expect(values({ releaseName: true })).toEqual({ name: "Web |é (deleted 7)" });
    for (const releaseName of [false, "true", undefined]) expect(values({ releaseName })).toBeUndefined();
  });
});

describe("a name that the service reports as taken", () => {
  const WAY_OUT =
    " Nothing was written.\nRun again after that, or declare another name. Or let an administrator cancel the deletion in the service's web interface, and set `adopt`.\n" +
    "Next time, set `releaseName: true` and run an update before the project is deleted. Its name is then free immediately.";
  const HIDDEN =
    "No project of the list has the name. Most likely one that is being deleted has it: the service keeps a deleted project and its name for two days. An access rule can also hide the project from this API key.";

  /** Why it's taken, by the projects of the list and those that are being deleted. */
  async function why(rows: readonly object[], deleting: readonly object[] = []) {
    const asked: unknown[] = [];
    const all = () => Promise.resolve(rows);
    const get = (home: string, id: string) => {
      asked.push([home, id]);
      return Promise.resolve(rows.find((one) => String((one as { id: number }).id) === id));
    };
    const api = { projects: { list: () => ({ all }), get } } as unknown as Api; // -- nothing else is asked
    const inputs = { organizationId: "o1", name: " Web |É" };
    const text = printed(await whyNameTaken(api, inputs, { deleting, call: {} } as never)); // -- as above
    return { text, asked };
  }

  test("is one of a project in another spelling, which can be adopted", async () => {
    const { text, asked } = await why([
      { id: 6, name: "Web" },
      { id: 7, name: "WEB |é " },
    ]);
    expect(asked).toEqual([["o1", "7"]]);
    expect(text).toBe(
      'The project o1/7 is called "WEB |é ", and this service accepts no second project with that name, regardless of case. Nothing was written.\n' +
        'To adopt it and change it to the declared settings, set `adopt: "o1/7"`.',
    );
  });

  test("is one of a project that is being deleted", async () => {
    const going = { id: 7, name: "web |é", is_pending_deletion: true, deletion_scheduled_at: "2026-11-22T08:00:00Z" };
    const KEPT = "The project 7 has the name and is being deleted: the service keeps both until 2026-11-22T08:00:00Z.";
    expect((await why([going])).text).toBe(KEPT + WAY_OUT);
    expect(await why([], [going])).toEqual({ text: KEPT + WAY_OUT, asked: [] });
  });

  test("may be one that nobody sees", async () => {
    expect((await why([{ id: 6, name: "Web" }])).text).toBe(HIDDEN + WAY_OUT);
  });
});

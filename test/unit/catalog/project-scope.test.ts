import { describe, expect, test } from "@jest/globals";

import {
  BELOW_PROJECT,
  LEARNS_ORGANIZATION,
  projectByNumber,
  projectsWithin,
  servedGuard,
} from "../../../src/catalog/resources/project/project-scope.ts";
import type { Api } from "../../../src/client/client.ts";
import { ApiError } from "../../../src/client/errors.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { printed } from "../../../src/model/messages.ts";
import { failureOf, fakeBox, startDriver } from "../../support/fake-resources.ts";
import { apiError } from "../../support/fake-service.ts";

const HIDDEN = apiError({ category: "notFound", code: "not_found", status: 404 });
const GONE = apiError({ category: "notFound", code: "project_not_found", status: 404 });
const FORBIDDEN = apiError({ category: "permission", status: 403 });

/** A client that reads a project by its number, and knows the projects of each of the account's organizations. */
function open(byNumber: unknown, projects: Readonly<Record<string, readonly number[]>> = {}, domains: unknown = []) {
  const asked: string[] = [];
  const answer = <T>(what: string, value: T): Promise<T> => {
    asked.push(what);
    return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  };
  const organizations = Object.keys(projects).map((id) => ({ id }));
  const api = {
    projects: {
      getByNumber: (id: string) => answer(`project ${id}`, byNumber),
      list: (id: string) => ({
        all: () =>
          answer(
            `projects of ${id}`,
            projects[id]?.map((one) => ({ id: one })),
          ),
      }),
    },
    organizations: {
      list: () => ({ all: () => answer("organizations", organizations) }),
      get: (id: string) => answer(`organization ${id}`, organizations.find((one) => one.id === id) ?? HIDDEN),
    },
    domains: { list: (id: string) => ({ all: () => answer(`domains of ${id}`, domains) }) },
  } as unknown as Api; // -- the rules under test call nothing else
  const { session } = startDriver(api);
  return { api, asked, call: session.contextOf({}) };
}

const isGone = ({ api, call }: ReturnType<typeof open>, cause: unknown, organizationId?: string) => {
  const at = organizationId === undefined ? { projectId: "7" } : { projectId: "7", organizationId };
  return BELOW_PROJECT.confirmGone(api, at, call, cause);
};

describe("the absence of what lies below a project", () => {
  test("is confirmed by the project, which is read once for all", async () => {
    const here = open({ id: 7, organization: "o1" });
    expect([await isGone(here, HIDDEN), await isGone(here, undefined)]).toEqual([true, true]);
    expect(await projectByNumber(here.api, "7", here.call)).toMatchObject({ organization: "o1" });
    expect(here.asked).toEqual(["project 7"]);
  });

  test("is confirmed where the project is gone and in none of the account's organizations", async () => {
    const here = open(HIDDEN, { o1: [8], o2: [] });
    expect(await isGone(here, GONE)).toBe(true);
    expect(here.asked).toEqual(["project 7", "organizations", "projects of o1", "projects of o2"]);
  });

  test.each([
    ["an account without any organization", {}, GONE],
    ["an organization that lists the project", { o1: [8], o2: [7] }, GONE],
    ["a word that is not about the project", { o1: [8] }, HIDDEN],
    ["a list that just lacks it", { o1: [8] }, undefined],
    ["a page of something in between", { o1: [8] }, new Error("no service")],
  ])("is not confirmed by %s", async (_what, projects, cause) => {
    expect(await isGone(open(HIDDEN, projects), cause)).toBe(false);
  });

  test("is confirmed by the organization that was learned: it does without the project, or is gone itself", async () => {
    const here = open(HIDDEN, { o1: [8], o2: [7] });
    expect(await isGone(here, GONE, "o1")).toBe(true);
    expect(await isGone(here, GONE, "o2")).toBe(false);
    expect(await isGone(here, HIDDEN, "o1")).toBe(false);
    const deleted = apiError({ category: "notFound", code: "organization_not_found", status: 404 });
    expect(await isGone(open(HIDDEN, {}, deleted), HIDDEN, "o1")).toBe(true);
    expect(await isGone(open(HIDDEN, {}, []), GONE, "o1")).toBe(false);
  });

  test("is not confirmed where that organization is out of sight", async () => {
    const failure = await failureOf(isGone(open(HIDDEN, { o2: [] }, FORBIDDEN), GONE, "o1"));
    expect(failure["code"]).toBe("unconfirmed_absence");
  });

  test("is not told by a project that the key may not read", async () => {
    expect(await failureOf(isGone(open(FORBIDDEN, { o1: [] }), GONE))).toBe(FORBIDDEN);
  });
});

test("the organization is learned from the project, and left out where the key does not see it", async () => {
  const seen = open({ id: 7, organization: "o1" });
  expect(await LEARNS_ORGANIZATION.learned.learn(seen.api, { projectId: "7" }, seen.call)).toEqual({
    organizationId: "o1",
  });
  const hidden = open(HIDDEN);
  expect(await LEARNS_ORGANIZATION.learned.learn(hidden.api, { projectId: "7" }, hidden.call)).toEqual({});
});

test("the lists of an organization are those of its projects", async () => {
  const { call } = open(HIDDEN, { o1: [7, 8] });
  expect(await projectsWithin({ organizationId: "o1" }, call)).toEqual([{ projectId: "7" }, { projectId: "8" }]);
});

describe("a kind that not every service has", () => {
  const ABSENT = new ApiError("no such route", {
    ...apiError({ category: "unexpected", code: "endpoint_not_found", status: 404 }),
    body: JSON.stringify({ type: "invalid_request", code: "not_found", detail: "Endpoint not found." }),
  });

  function guarded(list: () => Promise<never[]>) {
    const leaf: AnyResource = fakeBox({
      since: "Services of 2026 do.",
      collection: { name: "leaves", route: "leaves", scope: ["projectId"], words: "leaves", list, servesReads: true },
    });
    const { of, ask } = { of: () => leaf, ask: startDriver(undefined).session.serviceContext({}) };
    const guard = servedGuard({ of, words: "leaves" });
    return async (inputs: Record<string, unknown>) => {
      const refusal = await guard.refuse({ verb: "create", inputs, state: undefined }, undefined, () => ask as never);
      return refusal === undefined ? undefined : printed(refusal);
    };
  }

  test("is refused before it is made where the list is no route of the service", async () => {
    const refuse = guarded(() => Promise.reject(ABSENT));
    expect(await refuse({ projectId: "7" })).toBe("This service has no leaves. Services of 2026 do.");
  });

  test("is made where the list can be read, or the project is not known yet", async () => {
    expect(await guarded(() => Promise.resolve([]))({ projectId: "7" })).toBe(undefined);
    expect(await guarded(() => Promise.reject(ABSENT))({})).toBe(undefined);
  });
});

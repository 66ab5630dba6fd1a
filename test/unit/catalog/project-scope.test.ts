import { availability } from "../../../src/capabilities/availability.ts";
import { describe, expect, test } from "@jest/globals";

import {
  BELOW_PROJECT,
  isGoneWithin,
  PROJECT_ORGANIZATION,
  projectByNumber,
  projectsWithin,
  servedGuard,
} from "../../../src/catalog/resources/project/project-scope.ts";
import type { Api } from "../../../src/client/client.ts";
import { ApiError } from "../../../src/client/errors.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { printed, type Text } from "../../../src/model/messages.ts";
import { failureOf, fakeBox, startDriver } from "../../support/fake-resources.ts";
import { apiError } from "../../support/fake-service.ts";

const HIDDEN = apiError({ category: "notFound", code: "not_found", status: 404 });
const GONE = apiError({ category: "notFound", code: "project_not_found", status: 404 });
const FORBIDDEN = apiError({ category: "permission", status: 403 });

/** A client that is shown one project, or none, and the projects of each of the account's organizations. */
function open(seen: unknown, projects: Readonly<Record<string, readonly number[]>> = {}) {
  const asked: string[] = [];
  const answer = <T>(what: string, value: T): Promise<T> => {
    asked.push(what);
    return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  };
  const shown = ([id, all]: [string, readonly number[]]) => ({ id, projects: all.map((one) => ({ id: one })) });
  const organizations = Object.entries(projects).map(shown);
  const list = (id: string) => organizations.find((one) => one.id === id)?.projects;
  const api = {
    projects: {
      get: (home: string, id: string) => answer(`project ${id} of ${home}`, seen),
      getByNumber: (id: string) => answer(`project ${id}`, seen),
      list: (id: string) => ({ all: () => answer(`projects of ${id}`, list(id)) }),
    },
    organizations: {
      list: () => ({ all: () => answer("organizations", organizations) }),
      get: (id: string) => answer(`organization ${id}`, organizations.find((one) => one.id === id) ?? HIDDEN),
    },
    batchExports: { get: () => answer("an export", FORBIDDEN) },
  } as unknown as Api; // -- the rules under test call nothing else
  const { session } = startDriver(api);
  return { api, asked, call: session.contextOf({}) };
}

const AT = { projectId: "7" };
const WITHIN = { projectId: "7", organizationId: "o1" };

describe("the absence of what lies below a project", () => {
  test("is confirmed by the project, which is read once for all", async () => {
    const { api, asked, call } = open({ id: 7, organization: "o1" });
    const isGone = (cause: unknown) => BELOW_PROJECT.confirmGone(api, AT, call, cause);
    expect([await isGone(HIDDEN), await isGone(undefined)]).toEqual([true, true]);
    expect(await projectByNumber(api, "7", call)).toMatchObject({ organization: "o1" });
    expect(asked).toEqual(["project 7"]);
  });

  test("is confirmed by the project below its organization, where that is known", async () => {
    const { api, asked, call } = open({ id: 7, organization: "o1" });
    expect(await BELOW_PROJECT.confirmGone(api, WITHIN, call, HIDDEN)).toBe(true);
    expect(asked).toEqual(["project 7 of o1"]);
  });

  test("is confirmed where the project is gone and in none of the account's organizations", async () => {
    const { api, asked, call } = open(HIDDEN, { o1: [8], o2: [] });
    expect(await BELOW_PROJECT.confirmGone(api, AT, call, GONE)).toBe(true);
    expect(asked).toEqual(["project 7", "organizations", "projects of o1", "projects of o2"]);
  });

  test("is looked for in the organization that lists the project, when another one is current", async () => {
    const { api, asked, call } = open(HIDDEN, { o1: [8], o2: [7] });
    await BELOW_PROJECT.confirmGone(api, AT, call, HIDDEN);
    expect(asked.slice(0, 3)).toEqual(["project 7", "organizations", "project 7 of o2"]);
  });

  test.each([
    ["an account without any organization", {}, GONE],
    ["an organization that lists the project", { o1: [8], o2: [7] }, GONE],
    ["a word that is not about the project", { o1: [8] }, HIDDEN],
    ["a list that just lacks it", { o1: [8] }, undefined],
  ])("is not confirmed by %s", async (_what, projects, cause) => {
    const { api, call } = open(HIDDEN, projects);
    const why = await BELOW_PROJECT.confirmGone(api, AT, call, cause);
    expect(printed(why as Text)).toMatch(
      /^The service doesn't show project 7 to this API key\. Either the project was deleted, or an access rule/u,
    );
  });

  test("is not told by a project that the key may not read", async () => {
    const { api, call } = open(FORBIDDEN, { o1: [] });
    expect(await failureOf(BELOW_PROJECT.confirmGone(api, AT, call, GONE))).toBe(FORBIDDEN);
  });

  test("is not confirmed by the project's own routes, where another one shows the project", async () => {
    const here = open({ id: 7, organization: "o1" });
    expect(await isGoneWithin(here.api, WITHIN, here.call, HIDDEN)).toBe(false);
    const going = open({ id: 7, organization: "o1", is_pending_deletion: true });
    expect(await isGoneWithin(going.api, WITHIN, going.call, HIDDEN)).toBe(true);
    expect(await isGoneWithin(here.api, WITHIN, here.call, undefined)).toBe(true);
    expect(here.asked).toEqual(["project 7 of o1"]);
  });
});

describe("a refusal of what lies below a project", () => {
  const whyUnseen = (seen: unknown, refusal: unknown, projects: Readonly<Record<string, readonly number[]>> = {}) => {
    const { api, call } = open(seen, projects);
    return BELOW_PROJECT.whyUnseen(api, WITHIN, call, refusal);
  };

  test("says all there is to say where the project is shown", async () => {
    expect(await whyUnseen({ id: 7 }, FORBIDDEN)).toBe(undefined);
  });

  test("tells nothing where it is not, whatever else is known", async () => {
    expect(printed((await whyUnseen(HIDDEN, FORBIDDEN, { o1: [] })) as Text)).toMatch(
      /Either the project was deleted, or/u,
    );
  });

  test("is no refusal where the project is surely gone", async () => {
    expect(await whyUnseen(HIDDEN, GONE, { o1: [] })).toBe(undefined);
    expect(await whyUnseen(HIDDEN, HIDDEN, { o1: [] })).not.toBe(undefined);
  });
});

test("the organization is learned from the project, and left out where the key does not see it", async () => {
  const seen = open({ id: 7, organization: "o1" });
  expect(await PROJECT_ORGANIZATION.resolve(seen.api, { projectId: "7" }, seen.call)).toEqual({
    organizationId: "o1",
  });
  const hidden = open(HIDDEN);
  expect(await PROJECT_ORGANIZATION.resolve(hidden.api, { projectId: "7" }, hidden.call)).toEqual({});
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
      capabilities: [availability({ since: "Services of 2026 do." })],
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

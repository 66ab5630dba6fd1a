import { describe, expect, test } from "@jest/globals";

import { isProjectGone, noteDeletion } from "../../../src/catalog/resources/project/project-absence.ts";
import { project } from "../../../src/catalog/resources/project/project.ts";
import type { Api } from "../../../src/client/client.ts";
import { printed } from "../../../src/model/messages.ts";
import { failureOf, startDriver } from "../../support/fake-resources.ts";
import { apiError } from "../../support/fake-service.ts";

const HIDDEN = apiError({ category: "notFound", code: "not_found", status: 404 });
const UNKNOWN = apiError({ category: "notFound", code: "project_not_found", status: 404 });
const NO_ORGANIZATION = apiError({ category: "notFound", code: "organization_not_found", status: 404 });
const FORBIDDEN = apiError({ category: "permission", status: 403, detail: "You don't have access to the project." });
const BROKEN = apiError({ category: "unavailable", status: 500 });
const unscoped = (missingScope: string) => apiError({ category: "permission", status: 403, missingScope });
const NO_KEYS = apiError({ category: "permission", code: "key_not_allowed", status: 403 });
const UNPAID = apiError({ category: "quota", status: 403 });

/** Rows of an organization, by the key's account and the plan. */
const PLAIN = { id: "o1", membership_level: 1, available_product_features: [{ key: "access_control" }] };
const ADMIN = { ...PLAIN, membership_level: 8 };
const WITHOUT_RULES = { ...PLAIN, available_product_features: [{ key: "sso_enforcement" }, "roles"] };

/** The responses to a client; below the project, by the kind of the requested object. */
interface Answers {
  readonly organization?: unknown;
  readonly projects?: readonly (readonly number[] | Error)[];
  readonly below?: Readonly<Record<string, unknown>>;
}

function open({ organization = PLAIN, projects = [[8]], below = {} }: Answers) {
  const asked: string[] = [];
  const answer = <T>(what: string, value: T): Promise<T> => {
    asked.push(what);
    return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  };
  let lists = 0;
  const look = (what: string) => () => answer(what, below[what] ?? below["all"] ?? FORBIDDEN);
  const rows = (): Promise<unknown> => {
    const list = projects[Math.min(lists, projects.length - 1)] ?? [];
    lists += 1;
    return answer("projects", Array.isArray(list) ? list.map((id: number) => ({ id })) : list);
  };
  const api = {
    organizations: {
      get: () => answer("organization", organization),
      list: () => ({ all: () => answer("organizations", organization instanceof Error ? [] : [organization]) }),
    },
    domains: { list: () => ({ all: () => answer("domains", NO_ORGANIZATION) }) },
    projects: { list: () => ({ all: rows }) },
    batchExports: { get: look("exports") },
    hogFunctions: { get: look("functions") },
    accessControls: { list: look("rules") },
    integrations: { get: look("integrations") },
    persons: { get: look("persons") },
  } as unknown as Api; // -- the rule calls nothing else
  const { session } = startDriver(api);
  return { api, asked, call: session.contextOf({}) };
}

const AT = { organizationId: "o1", projectId: "7" };

async function judged(answers: Answers, cause: unknown = HIDDEN, at: { projectId: string } = AT) {
  const { api, asked, call } = open(answers);
  const word = await isProjectGone(api, at, call, { cause, projects: project });
  return { isGone: word === true, asked, word };
}

describe("a project that the service does not find", () => {
  test.each<readonly [string, Answers, unknown?]>([
    ["an administrator of its organization is not shown it", { organization: ADMIN }],
    ["an owner is not", { organization: { ...ADMIN, membership_level: 15 } }],
    ["the plan has no rules of access", { organization: WITHOUT_RULES }],
    ["the plan has no feature at all", { organization: { ...PLAIN, available_product_features: [] } }],
    ["a route below it does not find it either", { below: { all: UNKNOWN } }],
    ["the route below it that was asked first does not", { below: { all: FORBIDDEN } }, UNKNOWN],
    ["a key that may not read the organization asks below it", { organization: FORBIDDEN, below: { all: UNKNOWN } }],
    ["its organization is gone", { organization: NO_ORGANIZATION }],
    ["its organization is on its way out", { organization: { ...PLAIN, is_pending_deletion: true } }],
    ["a list that was read before shows it, and a new one does not", { organization: ADMIN, projects: [[7], [8]] }],
  ])("was deleted where %s", async (_what, answers, cause = HIDDEN) => {
    expect((await judged(answers, cause)).isGone).toBe(true);
  });

  test.each<readonly [string, Answers, unknown?]>([
    ["the account is a plain member", {}],
    ["the level of the account is not shown", { organization: { ...PLAIN, membership_level: null } }],
    ["the features of the plan are not shown", { organization: { ...PLAIN, available_product_features: null } }],
    ["the service does not tell of features", { organization: { id: "o1", membership_level: 1 } }],
    ["a feature of the plan is none that is known", { organization: { ...PLAIN, available_product_features: [{}] } }],
    ["the key may not read the organization", { organization: FORBIDDEN }],
    ["a refusal comes from a route below it", {}, FORBIDDEN],
    ["the list still shows it", { organization: ADMIN, projects: [[7, 8]] }],
    ["the list cannot be read", { organization: ADMIN, projects: [FORBIDDEN] }],
    ["a route below it finds it", { below: { exports: HIDDEN } }],
    ["a route below it is refused for another reason", { below: { exports: UNPAID, functions: UNKNOWN } }],
    ["no route below it is open to the key", { below: { all: unscoped("batch_export:read") } }],
  ])("may be hidden where %s", async (_what, answers, cause = HIDDEN) => {
    expect((await judged(answers, cause)).isGone).toBe(false);
  });

  test("is told of with both causes and the ways out", async () => {
    const { word } = await judged({});
    expect(word === true ? "" : printed(word)).toBe(
      "The service doesn't show project 7 to this API key. Either the project was deleted, or an access rule hides it from " +
        "the key's account, and Orgform can't tell which.\nAdministrators of the organization see every project. Use an " +
        "administrator's API key, or have an administrator let the account in with a rule (a ProjectAccess with its " +
        'email and the level "member"), then run again. If you know that the project was deleted, remove the entry ' +
        "from the state.",
    );
  });

  test("costs the organization and its list, and one look below where these do not tell", async () => {
    expect((await judged({ organization: ADMIN })).asked).toEqual(["organization", "projects"]);
    expect((await judged({ below: { all: UNKNOWN } })).asked).toEqual(["organization", "projects", "exports"]);
    expect((await judged({}, UNKNOWN)).asked).toEqual(["organization", "projects"]);
  });

  test("is looked for at the first route below it that the key's scopes allow, which is remembered", async () => {
    const below = { exports: unscoped("batch_export:read"), functions: NO_KEYS, rules: UNKNOWN };
    const { api, asked, call } = open({ below });
    const isGone = (projectId: string) =>
      isProjectGone(api, { ...AT, projectId }, call, { cause: HIDDEN, projects: project });
    expect([await isGone("7"), await isGone("9")]).toEqual([true, true]);
    expect(asked).toEqual(["organization", "projects", "exports", "functions", "rules", "rules"]);
  });

  test("is judged once for all that was in it, and again when nothing told", async () => {
    const told = open({ organization: ADMIN });
    const ask = ({ api, call }: ReturnType<typeof open>) =>
      isProjectGone(api, AT, call, { cause: HIDDEN, projects: project });
    expect([await ask(told), await ask(told)]).toEqual([true, true]);
    expect(told.asked).toEqual(["organization", "projects"]);
  });

  test("was deleted where this run did so, without a request", async () => {
    const { api, asked, call } = open({});
    await noteDeletion(AT, call);
    expect(await isProjectGone(api, { projectId: "7" }, call, { cause: HIDDEN, projects: project })).toBe(true);
    expect(asked).toEqual([]);
  });

  test("may be in an organization that nobody knows: that of the account proves nothing, a look below does", async () => {
    const at = { projectId: "7" };
    expect((await judged({ organization: ADMIN }, HIDDEN, at)).isGone).toBe(false);
    expect((await judged({ organization: ADMIN, below: { all: UNKNOWN } }, HIDDEN, at)).isGone).toBe(true);
    expect((await judged({ organization: FORBIDDEN, below: { all: UNKNOWN } }, HIDDEN, at)).isGone).toBe(false);
  });

  test.each([
    ["the organization", { organization: BROKEN }],
    ["the list", { projects: [BROKEN] }],
    ["the look below", { below: { all: BROKEN } }],
  ])("stays what it is when %s fails", async (_what, answers) => {
    const { api, call } = open(answers);
    const failure = await failureOf(isProjectGone(api, AT, call, { cause: HIDDEN, projects: project }));
    expect(failure).toBe(BROKEN);
  });

  test("stays what it is when the account left its organization", async () => {
    const { api, call } = open({ organization: HIDDEN });
    const domains = { list: () => ({ all: () => Promise.reject(FORBIDDEN) }) };
    const left = { ...api, domains } as unknown as Api; // -- as above
    const failure = await failureOf(isProjectGone(left, AT, call, { cause: UNKNOWN, projects: project }));
    expect(failure["code"]).toBe("unconfirmed_absence");
  });
});

import { afterEach, describe, expect, it } from "@jest/globals";
import { MEMBER, ORGANIZATION, page, PERSON, PROJECT } from "../../support/operations/answers.ts";
import type { Script, Step } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = ORGANIZATION.id;
const LIST = "GET /api/organizations/?limit=100";
const organizations: Step = { status: 200, body: page({ ...ORGANIZATION, id: "other", slug: "" }, ORGANIZATION) };
const members: Step = { status: 200, body: page(MEMBER) };
const needToBelong: Step = {
  status: 404,
  body: { type: "invalid_request", code: "not_found", detail: "You need to belong to an organization.", attr: null },
};

let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

describe("an organization", () => {
  it("is given by UUID, in any case, without a look-up", async () => {
    await open(() => members);
    await fixture.api.members.list(ORG).all();
    await fixture.api.members.list(ORG.toUpperCase()).all();
    expect(sent(fixture)).toEqual(
      [ORG, ORG.toUpperCase()].map((id) => `GET /api/organizations/${id}/members/?limit=100`),
    );
  });

  it("is given by slug, which is looked up once for all calls, also for those at the same time", async () => {
    await open(({ path }) => (path.startsWith("/api/organizations/?") ? organizations : members));
    const { members: noun, organizations: own } = fixture.api;
    await Promise.all([noun.list("acme").all(), noun.list("acme").all()]);
    await noun.update("acme", "@me", {}).catch(() => undefined);
    await own.delete("acme").catch(() => undefined);
    expect(sent(fixture)[0]).toBe(LIST);
    expect(sent(fixture).slice(1)).toEqual([
      `GET /api/organizations/${ORG}/members/?limit=100`,
      `GET /api/organizations/${ORG}/members/?limit=100`,
      `PATCH /api/organizations/${ORG}/members/@me/ {}`,
      `DELETE /api/organizations/${ORG}/`,
    ]);
  });

  it("by slug keeps its pages at the path that its links name", async () => {
    const next = (): string => `${fixture.server.origin}/api/organizations/${ORG}/members/?limit=1&offset=1`;
    await open((_request, index) => {
      if (index === 0) return organizations;
      const row = { ...MEMBER, id: `m${index}` };
      return { status: 200, body: { count: 2, next: index === 1 ? next() : null, results: [row] } };
    });
    const all = await fixture.api.members.list("acme", { pageSize: 1 }).all();
    expect(all.map(({ id }) => id)).toEqual(["m1", "m2"]);
    expect(sent(fixture)[2]).toBe(`GET /api/organizations/${ORG}/members/?limit=1&offset=1`);
  });

  it("by a slug that nobody has is an error without a request to it, and is looked for again", async () => {
    let known: Step = { status: 200, body: page() };
    await open(({ path }) => (path.startsWith("/api/organizations/?") ? known : members));
    const error = await rejection(fixture.api.members.list("acme").all());
    expect(error).toMatchObject({ name: "OrgformError", code: "organization_slug_unknown" });
    expect(error.message).toBe(
      "The organization is given neither by UUID nor by a known slug: none of the 0 organizations that the API key sees " +
        "has it. Nothing was changed. Check the spelling, the host setting and the account of the API key.",
    );
    known = organizations;
    expect(await fixture.api.members.list("acme").all()).toEqual([MEMBER]);
    expect(sent(fixture)).toEqual([LIST, LIST, `GET /api/organizations/${ORG}/members/?limit=100`]);
  });

  it.each(["a b", "a/b", "ü", "a?b"])("by the text %j is an error without any request", async (text) => {
    await open([]);
    expect(await rejection(fixture.api.members.list(text).all())).toMatchObject({ code: "organization_slug_unknown" });
    expect(await rejection(fixture.api.organizations.delete(text))).toMatchObject({
      code: "organization_slug_unknown",
    });
    expect(sent(fixture)).toEqual([]);
  });

  it.each(["", ".", ".."])("by the text %j is no part of a path", async (text) => {
    await open([]);
    expect(await rejection(fixture.api.members.list(text).all())).toMatchObject({ code: "path_parameter_invalid" });
    expect(sent(fixture)).toEqual([]);
  });

  it("is the current one only where a call reads", async () => {
    await open(() => members);
    expect(await fixture.api.members.list("@current").all()).toEqual([MEMBER]);
    const writes = [
      fixture.api.members.update("@current", "u", { level: 1 }),
      fixture.api.members.delete("@current", "u"),
      fixture.api.organizations.delete("@current"),
      fixture.api.invites.bulk("@current", []),
      fixture.api.pipelineDestinations.updateSource("@current", 1, {}),
    ];
    const message =
      "A change must name its organization by id or slug: @current is whichever one the account used last. Nothing was sent.";
    for (const write of writes) expect(await rejection(write)).toMatchObject({ code: "organization_unnamed", message });
    expect(sent(fixture)).toEqual(["GET /api/organizations/@current/members/?limit=100"]);
  });
});

describe("a project", () => {
  it.each([7, "7", "@current"])("is given as %j", async (id) => {
    await open(() => ({ status: 200, body: PERSON }));
    await fixture.api.persons.get(id, 12);
    await fixture.api.persons.updateProperty(id, PERSON.uuid, "k", 1);
    expect(fixture.server.requests.map(({ path }) => path)).toEqual([
      `/api/projects/${id}/persons/12/`,
      `/api/projects/${id}/persons/${PERSON.uuid}/update_property/?key=k&value=1`,
    ]);
  });

  it.each([0, -1, 1.5, NaN, "", "acme", "7/../8", "07", PERSON.uuid])("is not given as %j", async (id) => {
    await open([]);
    const calls = [
      fixture.api.persons.get(id, 12),
      fixture.api.persons.list(id).all(),
      fixture.api.events.list(id).csv(),
      fixture.api.projects.delete(ORG, id),
      fixture.api.batchExports.list({ projectId: id }).all(),
    ];
    for (const call of calls) {
      expect(await rejection(call)).toMatchObject({
        code: "path_parameter_invalid",
        message:
          "The path parameter project_id must be an integer or @current; found something else. Nothing was sent.",
      });
    }
    expect(sent(fixture)).toEqual([]);
  });

  it("is read and changed for a half-blind account, which is cured", async () => {
    const cured: Step = { status: 200, body: { uuid: "u", organization: ORGANIZATION } };
    await open([needToBelong, cured, { status: 200, body: PERSON }, needToBelong, cured, { status: 202 }]);
    expect(await fixture.api.persons.get(7, 12)).toEqual(PERSON);
    await fixture.api.persons.delete(7, 12);
    expect(fixture.server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/projects/7/persons/12/",
      "GET /api/users/@me/",
      "GET /api/projects/7/persons/12/",
      "DELETE /api/projects/7/persons/12/",
      "GET /api/users/@me/",
      "DELETE /api/projects/7/persons/12/",
    ]);
  });

  it("below an organization is not judged by the account's current organization", async () => {
    await open([{ status: 200, body: PROJECT }]);
    expect(await fixture.api.projects.get(ORG, 7)).toEqual(PROJECT);
    expect(sent(fixture)).toEqual([`GET /api/organizations/${ORG}/projects/7/`]);
  });
});

describe("a person or a pipeline item", () => {
  it.each(["d1", "", "12a", 1.5, "a@example.com"])(
    "is not given as %j, which the service answers with 500",
    async (id) => {
      await open([]);
      expect(await rejection(fixture.api.persons.deleteProperty(7, id, "k"))).toMatchObject({
        code: "path_parameter_invalid",
      });
      expect(await rejection(fixture.api.plugins.get(ORG, Number(id) || NaN).then(() => undefined))).toMatchObject({
        code: "path_parameter_invalid",
      });
      expect(sent(fixture)).toEqual([]);
    },
  );
});

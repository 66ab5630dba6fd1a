import { afterEach, describe, expect, it } from "@jest/globals";
import { MEMBER, page } from "../../support/operations/answers.ts";
import { PLACES } from "../../support/operations/operation.ts";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = PLACES.organization_id;
const PATH = `/api/organizations/${ORG}/members/`;
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

describe("members", () => {
  it("are listed, changed and removed by the user's UUID", async () => {
    await open([{ status: 200, body: page(MEMBER) }, { status: 200, body: MEMBER }, { status: 204 }]);
    const { members } = fixture.api;
    expect(await members.list(ORG).all()).toEqual([MEMBER]);
    expect(await members.update(ORG, MEMBER.user.uuid, { level: 8 })).toEqual(MEMBER);
    await members.delete(ORG, "@me");
    expect(sent(fixture)).toEqual([
      `GET ${PATH}?limit=100`,
      `PATCH ${PATH}${MEMBER.user.uuid}/ {"level":8}`,
      `DELETE ${PATH}@me/`,
    ]);
  });

  it("of 150 are read over two pages, and none is lost", async () => {
    const row = (id: number): object => ({ ...MEMBER, id: `m${id}` });
    await open((_request, index) => ({
      status: 200,
      body: {
        count: 150,
        next: index === 0 ? `${fixture.server.origin}${PATH}?limit=100&offset=100` : null,
        previous: null,
        results: Array.from({ length: index === 0 ? 100 : 50 }, (_none, each) => row(100 * index + each)),
      },
    }));
    const all = await fixture.api.members.list(ORG).all();
    expect(new Set(all.map(({ id }) => id)).size).toBe(150);
    expect(sent(fixture)).toEqual([`GET ${PATH}?limit=100`, `GET ${PATH}?limit=100&offset=100`]);
  });

  it("are searched by the start of a long address, beside the whole of it; that none is found is an answer", async () => {
    const email = `${"a".repeat(230)}@acme.example`;
    const found = { ...MEMBER, search_match_type: "exact" };
    await open([
      { status: 200, body: page(found) },
      { status: 200, body: page() },
    ]);
    const { members } = fixture.api;
    expect(await members.search(ORG, email).all()).toEqual([found]);
    expect(await members.search(ORG, "ann@acme.example").all()).toEqual([]);
    const queries = sent(fixture).map((line) =>
      Object.fromEntries(new URL(line.slice("GET ".length), "http://x").searchParams),
    );
    expect(queries).toEqual([
      { limit: "100", email, search: "a".repeat(200) },
      { limit: "100", email: "ann@acme.example", search: "ann@acme.example" },
    ]);
  });

  it("keep an unknown level and lack what a service does not know", async () => {
    const { last_login: _1, is_2fa_enabled: _2, has_social_auth: _3, ...rest } = MEMBER;
    await open([{ status: 200, body: { ...rest, level: 3 } }]);
    expect(await fixture.api.members.update(ORG, "u", {})).toEqual({ ...rest, level: 3, last_login: null });
  });

  it("name the path of an unusable value", async () => {
    await open([{ status: 200, body: page(MEMBER, { ...MEMBER, id: "b", user: { ...MEMBER.user, uuid: null } }) }]);
    expect(await rejection(fixture.api.members.list(ORG).all())).toMatchObject({
      issues: [{ path: "results[1].user.uuid", expected: "expected string, received null" }],
    });
  });
});

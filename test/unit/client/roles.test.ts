import { afterEach, describe, expect, it } from "@jest/globals";
import { page, ROLE, ROLE_MEMBERSHIP } from "../../support/operations/answers.ts";
import { PLACES } from "../../support/operations/operation.ts";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = PLACES.organization_id;
const PATH = `/api/organizations/${ORG}/roles/`;
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

describe("roles", () => {
  it("are listed without any parameter, to which the service answers 500", async () => {
    await open([{ status: 200, body: page(ROLE) }]);
    expect(await fixture.api.roles.list(ORG).all()).toEqual([ROLE]);
    expect(sent(fixture)).toEqual([`GET ${PATH}`]);
  });

  it("of a service that has more pages are followed by its links", async () => {
    await open((_request, index) => ({
      status: 200,
      body: {
        count: 2,
        next: index === 0 ? `${fixture.server.origin}${PATH}?limit=1&offset=1` : null,
        results: [{ ...ROLE, id: `r${index}` }],
      },
    }));
    expect((await fixture.api.roles.list(ORG).all()).map(({ id }) => id)).toEqual(["r0", "r1"]);
    expect(sent(fixture)).toEqual([`GET ${PATH}`, `GET ${PATH}?limit=1&offset=1`]);
  });

  it("are made, read, changed and deleted at their paths", async () => {
    const answer = { status: 200, body: ROLE };
    await open([{ status: 201, body: ROLE }, answer, answer, { status: 204 }]);
    const { roles } = fixture.api;
    expect(await roles.create(ORG, { name: "Engineers", feature_flags_access_level: 21 })).toEqual(ROLE);
    expect(await roles.get(ORG, "r1")).toEqual(ROLE);
    expect(await roles.update(ORG, "r1", { feature_flags_access_level: 37 })).toEqual(ROLE);
    await roles.delete(ORG, "r1");
    expect(sent(fixture)).toEqual([
      `POST ${PATH} {"name":"Engineers","feature_flags_access_level":21}`,
      `GET ${PATH}r1/`,
      `PATCH ${PATH}r1/ {"feature_flags_access_level":37}`,
      `DELETE ${PATH}r1/`,
    ]);
  });

  it("of newer services lack the access level", async () => {
    const { feature_flags_access_level: _level, members: _members, ...rest } = ROLE;
    await open([{ status: 200, body: { ...rest, is_default: true } }]);
    expect(await fixture.api.roles.get(ORG, "r1")).toEqual({ ...rest, is_default: true });
  });

  it("whose name is taken are a conflict", async () => {
    const body = {
      type: "validation_error",
      code: "unique",
      detail: "There is already a role with this name.",
      attr: "name",
    };
    await open([{ status: 400, body }]);
    expect(await rejection(fixture.api.roles.create(ORG, { name: "Engineers" }))).toMatchObject({
      category: "conflict",
      code: "unique",
      attr: "name",
    });
  });
});

describe("role memberships", () => {
  it("are listed in pages, made and taken away at their paths", async () => {
    await open([{ status: 200, body: page(ROLE_MEMBERSHIP) }, { status: 201, body: ROLE_MEMBERSHIP }, { status: 204 }]);
    const { roleMemberships } = fixture.api;
    expect(await roleMemberships.list(ORG, "r1", { pageSize: 5 }).all()).toEqual([ROLE_MEMBERSHIP]);
    expect(await roleMemberships.create(ORG, "r1", { user_uuid: "u" })).toEqual(ROLE_MEMBERSHIP);
    await roleMemberships.delete(ORG, "r1", "m1");
    expect(sent(fixture)).toEqual([
      `GET ${PATH}r1/role_memberships/?limit=5`,
      `POST ${PATH}r1/role_memberships/ {"user_uuid":"u"}`,
      `DELETE ${PATH}r1/role_memberships/m1/`,
    ]);
  });

  it("of older services lack the member", async () => {
    const { organization_member: _member, ...rest } = ROLE_MEMBERSHIP;
    await open([{ status: 201, body: rest }]);
    expect(await fixture.api.roleMemberships.create(ORG, "r1", { user_uuid: "u" })).toEqual(rest);
  });
});

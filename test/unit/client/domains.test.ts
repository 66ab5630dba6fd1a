import { afterEach, describe, expect, it } from "@jest/globals";
import { PLACES } from "../../support/operations/operation.ts";
import { DOMAIN } from "../../support/operations/answers.ts";
import { openApi, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = PLACES.organization_id;
const PATH = `/api/organizations/${ORG}/domains/`;
let fixture: ApiFixture;
afterEach(() => fixture.close());

describe("domains", () => {
  it("are created, read, changed, verified and removed at their paths", async () => {
    const answer = { status: 200, body: DOMAIN };
    fixture = await openApi([{ status: 201, body: DOMAIN }, answer, answer, { status: 200 }, { status: 204 }]);
    const { domains } = fixture.api;
    expect(await domains.create(ORG, { domain: "a.example" })).toEqual(DOMAIN);
    expect(await domains.get(ORG, "d1")).toEqual(DOMAIN);
    expect(await domains.update(ORG, "d1", { saml_entity_id: "" })).toEqual(DOMAIN);
    expect(await domains.verify(ORG, "d1")).toBeUndefined();
    expect(await domains.delete(ORG, "d1")).toBeUndefined();
    expect(sent(fixture)).toEqual([
      `POST ${PATH} {"domain":"a.example"}`,
      `GET ${PATH}d1/`,
      `PATCH ${PATH}d1/ {"saml_entity_id":""}`,
      `POST ${PATH}d1/verify/ {}`,
      `DELETE ${PATH}d1/`,
    ]);
  });

  it("may lack fields that newer services moved away", async () => {
    const { has_saml: _1, saml_entity_id: _2, saml_acs_url: _3, saml_x509_cert: _4, ...rest } = DOMAIN;
    fixture = await openApi([{ status: 200, body: { ...rest, sso_enforcement: null, scim_enabled: false } }]);
    expect(await fixture.api.domains.get(ORG, "a")).toEqual({
      ...rest,
      sso_enforcement: "",
      scim_enabled: false,
    });
  });
});

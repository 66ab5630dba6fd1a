import { afterEach, describe, expect, it } from "@jest/globals";
import { createCaller } from "../../../src/client/caller.ts";
import { createInvitesApi } from "../../../src/client/invites.ts";
import { createTransport } from "../../../src/client/transport/index.ts";
import { INVITE, page } from "../../support/operations/answers.ts";
import { PLACES } from "../../support/operations/operation.ts";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = PLACES.organization_id;
const PATH = `/api/organizations/${ORG}/invites/`;
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

describe("invites", () => {
  it("are listed, made, revoked and made in bulk at their paths", async () => {
    await open([
      { status: 200, body: page(INVITE) },
      { status: 201, body: INVITE },
      { status: 204 },
      { status: 201, body: [INVITE, { ...INVITE, id: "second" }] },
    ]);
    const { invites } = fixture.api;
    expect(await invites.list(ORG, { pageSize: 50 }).all()).toEqual([INVITE]);
    const body = {
      target_email: "B@example.com",
      level: 8,
      send_email: false,
      private_project_access: [{ id: 1, level: 8 }],
    };
    expect(await invites.create(ORG, body)).toEqual(INVITE);
    await invites.delete(ORG, INVITE.id);
    const both = await invites.bulk(ORG, [{ target_email: "b@example.com" }, { target_email: "c@example.com" }]);
    expect(both?.map(({ id }) => id)).toEqual([INVITE.id, "second"]);
    expect(sent(fixture)).toEqual([
      `GET ${PATH}?limit=50`,
      `POST ${PATH} {"target_email":"B@example.com","level":8,"send_email":false,"private_project_access":[{"id":1,"level":8}]}`,
      `DELETE ${PATH}${INVITE.id}/`,
      `POST ${PATH}bulk/ [{"target_email":"b@example.com"},{"target_email":"c@example.com"}]`,
    ]);
  });

  it("may come from a deleted user and without access to projects", async () => {
    const body = { ...INVITE, created_by: null, private_project_access: null, newer_field: [1] };
    await open([{ status: 201, body }]);
    expect(await fixture.api.invites.create(ORG, { target_email: "b@example.com" })).toEqual(body);
  });

  it("in bulk may be answered without a body, as the contract says", async () => {
    await open([{ status: 200 }]);
    expect(await fixture.api.invites.bulk(ORG, [{ target_email: "b@example.com" }])).toBeUndefined();
  });

  it("name the path of an unusable value in a bulk answer", async () => {
    await open([{ status: 201, body: [INVITE, { ...INVITE, level: "owner" }] }]);
    expect(await rejection(fixture.api.invites.bulk(ORG, [{ target_email: "b@example.com" }]))).toMatchObject({
      code: "answer_invalid",
      requestMayHaveBeenApplied: true,
      issues: [{ path: "[1].level", expected: "expected number, received string" }],
    });
  });

  it("are never sent again after a lost answer", async () => {
    await open([{ reset: true }]);
    expect(await rejection(fixture.api.invites.create(ORG, { target_email: "b@example.com" }))).toMatchObject({
      code: "connection_lost",
      requestMayHaveBeenApplied: true,
    });
    expect(fixture.server.requests).toHaveLength(1);
  });

  it("that were refused in bulk keep the service's words, which may be no code", async () => {
    await open([{ status: 400, body: { type: "validation_error", code: "{}", detail: "{}", attr: null } }]);
    expect(await rejection(fixture.api.invites.bulk(ORG, []))).toMatchObject({
      category: "invalid",
      code: "invalid_request",
      detail: "{}",
    });
  });
});

it("invites of a request count one by one in the limit of their organization, and deletions don't", async () => {
  await open([{ status: 201, body: INVITE }, { status: 201, body: [INVITE, INVITE, INVITE] }, { status: 204 }]);
  const transport = createTransport({ host: fixture.server.origin, apiKey: "phx_unit_tests" });
  const counted: unknown[] = [];
  const invites = createInvitesApi(
    createCaller({
      ...transport,
      send: (request) => {
        counted.push(request.separateLimit);
        return transport.send(request);
      },
    }),
  );
  const bodies = ["b", "c", "d"].map((name) => ({ target_email: `${name}@example.com` }));
  await invites.create(ORG, { target_email: "a@example.com" });
  await invites.bulk(ORG, bodies);
  await invites.delete(ORG, INVITE.id);
  await transport.close();
  expect(counted).toEqual([{ kind: "invites", of: ORG, count: 1 }, { kind: "invites", of: ORG, count: 3 }, undefined]);
});

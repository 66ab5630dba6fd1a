import { describe, expect, test } from "@jest/globals";

import { invitedProjects } from "../../../src/catalog/resources/invite/invited-projects.ts";
import { invite } from "../../../src/catalog/resources/invite/invite.ts";
import type { Api } from "../../../src/client/client.ts";
import type { GuardedVerb, ServiceContext } from "../../../src/model/guard.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { printed } from "../../../src/model/messages.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { apiError } from "../../support/fake-service.ts";

interface World {
  readonly verb?: GuardedVerb;
  readonly inputs?: Values;
  readonly person?: object;
  readonly home?: object | "hidden";
  readonly rules?: readonly object[];
  readonly own?: string | null;
  readonly failure?: Error;
}

const EVERYBODY = { organization_member: null, role: null };
const HOME = { members_can_see_org_members: true, membership_level: 1 };
const EXPIRED = { is_expired: true, private_project_access: [{ id: 17, level: "admin" }] };
const DECLARED = { organizationId: "o1", email: " Ann@Acme.example " };

/** What a preview says, and what it asks for that. */
async function said({ verb = "create", inputs = DECLARED, person = { invite: EXPIRED }, home = HOME, ...rest }: World) {
  const { rules = [EVERYBODY], own = "member", failure } = rest;
  const asked: unknown[] = [];
  const list = (place: unknown) => {
    asked.push(place);
    return failure === undefined
      ? Promise.resolve({ access_controls: rules, user_access_level: own })
      : Promise.reject(failure);
  };
  const call = {
    shown: () => Promise.resolve([{ email: "bob@acme.example" }, { email: "ann@acme.example", ...person }]),
    known: () => Promise.resolve(home === "hidden" ? undefined : home),
  };
  const ask = { api: { accessControls: { list } }, call } as unknown as ServiceContext<Api>; // -- all that it asks
  const { previewWarning } = invitedProjects(() => invite);
  const text = await previewWarning?.({ verb, inputs, state: undefined }, () => ask);
  return { text: text === undefined ? "" : printed(text), asked };
}

const PLACE = { organizationId: "o1", projectId: 17 };

describe("an invite that gives access to a project", () => {
  test("most likely isn't sent again by an account that has less access there", async () => {
    const text =
      'The invite of Ann@Acme.example will most likely not be sent again: it gives the level "admin" in project 17, where the account of the API key has "member"\n' +
      "In a project with a default rule, nobody can give more access than they have. Use the API key of an administrator of the organization. Or revoke the invite, and create it without access to the project.";
    for (const verb of ["create", "update"] as const) expect(await said({ verb })).toEqual({ text, asked: [PLACE] });
    // An update sends an open invite again, too.
    const open = { invite: { ...EXPIRED, is_expired: false } };
    expect(await said({ verb: "update", person: open })).toEqual({ text, asked: [PLACE] });
    const second = {
      ...EXPIRED,
      private_project_access: [
        { id: 7, level: "member" },
        { id: 17, level: "admin" },
      ],
    };
    expect(await said({ person: { invite: second } })).toEqual({ text, asked: [{ ...PLACE, projectId: 7 }, PLACE] });
  });

  test.each<[string, World, isAsked: boolean]>([
    ["nothing is sent", { verb: "delete" }, false],
    ["the address isn't known", { inputs: { ...DECLARED, email: UNKNOWN } }, false],
    ["the organization isn't known", { inputs: { ...DECLARED, organizationId: UNKNOWN } }, false],
    ["there is no address", { inputs: { organizationId: "o1" } }, false],
    ["nobody with the address is invited", { inputs: { ...DECLARED, email: "x@acme.example" } }, false],
    ["the person is a member", { person: { invite: EXPIRED, member: {} } }, false],
    ["the invite gives no access", { person: { invite: { is_expired: true, private_project_access: [] } } }, false],
    ["an open invite is adopted", { person: { invite: { ...EXPIRED, is_expired: false } } }, false],
    ["the service shows no organization", { home: "hidden" }, false],
    ["the service is older", { home: { membership_level: 1 } }, false],
    ["the account administers the organization", { home: { ...HOME, membership_level: 8 } }, false],
    ["the account's level isn't known", { home: { ...HOME, membership_level: null } }, false],
    ["the project has no rule for everybody", { rules: [{ organization_member: "m1", role: null }] }, true],
    ["the project has a rule for a role", { rules: [{ organization_member: null, role: "r1" }] }, true],
    ["the account has the same level", { own: "admin" }, true],
    ["nobody knows the account's level", { own: null }, true],
    ["the key can't read rules", { failure: apiError({ category: "permission", status: 403 }) }, true],
    ["the project is gone", { failure: apiError({ category: "notFound", status: 404 }) }, true],
  ])("is no reason for a warning if %s", async (_why, world, isAsked) => {
    expect(await said(world)).toEqual({ text: "", asked: isAsked ? [PLACE] : [] });
  });

  test("isn't judged by a service that fails", async () => {
    const failure = apiError({ category: "unavailable", status: 500 });
    await expect(said({ failure })).rejects.toBe(failure);
  });
});

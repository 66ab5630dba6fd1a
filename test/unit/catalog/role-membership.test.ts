import { expect, test } from "@jest/globals";

import type { Api } from "../../../src/client/client.ts";
import type { CallContext } from "../../../src/model/call-context.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { roleMembership } from "../../../src/catalog/resources/role/role-membership.ts";

const place = (id: string, email: string) => ({ id, user: { uuid: `user of ${id}`, email } });

test("a membership is found by its role and an address in any spelling", () => {
  const { matches, isNamed } = (roleMembership as AnyResource).naturalKey ?? {};
  const wire = { roleId: "r1", email: "ann@acme.example" };
  const declared = [
    { roleId: "r1", email: " ANN@acme.example" },
    { roleId: "r2", email: "ann@acme.example" },
    { roleId: "r1", email: "bob@acme.example" },
  ];
  expect(declared.map((inputs) => matches?.(wire, inputs))).toEqual([true, false, false]);
  expect(["Ann@ACME.example ", "r1", "ann"].map((text) => isNamed?.(wire, text))).toEqual([true, false, false]);
});

test("members of a role whose row lacks them are listed by themselves, and who is only invited waits in every role", async () => {
  const asked: string[] = [];
  const listing = (rows: unknown[]) => ({ all: () => Promise.resolve(rows) });
  const api = {
    invites: { list: () => listing([{ target_email: "guest@acme.example" }, { target_email: "ann@acme.example" }]) },
    roles: { list: () => listing([{ id: "r1", members: [place("p1", "Ann@Acme.example")] }, { id: "r2" }]) },
    roleMemberships: {
      list: (_organizationId: string, roleId: string) => {
        asked.push(roleId);
        return listing([place("p2", "bob@acme.example")]);
      },
    },
  } as unknown as Api; // -- the list asks for nothing else
  const places = (await roleMembership.collection?.list?.(api, { organizationId: "o1" }, {} as CallContext)) ?? [];
  const shown = places.map(({ roleId, email, membership }) => [roleId, email, membership?.id]);
  expect(shown).toEqual([
    ["r1", "ann@acme.example", "p1"],
    ["r1", "guest@acme.example", undefined],
    ["r2", "bob@acme.example", "p2"],
    ["r2", "guest@acme.example", undefined],
    ["r2", "ann@acme.example", undefined],
  ]);
  expect(asked).toEqual(["r2"]);
});

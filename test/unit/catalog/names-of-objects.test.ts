import { describe, expect, test } from "@jest/globals";

import { resources } from "../../../src/catalog/resources/index.ts";
import {
  DOMAIN,
  EXPORT,
  INVITE,
  ITEM,
  MEMBER,
  ORGANIZATION,
  PROJECT_ROW,
  RECORD,
  ROLE,
} from "../../support/operations/answers.ts";

const isNamed = (name: string): ((wire: unknown, text: string) => boolean) => {
  const key = resources.find((one) => one.name === name)?.naturalKey;
  return (wire, text) => key?.isNamed?.(wire, text) === true;
};

const person = { email: "ann@acme.example" };
const member = { ...MEMBER, user: { ...MEMBER.user, uuid: "u1", email: "Ann@Acme.example" } };
const ANN = [" ann@ACME.example ", "ann@acme.example"];
const NOBODY = ["ann", "ann@acme.example.org", "bann@acme.example"];

/** What people call an object, and what is near to that, for each resource. */
const NAMES: readonly (readonly [
  resource: string,
  wire: object,
  names: readonly string[],
  others: readonly string[],
])[] = [
  [
    "Organization",
    { ...ORGANIZATION, id: "o1", slug: "acme-2", name: "Acme |é" },
    ["o1", "acme-2", "Acme |é"],
    ["acme |é", "Acme", "acme", ""],
  ],
  [
    "OrganizationSettings",
    { ...ORGANIZATION, id: "o1", slug: "acme-2", name: "Acme" },
    ["o1", "acme-2", "Acme"],
    ["o", ""],
  ],
  ["Project", { ...PROJECT_ROW, id: 7, name: "Shop" }, ["Shop"], ["shop", "Shop 2", ""]],
  ["Member", member, ["u1", ...ANN], [...NOBODY, MEMBER.id]],
  ["Membership", { ...person, member }, ["u1", ...ANN], NOBODY],
  ["Membership", person, ANN, ["u1", ...NOBODY]],
  ["Invite", { ...person, invite: { ...INVITE, id: "i1" } }, ["i1", ...ANN], NOBODY],
  ["Invite", person, ANN, ["i1", ...NOBODY]],
  ["RoleMembership", { ...person, roleId: "r1" }, ANN, ["r1", ...NOBODY]],
  ["Role", { ...ROLE, id: "r1", name: "Makers |É" }, ["r1", "Makers |É", "makers |é"], ["Makers", "R1", ""]],
  ["Domain", { ...DOMAIN, id: "d1", domain: "acme.example" }, ["d1", "acme.example"], ["acme", "www.acme.example", ""]],
  [
    "ProxyRecord",
    { ...RECORD, id: "p1", domain: "e.acme.example" },
    ["p1", "e.acme.example"],
    ["acme.example", "p", ""],
  ],
  ["BatchExport", { ...EXPORT, id: "e1", name: "Lake |é" }, ["e1", "Lake |é"], ["lake |é", "Lake", "e", ""]],
  ["HogFunction", { id: "f1", name: "Filter" }, ["f1", "Filter"], ["filter", "f", ""]],
  ["IdentityProvider", { id: "p1", name: "Okta" }, ["p1", "Okta"], ["okta", "p", ""]],
  [
    "Plugin",
    { ...ITEM, id: 31, name: "Item", url: "https://a.example/b" },
    ["31", "Item", "https://a.example/b"],
    ["3", "item", ""],
  ],
  ["OrganizationMembers", {}, [], ["", "o1"]],
];

describe("people call", () => {
  test.each(NAMES)("an object of %s by these texts", (resource, wire, names, others) => {
    const all = [...names, ...others];
    expect(all.filter((text) => isNamed(resource)(wire, text))).toEqual(names);
  });
});

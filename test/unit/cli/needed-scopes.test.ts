import { expect, test } from "@jest/globals";

import { served } from "../../../src/app/served.ts";
import { neededScopes } from "../../../src/cli/scopes/needed-scopes.ts";

const needed = (...names: readonly string[]) => neededScopes(served.filter(({ name }) => names.includes(name)));

test("a scope that writes stands for the one that reads, with the reasons of both", () => {
  expect(needed("Domain", "Organization", "ProxyRecordValidation")).toEqual({
    apply: [
      {
        scope: "organization:write",
        because: [
          { purpose: "read", resources: ["Domain", "Organization", "ProxyRecordValidation"] },
          { purpose: "write", resources: ["Domain", "Organization"] },
        ],
      },
    ],
    preview: [
      {
        scope: "organization:read",
        because: [{ purpose: "read", resources: ["Domain", "Organization", "ProxyRecordValidation"] }],
      },
    ],
    closed: [],
  });
});

test("members need the scope that tells whose key it is, and what only some changes need says so", () => {
  expect(needed("Member").apply.map(({ scope }) => scope)).toEqual(["organization_member:write", "user:read"]);
  const [, , hog] = needed("Integration").apply;
  expect(hog).toEqual({ scope: "integration:write", because: expect.anything() });
  expect(needed("Integration").apply[0]).toEqual({
    scope: "batch_export:write",
    because: [{ purpose: "some changes", resources: ["Integration"] }],
  });
});

test("what no scope opens is named, and nothing needs nothing", () => {
  expect(needed("VerifyDomain", "Role")).toMatchObject({ closed: ["VerifyDomain"] });
  expect(needed()).toEqual({ apply: [], preview: [], closed: [] });
});

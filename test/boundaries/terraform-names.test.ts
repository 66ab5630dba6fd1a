import { expect, test } from "@jest/globals";

import { foreignNamesIn } from "../../scripts/gates/foreign-names.ts";

test.each([
  ["a field", "Set `ssoEnforcement` and `sso_enforcement`.", ["ssoEnforcement"]],
  ["a member of a block", "The `acsUrl` of the provider.", ["acsUrl"]],
  ["an argument of a function", "Without it, `effectiveDateFrom` counts.", ["effectiveDateFrom"]],
  ["a resource", "Make it depend on DomainVerification.", ["DomainVerification"]],
  ["a resource of one word", "The `project_id` of a Project. Projects are many.", ["Project"]],
  ["a function", "See verifyDomain.", ["verifyDomain"]],
  ["values and words of English", 'Code with "onEvent" in `processEvent`. Project and domain, a role.', []],
])("finds %s", (_what, text, names) => {
  expect(foreignNamesIn(text)).toEqual(names);
});

import { describe, expect, test } from "@jest/globals";

import { kebabName, modelName, pascalName, snakeName } from "../../../src/model/names.ts";

describe("a name of the model", () => {
  test.each([
    ["name", "name", "name", "Name"],
    ["ssoEnforcement", "sso_enforcement", "sso-enforcement", "SsoEnforcement"],
    ["bulkDeletePersons", "bulk_delete_persons", "bulk-delete-persons", "BulkDeletePersons"],
    ["enforce2fa", "enforce_2fa", "enforce-2fa", "Enforce2fa"],
  ])("%s is %s in Terraform, %s as a command and %s as a resource", (name, snake, kebab, pascal) => {
    expect([snakeName(name), kebabName(name), pascalName(name)]).toEqual([snake, kebab, pascal]);
    expect(modelName(snake)).toBe(name);
  });

  test("of a resource has no sign in front of its first word", () => {
    expect([snakeName("RoleMembership"), kebabName("RoleMembership")]).toEqual(["role_membership", "role-membership"]);
  });
});

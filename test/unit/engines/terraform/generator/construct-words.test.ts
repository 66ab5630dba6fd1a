import { expect, test } from "@jest/globals";

import { served } from "../../../../../src/app/served.ts";
import { functions } from "../../../../../src/catalog/functions/index.ts";
import { renamedIn, withModelNames } from "../../../../../src/engines/terraform/generator/construct-names.ts";
import { withWordTypes, wordTypes } from "../../../../../src/engines/terraform/generator/construct-words.ts";

test("properties that take few words have a union as their type, in inputs and in blocks alone", () => {
  const types = wordTypes(served, functions);
  expect(types.get("MemberConfig")?.get("level")).toBe('"member" | "admin" | "owner"');
  expect(types.get("IntegrationPostgresql")?.get("sslMode")).toMatch(/^"require" \| /u);
  const text = `export interface MemberConfig extends cdktn.TerraformMetaArguments {
  readonly email: string;
  readonly level: string;
}
export interface MemberState {
  readonly level: string;
}
export interface OrganizationMembersConfig {
  readonly members: { [key: string]: string };
}
`;
  const typed = withWordTypes(text, types);
  expect(typed).toBe(
    text
      .replace("level: string", 'level: "member" | "admin" | "owner"')
      .replace("[key: string]: string", '[key: string]: "member" | "admin" | "owner"'),
  );
});

test("names are those of other programs, also where they are a part of others", () => {
  const names = renamedIn({ block: { attributes: { enforce_2fa: {}, saml_x509_cert: {}, name: {} } } });
  expect([...names]).toEqual([
    ["enforce2Fa", "enforce2fa"],
    ["Enforce2Fa", "Enforce2fa"],
  ]);
  expect(withModelNames("resetEnforce2Fa() { this._enforce2Fa = x; } // enforce_2fa, samlX509Cert", names)).toBe(
    "resetEnforce2fa() { this._enforce2fa = x; } // enforce_2fa, samlX509Cert",
  );
});

import { expect, test } from "@jest/globals";

import { newTypes, translated } from "../../../../../src/engines/terraform/switch-writer/references.ts";

/** What each attribute of posthog/posthog is called here, by the types on both sides. */
const ATTRIBUTES: readonly (readonly [type: string, own: string, attributes: string])[] = [
  ["posthog_organization_member", "orgform_member", "organization_id, email, level, joined_at, user_uuid > user_id"],
  ["posthog_role", "orgform_role", "organization_id, name, created_at, id > role_id"],
  [
    "posthog_role_membership",
    "orgform_role_membership",
    "organization_id, role_id, user_uuid > user_id, user_email > email",
  ],
  ["posthog_project", "orgform_project", "organization_id, name, timezone, api_token, id > project_id"],
  ["posthog_project_default_access", "orgform_project_access", "project_id, access_level > level"],
  ["posthog_project_member", "orgform_project_access", "project_id, role > role_id, access_level > level"],
  [
    "posthog_access_control",
    "orgform_access_control",
    "project_id, resource, resource_id, role > role_id, access_level > level",
  ],
  ["posthog_proxy_record", "orgform_proxy_record", "organization_id, domain, target_cname, created_at, id > record_id"],
  [
    "posthog_hog_function",
    "orgform_hog_function",
    "project_id, type, hog, icon_url, enabled, execution_order, name, description, template_id, id > function_id",
  ],
];

test("every type of posthog/posthog that moves is in the table", () => {
  expect(ATTRIBUTES.map(([type]) => type)).toEqual([...newTypes.keys()]);
});

test.each(ATTRIBUTES)("references to a %s become those to a %s: %s", (type, own, attributes) => {
  const pairs = attributes.split(", ").map((pair) => pair.split(" > "));
  const text = pairs.map(([vendors = ""]) => `${type}.x["a]b"].${vendors}`).join(" + ");
  const expected = pairs.map(([vendors = "", ours = vendors]) => `${own}.x_2["a]b"].${ours}`).join(" + ");
  const { text: found, open } = translated(text, (_, name) => `${name}_2`);
  expect([found, open]).toEqual([expected, []]);
  expect(translated(`${type}.x.none`, (_, name) => name).open).toEqual([
    { at: 0, words: `${type}.x.none has no counterpart` },
  ]);
});

import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "../../../packages/sandbox/src/pipeline/service-error.ts";
import { DOMAIN } from "../../../packages/sandbox/src/wire/domain.ts";
import { ORGANIZATION } from "../../../packages/sandbox/src/wire/organization.ts";
import type { ResourceSpec } from "../../../packages/sandbox/src/wire/field.ts";
import { readBody } from "../../../packages/sandbox/src/wire/read-body.ts";

function outcome(resource: ResourceSpec, body: unknown): unknown {
  try {
    return readBody(resource, body, { dialect: "2025-08", partial: true });
  } catch (error) {
    return error instanceof ServiceError ? [error.code, error.attr, error.message] : error;
  }
}

const BAD_NAME = "Please enter a valid domain or subdomain name.";

describe("recorded: values of an organization, flow 1:16-105", () => {
  test.each([
    [{ name: "  Padded  " }, { name: "Padded" }],
    [{ name: 5 }, { name: "5" }],
    [{ name: true }, ["invalid_input", "name", "Not a valid string."]],
    [{ name: "   " }, ["blank", "name", "This field may not be blank."]],
    [{ name: null }, ["null", "name", "This field may not be null."]],
    [{ name: "n".repeat(65) }, ["max_length", "name", "Ensure this field has no more than 64 characters."]],
    [{ enforce_2fa: "null" }, { enforce_2fa: null }],
    [{ enforce_2fa: "" }, { enforce_2fa: null }],
    [{ is_member_join_email_enabled: "false" }, { is_member_join_email_enabled: false }],
    [{ is_member_join_email_enabled: 0 }, { is_member_join_email_enabled: false }],
    [
      { is_member_join_email_enabled: "x" },
      ["invalid_input", "is_member_join_email_enabled", "Must be a valid boolean."],
    ],
    [{ is_member_join_email_enabled: null }, ["null", "is_member_join_email_enabled", "This field may not be null."]],
    [{ logo_media_id: "" }, { logo_media_id: null }],
    [{ logo_media_id: "nope" }, ["invalid_input", "logo_media_id", "“nope” is not a valid UUID."]],
    [{ default_experiment_stats_method: "" }, { default_experiment_stats_method: "" }],
    [
      { default_experiment_stats_method: "zzz" },
      ["invalid_choice", "default_experiment_stats_method", '"zzz" is not a valid choice.'],
    ],
    [{ slug: "mine", id: 1, colour: "red" }, {}],
    [[], ["invalid_input", null, "Invalid data. Expected a dictionary, but got list."]],
    ["x", ["invalid_input", null, "Invalid data. Expected a dictionary, but got str."]],
  ])("%j", (body, expected) => {
    expect(outcome(ORGANIZATION, body)).toEqual(expected);
  });

  test("reports only the first fault, in the order of the fields", () => {
    expect(outcome(ORGANIZATION, { enforce_2fa: "maybe", name: "" })).toEqual([
      "blank",
      "name",
      "This field may not be blank.",
    ]);
  });

  test("requires the name in a full body", () => {
    const read = (): unknown => readBody(ORGANIZATION, {}, { dialect: "2025-08", partial: false });
    expect(read).toThrow("This field is required.");
  });
});

describe("recorded: names and settings of a domain, flow 2:13-124", () => {
  test.each(["a.b.c.d.example.co.uk", `${"x".repeat(70)}.example.com`, "a-b.example.com", "1.example.com"])(
    "takes %s",
    (name) => expect(outcome(DOMAIN, { domain: name })).toEqual({ domain: name }),
  );

  test.each([
    "UPPER.example.com",
    "trailing.example.com.",
    "under_score.example.com",
    "-dash.example.com",
    "dash-.example.com",
    "a--b.example.com",
    "münchen.example.com",
    "xn--mnchen-3ya.example.com",
    "example",
    "1.2.3.4",
    "*.example.com",
    "example.com/path",
    "user@example.com",
  ])("refuses %s", (name) => {
    expect(outcome(DOMAIN, { domain: name })).toEqual(["invalid_input", "domain", BAD_NAME]);
  });

  test.each([
    [{ saml_x509_cert: "  CERT\nLINE2\n" }, { saml_x509_cert: "CERT\nLINE2" }],
    [
      { saml_acs_url: null, saml_entity_id: "" },
      { saml_acs_url: null, saml_entity_id: "" },
    ],
    [
      { sso_enforcement: "s".repeat(29) },
      ["max_length", "sso_enforcement", "Ensure this field has no more than 28 characters."],
    ],
    [{ sso_enforcement: null }, ["null", "sso_enforcement", "This field may not be null."]],
  ])("%j", (body, expected) => {
    expect(outcome(DOMAIN, body)).toEqual(expected);
  });
});

describe("recorded: whole numbers, times and structures, flows 3:45-53 and 7:132-159", () => {
  const source = "made up for tests";
  const resource: ResourceSpec = {
    name: "Values",
    fields: [
      { name: "level", type: "integer", writable: true, least: 1, most: 15, source },
      { name: "at", type: "dateTime", writable: true, nullable: true, source },
      { name: "items", type: "list", writable: true, source },
      { name: "options", type: "object", writable: true, source },
      { name: "own", type: "any", writable: true, read: (value) => `own ${String(value)}`, source },
    ],
  };

  test.each([
    [{ level: "8" }, { level: 8 }],
    [{ level: 8.5 }, ["invalid_input", "level", "A valid integer is required."]],
    [{ level: 16 }, ["max_value", "level", "Ensure this value is less than or equal to 15."]],
    [{ level: 0 }, ["min_value", "level", "Ensure this value is greater than or equal to 1."]],
    [{ at: "2030-01-01T02:00:00+02:00" }, { at: "2030-01-01T00:00:00Z" }],
    [{ at: "2030-01-01 00:00:00.123456" }, { at: "2030-01-01T00:00:00.123456Z" }],
    [{ at: "2030-01-01T00:00" }, { at: "2030-01-01T00:00:00Z" }],
    [{ at: null }, { at: null }],
    [{ items: [1] }, { items: [1] }],
    [{ items: "x" }, ["not_a_list", "items", 'Expected a list of items but got type "str".']],
    [{ options: { a: 1 } }, { options: { a: 1 } }],
    [{ options: [] }, ["not_a_dict", "options", 'Expected a dictionary of items but got type "list".']],
    [{ own: 1 }, { own: "own 1" }],
  ])("%j", (body, expected) => {
    expect(outcome(resource, body)).toEqual(expected);
  });

  test.each(["2030-13-01T00:00:00Z", "soon", 5, ""])("refuses the time %j", (at) => {
    expect(outcome(resource, { at })).toEqual([
      "invalid_input",
      "at",
      expect.stringMatching(/^Datetime has wrong format/),
    ]);
  });
});

import { describe, expect, test } from "@jest/globals";

import type { Section } from "../../../src/model/picture/picture.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { impliedFacts } from "../../../src/picture/implied-facts.ts";
import { certificateEnd, factsOf, organizationFacts } from "../../../src/picture/wire-facts.ts";
import { EXPIRED, VALID } from "../../support/certificates.ts";
import { plannedChange } from "../../support/planned-change.ts";

const NOT_SHOWN = { unknown: "the service doesn't show it" };
const EXPIRED_AT = "2021-01-01T00:00:00.000Z";
const VALID_UNTIL = "2081-01-01T00:00:00.000Z";

/** The text of a certificate without its first and last line, as some services return it. */
const bare = (pem: string): string => pem.replaceAll(/-----[A-Z ]+-----\n?/gu, "");

test.each([
  [undefined, NOT_SHOWN],
  [null, null],
  ["", null],
  [" \n", null],
  [EXPIRED, EXPIRED_AT],
  [VALID, VALID_UNTIL],
  [bare(VALID), VALID_UNTIL],
  [bare(VALID).trim(), VALID_UNTIL],
  [`${EXPIRED}\n${VALID}`, EXPIRED_AT],
  ["no certificate", { unknown: "the certificate can't be read" }],
])("the first certificate in %j ends at %j", (pem, end) => {
  expect(certificateEnd(pem)).toEqual(end);
});

/** A row of each section, the facts that it shows, and the one that each member is needed for. */
const ROWS: readonly {
  readonly section: Section;
  readonly wire: Readonly<Record<string, unknown>>;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly needs: Readonly<Record<string, string>>;
}[] = [
  {
    section: "people",
    wire: {
      id: "m1",
      user: { first_name: "Ann", last_name: "Lee", email: "ann@acme.example" },
      is_2fa_enabled: false,
      has_social_auth: true,
      last_login: null,
    },
    facts: { membershipId: "m1", name: "Ann Lee", is2faEnabled: false, hasSocialAuth: true, lastLogin: null },
    needs: { is_2fa_enabled: "is2faEnabled", has_social_auth: "hasSocialAuth", last_login: "lastLogin" },
  },
  {
    section: "invites",
    wire: { invite: { created_at: "2026-11-20T00:00:00.125Z", created_by: { email: "ann@acme.example" } } },
    facts: { createdAt: "2026-11-20T00:00:00.125Z", invitedBy: "ann@acme.example" },
    needs: {},
  },
  {
    section: "domains",
    wire: { is_verified: true, verified_at: null, saml_x509_cert: VALID },
    facts: { isVerified: true, verifiedAt: null, samlCertificateEndsAt: VALID_UNTIL },
    needs: { verified_at: "verifiedAt", saml_x509_cert: "samlCertificateEndsAt" },
  },
  {
    section: "identityProviders",
    wire: { scim_enabled: false, saml_x509_cert: null },
    facts: { scimEnabled: false, samlCertificateEndsAt: null },
    needs: { scim_enabled: "scimEnabled", saml_x509_cert: "samlCertificateEndsAt" },
  },
  {
    section: "exports",
    wire: { team_id: 7, latest_runs: [{ status: "Failed" }, { status: "Completed" }] },
    facts: { projectId: "7", lastRunStatus: "Failed" },
    needs: { latest_runs: "lastRunStatus" },
  },
  { section: "proxies", wire: { status: "valid" }, facts: { status: "valid" }, needs: { status: "status" } },
];

/** A value with each of its parts, one after another, as a value that no service returns. */
function oddlyTyped(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    [Symbol("odd"), ...oddlyTyped(inner)].map((odd) =>
      Array.isArray(value)
        ? value.map((one: unknown, at) => (String(at) === name ? odd : one))
        : { ...value, [name]: odd },
    ),
  );
}

describe.each(ROWS.map((row) => [row.section, row] as const))("a row of %s", (section, { wire, facts, needs }) => {
  test("tells its facts, whatever else it has", () => {
    expect(factsOf(section, { ...wire, more: { of: "it" } })).toEqual(facts);
  });

  test("with a member of another type is refused, at any depth", () => {
    for (const odd of oddlyTyped(wire)) expect(() => factsOf(section, odd)).toThrow("invalid_type");
  });

  test("without one of them says that the service doesn't show it", () => {
    for (const [member, fact] of Object.entries(needs)) {
      const { [member]: _left, ...rest } = wire;
      expect(factsOf(section, rest)).toEqual({ ...facts, [fact]: NOT_SHOWN });
    }
  });
});

test.each([
  [{ first_name: "Ann", last_name: "" }, "Ann"],
  [{ first_name: null, last_name: "Lee" }, "Lee"],
  [{ first_name: "", last_name: null }, "ann@acme.example"],
  [{}, "ann@acme.example"],
])("a person of %j is called %s", (names, name) => {
  const row = { id: "m1", user: { ...names, email: "ann@acme.example" } };
  expect(factsOf("people", row)).toMatchObject({ name });
});

test.each([
  [{}, { createdAt: NOT_SHOWN, invitedBy: NOT_SHOWN }],
  [{ invite: { created_at: "t", created_by: null } }, { createdAt: "t", invitedBy: null }],
  [{ invite: { created_at: "t" } }, { createdAt: "t", invitedBy: NOT_SHOWN }],
])("an invite of %j has %j", (row, facts) => {
  expect(factsOf("invites", row)).toEqual(facts);
});

test("an export that never ran has no status, and one without a project names none", () => {
  expect(factsOf("exports", { latest_runs: [] })).toEqual({ lastRunStatus: null });
});

test("sections without facts of their own have none", () => {
  expect(factsOf("roles", { id: "r1", status: "valid" })).toEqual({});
});

test("an organization with a member of another type is refused", () => {
  const wire = { uses_most_specific_access_resolution: true, available_product_features: [] };
  expect(oddlyTyped(wire)).toHaveLength(2);
  for (const odd of oddlyTyped(wire)) expect(() => organizationFacts(odd)).toThrow("invalid_type");
});

test.each([
  [undefined, NOT_SHOWN],
  [null, false],
  [false, false],
  [true, true],
])("an organization with the mode %j has the most specific access: %j", (mode, usesMostSpecificAccess) => {
  const { usesMostSpecificAccess: told } = organizationFacts({ uses_most_specific_access_resolution: mode });
  expect(told).toEqual(usesMostSpecificAccess);
});

test.each([
  [undefined, NOT_SHOWN],
  [null, []],
  [
    [{ key: "sso" }, "odd", { key: 7 }, { name: "x" }, { key: "scim" }],
    ["sso", "scim"],
  ],
])("features %j are %j", (available, features) => {
  expect(organizationFacts({ available_product_features: available })["features"]).toEqual(features);
});

describe.each([
  ["Domain", (certificate: unknown) => (certificate === undefined ? {} : { samlX509Cert: certificate })],
  [
    "IdentityProvider",
    (certificate: unknown) => (certificate === undefined ? {} : { saml: { x509Cert: certificate } }),
  ],
] as const)("the certificate of a %s", (resource, inputs) => {
  const end = (was: unknown, shall: unknown, held: object | undefined): unknown => {
    const change = plannedChange(resource, { id: "o1/1", before: inputs(was), after: inputs(shall) });
    return impliedFacts(change, held && { ...held })["samlCertificateEndsAt"];
  };
  const HELD = { samlCertificateEndsAt: EXPIRED_AT, scimEnabled: NOT_SHOWN };

  test.each([
    ["a new one", EXPIRED, VALID, VALID_UNTIL],
    ["the first one", undefined, VALID, VALID_UNTIL],
    ["none any longer", EXPIRED, undefined, null],
    ["one that isn't known yet", EXPIRED, UNKNOWN, { unknown: expect.any(String) }],
    ["the same", EXPIRED, EXPIRED, undefined],
    ["none, as before", undefined, undefined, undefined],
  ])("follows the plan where the program declares %s", (_what, was, shall, told) => {
    expect(end(was, shall, HELD)).toEqual(told);
  });

  test("stays unknown where the service doesn't show it", () => {
    for (const shall of [undefined, VALID, UNKNOWN]) {
      expect(end(EXPIRED, shall, { ...HELD, samlCertificateEndsAt: NOT_SHOWN })).toBeUndefined();
    }
  });

  test("of a new object is the one that the program declares", () => {
    expect(end(undefined, VALID, undefined)).toBe(VALID_UNTIL);
    // Newer services show no certificates of domains.
    expect(end(undefined, undefined, undefined)).toBe(resource === "Domain" ? undefined : null);
  });
});

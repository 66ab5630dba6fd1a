import { describe, expect, test } from "@jest/globals";

import { type Example, judge, RULES } from "../../../packages/policy/src/index.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { ruleNamed } from "../../support/rule-named.ts";

const DAY_MS = 86_400_000;
const TAKEN_MS = Date.parse(pictureOfExample({}).takenAt);
/** A time before the picture, or after it. */
const ago = (ms: number): string => new Date(TAKEN_MS - ms).toISOString();

/** What a rule says of a picture: each finding in full, and why it can't tell. */
function said(id: string, example: Example): string {
  const rule = ruleNamed(id);
  const parameters = rule.parameters.parse(example.parameters ?? {});
  const { findings, unjudged } = judge(pictureOfExample(example), {
    rules: [{ rule, severity: rule.severity, parameters }],
    exceptions: [],
  });
  const lines = [
    ...findings.map(({ object, field, is, shouldBe }) => `${object.name} ${field}: ${is}; should be ${shouldBe}`),
    ...unjudged.map(({ object, field, why }) => `${object.name} ${field}: unknown: ${why}`),
  ];
  return lines.join(" | ") || "right";
}

type Fields = Readonly<Record<string, unknown>>;

const ANN = "ann@acme.example";
const OWN = { domain: "acme.example", isVerified: true };
const invites = (...sections: readonly Fields[]): Example => ({ sections: { invites: sections } });
const people = (...sections: readonly Fields[]): Example => ({ sections: { people: sections } });

describe("a rule that counts days", () => {
  /** The latest time that is right, in milliseconds before the picture, and the first that isn't; for each rule. */
  const TIMES: Readonly<Record<string, readonly [right: number, wrong: number, of: (at: string) => Example]>> = {
    "invites-pending": [
      3 * DAY_MS - 1,
      3 * DAY_MS,
      (createdAt) => invites({ email: ANN, status: "pending", createdAt, expiresAt: ago(99 * DAY_MS) }),
    ],
    "invites-expired": [
      3 * DAY_MS - 1,
      3 * DAY_MS,
      (expiresAt) => invites({ email: ANN, status: "expired", expiresAt, createdAt: ago(99 * DAY_MS) }),
    ],
    "people-active": [
      3 * DAY_MS - 1,
      3 * DAY_MS,
      (lastLogin) => people({ email: ANN, lastLogin, joinedAt: ago(99 * DAY_MS) }),
    ],
    "certificate-ends": [
      -2 * DAY_MS - 1,
      -2 * DAY_MS,
      (samlCertificateEndsAt) => ({ sections: { domains: [{ domain: "acme.example", samlCertificateEndsAt }] } }),
    ],
  };

  test.each(Object.entries(TIMES))("%s is right up to its limit, and wrong from there on", (id, [right, wrong, of]) => {
    const parameters = { days: 2 };
    expect(said(id, { ...of(ago(right)), parameters })).toBe("right");
    expect(said(id, { ...of(ago(wrong)), parameters })).toContain(`: ${ago(wrong)}; should be `);
    // A text that is no time is never right.
    expect(said(id, { ...of("at noon"), parameters })).toContain(": at noon; should be ");
  });

  test("is one of these", () => {
    const counting = RULES.filter(({ parameters }) => "days" in parameters.shape).map(({ id }) => id);
    expect(counting.toSorted()).toEqual(Object.keys(TIMES).toSorted());
  });
});

const level = (one: string, more: Fields = {}) => ({
  projectId: "7",
  resource: "project",
  email: null,
  roleId: null,
  level: one,
  ...more,
});
const onWeb = (...accessRules: readonly Fields[]): Example => ({
  sections: { projects: [{ name: "Web", projectId: "7" }], accessRules },
});
const exported = (destination: Fields, more: Fields = {}) => ({
  name: "Lake",
  destinationType: "s3",
  destination,
  ...more,
});
const exportsTo = (parameters: Fields, ...exports: readonly Fields[]): Example => ({
  parameters,
  sections: { exports },
});
const hooks = (hosts: readonly string[], ...hogFunctions: readonly Fields[]): Example => ({
  parameters: { hosts },
  sections: { hogFunctions: hogFunctions.map((one) => ({ name: "Hook", hog: null, ...one })) },
});

const declares = (...objects: readonly Fields[]): Example => ({
  declared: { objects: objects.map((one) => ({ id: "1", deletionProtection: null, inlineSecrets: [], ...one })) },
});

/** Cases beside the examples of each rule: values at its limits, of other kinds, absent ones, and hidden ones. */
const CASES: readonly (readonly [rule: string, example: Example])[] = [
  ["invites-to-own-domains", { sections: { domains: [OWN], invites: [{ email: "ann@ACME.example" }] } }],
  ["invites-to-own-domains", { sections: { domains: [{ ...OWN, isVerified: false }], invites: [{ email: ANN }] } }],
  [
    "invites-to-own-domains",
    {
      parameters: { domains: ["Other.example"] },
      sections: { domains: [OWN], invites: [{ email: "b@other.example" }, { email: '"a@acme.example"@mail.example' }] },
    },
  ],
  [
    "invites-to-own-domains",
    {
      sections: { domains: [OWN, { domain: "mail.example" }], invites: [{ email: "a@mail.example" }, { email: ANN }] },
    },
  ],
  [
    "invites-to-own-domains",
    { sections: { domains: [OWN, { isVerified: true }], invites: [{ email: "a@mail.example" }] } },
  ],
  [
    "people-in-own-domains",
    {
      parameters: { domains: ["mail.example"] },
      sections: { domains: [], people: [{ email: "a@mail.example" }, { email: ANN }] },
    },
  ],
  ["invites-pending", invites({ email: ANN, status: "expired", createdAt: ago(99 * DAY_MS) })],
  ["invites-expired", invites({ email: ANN, status: "pending", expiresAt: ago(99 * DAY_MS) })],
  [
    "people-active",
    people(
      { email: ANN, lastLogin: null, joinedAt: ago(90 * DAY_MS) },
      { email: "b@b.example", lastLogin: null, joinedAt: ago(91 * DAY_MS) },
    ),
  ],
  [
    "people-in-roles",
    {
      parameters: { levels: ["admin", "owner"] },
      sections: {
        people: [{ email: ANN, level: "member" }, { email: "b@b.example", level: "owner" }, { email: "c@c.example" }],
        roles: [],
      },
    },
  ],
  [
    "people-in-roles",
    {
      sections: {
        people: [{ email: ANN, level: "member" }],
        roles: [{ members: ["b@b.example"] }, { name: "Hidden" }],
      },
    },
  ],
  ["people-in-roles", { sections: { people: [{ level: "member" }], roles: [{ members: [] }] } }],
  [
    "owners-named",
    {
      parameters: { emails: [ANN] },
      sections: {
        people: [
          { email: ANN },
          { email: "b@b.example", level: "owner" },
          { email: "c@c.example", level: "admin" },
          { level: "owner" },
          { email: "d@d.example" },
        ],
      },
    },
  ],
  ["access-by-role", onWeb(level("admin", { email: ANN }), level("none", { roleId: "r" }), level("member"))],
  [
    "admin-by-rule",
    onWeb(
      level("admin"),
      level("admin", { email: ANN, resource: "dashboard" }),
      level("member", { email: ANN }),
      level("admin", { email: ANN }),
    ),
  ],
  ["project-default-access", { ...onWeb(level("admin")), parameters: { most: "none" } }],
  ["project-default-access", { ...onWeb(level("member")), parameters: { most: "none" } }],
  ["project-default-access", { ...onWeb(level("none")), parameters: { most: "none" } }],
  ["project-default-access", { ...onWeb(), parameters: { most: "admin" } }],
  [
    "project-default-access",
    onWeb(
      level("none", { projectId: "8" }),
      level("none", { resource: "dashboard" }),
      level("none", { roleId: "r" }),
      level("none", { email: ANN }),
    ),
  ],
  ["project-default-access", onWeb({ ...level("none"), resource: { unknown: "not known yet" } })],
  ["project-default-access", onWeb({ ...level("none"), level: { unknown: "not known yet" } })],
  [
    "export-destinations",
    exportsTo({ regions: ["eu-1"], buckets: ["lake"] }, exported({ s3: { bucketName: "lake", region: "us-1" } })),
  ],
  ["export-destinations", exportsTo({ regions: ["eu-1"] }, exported({ postgres: { host: "db.example" } }))],
  ["export-destinations", exportsTo({ buckets: ["lake"] }, exported({ other: { config: "x" } }))],
  ["export-destinations", exportsTo({ types: ["s3", "bigquery"] }, exported({}, { destinationType: "postgres" }))],
  ["export-destinations", exportsTo({ types: ["s3"], buckets: ["lake"] }, { name: "Lake", destinationType: "s3" })],
  [
    "export-destinations",
    exportsTo({ buckets: ["lake"] }, exported({ s3: { bucketName: { unknown: "not known yet" } } })),
  ],
  ["export-persons", exportsTo({}, exported({}, { model: "events" }), exported({}, { model: "sessions" }))],
  [
    "exports-succeed",
    exportsTo(
      {},
      ...["Completed", "Running", "Starting", "Cancelled", null, "FailedRetryable", "TimedOut", "Terminated"].map(
        (lastRunStatus) => exported({}, { lastRunStatus }),
      ),
    ),
  ],
  [
    "inline-credentials",
    declares(
      { resourceName: "Integration", address: "hub", inlineSecrets: ["token"] },
      { resourceName: "BatchExport", address: "none" },
      { resourceName: "BatchExport", address: "lake", inlineSecrets: ["destination.s3.a", "destination.s3.b"] },
    ),
  ],
  [
    "deletion-protected",
    declares(
      { resourceName: "Domain", address: "d", deletionProtection: false },
      { resourceName: "Project", address: "p", deletionProtection: null },
      { resourceName: "Project", address: "q", deletionProtection: { unknown: "not known yet" } },
      { resourceName: "Organization", address: "o", deletionProtection: false },
    ),
  ],
  [
    "second-factor-missing",
    {
      parameters: { levels: ["admin"] },
      sections: {
        people: [
          { email: ANN, level: "member", is2faEnabled: false },
          { email: "b@b.example", level: "admin", is2faEnabled: false },
          { email: "c@c.example", level: { unknown: "not known yet" }, is2faEnabled: true },
          { email: "d@d.example", level: { unknown: "not known yet" }, is2faEnabled: false },
        ],
      },
    },
  ],
  [
    "hog-function-hosts",
    hooks(["*.acme.example", "Hooks.example"], { inputs: '"https://a.b.acme.example/x", "http://HOOKS.example"' }),
  ],
  [
    "hog-function-hosts",
    hooks(["*.acme.example"], {
      inputs: "https://acme.example https://evilacme.example",
      hog: "fetch('https://user:pw@b.example:8080/x')",
    }),
  ],
  ["hog-function-hosts", hooks([], { inputs: "https://a.example https://a.example https://b.example" })],
  [
    "hog-function-hosts",
    hooks(["a.example"], { inputs: "ftp://b.example b.example xhttps://b.example https://a.example@b.example" }),
  ],
  [
    "project-names",
    {
      parameters: { pattern: "a|b-.*" },
      sections: { projects: ["a", "b-1", "ab", "xa", "B-1"].map((name) => ({ name })) },
    },
  ],
  ["ai-processing", { organization: { isAiDataProcessingApproved: null } }],
  ["ai-processing", { parameters: { isApproved: true }, organization: { isAiDataProcessingApproved: null } }],
  ["ai-processing", { parameters: { isApproved: true }, organization: { isAiDataProcessingApproved: true } }],
  [
    "addresses-anonymized",
    {
      sections: {
        projects: [
          { name: "Web", anonymizeIps: null },
          { name: "App", anonymizeIps: true },
        ],
      },
    },
  ],
  [
    "certificate-ends",
    {
      sections: {
        domains: [{ domain: "acme.example", samlCertificateEndsAt: null }],
        identityProviders: [
          { name: "Okta", samlCertificateEndsAt: ago(0) },
          { name: "Old", samlCertificateEndsAt: null },
        ],
      },
    },
  ],
  [
    "scim-or-code",
    {
      sections: {
        identityProviders: [
          { name: "Okta", scimEnabled: true },
          { name: "Off", scimEnabled: false },
        ],
      },
      declared: { resourceNames: ["Project", "RoleMembership", "Member"] },
    },
  ],
  [
    "scim-or-code",
    { sections: { identityProviders: [{ name: "Off", scimEnabled: false }] }, declared: { resourceNames: ["Member"] } },
  ],
  [
    "sso-enforced",
    {
      sections: {
        domains: [
          { domain: "a.example", isVerified: true, ssoEnforcement: null },
          { domain: "b.example", isVerified: true, ssoEnforcement: "saml" },
          { domain: "c.example", isVerified: false, ssoEnforcement: null },
        ],
      },
    },
  ],
  [
    "jit-with-sso",
    {
      sections: {
        domains: [
          { domain: "a.example", jitProvisioningEnabled: true, ssoEnforcement: "" },
          { domain: "b.example", jitProvisioningEnabled: false, ssoEnforcement: null },
        ],
      },
    },
  ],
];

test("values at the limits of rules, of other kinds, and hidden ones are judged like this, word for word", () => {
  expect(CASES.map(([rule, example]) => `${rule}: ${said(rule, example)}`).join("\n")).toMatchInlineSnapshot(`
"invites-to-own-domains: right
invites-to-own-domains: ann@acme.example email: ann@acme.example; should be an address of a verified domain
invites-to-own-domains: "a@acme.example"@mail.example email: "a@acme.example"@mail.example; should be an address of a verified domain
invites-to-own-domains: a@mail.example email: unknown: the example doesn't say
invites-to-own-domains: a@mail.example email: unknown: the example doesn't say
people-in-own-domains: ann@acme.example email: ann@acme.example; should be an address of a verified domain
invites-pending: right
invites-expired: right
people-active: b@b.example joinedAt: 2026-08-26T12:00:00.000Z; should be at most 90 days ago, without a sign-in since
people-in-roles: b@b.example roles: none; should be at least one | c@c.example level: unknown: the example doesn't say
people-in-roles: ann@acme.example roles: unknown: the example doesn't say
people-in-roles: (not known yet) email: unknown: the example doesn't say
owners-named: b@b.example level: owner; should be admin or member | (not known yet) email: unknown: the example doesn't say | d@d.example level: unknown: the example doesn't say
access-by-role: ann@acme.example email: ann@acme.example; should be a role
admin-by-rule: ann@acme.example level: admin; should be member or none
project-default-access: Web access: admin; should be at most none
project-default-access: Web access: member; should be at most none
project-default-access: right
project-default-access: right
project-default-access: Web access: admin; should be at most member
project-default-access: Web access: unknown: it isn't known whom a rule is about
project-default-access: Web access: unknown: not known yet
export-destinations: Lake destination.s3.region: us-1; should be one of eu-1
export-destinations: right
export-destinations: Lake destination.other.config: unknown: the settings of a destination of this type are secret
export-destinations: Lake destinationType: postgres; should be one of s3, bigquery
export-destinations: Lake destination: unknown: the example doesn't say
export-destinations: Lake destination.s3.bucketName: unknown: not known yet
export-persons: right
exports-succeed: Lake lastRunStatus: FailedRetryable; should be Completed | Lake lastRunStatus: TimedOut; should be Completed | Lake lastRunStatus: Terminated; should be Completed
inline-credentials: lake destination.s3.a, destination.s3.b: a secret in the program; should be an integration
deletion-protected: o deletionProtection: false; should be true | q deletionProtection: unknown: not known yet
second-factor-missing: b@b.example is2faEnabled: false; should be true | d@d.example level: unknown: not known yet
hog-function-hosts: right
hog-function-hosts: Hook inputs: acme.example; should be one of *.acme.example | Hook inputs: evilacme.example; should be one of *.acme.example | Hook hog: b.example; should be one of *.acme.example
hog-function-hosts: Hook inputs: a.example; should be no host | Hook inputs: b.example; should be no host
hog-function-hosts: Hook inputs: b.example; should be one of a.example
project-names: ab name: ab; should be like a|b-.* | xa name: xa; should be like a|b-.* | B-1 name: B-1; should be like a|b-.*
ai-processing: right
ai-processing: Acme isAiDataProcessingApproved: not set; should be true
ai-processing: right
addresses-anonymized: Web anonymizeIps: not set; should be true
certificate-ends: Okta samlCertificateEndsAt: 2026-11-25T12:00:00.000Z; should be more than 30 days from now
scim-or-code: Okta scimEnabled: true, and code declares RoleMembership and Member; should be only one of them
scim-or-code: right
sso-enforced: (not known yet) ssoEnforcement: not set; should be google-oauth2, github, gitlab, or saml
jit-with-sso: (not known yet) ssoEnforcement: not set; should be google-oauth2, github, gitlab, or saml"
`);
});

test("every rule tells of its examples like this, word for word", () => {
  const told = RULES.flatMap(({ id, examples: { failing, unknown } }) =>
    [failing, unknown].map((example) => `${id}: ${said(id, example)}`),
  );
  expect(told.join("\n")).toMatchInlineSnapshot(`
"owners-count: Acme people: owners: 1; should be owners: 2 to 4
owners-count: Acme people: unknown: the API key lacks the scope organization_member:read
owners-named: ann@acme.example level: owner; should be admin or member
owners-named: ann@acme.example level: unknown: the example doesn't say
second-factor-enforced: Acme enforce2fa: false; should be true
second-factor-enforced: Acme enforce2fa: unknown: the service doesn't show it
second-factor-missing: ann@acme.example is2faEnabled: false; should be true
second-factor-missing: ann@acme.example is2faEnabled: unknown: the example doesn't say
sso-enforced: acme.example ssoEnforcement: not set; should be google-oauth2, github, gitlab, or saml
sso-enforced: acme.example ssoEnforcement: unknown: the service doesn't show it
jit-with-sso: acme.example ssoEnforcement: not set; should be google-oauth2, github, gitlab, or saml
jit-with-sso: acme.example jitProvisioningEnabled: unknown: the example doesn't say
verified-domains-enforced: Acme enforceVerifiedDomains: false; should be true
verified-domains-enforced: Acme enforceVerifiedDomains: unknown: the service doesn't show it
certificate-ends: acme.example samlCertificateEndsAt: 2026-12-01T00:00:00Z; should be more than 30 days from now
certificate-ends: acme.example samlCertificateEndsAt: unknown: the example doesn't say
scim-or-code: Okta scimEnabled: true, and code declares Member; should be only one of them
scim-or-code: Acme declared: unknown: the example doesn't say
invites-to-own-domains: ann@mail.example email: ann@mail.example; should be an address of a verified domain
invites-to-own-domains: (not known yet) email: unknown: the example doesn't say
invites-pending: ann@acme.example createdAt: 2026-11-01T00:00:00Z; should be at most 2 days ago
invites-pending: ann@acme.example createdAt: unknown: the example doesn't say
invites-expired: ann@acme.example expiresAt: 2026-10-01T00:00:00Z; should be deleted within 7 days after that time
invites-expired: ann@acme.example expiresAt: unknown: the example doesn't say
invites-by-admins: Acme membersCanInvite: true; should be false
invites-by-admins: Acme membersCanInvite: unknown: the service doesn't show it
people-in-own-domains: ann@mail.example email: ann@mail.example; should be an address of a verified domain
people-in-own-domains: Acme domains: unknown: the API key lacks a scope
people-active: ann@acme.example lastLogin: 2026-01-20T00:00:00Z; should be at most 90 days ago
people-active: ann@acme.example lastLogin: unknown: the example doesn't say
people-in-roles: ann@acme.example roles: none; should be at least one
people-in-roles: ann@acme.example roles: unknown: the example doesn't say
access-by-role: ann@acme.example email: ann@acme.example; should be a role
access-by-role: Acme accessRules: unknown: the API key lacks the scope access_control:read
admin-by-rule: ann@acme.example level: admin; should be member or none
admin-by-rule: ann@acme.example level: unknown: the example doesn't say
project-default-access: Web access: admin; should be at most member
project-default-access: Acme accessRules: unknown: the API key lacks the scope access_control:read
project-admins: Web access: 3 admins; should be at most 2
project-admins: Acme accessRules: unknown: the API key lacks the scope access_control:read
export-destinations: Lake destination.s3.bucketName: lake; should be one of other
export-destinations: Lake destinationType: unknown: the example doesn't say
export-persons: Lake model: persons; should be events or sessions
export-persons: Lake model: unknown: the example doesn't say
exports-succeed: Lake lastRunStatus: Failed; should be Completed
exports-succeed: Lake lastRunStatus: unknown: the example doesn't say
exports-running: Lake paused: true; should be false
exports-running: Lake paused: unknown: the example doesn't say
inline-credentials: lake destination.s3.awsSecretAccessKey: a secret in the program; should be an integration
inline-credentials: Acme declared: unknown: the example doesn't say
hog-function-hosts: Hook inputs: elsewhere.example; should be one of *.acme.example
hog-function-hosts: Hook inputs: unknown: the example doesn't say
hog-function-code: Hook templateId: not set; should be the ID of a template
hog-function-code: Hook templateId: unknown: the example doesn't say
public-sharing-off: Acme allowPubliclySharedResources: true; should be false
public-sharing-off: Acme allowPubliclySharedResources: unknown: the service doesn't show it
ai-processing: Acme isAiDataProcessingApproved: true; should be false
ai-processing: Acme isAiDataProcessingApproved: unknown: the service doesn't show it
addresses-anonymized: Web anonymizeIps: false; should be true
addresses-anonymized: Web anonymizeIps: unknown: the example doesn't say
project-names: Test 2 name: Test 2; should be like [a-z-]+
project-names: (not known yet) name: unknown: known after the apply
deletion-protected: lake deletionProtection: false; should be true
deletion-protected: Acme declared: unknown: the example doesn't say
managed-by-code: acme.example declared: created by hand; should be declared by the program
managed-by-code: Acme declared: unknown: the example doesn't say"
`);
});

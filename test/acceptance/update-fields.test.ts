import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { ADOPT, fieldsOf } from "../../src/model/definition.ts";
import { resources } from "../../src/resources/index.ts";
import { DIALECTS } from "../support/dialects.ts";
import { code, type Declared, declare, programOf } from "./support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS, VERIFIED_AT } from "./support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

/** Arguments of one kind of resource; `undefined` takes a field out of the program again. */
type Args = Readonly<Record<string, unknown>>;

interface Step {
  readonly title: string;
  readonly change: {
    readonly Organization: Args;
    readonly Domain: Args;
    readonly DomainSso: Args;
    readonly DomainVerification: Args;
    readonly Role: Args;
  };
  /** What the service holds afterwards, in its own words. */
  readonly holds: { readonly organization: Args; readonly plain: Args; readonly settled: Args; readonly role: Args };
}

function stepsWith(mediaId: string): Step[] {
  return [
    {
      title: "first values",
      change: {
        Organization: { name: "Renamed", enforce2fa: true },
        Domain: { samlEntityId: "entity", jitProvisioningEnabled: true },
        DomainSso: { jitProvisioningEnabled: true, ssoEnforcement: "github" },
        DomainVerification: { timeoutSeconds: 60 },
        Role: { name: "readers" },
      },
      holds: {
        organization: { name: "Renamed", enforce_2fa: true },
        plain: { saml_entity_id: "entity", jit_provisioning_enabled: true },
        settled: { jit_provisioning_enabled: true, sso_enforcement: "github" },
        role: { name: "readers", feature_flags_access_level: 37 },
      },
    },
    {
      title: "further fields, and other values",
      change: {
        Organization: { logoMediaId: mediaId, enforce2fa: false },
        Domain: { samlAcsUrl: "https://idp.example/acs", ssoEnforcement: "github", jitProvisioningEnabled: false },
        DomainSso: { ssoEnforcement: "saml" },
        DomainVerification: { pollIntervalSeconds: 5 },
        Role: { featureFlagsAccessLevel: "view" },
      },
      holds: {
        organization: { name: "Renamed", logo_media_id: mediaId, enforce_2fa: false },
        plain: { saml_acs_url: "https://idp.example/acs", sso_enforcement: "github", jit_provisioning_enabled: false },
        settled: { jit_provisioning_enabled: true, sso_enforcement: "saml" },
        role: { name: "readers", feature_flags_access_level: 21 },
      },
    },
    {
      title: "the last fields, and the first removals",
      change: {
        Organization: { isMemberJoinEmailEnabled: false, enforce2fa: undefined, allowDuplicateName: true },
        Domain: { samlX509Cert: "-----BEGIN CERTIFICATE-----\n", ssoEnforcement: "saml" },
        DomainSso: { jitProvisioningEnabled: undefined },
        DomainVerification: { timeoutSeconds: 61 },
        Role: { name: "auditors" },
      },
      holds: {
        organization: { is_member_join_email_enabled: false, enforce_2fa: null, logo_media_id: mediaId },
        plain: { saml_x509_cert: "-----BEGIN CERTIFICATE-----", sso_enforcement: "saml" },
        settled: { jit_provisioning_enabled: false, sso_enforcement: "saml" },
        role: { name: "auditors", feature_flags_access_level: 21 },
      },
    },
    {
      title: "everything that may be left out removed",
      change: {
        Organization: {
          name: "Last name",
          logoMediaId: undefined,
          isMemberJoinEmailEnabled: undefined,
          allowDuplicateName: undefined,
          deletionProtection: false,
        },
        Domain: {
          samlEntityId: undefined,
          samlAcsUrl: undefined,
          samlX509Cert: undefined,
          jitProvisioningEnabled: undefined,
          ssoEnforcement: undefined,
        },
        DomainSso: { ssoEnforcement: undefined },
        DomainVerification: { timeoutSeconds: undefined, pollIntervalSeconds: undefined },
        Role: { featureFlagsAccessLevel: undefined },
      },
      holds: {
        organization: { name: "Last name", logo_media_id: null, is_member_join_email_enabled: true, enforce_2fa: null },
        plain: {
          saml_entity_id: null,
          saml_acs_url: null,
          saml_x509_cert: null,
          jit_provisioning_enabled: false,
          sso_enforcement: "",
        },
        settled: { jit_provisioning_enabled: false, sso_enforcement: "" },
        role: { name: "auditors", feature_flags_access_level: 37 },
      },
    },
  ];
}

const IN_ORG = { organizationId: code("org.organizationId") };

function declared(args: Step["change"]): Declared[] {
  const settled = { ...IN_ORG, domainId: code("settled.domainId") };
  return [
    declare("Organization", "org", args.Organization),
    declare("Domain", "plain", { ...IN_ORG, domain: "plain.example", ...args.Domain }),
    declare("Domain", "settled", { ...IN_ORG, domain: "settled.example" }),
    declare("Role", "role", { ...IN_ORG, ...args.Role }),
    declare("DomainSso", "sso", { ...settled, ...args.DomainSso }),
    declare("DomainVerification", "verification", { ...settled, ...args.DomainVerification }),
  ];
}

const START: Step["change"] = {
  Organization: { name: "Fields" },
  Domain: {},
  DomainSso: {},
  DomainVerification: {},
  Role: { name: "members" },
};

function changed(args: Step["change"], by: Step["change"]): Step["change"] {
  return {
    Organization: { ...args.Organization, ...by.Organization },
    Domain: { ...args.Domain, ...by.Domain },
    DomainSso: { ...args.DomainSso, ...by.DomainSso },
    DomainVerification: { ...args.DomainVerification, ...by.DomainVerification },
    Role: { ...args.Role, ...by.Role },
  };
}

/** The others are changed as their rows of the table say, in update-rows.test.ts. */
const told = resources.filter(({ name }) => name in START);

test("the steps of this file change every field of its resources that can be changed in place", () => {
  const steps = stepsWith("media");
  const covered = told.map(({ name }) => {
    const names = steps.flatMap((step) => Object.keys(step.change[name as keyof Step["change"]]));
    return [name, [...new Set(names)].sort()];
  });
  const updatable = told.map((definition) => {
    const fields = fieldsOf(definition, "inputs").filter(
      ([name, rules]) => rules.onChange !== "replace" && name !== ADOPT,
    );
    return [definition.name, fields.map(([name]) => name).sort()];
  });
  expect(covered).toEqual(updatable);
});

describe.each(DIALECTS)("with the %s dialect", (dialect) => {
  test("a change of any other field is sent in place, once, and the next preview is empty", async () => {
    const [start, ...rest] = declared(START);
    const story = await Story.open(dialect, programOf([start!, ...rest.slice(0, 3)]));
    const { control } = story.sandbox;
    await story.stack.up();
    const organizationId = story.organization("Fields").id;
    const plainId = story.domain("plain.example").id;
    const settledId = story.domain("settled.example").id;
    const roleId = String((await story.outputs("Role", "role"))["roleId"]);
    for (const id of [plainId, settledId]) control.updateDomain(id, { verified_at: VERIFIED_AT });
    const base = `PATCH /api/organizations/${organizationId}/`;
    let args = START;
    for (const step of stepsWith(control.createMedia().id)) {
      args = changed(args, step.change);
      story.declare(declared(args));
      const writes = await story.up();

      expect({ step: step.title, writes: writes.sort() }).toEqual({
        step: step.title,
        writes: [base, `${base}domains/${plainId}/`, `${base}domains/${settledId}/`, `${base}roles/${roleId}/`].sort(),
      });
      expect(control.organizations().find(({ id }) => id === organizationId)).toMatchObject(step.holds.organization);
      expect(story.domain("plain.example")).toMatchObject({ id: plainId, ...step.holds.plain });
      expect(story.domain("settled.example")).toMatchObject({ id: settledId, ...step.holds.settled });
      expect(control.call("GET", "roles")).toMatchObject([{ id: roleId, ...step.holds.role }]);
      const stored = { timeoutSeconds: 600, pollIntervalSeconds: 10, ...defined(args.DomainVerification) };
      expect(await story.outputs("DomainVerification", "verification")).toMatchObject(stored);
      expect(await story.stack.previewEmpty()).toContain("7 unchanged");
    }
    expect(await story.stack.must("refresh", "--yes", "--skip-preview", "--expect-no-changes")).toContain(
      "7 unchanged",
    );
    await story.stack.destroy();
    expect([story.organizationNames(), story.domainNames()]).toEqual([["Acme"], []]);
  });
});

function defined(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

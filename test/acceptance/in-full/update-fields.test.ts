import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { code, type Declared, declare, programOf } from "../support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS, VERIFIED_AT } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

/** Arguments of one kind of resource. `undefined` removes a field from the program. */
type Args = Readonly<Record<string, unknown>>;

interface Step {
  readonly title: string;
  readonly change: {
    readonly Organization: Args;
    readonly Domain: Args;
    readonly DomainSso: Args;
    readonly DomainVerification: Args;
    readonly Invite: Args;
    readonly Member: Args;
    readonly Membership: Args;
    readonly Role: Args;
    readonly RoleMembership: Args;
  };
  /** The service's values afterwards, in its own form. */
  readonly holds: Readonly<
    Record<"organization" | "plain" | "settled" | "invite" | "member" | "membership" | "role", Args>
  >;
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
        Invite: { level: "admin" },
        Member: { level: "admin" },
        Membership: { level: "admin" },
        Role: { name: "readers" },
        RoleMembership: {},
      },
      holds: {
        organization: { name: "Renamed", enforce_2fa: true },
        plain: { saml_entity_id: "entity", jit_provisioning_enabled: true },
        settled: { jit_provisioning_enabled: true, sso_enforcement: "github" },
        invite: { level: 8 },
        member: { level: 8 },
        membership: { level: 8 },
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
        Invite: { firstName: "Ann", onExpired: "ignore" },
        Member: { level: "owner", onDestroy: "retain" },
        Membership: { level: "owner", onExpired: "ignore" },
        Role: { featureFlagsAccessLevel: "view" },
        RoleMembership: {},
      },
      holds: {
        organization: { name: "Renamed", logo_media_id: mediaId, enforce_2fa: false },
        plain: { saml_acs_url: "https://idp.example/acs", sso_enforcement: "github", jit_provisioning_enabled: false },
        settled: { jit_provisioning_enabled: true, sso_enforcement: "saml" },
        invite: { level: 8, first_name: "Ann" },
        member: { level: 15 },
        membership: { level: 15 },
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
        Invite: { message: "Welcome", onDestroy: "removeMember" },
        Member: { level: "admin" },
        Membership: { level: "member", onDestroy: "downgrade" },
        Role: { name: "auditors" },
        RoleMembership: {},
      },
      holds: {
        organization: { is_member_join_email_enabled: false, enforce_2fa: null, logo_media_id: mediaId },
        plain: { saml_x509_cert: "-----BEGIN CERTIFICATE-----", sso_enforcement: "saml" },
        settled: { jit_provisioning_enabled: false, sso_enforcement: "saml" },
        invite: { level: 8, first_name: "Ann", message: "Welcome" },
        member: { level: 8 },
        membership: { level: 1 },
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
        Invite: {
          level: undefined,
          firstName: undefined,
          message: undefined,
          onExpired: undefined,
          onDestroy: undefined,
        },
        Member: { level: "member", onDestroy: undefined },
        Membership: { level: "admin", onExpired: undefined, onDestroy: undefined },
        Role: { featureFlagsAccessLevel: undefined },
        RoleMembership: {},
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
        invite: { level: 1, first_name: "", message: null },
        member: { level: 1 },
        membership: { level: 8 },
        role: { name: "auditors", feature_flags_access_level: 37 },
      },
    },
  ];
}

const EMAIL = "ann@fields.example";
const MEMBER = "bob@fields.example";
const GUEST = "cleo@fields.example";

const IN_ORG = { organizationId: code("org.organizationId") };

function declared(args: Step["change"]): Declared[] {
  const settled = { ...IN_ORG, domainId: code("settled.domainId") };
  return [
    declare("Organization", "org", args.Organization),
    declare("Domain", "plain", { ...IN_ORG, domain: "plain.example", ...args.Domain }),
    declare("Domain", "settled", { ...IN_ORG, domain: "settled.example" }),
    declare("Role", "role", { ...IN_ORG, ...args.Role }),
    declare("Invite", "invite", { ...IN_ORG, email: EMAIL, ...args.Invite }),
    declare("Membership", "membership", { ...IN_ORG, email: GUEST, ...args.Membership }),
    declare("Member", "member", { ...IN_ORG, email: MEMBER, ...args.Member }),
    declare("RoleMembership", "place", { ...IN_ORG, roleId: code("role.roleId"), email: MEMBER }),
    declare("DomainSso", "sso", { ...settled, ...args.DomainSso }),
    declare("DomainVerification", "verification", { ...settled, ...args.DomainVerification }),
  ];
}

const START: Step["change"] = {
  Organization: { name: "Fields" },
  Domain: {},
  DomainSso: {},
  DomainVerification: {},
  Invite: {},
  Member: { level: "member" },
  Membership: { level: "member" },
  Role: { name: "members" },
  RoleMembership: {},
};

function changed(args: Step["change"], by: Step["change"]): Step["change"] {
  return {
    Organization: { ...args.Organization, ...by.Organization },
    Domain: { ...args.Domain, ...by.Domain },
    DomainSso: { ...args.DomainSso, ...by.DomainSso },
    DomainVerification: { ...args.DomainVerification, ...by.DomainVerification },
    Invite: { ...args.Invite, ...by.Invite },
    Member: { ...args.Member, ...by.Member },
    Membership: { ...args.Membership, ...by.Membership },
    Role: { ...args.Role, ...by.Role },
    RoleMembership: {},
  };
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("a change of any other field is sent in place, once, and the next preview is empty", async () => {
    const [start, ...rest] = declared(START);
    const story = await Story.open(dialect, programOf([start!, ...rest.slice(0, 5)]));
    const { control } = story.sandbox;
    await story.stack.up();
    const organizationId = story.organization("Fields").id;
    const plainId = story.domain("plain.example").id;
    const settledId = story.domain("settled.example").id;
    const roleId = String((await story.outputs("Role", "role"))["roleId"]);
    for (const id of [plainId, settledId]) control.updateDomain(id, { verified_at: VERIFIED_AT });
    const { id: userId } = control.createUser({ email: MEMBER });
    control.addMembership({ userId, organizationId, level: 1 });
    const base = `PATCH /api/organizations/${organizationId}/`;
    let args = START;
    // The role membership is created once, with the first declaration.
    story.declare(declared(args));
    expect(await story.up()).toEqual([expect.stringContaining("/role_memberships/")]);
    for (const step of stepsWith(control.createMedia().id)) {
      args = changed(args, step.change);
      story.declare(declared(args));
      const writes = await story.up();

      expect({ step: step.title, writes: writes.sort() }).toEqual({
        step: step.title,
        writes: [
          base,
          `${base}domains/${plainId}/`,
          `${base}domains/${settledId}/`,
          `${base}members/${userId}/`,
          `${base}roles/${roleId}/`,
          // An invite isn't changed, but sent again.
          `${base.replace("PATCH", "POST")}invites/`,
          `${base.replace("PATCH", "POST")}invites/`,
        ].sort(),
      });
      expect(control.organizations().find(({ id }) => id === organizationId)).toMatchObject(step.holds.organization);
      expect(story.domain("plain.example")).toMatchObject({ id: plainId, ...step.holds.plain });
      expect(story.domain("settled.example")).toMatchObject({ id: settledId, ...step.holds.settled });
      expect(control.call("GET", "roles")).toMatchObject([{ id: roleId, ...step.holds.role }]);
      const invites = control.call("GET", "invites") as { target_email: string }[];
      expect(invites.toSorted((left, right) => (left.target_email < right.target_email ? -1 : 1))).toMatchObject([
        { target_email: EMAIL, ...step.holds.invite },
        { target_email: GUEST, ...step.holds.membership },
      ]);
      expect(control.memberships().find(({ user }) => user === userId)).toMatchObject(step.holds.member);
      const stored = { timeoutSeconds: 600, pollIntervalSeconds: 10, ...defined(args.DomainVerification) };
      expect(await story.outputs("DomainVerification", "verification")).toMatchObject(stored);
      expect(await story.stack.previewEmpty()).toContain("11 unchanged");
    }
    expect(await story.stack.must("refresh", "--yes", "--skip-preview", "--expect-no-changes")).toContain(
      "11 unchanged",
    );
    await story.stack.destroy();
    expect([story.organizationNames(), story.domainNames()]).toEqual([["Acme"], []]);
  });
});

function defined(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { testInFull } from "../../support/extent.ts";
import { code, type Declared, declare, programOf } from "../support/program-text.ts";
import { closeStories, Story, STORY_LIMIT_MS, VERIFIED_AT } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const IN_ORG = { organizationId: code("org.organizationId") };
const SAML = { samlEntityId: "entity", samlAcsUrl: "https://idp.example/acs", samlX509Cert: "CERTIFICATE" };

function program(mediaId: string): Declared[] {
  const settings = { name: "Watched", logoMediaId: mediaId, isMemberJoinEmailEnabled: false, enforce2fa: true };
  const settled = { ...IN_ORG, domainId: code("settled.domainId") };
  return [
    declare("Organization", "org", { ...settings, deletionProtection: false }),
    declare("Domain", "plain", {
      ...IN_ORG,
      domain: "plain.example",
      ...SAML,
      jitProvisioningEnabled: true,
      ssoEnforcement: "saml",
    }),
    declare("Domain", "settled", { ...IN_ORG, domain: "settled.example" }),
    declare("DomainSso", "sso", { ...settled, jitProvisioningEnabled: true, ssoEnforcement: "github" }),
    declare("DomainVerification", "verification", settled),
  ];
}

/** The lines of a detailed diff that show a change, with single spaces between words. */
function differences(output: string): string[] {
  const lines = output.split("\n").map((line) => line.trim().replace(/\s+/gu, " ").replace(" :", ":"));
  return lines.filter((line) => /^[~+-] [\w\d]+: /u.test(line) && !line.startsWith("~ pulumi-nodejs")).sort();
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("a refresh shows each property that was changed outside, and the next update repairs them", async () => {
    const story = await Story.open(dialect, "");
    const { control } = story.sandbox;
    const resources = program(control.createMedia().id);
    story.declare(resources.slice(0, 3));
    await story.stack.up();
    for (const { id } of control.domains()) control.updateDomain(String(id), { verified_at: VERIFIED_AT });
    story.declare(resources);
    await story.stack.up();
    const repaired = [story.organization("Watched"), story.domain("plain.example"), story.domain("settled.example")];

    const other = control.createMedia().id;
    const [org, plain, settled] = repaired.map(({ id }) => id) as [string, string, string];
    const media = String(story.organization("Watched").logo_media_id);
    control.updateOrganization(org, {
      name: "Theirs",
      logo_media_id: other,
      is_member_join_email_enabled: true,
      enforce_2fa: null,
    });
    const saml = { saml_entity_id: "theirs", saml_acs_url: "https://theirs.example", saml_x509_cert: "THEIRS" };
    control.updateDomain(plain, { ...saml, jit_provisioning_enabled: false, sso_enforcement: "gitlab" });
    control.updateDomain(settled, { jit_provisioning_enabled: false, sso_enforcement: "" });
    const refreshed = await story.stack.refresh("--diff");

    expect(differences(refreshed)).toEqual([
      "- enforce2fa: true",
      // The engine shows an empty string as a removal, and a changed secret not at all.
      '- ssoEnforcement: "github"',
      "~ isMemberJoinEmailEnabled: false => true",
      "~ jitProvisioningEnabled: true => false",
      "~ jitProvisioningEnabled: true => false",
      `~ logoMediaId: "${media}" => "${other}"`,
      '~ name: "Watched" => "Theirs"',
      '~ samlAcsUrl: "https://idp.example/acs" => "https://theirs.example"',
      '~ samlEntityId: "entity" => "theirs"',
      '~ ssoEnforcement: "saml" => "gitlab"',
    ]);
    expect(refreshed).toContain("~ 3 updated");
    expect(refreshed).not.toContain("THEIRS");
    const writes = await story.up();
    const base = `PATCH /api/organizations/${org}/`;
    expect(writes.sort()).toEqual([base, `${base}domains/${plain}/`, `${base}domains/${settled}/`].sort());
    const now = [story.organization("Watched"), story.domain("plain.example"), story.domain("settled.example")];
    const settingsOf = (rows: object[]): object[] => rows.map((row) => ({ ...row, updated_at: null }));
    expect(settingsOf(now)).toEqual(settingsOf(repaired));
    expect(await story.stack.previewEmpty()).toContain("6 unchanged");

    control.updateDomain(settled, { verified_at: null, sso_enforcement: "", jit_provisioning_enabled: false });
    control.deleteDomain(plain);
    await story.stack.refresh();
    expect(await story.stack.entry("Domain", "plain")).toBeUndefined();
    expect(await story.stack.entry("DomainVerification", "verification")).toBeUndefined();
    expect((await story.stack.entry("Domain", "settled"))?.id).toBe(`${org}/${settled}`);
    control.updateDomain(settled, { verified_at: VERIFIED_AT });
    expect((await story.up()).filter((write) => write.startsWith("POST"))).toEqual([
      `POST /api/organizations/${org}/domains/`,
    ]);
    expect(story.domainNames()).toEqual(["plain.example", "settled.example"]);
    expect(story.domain("plain.example").id).not.toBe(plain);

    control.deleteOrganization(org);
    await story.stack.refresh();
    const left = (await story.stack.deployment()).resources ?? [];
    expect(left.map(({ type }) => type)).toEqual(["pulumi:pulumi:Stack", "pulumi:providers:pulumi-nodejs"]);
  });

  testInFull("an update reports an object that was deleted outside, and creates it again after a refresh", async () => {
    const story = await Story.open(dialect, ({ organizationId }) =>
      programOf([declare("Domain", "gone", { organizationId, domain: "gone.example", samlEntityId: "one" })]),
    );
    await story.stack.up();
    const { organizationId, control } = story.sandbox;
    const { id } = story.domain("gone.example");
    control.deleteDomain(id);
    story.declare([declare("Domain", "gone", { organizationId, domain: "gone.example", samlEntityId: "two" })]);

    const failed = await story.stack.run("up", "--yes", "--skip-preview");
    expect(failed.status).not.toBe(0);
    expect(failed.output).toContain(
      `error: Domain ${id} no longer exists\n    It was deleted outside this program. Refresh, then run the update again. It then creates the object again.`,
    );
    expect(await story.up("--refresh")).toEqual([`POST /api/organizations/${organizationId}/domains/`]);
    expect(story.domain("gone.example")).toMatchObject({ saml_entity_id: "two" });
  });
});

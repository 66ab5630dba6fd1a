import { afterEach, describe, expect, jest, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { testInFull } from "../../support/extent.ts";
import { code, type Declared, declare, programOf } from "../support/program-text.ts";
import { keyOf, makeDomain, until } from "../support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS, VERIFIED_AT } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

/** Replaces the resource of a DNS provider: it writes to the sandbox's own DNS table. */
const DNS_RECORD = `
const table = (record) => record.table + encodeURIComponent(record.name);
const asked = async (url, init) => { const answer = await fetch(url, init); if (!answer.ok) throw new Error("DNS answered " + answer.status); };
const dns = {
  async create(record) {
    const body = JSON.stringify({ values: [record.value] });
    await asked(table(record), { method: "PUT", headers: { "content-type": "application/json" }, body });
    return { id: record.name, outs: record };
  },
  async delete(id, record) { await asked(table(record), { method: "DELETE" }); },
};
class DnsRecord extends pulumi.dynamic.Resource {
  constructor(name, args, options) { super(dns, name, args, options); }
}
`;

/** Domain, DNS record, verification, and enforcement in one program. */
function wholeWay({ host }: Sandbox): string {
  const inOrg = { organizationId: code("domain.organizationId"), domainId: code("domain.domainId") };
  const resource = (one: Declared): string => programOf([one]).split("\n").slice(2).join("\n");
  const record = "domain.verificationRecord";
  return [
    programOf([]),
    DNS_RECORD,
    resource(declare("Domain", "domain", { domain: "whole.example" })),
    `const record = new DnsRecord("record", { table: "${host}/_sandbox/dns/", name: ${record}.name, value: ${record}.value });`,
    resource(declare("DomainVerification", "verification", inOrg, { dependsOn: [code("record")] })),
    resource(declare("DomainSso", "sso", { ...inOrg, ssoEnforcement: "saml" }, { dependsOn: [code("verification")] })),
    "export const verifiedAt = verification.verifiedAt;",
  ].join("\n");
}

const here = (sandbox: Sandbox): { config: Record<string, string> } => ({
  config: { "orgform:host": sandbox.host, "orgform:organizationId": sandbox.organizationId },
});

const challengeOf = (story: Story, name: string): string => String(story.domain(name)["verification_challenge"]);

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("domain, DNS record, verification and enforcement are done in one update with an unscoped key", async () => {
    const story = await Story.open(dialect, wholeWay, (sandbox) => ({
      ...here(sandbox),
      apiKey: keyOf(sandbox, null),
    }));
    const { stack, sandbox } = story;
    const writes = await story.up();

    const { id } = story.domain("whole.example");
    const base = `/api/organizations/${sandbox.organizationId}/domains/`;
    expect(writes).toEqual([`POST ${base}`, `POST ${base}${id}/verify/`, `PATCH ${base}${id}/`]);
    expect(story.domain("whole.example")).toMatchObject({ is_verified: true, sso_enforcement: "saml" });
    expect(sandbox.control.dns()).toEqual({
      "_posthog-challenge.whole.example": { TXT: [challengeOf(story, "whole.example")] },
    });
    expect(await stack.must("stack", "output", "verifiedAt")).toContain(
      String(story.domain("whole.example")["verified_at"]),
    );
    expect(await stack.previewEmpty()).toContain("5 unchanged");
    await stack.destroy();
    expect([story.domainNames(), sandbox.control.dns()]).toEqual([[], {}]);
  });
});

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  testInFull("without the DNS record, the timeout names it, and the next update continues", async () => {
    const story = await Story.open(dialect, "", (sandbox) => ({ ...here(sandbox), apiKey: keyOf(sandbox, null) }));
    const { sandbox, stack } = story;
    const domainId = await makeDomain(sandbox, sandbox.organizationId, { domain: "late.example" });
    const wait = { domainId, timeoutSeconds: 1, pollIntervalSeconds: 1 };
    story.declare([declare("DomainVerification", "verification", wait)]);
    const tooLate = await stack.run("up", "--yes", "--skip-preview");

    const challenge = challengeOf(story, "late.example");
    expect(tooLate.status).not.toBe(0);
    expect(tooLate.output).toContain(`error: DomainVerification ${domainId} is not done after 1 s\n`);
    expect(tooLate.output).toContain(
      `the DNS record _posthog-challenge.late.example of type TXT with exactly the value "${challenge}"`,
    );
    expect(tooLate.output).toContain("`timeoutSeconds` sets how long to wait.");
    expect(tooLate.output).not.toContain("only polls");
    expect(await stack.entry("DomainVerification", "verification")).toBeUndefined();
    sandbox.control.setDns("_posthog-challenge.late.example", [challenge]);
    expect(await story.up()).toEqual([`POST /api/organizations/${sandbox.organizationId}/domains/${domainId}/verify/`]);
    expect(await story.outputs("DomainVerification", "verification")).toMatchObject({
      domain: "late.example",
      verifiedAt: story.domain("late.example")["verified_at"],
    });
  });

  testInFull(
    "settings of an unverified domain are deferred without a permanent difference, and set once it's verified",
    async () => {
      const deferrable = { jitProvisioningEnabled: true, ssoEnforcement: "github" };
      const domain = declare("Domain", "domain", { domain: "held.example", ...deferrable });
      const inOrg = { domainId: code("domain.domainId") };
      const story = await Story.open(
        dialect,
        programOf([domain, declare("DomainSso", "sso", { ...inOrg, ssoEnforcement: "github" })]),
        here,
      );
      const { stack, sandbox } = story;
      const base = `/api/organizations/${sandbox.organizationId}/domains/`;
      sandbox.control.clearRequests();
      const refused = await stack.run("up", "--yes", "--skip-preview");
      expect(refused.status).not.toBe(0);
      expect(refused.output).toContain(
        'warning: Settings of Domain "held.example" are deferred: jitProvisioningEnabled, ssoEnforcement, as the domain is not verified; publish `verificationRecord` in DNS and verify it. The first update after that sets them.',
      );
      expect(refused.output).toMatch(
        /error: Refused to create DomainSso "[\da-f-]{36}"\n {4}The domain held\.example is not verified: the service refuses these settings\.\n {4}Make this resource depend on a DomainVerification, or verify the domain first\./u,
      );
      expect(story.writes()).toEqual([`POST ${base}`]);
      expect((await story.outputs("Domain", "domain"))["heldBack"]).toEqual([
        "jitProvisioningEnabled",
        "ssoEnforcement",
      ]);
      story.declare([domain]);
      expect(await stack.previewEmpty()).toContain("2 unchanged");

      const { id } = story.domain("held.example");
      story.declare([domain, declare("DomainVerification", "verification", { ...inOrg, pollIntervalSeconds: 1 })]);
      sandbox.control.clearRequests();
      const waiting = stack.run("up", "--yes", "--skip-preview");
      await until("the key is refused", () => sandbox.control.requests().some(({ status }) => status === 403));
      sandbox.control.updateDomain(id, { verified_at: VERIFIED_AT });
      const done = await waiting;
      expect(done.output).toContain("warning: Alternative: an admin presses `Verify` in settings, or an unscoped key.");
      expect({ status: done.status, writes: story.writes() }).toEqual({
        status: 0,
        writes: [`POST ${base}${id}/verify/`],
      });

      expect(await story.up()).toEqual([`PATCH ${base}${id}/`]);
      expect(story.domain("held.example")).toMatchObject({ jit_provisioning_enabled: true, sso_enforcement: "github" });
      expect((await story.outputs("Domain", "domain"))["heldBack"]).toBeUndefined();
      expect(await stack.previewEmpty()).toContain("3 unchanged");
    },
  );
});

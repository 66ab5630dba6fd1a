import { afterEach, describe, expect, jest, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { type Declared, declare, programOf } from "../support/program-text.ts";
import { makeDomain, OWNER } from "../support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

const MISSING = "01912345-89ab-7cde-8f01-23456789abcd";

function looksUp(organizationId: string, slug: string, domainId: string): string {
  const text = JSON.stringify;
  return programOf(
    [],
    `const byId = orgform.Organization.get("byId", ${text(organizationId)});`,
    `const bySlug = orgform.Organization.get("bySlug", ${text(slug)});`,
    `const domain = orgform.Domain.get("domain", ${text(`${organizationId}/${domainId}`)});`,
    `const byName = orgform.Domain.get("byName", ${text(`${organizationId}/seen.example`)});`,
    "export const names = [byId.name, bySlug.name];",
    "export const ids = [byId.id, bySlug.organizationId, domain.domainId, byName.domainId];",
    "export const entity = byName.samlEntityId;",
  );
}

/** An organization and domains that no program created. */
async function occupy(sandbox: Sandbox): Promise<{ orgId: string; slug: string; first: string; second: string }> {
  const { control, organizationId } = sandbox;
  const org = control.createOrganization({ ...OWNER, name: "Theirs" });
  control.createUser({ email: "colleague@acme.example" });
  control.addMembership({ email: "colleague@acme.example", organizationId: org.id, level: 8 });
  const first = await makeDomain(sandbox, organizationId, { domain: "first.example", saml_entity_id: "theirs" });
  const second = await makeDomain(sandbox, organizationId, { domain: "second.example", saml_x509_cert: "THEIRS" });
  return { orgId: org.id, slug: org.slug, first, second };
}

function claims(organizationId: string, adopt: { org?: string; first?: string; second?: string }): Declared[] {
  const given = (text: string | undefined): object => (text === undefined ? {} : { adopt: text });
  const first = { domain: "first.example", samlEntityId: "ours", samlAcsUrl: "https://ours.example" };
  return [
    declare("Organization", "org", { name: "Theirs", enforce2fa: true, ...given(adopt.org) }),
    declare("Domain", "first", { organizationId, ...first, ...given(adopt.first) }),
    declare("Domain", "second", {
      organizationId,
      domain: "second.example",
      samlX509Cert: "OURS",
      ...given(adopt.second),
    }),
  ];
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("get finds existing objects by id and by natural key, changes nothing, and names a missing one", async () => {
    const story = await Story.open(dialect, "");
    const { sandbox, stack } = story;
    const { organizationId } = sandbox;
    const domainId = await makeDomain(sandbox, organizationId, { domain: "seen.example", saml_entity_id: "entity" });
    stack.write({ "index.js": looksUp(organizationId, story.organization("Acme").slug, domainId) });

    expect(await story.up()).toEqual([]);
    expect(JSON.parse(await stack.must("stack", "output", "--json"))).toEqual({
      names: ["Acme", "Acme"],
      ids: [organizationId, organizationId, domainId, domainId],
      entity: "entity",
    });
    expect((await stack.entry("Domain", "byName"))?.external).toBe(true);

    stack.write({ "index.js": programOf([], `orgform.Domain.get("missing", "${organizationId}/nowhere.example");`) });
    const noDomain = await stack.run("preview");
    expect(noDomain.status).not.toBe(0);
    expect(noDomain.output).toContain(
      `error: Preview failed: There is no Domain nowhere.example\n    There is no Domain with that ID or name in Organization ${organizationId}, or this API key can't see it.`,
    );
    stack.write({ "index.js": programOf([], `orgform.Organization.get("missing", "${MISSING}");`) });
    const noOrganization = await stack.run("preview");
    expect(noOrganization.status).not.toBe(0);
    expect(noOrganization.output).toContain(
      `error: Preview failed: There is no Organization ${MISSING}\n    There is no Organization with that ID or name, or this API key can't see it.`,
    );

    stack.write({ "index.js": programOf([]) });
    await stack.up();
    expect(story.domainNames()).toEqual(["seen.example"]);
    expect(story.organizationNames()).toEqual(["Acme"]);
  });

  test("create stops before any write if objects differ or if adopt doesn't find a name", async () => {
    const story = await Story.open(dialect, "");
    const { sandbox, stack } = story;
    const { organizationId, control } = sandbox;
    const { orgId, slug, first, second } = await occupy(sandbox);
    const before = control.snapshot().tables["domains"];
    control.clearRequests();
    // Each separately, because the program ends at the first refusal, before it declares the others.
    const refused = async (name: string): Promise<string> => {
      story.declare(claims(organizationId, { second: "wrong.example" }).filter((one) => one.name === name));
      const { status, output } = await stack.run("up", "--yes", "--skip-preview");
      expect(status).not.toBe(0);
      return output;
    };
    expect(await refused("first")).toContain(
      [
        'error: Domain "first.example" exists already',
        "    Nothing was written. Existing objects, and why they weren't adopted:",
        `    - ${organizationId}/${first}: samlEntityId is "theirs", declared is "ours"; samlAcsUrl is null, declared is "https://ours.example"`,
        `    To adopt it and change it to the declared settings, set \`adopt: "${organizationId}/${first}"\`.`,
      ].join("\n"),
    );
    expect(await refused("second")).toContain(
      'error: `adopt` names no Domain\n    No object with the ID or name "wrong.example" is among the domains of the organization.',
    );
    expect(await refused("org")).toContain(
      [
        'error: Organization "Theirs" exists already',
        "    Nothing was written. Existing objects, and why they weren't adopted:",
        `    - ${orgId}: it has 2 members`,
        `    To adopt it and change it to the declared settings, set \`adopt: "${orgId}"\`. Or set \`allowDuplicateName: true\` to create another one.`,
      ].join("\n"),
    );
    expect(story.writes()).toEqual([]);
    expect(control.snapshot().tables["domains"]).toEqual(before);

    story.declare(claims(organizationId, { org: slug, first: `${organizationId}/${first}`, second: "second.example" }));
    const writes = await story.up();
    const base = `PATCH /api/organizations/${organizationId}/domains/`;
    expect(writes.sort()).toEqual(
      [`PATCH /api/organizations/${orgId}/`, `${base}${first}/`, `${base}${second}/`].sort(),
    );
    expect(story.domain("first.example")).toMatchObject({
      id: first,
      saml_entity_id: "ours",
      saml_acs_url: "https://ours.example",
    });
    expect(story.domain("second.example")).toMatchObject({ id: second, saml_x509_cert: "OURS" });
    expect(story.organization("Theirs")).toMatchObject({ id: orgId, enforce_2fa: true });

    story.declare(claims(organizationId, {}));
    expect(await stack.previewEmpty()).toContain("4 unchanged");
  });
});

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import type { Sandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { type Declared, declare } from "../support/program-text.ts";
import { makeDomain, makeValidProxy, OWNER } from "../support/service.ts";
import { closeStories, Story, STORY_LIMIT_MS, VERIFIED_AT, type Write } from "../support/story.ts";

jest.setTimeout(STORY_LIMIT_MS);
afterEach(closeStories);

/** The objects that the program's resources refer to, created by somebody else in one organization. */
interface Place {
  readonly organizationId: string;
  readonly projectId: string;
  /** A verified domain, a working proxy, and a role. */
  readonly domainId: string;
  readonly recordId: string;
  readonly roleId: string;
}

/** The values that the steps change, besides the location. */
interface Choice {
  readonly domain: string;
  readonly proxy: string;
  readonly invited: string;
  readonly guest: string;
  readonly member: string;
  readonly holder: string;
  readonly destination: Readonly<Record<string, unknown>>;
  readonly item: Readonly<Record<string, unknown>>;
}

const ANN: Choice = {
  domain: "one.example",
  proxy: "e.one.example",
  invited: "ann@invited.example",
  guest: "ann@guest.example",
  member: "ann@member.example",
  holder: "ann@holder.example",
  destination: { noOp: {} },
  item: {},
};

const BOB: Choice = {
  domain: "two.example",
  proxy: "e.two.example",
  invited: "bob@invited.example",
  guest: "bob@guest.example",
  member: "bob@member.example",
  holder: "bob@holder.example",
  destination: { http: { url: "https://in.example", token: "t" } },
  item: { pluginType: "source" },
};

/**
 * One resource of each of the first kinds. The table `test/conformance/fields.test.ts` shows for every field of every
 * resource whether it replaces the object. This test shows the order of a real engine.
 */
function declared({ organizationId, projectId, domainId, recordId, roleId }: Place, choice: Choice): Declared[] {
  const here = { organizationId };
  return [
    declare("Project", "project", { ...here, name: "Moved", deletionProtection: false }),
    declare("Domain", "domain", { ...here, domain: choice.domain, samlEntityId: "kept" }),
    declare("DomainVerification", "verification", { ...here, domainId }),
    declare("DomainSso", "sso", { ...here, domainId, ssoEnforcement: "saml" }),
    declare("Role", "role", { ...here, name: "moved" }),
    declare("RoleMembership", "place", { ...here, roleId, email: choice.holder }),
    declare("Member", "member", { ...here, email: choice.member, level: "admin" }),
    declare("Invite", "invite", { ...here, email: choice.invited, level: "admin" }),
    declare("Membership", "membership", { ...here, email: choice.guest, level: "admin" }),
    declare("ProxyRecord", "proxy", { ...here, domain: choice.proxy }),
    declare("ProxyRecordValidation", "validation", { ...here, recordId }),
    declare("PipelineDestination", "item", { ...here, name: "Moved", ...choice.item }),
    declare("BatchExport", "exported", {
      ...here,
      projectId,
      name: "moved",
      interval: "day",
      destination: choice.destination,
    }),
  ];
}

/**
 * The writes for each kind of object: `METHOD`, and its place in the path, which is an organization, project, or
 * account.
 */
const KINDS: Readonly<Record<string, RegExp>> = {
  account: /^PATCH \/api\/users\/@me\/$/u,
  project: /^\w+ \/api\/organizations\/[^/]+\/projects\//u,
  domain: /^(?:POST|DELETE) \/api\/organizations\/[^/]+\/domains\//u,
  sso: /^PATCH \/api\/organizations\/[^/]+\/domains\//u,
  role: /^\w+ \/api\/organizations\/[^/]+\/roles\/(?:[^/]+\/)?$/u,
  place: /\/role_memberships\//u,
  member: /\/members\//u,
  invites: /\/invites\//u,
  proxy: /\/proxy_records\//u,
  item: /\/(?:plugins|pipeline_destinations)\//u,
  export: /\/batch_exports\//u,
};

/** The organizations or projects of each kind's writes, in their order: `DELETE first, POST second`. */
function movesOf(writes: readonly Write[], names: Readonly<Record<string, string>>): Record<string, string> {
  const strays = writes.filter((write) => !Object.values(KINDS).some((kind) => kind.test(write)));
  expect(strays).toEqual([]);
  const moves = Object.entries(KINDS).map(([kind, pattern]) => {
    const own = writes.filter((write) => pattern.test(write));
    const told = own.map((write) => {
      const [, method = "", place = ""] = /^(\w+) \/api\/\w+\/([^/]+)\//u.exec(write) ?? [];
      return `${method} ${names[place] ?? place}`;
    });
    return [kind, told.join(", ")] as const;
  });
  return Object.fromEntries(moves.filter(([, told]) => told !== ""));
}

/** An organization with the objects that the resources refer to. */
async function furnish({ sandbox }: Story, organizationId: string, name: string): Promise<Place> {
  const { control } = sandbox;
  const domainId = await makeDomain(sandbox, organizationId, { domain: `${name}.verified.example` });
  control.updateDomain(domainId, { verified_at: VERIFIED_AT });
  const recordId = await makeValidProxy(sandbox, organizationId, `e.${name}.valid.example`);
  const projectId = String(
    (control.call("GET", `projects?organization=${organizationId}`) as { number: number }[])[0]?.number,
  );
  return { organizationId, projectId, domainId, recordId, roleId: await makeRole(sandbox, organizationId, name) };
}

/** Adds people to an organization as members. */
function letIn({ sandbox: { control } }: Story, organizationId: string, emails: readonly string[]): void {
  for (const email of emails) {
    const userId = control.users().find((one) => one.email === email)?.id ?? control.createUser({ email }).id;
    control.addMembership({ userId, organizationId, level: 1 });
  }
}

type Row = Readonly<Record<string, unknown>>;

/** The program's objects, by the fields that its steps change. */
function foundIn({ sandbox: { control } }: Story): Record<string, unknown> {
  const rows = (path: string): Row[] => control.call("GET", path) as Row[];
  const emailOf = (id: unknown): unknown => control.users().find((one) => one.id === id)?.email;
  return {
    projects: rows("projects").flatMap((row) => (row["name"] === "Moved" ? [row["organization"]] : [])),
    domains: control
      .domains()
      .flatMap((row) => (row["saml_entity_id"] === "kept" ? [[row["organization"], row["domain"]]] : [])),
    enforced: control.domains().flatMap((row) => (row["sso_enforcement"] === "saml" ? [row["id"]] : [])),
    roles: rows("roles").flatMap((row) => (row["name"] === "moved" ? [row["organization"]] : [])),
    places: rows("role_memberships").map((row) => [row["role"], emailOf(row["user"])]),
    admins: control.memberships().flatMap((row) => (row.level === 8 ? [[row.organization, emailOf(row.user)]] : [])),
    invites: rows("invites")
      .map((row) => [row["organization"], row["target_email"]])
      .toSorted(([, one], [, other]) => (String(one) < String(other) ? -1 : 1)),
    proxies: rows("proxy-records").flatMap((row) =>
      String(row["domain"]).endsWith(".valid.example") || row["status"] === "deleting"
        ? []
        : [[row["organization"], row["domain"]]],
    ),
    items: rows("plugins").map((row) => [row["organization"], row["plugin_type"], row["url"] ?? null]),
    exports: rows("batch-exports").flatMap((row) =>
      row["is_deleted"] === false ? [[row["organization"], row["project"]]] : [],
    ),
  };
}

async function makeRole({ host, apiKey }: Sandbox, organizationId: string, name: string): Promise<string> {
  const response = await fetch(`${host}/api/organizations/${organizationId}/roles/`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  return ((await response.json()) as { id: string }).id;
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("a replaced object is deleted first and then created, even in another organization, and nothing is left over", async () => {
    const story = await Story.open(dialect, "", ({ host }) => ({ config: { "orgform:host": host } }));
    const { control, organizationId: first } = story.sandbox;
    const here = await furnish(story, first, "first");
    const other = await furnish(story, first, "other");
    letIn(story, first, [ANN.member, ANN.holder, BOB.member, BOB.holder]);
    const names: Record<string, string> = { [first]: "first", [here.projectId]: "first" };
    const move = async (place: Place, choice: Choice): Promise<Record<string, string>> => {
      story.declare(declared(place, choice));
      // Sends one write at a time, so the order shows which came first.
      return movesOf(await story.up("--parallel", "1"), names);
    };
    await move(here, ANN);

    const inFirst = "DELETE first, POST first";
    expect(await move(here, BOB)).toEqual({
      domain: inFirst,
      place: inFirst,
      member: "DELETE first, PATCH first",
      invites: `${inFirst}, ${inFirst}`,
      proxy: inFirst,
      item: inFirst,
      export: inFirst,
    });
    const changed = { ...BOB, item: { ...BOB.item, url: "https://github.com/acme/moved" } };
    expect(await move({ ...other, projectId: here.projectId }, changed)).toEqual({
      sso: "PATCH first, PATCH first",
      place: inFirst,
      item: inFirst,
    });

    // The creator of an organization is a member from then on, and creates its roles there.
    const second = control.createOrganization({ ...OWNER, name: "Second" }).id;
    const there = await furnish(story, second, "second");
    letIn(story, second, [BOB.member, BOB.holder]);
    Object.assign(names, { [second]: "second", [there.projectId]: "second" });
    const toSecond = "DELETE first, POST second";
    expect(await move(there, changed)).toEqual({
      // The role and its membership in the first organization are deleted while that is the current one, as the service
      // requires.
      account: "PATCH @me, PATCH @me",
      project: toSecond,
      domain: toSecond,
      sso: "PATCH first, PATCH second",
      role: toSecond,
      place: toSecond,
      member: "DELETE first, PATCH second",
      invites: `${toSecond}, ${toSecond}`,
      proxy: toSecond,
      item: toSecond,
      export: toSecond,
    });
    expect(control.users().find(({ email }) => email === OWNER.email)?.current_organization).toBe(second);
    expect(foundIn(story)).toEqual({
      projects: [second],
      domains: [[second, "two.example"]],
      enforced: [there.domainId],
      roles: [second],
      places: [[there.roleId, BOB.holder]],
      admins: [[second, BOB.member]],
      invites: [
        [second, "bob@guest.example"],
        [second, "bob@invited.example"],
      ],
      proxies: [[second, "e.two.example"]],
      items: [[second, "source", "https://github.com/acme/moved"]],
      exports: [[second, Number(there.projectId)]],
    });
    expect((await story.stack.entry("DomainVerification", "verification"))?.id).toBe(`${second}/${there.domainId}`);
    expect((await story.stack.entry("ProxyRecordValidation", "validation"))?.id).toBe(`${second}/${there.recordId}`);
    expect(await story.stack.previewEmpty()).toContain("14 unchanged");
  });
});

import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { accept, changeIngestion } from "../../../packages/sandbox/src/analytics/ingestion.ts";
import { PERSONS_TABLE } from "../../../packages/sandbox/src/analytics/rows.ts";
import { pageContent } from "../../../packages/sandbox/src/page/content.ts";
import { pageFor } from "../../../packages/sandbox/src/page/page.ts";
import { FAMILIES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { BATCH_EXPORTS_TABLE, RUNS_TABLE } from "../../../packages/sandbox/src/routes/batch-exports/rows.ts";
import { INVITES_TABLE } from "../../../packages/sandbox/src/routes/invites/rows.ts";
import { PLUGINS_TABLE } from "../../../packages/sandbox/src/routes/plugins/rows.ts";
import { ROLE_MEMBERSHIPS_TABLE, ROLES_TABLE } from "../../../packages/sandbox/src/routes/roles/rows.ts";
import { openWorld, type SandboxOptions } from "../../../packages/sandbox/src/sandbox.ts";
import type { AnyTableSpec } from "../../../packages/sandbox/src/store/store.ts";
import type { Table } from "../../../packages/sandbox/src/store/table.ts";
import type { World } from "../../../packages/sandbox/src/world.ts";

const NOW = "2030-01-31T12:00:00.000Z";
const AWKWARD = `<é>|"&' $&`;
const ESCAPED = "&lt;é&gt;|&quot;&amp;&#39; $&amp;";

/** A sandbox without a server, whose clock stands still. */
function opened(options: SandboxOptions = {}) {
  const { world, control, seeded } = openWorld({ now: NOW, dialect: "2025-08", ...options });
  world.clock.set(Date.parse(NOW), true);
  return { world, control, seeded };
}

/** A part of the page: its heading, the names of its columns, and its rows as they are in HTML. */
function partOf(html: string, id: string) {
  const found = new RegExp(`<section id="${id}" data-mark="(?<mark>[0-9a-f]{12})">(?<inner>.*)</section>`, "u");
  const { mark = "", inner = "" } = found.exec(html)?.groups ?? {};
  const [heading = "", table = ""] = inner.split("<div>");
  const inAll = (text: string, tag: RegExp): string[] =>
    text
      .split(tag)
      .slice(1)
      .map((each) => each.split("</")[0] ?? "");
  const [head = "", body = ""] = table.split("<tbody>");
  const rows = body
    .split("<tr>")
    .slice(1)
    .map((row) => inAll(row, /<td>/u));
  return { mark, inner, heading, columns: inAll(head, /<th scope="col">/u), rows };
}

type AnyRow = { readonly id: string };
/** A row with what the page reads of it. */
type Given = AnyRow & Readonly<Record<string, unknown>>;
type Fill = (
  put: (spec: AnyTableSpec | "users" | "memberships" | "domains", ...rows: Given[]) => void,
  id: string,
) => void;

/** What each family shows of rows, the last of which comes first. */
const SHOWN: Readonly<
  Record<string, { readonly part: string; readonly fill: Fill; readonly columns: string[]; readonly rows: string[][] }>
> = {
  members: {
    part: "members",
    fill: (put, organization) => {
      put("users", { id: "u", first_name: AWKWARD, email: "é@a.example" });
      const joined = { organization, joined_at: "2030-01-02T03:04:05.678901Z" };
      const of = (id: string, user: string, level: number): Given => ({ id, user, level, ...joined });
      put("memberships", of("1", "u", 1), of("2", "gone", 8), of("3", "u", 15), of("4", "u", 7));
    },
    columns: ["Name", "Address", "Level", "Joined"],
    rows: [
      [ESCAPED, "é@a.example", "7", "2030-01-02 03:04:05"],
      [ESCAPED, "é@a.example", "owner", "2030-01-02 03:04:05"],
      ["", "", "administrator", "2030-01-02 03:04:05"],
      [ESCAPED, "é@a.example", "member", "2030-01-02 03:04:05"],
    ],
  },
  invites: {
    part: "invites",
    fill: (put, organization) => {
      const of = (id: string, level: number, created_at: string): Given => ({
        id,
        organization,
        level,
        created_at,
        target_email: `${id}@a.example`,
      });
      put(INVITES_TABLE, of("old", 1, "2030-01-28T11:59:59.999Z"), of("new", 8, "2030-01-28T12:00:00Z"));
    },
    columns: ["Address", "Level", "State", "Sent"],
    rows: [
      ["new@a.example", "administrator", "open", "2030-01-28 12:00:00"],
      ["old@a.example", "member", "expired", "2030-01-28 11:59:59"],
    ],
  },
  domains: {
    part: "domains",
    fill: (put, organization) => {
      const facts = { verified_at: null, jit_provisioning_enabled: false, sso_enforcement: "" };
      const of = (id: string, more: object): Given => ({ id, organization, domain: id, ...facts, ...more });
      put(
        "domains",
        of("a", { saml_x509_cert: "" }),
        of("b", { saml_x509_cert: null, jit_provisioning_enabled: true }),
        of("c", { saml_x509_cert: "C", verified_at: "2030-01-02T03:04:05Z", sso_enforcement: "saml" }),
      );
    },
    columns: ["Domain", "Verified", "Provisioning", "Single sign-on", "SAML certificate"],
    rows: [
      ["c", "2030-01-02 03:04:05", "off", "saml", "set"],
      ["b", "no", "on", "optional", "none"],
      ["a", "no", "off", "optional", "none"],
    ],
  },
  roles: {
    part: "roles",
    fill: (put, organization) => {
      const of = (id: string): Given => ({ id, organization, name: `${id}|é`, created_at: NOW });
      put(ROLES_TABLE, of("a"), of("b"));
      put(ROLE_MEMBERSHIPS_TABLE, ...["1", "2"].map((id) => ({ id, organization, role: "b" })));
    },
    columns: ["Name", "Members", "Made"],
    rows: [
      ["b|é", "2", "2030-01-31 12:00:00"],
      ["a|é", "0", "2030-01-31 12:00:00"],
    ],
  },
  plugins: {
    part: "pipeline-items",
    fill: (put, organization) => {
      const of = (id: string, more: object): Given => ({ id, organization, ...more });
      put(
        PLUGINS_TABLE,
        of("1", { name: null, capabilities: { methods: ["processEvent", "onEvent"] }, is_global: false }),
        of("2", { name: "é|", capabilities: {}, is_global: true }),
      );
    },
    columns: ["Number", "Name", "Families", "Global"],
    rows: [
      ["2", "é|", "plugins, pipeline_frontend_apps", "yes"],
      ["1", "", "plugins, pipeline_destinations, pipeline_transformations", ""],
    ],
  },
  "batch-exports": {
    part: "batch-exports",
    fill: (put, organization) => {
      const facts = { organization, is_deleted: false, project: 7, paused: false, created_at: NOW, interval: "hour" };
      const of = (id: string, more: object): Given => ({
        id,
        name: id,
        destination: { type: "S3", config: { secret: "hidden" } },
        ...facts,
        ...more,
      });
      put(
        BATCH_EXPORTS_TABLE,
        of("a", {}),
        of("b", { paused: true, interval: "every 5 minutes" }),
        of("c", { is_deleted: true }),
      );
      const run = (id: string, created_ms: number, status: string): Given => ({
        id,
        batch_export: "b",
        created_ms,
        status,
      });
      put(RUNS_TABLE, run("1", 1, "Failed"), run("2", 3, "Running"), run("3", 2, "Completed"));
    },
    columns: ["Name", "Project", "Destination", "Every", "State", "Last run", "Made"],
    rows: [
      ["b", "7", "S3", "5 minutes", "paused", "Running", "2030-01-31 12:00:00"],
      ["a", "7", "S3", "hour", "active", "none", "2030-01-31 12:00:00"],
    ],
  },
};

function fill(world: World, organization: string, how: Fill): void {
  how((spec, ...rows) => {
    const { users, memberships, domains } = world.store.tables;
    // The rows of a test have only what the page reads of them.
    const own: Record<string, Table<AnyRow>> = { users, memberships, domains };
    const table = typeof spec === "string" ? own[spec] : world.store.table(spec);
    table?.insertMany(rows);
  }, organization);
}

describe("sandboxOnly: the page", () => {
  test("has a part for each family that says what an organization has", () => {
    const names = FAMILIES.filter(({ overview }) => overview !== undefined).map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(SHOWN).toSorted());
    const { world } = opened();
    const ids = [...pageContent(world, undefined).matchAll(/<section id="(?<id>[^"]*)"/gu)].map(
      ({ groups }) => groups?.["id"],
    );
    expect(ids).toEqual([
      "sandbox",
      "organizations",
      "members",
      "invites",
      "domains",
      "roles",
      "pipeline-items",
      "batch-exports",
      "projects",
      "api-keys",
      "faults",
      "requests",
    ]);
  });

  test.each(Object.entries(SHOWN))("shows the %s of an organization, the newest first", (_name, shown) => {
    const { world, seeded } = opened();
    // Those of another organization aren't shown.
    const before = partOf(pageContent(world, seeded.organizationId), shown.part);
    const other = opened();
    fill(other.world, "other", shown.fill);
    expect(partOf(pageContent(other.world, undefined), shown.part).rows).toEqual(before.rows);
    fill(world, seeded.organizationId, shown.fill);
    const part = partOf(pageContent(world, undefined), shown.part);
    expect(part.inner).not.toContain("hidden");
    const title = shown.part.replaceAll("-", " ");
    const count = before.rows.length + shown.rows.length;
    expect(part.heading).toBe(`<h2>${title[0]?.toUpperCase()}${title.slice(1)} <small>${count}</small></h2>`);
    expect([part.columns, part.rows]).toEqual([shown.columns, [...shown.rows, ...before.rows]]);
  });

  test("shows ten rows of many, and counts all", () => {
    const { world, seeded } = opened();
    const facts = { organization: seeded.organizationId, verified_at: null, sso_enforcement: "" };
    fill(world, seeded.organizationId, (put) => {
      for (let index = 0; index < 10; index += 1) put("domains", { id: `d${index}`, domain: `d${index}`, ...facts });
    });
    const whole = partOf(pageContent(world, undefined), "domains");
    expect([whole.heading, whole.rows.length]).toEqual(["<h2>Domains <small>10</small></h2>", 10]);
    fill(world, seeded.organizationId, (put) => {
      for (let index = 10; index < 1_011; index += 1)
        put("domains", { id: `d${index}`, domain: `d${index}`, ...facts });
    });
    const { heading, rows } = partOf(pageContent(world, undefined), "domains");
    expect(heading).toBe("<h2>Domains <small>10 of 1,011</small></h2>");
    expect(rows.map(([domain]) => domain)).toEqual(Array.from({ length: 10 }, (_, index) => `d${1_010 - index}`));
  });

  test("is a table in HTML, or a heading alone", () => {
    const { world, control } = opened();
    expect(partOf(pageContent(world, undefined), "faults").inner).toBe("<h2>Faults <small>0</small></h2>");
    control.addFault({ kind: "status", status: 500 });
    control.addFault({ kind: "reset-before", method: "PUT", route: "/api/organizations/" });
    const head = ["Kind", "Method", "Route"].map((name) => `<th scope="col">${name}</th>`).join("");
    const rows = [
      ["status", "any", "any"],
      ["reset-before", "PUT", "/api/organizations/"],
    ].map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
    expect(partOf(pageContent(world, undefined), "faults").inner).toBe(
      `<h2>Faults <small>2</small></h2><div><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`,
    );
  });

  test("shows projects and keys without what they hide", () => {
    const { world, control, seeded } = opened();
    const email = "founder@acme.example";
    control.createKey({ email, label: AWKWARD, value: "phx_long-secret-1234", scopes: null });
    const limits = { scopedOrganizations: ["o1", "o2"], scopedTeams: [7, 8] };
    control.createKey({ email, label: "é", value: "phx_long-secret-5678", scopes: ["a:read", "b:write"], ...limits });
    const [gone] = world.store.tables.keys.all();
    if (gone === undefined) throw new Error("no key");
    world.store.tables.keys.insertMany([{ ...gone, id: "k", label: "l", value: "phx_12345678", user: "gone" }]);
    const html = pageContent(world, seeded.organizationId);
    const keys = partOf(html, "api-keys");
    expect(keys.columns).toEqual(["Label", "Key", "User", "Scopes", "Organizations", "Projects"]);
    const scopes = gone.scopes?.join(", ") ?? "";
    expect(keys.rows).toEqual([
      ["l", "phx_…5678", "", scopes, "all", "all"],
      ["é", "phx_…5678", email, "a:read, b:write", "o1, o2", "7, 8"],
      [ESCAPED, "phx_…1234", email, "(an unscoped key)", "all", "all"],
      [gone.label, `phx_…${gone.value.slice(-4)}`, email, scopes, "all", "all"],
    ]);
    const [project] = world.store.tables.projects.where({ organization: seeded.organizationId });
    const token = project?.api_token ?? "";
    expect(partOf(html, "projects")).toMatchObject({
      columns: ["Number", "Name", "Token"],
      rows: [[String(project?.number), project?.name, `${token.slice(0, 4)}…${token.slice(-4)}`]],
    });
    world.store.tables.organizations.insertMany(
      world.store.tables.organizations.all().map((row) => ({ ...row, id: "other" })),
    );
    expect(partOf(pageContent(world, "other"), "projects").rows).toEqual([]);
  });

  test("shows the last 25 requests, with what became of them", () => {
    const { world } = opened();
    for (let index = 0; index < 27; index += 1) {
      const entry = { method: "GET", path: `/${index}/<`, status: index === 26 ? null : 200 + index, at: NOW };
      world.requests.add(index === 25 ? { ...entry, fault: "delay" } : entry, "/");
    }
    const { heading, columns, rows } = partOf(pageContent(world, undefined), "requests");
    expect(heading).toBe("<h2>Requests <small>25 of 27</small></h2>");
    expect(columns).toEqual(["At", "Method", "Path", "Status", "Fault"]);
    const at = "2030-01-31 12:00:00";
    expect(rows).toEqual([
      [at, "GET", "/26/&lt;", "cut", ""],
      [at, "GET", "/25/&lt;", "225", "delay"],
      ...Array.from({ length: 23 }, (_, index) => [at, "GET", `/${24 - index}/&lt;`, String(224 - index), ""]),
    ]);
  });

  test("says which service it is, and what its clock shows", () => {
    const { world } = opened();
    const facts = (): string => partOf(pageContent(world, undefined), "sandbox").inner;
    const clock = "<p>Dialect <b>2025-08</b>. The sandbox's clock shows <b>2030-01-31 12:00:00</b> UTC";
    expect(facts()).toBe(`${clock} and is frozen.</p>`);
    world.clock.set(Date.parse(NOW), false);
    expect(facts()).toBe(`${clock}.</p>`);
  });

  test("leads to the other organizations", () => {
    const { world, control, seeded } = opened();
    const shown = (wanted?: string): string => partOf(pageContent(world, wanted), "organizations").inner;
    const [first] = world.store.tables.organizations.all();
    const second = control.createOrganization({ email: "founder@acme.example", name: AWKWARD });
    const settings = (id: string, slug = ""): string =>
      `<p><code>${id}</code>, slug <code>${slug.replaceAll("'", "&#39;")}</code>, created 2030-01-31 12:00:00</p>`;
    const names = [first?.name, ESCAPED];
    const links = [
      `<nav><b>${names[0]}</b> · <a href="/?organization=${second.id}">${names[1]}</a></nav>`,
      `<nav><a href="/?organization=${first?.id}">${names[0]}</a> · <b>${names[1]}</b></nav>`,
    ];
    for (const wanted of [undefined, "", "none", seeded.organizationId])
      expect(shown(wanted).replace(/created .*</u, "created 2030-01-31 12:00:00<")).toBe(
        links[0] + settings(seeded.organizationId, first?.slug),
      );
    expect(shown(second.id)).toBe(links[1] + settings(second.id, second.slug));
    const more = Array.from({ length: 100 }, (_, index) => ({ ...second, id: `more${index}` }));
    world.store.tables.organizations.insertMany(more);
    const many = shown().match(/<a /gu)?.length;
    expect([many, shown("more97").includes("<b>"), shown("more98")]).toEqual([99, true, shown()]);
    const empty = pageContent(opened({ seed: "empty" }).world, undefined);
    expect(partOf(empty, "organizations").inner).toBe("<p>There is no organization yet.</p>");
    expect([...empty.matchAll(/<section/gu)]).toHaveLength(4);
  });

  test("marks each part by what it shows", () => {
    const { world, control, seeded } = opened();
    const marks = (): Map<string, string> =>
      new Map(
        [
          ...pageContent(world, undefined).matchAll(/<section id="(?<id>[^"]*)" data-mark="(?<mark>[0-9a-f]{12})"/gu),
        ].map(({ groups }) => [groups?.["id"] ?? "", groups?.["mark"] ?? ""]),
      );
    const before = marks();
    expect(marks()).toEqual(before);
    control.updateOrganization(seeded.organizationId, { slug: "é" });
    const changed = [...marks()].filter(([id, mark]) => before.get(id) !== mark).map(([id]) => id);
    expect(changed).toEqual(["organizations"]);
  });
});

describe("sandboxOnly: a request for the page", () => {
  const ask = (world: World, method: string, target: string) =>
    pageFor(world, { method, target, bodyBytes: Buffer.alloc(0) });

  test("is one that reads the page itself or its content", () => {
    const { world } = opened();
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      for (const target of ["/", "/_sandbox/page"])
        expect([method, ask(world, method, target)]).toEqual([method, undefined]);
    }
    for (const target of ["/a", "//", "/_sandbox/page/", "/_sandbox/", "/_sandbox/pages", "", "/x?/"])
      expect([target, ask(world, "GET", target)]).toEqual([target, undefined]);
    const answer = ask(world, "GET", "/");
    expect(ask(world, "HEAD", "/")).toEqual(answer);
    expect(answer?.status).toBe(200);
    expect({ ...answer?.headers, "Content-Security-Policy": "" }).toEqual({
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "",
      "Cache-Control": "no-store",
    });
    const content = pageContent(world, undefined);
    expect(ask(world, "GET", "/_sandbox/page")).toEqual({ ...answer, text: content });
    expect(answer?.text).toContain(`<main>\n${content}\n</main>`);
    expect(answer?.text).toMatch(/^<!doctype html>\n<html lang="en">\n/u);
  });

  test("can name the organization, and runs what is due before", () => {
    const { world, control } = opened();
    const second = control.createOrganization({ email: "founder@acme.example", name: "Second" });
    const target = `/_sandbox/page?x=?&organization=${second.id}`;
    expect(ask(world, "GET", target)?.text).toBe(pageContent(world, second.id));
    expect(ask(world, "GET", `${target}?`)?.text).toBe(pageContent(world, undefined));
    const project = world.store.tables.projects.all()[0]?.number ?? 0;
    const event = { event: "e", distinct_id: "late", timestamp_ms: 0, properties: {}, elements_chain: "" };
    const count = world.store.table(PERSONS_TABLE).count({});
    world.store.transaction(() => {
      changeIngestion(world, { delaySeconds: 60 });
      accept(world, [{ uuid: "u", project, ...event }]);
    });
    ask(world, "POST", "/");
    ask(world, "GET", "/");
    expect(world.store.table(PERSONS_TABLE).count({})).toBe(count);
    world.clock.set(Date.parse(NOW) + 60_000, true);
    ask(world, "GET", "/");
    expect(world.store.table(PERSONS_TABLE).count({})).toBe(count + 1);
  });

  test("allows the page's own script and style alone", () => {
    const { world } = opened();
    const { text = "", headers = {} } = ask(world, "GET", "/") ?? {};
    const policy = headers["Content-Security-Policy"] ?? "";
    const hashes = ["style", "script"].map((tag) => {
      const inner = new RegExp(`<${tag}>(?<inner>[^]*?)</${tag}>`, "u").exec(text)?.groups?.["inner"] ?? "";
      return `${tag}-src 'sha256-${createHash("sha256").update(inner).digest("base64")}'`;
    });
    expect(text).toContain('fetch("/_sandbox/page" + location.search');
    expect(text).toContain("#requests td {");
    expect(policy).toBe(`default-src 'none'; img-src data:; connect-src 'self'; ${hashes.join("; ")}`);
  });
});

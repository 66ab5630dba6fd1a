import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { csvReport } from "../../../../src/cli/access/formats/csv.ts";
import { htmlReport } from "../../../../src/cli/access/formats/html.ts";
import { jsonReport } from "../../../../src/cli/access/formats/json.ts";
import { markdownReport } from "../../../../src/cli/access/formats/markdown.ts";
import { textReport } from "../../../../src/cli/access/formats/text.ts";
import { type AccessReport, accessReport, levelIn } from "../../../../src/cli/access/report.ts";
import { ACCESS_SECTIONS } from "../../../../src/model/picture/access.ts";
import { accessLevelsOf, LEVEL_WORDS } from "../../../../src/model/picture/access-levels.ts";
import { isUnknown, type Known } from "../../../../src/model/picture/known.ts";
import type { Picture } from "../../../../src/model/picture/picture.ts";
import type { PlannedChange } from "../../../../src/model/picture/planned-change.ts";
import { plannedChange } from "../../../support/planned-change.ts";
import { pictureOf } from "../../../support/pictured.ts";
import { addMember, memberIn } from "../../../support/scenario-people.ts";
import { startWorld, type World } from "../../../support/scenario-world.ts";

const ANN = "ann@acme.example";
const CID = "cid@acme.example";
/** A name that spreadsheets, pages, and Markdown would obey. */
const HARD_NAME = '=HYPERLINK("x") <script>alert(1)</script> | `a`';

let world: World;
let picture: Picture;
/** The same for a key that can't read rules. */
let unsure: Picture;
let projectId: string;
beforeAll(async () => {
  world = await startWorld("2026-09");
  const { organizationId, send } = world;
  world.settleIn(organizationId);
  projectId = String(world.project(organizationId));
  addMember(world, ANN, 1);
  addMember(world, CID, 1);
  const role = await send("POST", `organizations/${organizationId}/roles/`, { name: "Builders" });
  const user_uuid = memberIn(world, ANN)?.["user"];
  await send("POST", `organizations/${organizationId}/roles/${String(role["id"])}/role_memberships/`, { user_uuid });
  await send("PUT", `projects/${projectId}/access_controls/`, { access_level: "none" });
  await send("PUT", `projects/${projectId}/access_controls/`, { access_level: "member", role: role["id"] });
  const dashboards = { resource: "dashboard", access_level: "viewer" };
  await send("PUT", `projects/${projectId}/resource_access_controls/`, dashboards);
  await send("POST", `organizations/${organizationId}/projects/`, { name: HARD_NAME });
  picture = await pictureOf(world.sandbox, { needs: ACCESS_SECTIONS });
  const scopes = ["organization:read", "organization_member:read", "project:read"];
  unsure = await pictureOf(world.sandbox, { needs: ACCESS_SECTIONS, scopes });
});
afterAll(() => world.sandbox.close());

const accessOf = ({ rows }: AccessReport, email: string, kind = "project"): unknown[] =>
  rows
    .filter(
      ({ person, project, kind: own }) => person.email === email && own === kind && project.projectId === projectId,
    )
    .map(({ access }) => [access.level, access.reason, access.roles]);

test("says for each person and project what counts, and why", () => {
  const report = accessReport(picture, {});
  expect(report).toMatchObject({ order: "most specific rule", kinds: ["project", "dashboard"], gaps: [] });
  expect(accessOf(report, "founder@acme.example")).toEqual([["admin", "organization level", []]]);
  expect(accessOf(report, ANN)).toEqual([["member", "role rule", ["Builders"]]]);
  expect(accessOf(report, ANN, "dashboard")).toEqual([["viewer", "default rule", []]]);
  expect(accessOf(report, CID)).toEqual([["none", "default rule", []]]);
  expect(accessOf(report, CID, "dashboard")).toEqual([["none", "closed project", []]]);
});

test("narrows the answer, and refuses what fits nothing", () => {
  const admins = accessReport(picture, { atLeast: "admin", project: projectId });
  expect(admins.rows.map(({ person }) => person.email)).toEqual(["founder@acme.example"]);
  expect(accessReport(picture, { person: " ANN@acme.example" }).people).toHaveLength(1);
  expect(accessReport(picture, { kind: "notebook" }).kinds).toEqual(["project", "notebook"]);
  expect(() => accessReport(picture, { person: "zoe@acme.example" })).toThrow(/--person: nobody .* zoe@acme\.example/u);
  expect(() => accessReport(picture, { project: "Nowhere" })).toThrow(/--project: .* Nowhere/u);
  expect(() => levelIn("boss")).toThrow(/--at-least is boss; it must be one of none, member, admin/u);
});

test("says unknown, with the reason, where the key can't see what decides", () => {
  const seen = accessReport(unsure, {});
  expect(seen.gaps).toEqual([{ section: "accessRules", reason: "the API key lacks the scope access_control:read" }]);
  expect(accessOf(seen, ANN)).toEqual([[{ unknown: expect.stringContaining("access_control:read") }, "unknown", []]]);
  expect(accessOf(seen, "founder@acme.example")).toEqual([["admin", "organization level", []]]);
});

describe("--at-least leaves out only what is surely less", () => {
  /** Whether a level might be what is wanted, of a kind that has that level. */
  const mayReach = (kind: string, level: Known<string>, least: string): boolean => {
    const { all } = accessLevelsOf(kind);
    return all.includes(least) && (isUnknown(level) || all.indexOf(level) >= all.indexOf(least));
  };

  test.each(LEVEL_WORDS)("%s", (atLeast) => {
    for (const [seen, isSure] of [
      [picture, true],
      [unsure, false],
    ] as const) {
      const whole = accessReport(seen, { kind: "dashboard" }).rows;
      const left = accessReport(seen, { kind: "dashboard", atLeast }).rows;
      const wanted = whole.filter(({ kind, access }) => mayReach(kind, access.level, atLeast));
      expect(left).toEqual(wanted);
      expect(whole.every(({ access }) => !isUnknown(access.level))).toBe(isSure);
    }
  });

  test.each(LEVEL_WORDS)("%s, of what a plan changes, too", (atLeast) => {
    const address = "posthog_organization_member.cid";
    const other = {
      resource: "Member",
      address,
      by: "others",
      organizationId: undefined,
      isMade: true,
      isRemoved: false,
    };
    const plan = { engine: "terraform", unknown: [], changes: [], foreign: [other] };
    const { changes: whole = [] } = accessReport(picture, {}, plan);
    const { changes: left } = accessReport(picture, { atLeast }, plan);
    const wanted = whole.filter((one) => [one.before, one.after].some((level) => mayReach(one.kind, level, atLeast)));
    expect(left).toEqual(wanted);
    expect(whole.map(({ direction }) => direction)).toEqual(whole.map(() => "unclear"));
  });
});

describe("of people who can't be read", () => {
  const unread = "the API key lacks the scope organization_member:read";
  const nothing = { engine: "pulumi", unknown: [], changes: [] };
  let seen: Picture;
  beforeAll(async () => {
    const scopes = ["organization:read", "project:read", "access_control:read"];
    seen = await pictureOf(world.sandbox, { needs: ACCESS_SECTIONS, scopes });
  });

  test.each([
    ["text", textReport, "people unknown, 2 projects.", "doesn't change any access that is known"],
    [
      "CSV",
      csvReport,
      `unknown,,,,,,,unknown,"people: ${unread}"`,
      `unclear,unknown,,,,unknown,unknown,"people: ${unread}"`,
    ],
    ["JSON", jsonReport, `"people": {\n    "unknown": "${unread}"`, `"people": {\n    "unknown": "${unread}"`],
    ["Markdown", markdownReport, "- Not known: people: the API key", "doesn't change any access that is known"],
    ["HTML", htmlReport, "<output>people unknown, 2 of 2 projects<", "doesn't change any access that is known"],
  ])("%s says that they are unknown, and never that there are none", (_format, written, living, planned) => {
    expect(written(accessReport(seen, {}))).toContain(living);
    const text = written(accessReport(seen, {}, nothing));
    expect(text).toContain(planned);
    expect(text).not.toMatch(/\b0 people|\b0 of 0|anyone's access|"people": \[/u);
  });

  test("nobody is refused by a filter, since the person can be among them", () => {
    const report = accessReport(seen, { person: ANN, atLeast: "admin" });
    expect([report.rows, report.gaps]).toEqual([[], expect.arrayContaining([{ section: "people", reason: unread }])]);
  });
});

test("lists what a plan changes, and by what", () => {
  const { organizationId } = world;
  const planned = (change: Partial<PlannedChange>): PlannedChange => plannedChange("Member", change);
  const level = { organizationId, email: CID, level: "admin" };
  const rule = { projectId, email: ANN, level: "none" };
  const plan = {
    engine: "pulumi",
    unknown: [],
    changes: [
      planned({ address: "cid", after: level }),
      planned({ resource: "ProjectAccess", address: "annOut", after: rule }),
    ],
  };
  const { changes = [] } = accessReport(picture, {}, plan);
  const told = changes.map(({ person, kind, before, after, direction, by }) => [
    person.email,
    kind,
    before,
    after,
    direction,
    by,
  ]);
  expect(told).toContainEqual([ANN, "project", "member", "none", "lost", ["ProjectAccess annOut"]]);
  expect(told).toContainEqual([CID, "project", "none", "admin", "gained", ["Member cid"]]);
  expect(told).toContainEqual([CID, "dashboard", "none", "manager", "gained", ["Member cid"]]);
  expect(textReport(accessReport(picture, {}, plan))).toContain("lost: ann@acme.example");
  expect(markdownReport(accessReport(picture, {}, plan))).toContain("| gained | cid@acme.example |");
  expect(csvReport(accessReport(picture, {}, plan))).toContain("lost,ann@acme.example,");
});

test("is unclear about what a plan changes by another provider, and names it", () => {
  const address = "posthog_organization_member.cid";
  const by = "posthog/posthog";
  const other = { resource: "Member", address, by, organizationId: undefined, isMade: true, isRemoved: false };
  const report = accessReport(picture, {}, { engine: "terraform", unknown: [], changes: [], foreign: [other] });
  expect(report.gaps).toEqual([{ section: "people", reason: `${by} changes it in this plan: ${address}` }]);
  expect(report.changes).not.toEqual([]);
  expect(report.changes?.map(({ direction, by: causes }) => ({ direction, causes }))).toEqual(
    report.changes?.map(() => ({ direction: "unclear", causes: [address] })),
  );
});

test("names what another provider changes about access, and nothing else of it", () => {
  const foreign = (resource: string, isRemoved: boolean) => ({
    resource,
    address: `${resource} ${isRemoved ? "removed" : "made"}`,
    by: "posthog/posthog",
    organizationId: undefined,
    isMade: !isRemoved,
    isRemoved,
  });
  const names = ["Member", "Invite", "Domain", "Role", "Project", "ProjectAccess", "AccessControl", "Organization"];
  const all = names.flatMap((name) => [foreign(name, false), foreign(name, true)]);
  const plan = { engine: "terraform", unknown: [], changes: [], foreign: all };
  const { changes = [] } = accessReport(picture, { person: ANN }, plan);
  const causes = [
    "Member made",
    "Member removed",
    "Invite removed",
    "Role made",
    "Role removed",
    "Project made",
    "Project removed",
    "ProjectAccess made",
    "ProjectAccess removed",
    "AccessControl made",
    "AccessControl removed",
    "Organization removed",
  ];
  expect(changes).not.toEqual([]);
  expect(changes.map(({ by }) => by)).toEqual(changes.map(() => causes));
});

test("writes names of the service so that no reader obeys them", () => {
  const report = accessReport(picture, {});
  expect(csvReport(report)).toContain(`"'=HYPERLINK(""x"") <script>alert(1)</script> | \`a\`"`);
  const page = htmlReport(report);
  expect(page).not.toContain("<script>alert");
  expect(page).toContain("&lt;script&gt;alert(1)");
  expect(page).not.toMatch(/(?:src|href)=/u);
  expect(page).toMatch(/default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-/u);
  expect(markdownReport(report)).not.toContain("<script>");
  const shown = JSON.parse(jsonReport(report)) as { people: { email: string; access: unknown[] }[] };
  expect(shown.people.find(({ email }) => email === ANN)?.access).toContainEqual(
    expect.objectContaining({ projectId, kind: "project", level: "member", reason: "role rule", roles: ["Builders"] }),
  );
  expect(textReport(report)).toContain("ann@acme.example (member, roles: Builders)\n");
});

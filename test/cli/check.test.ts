import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import type { Log } from "sarif";

import { RULES } from "../../packages/policy/src/index.ts";
import type { Picture } from "../../src/model/picture/picture.ts";
import type { CheckReport } from "../../src/cli/check/check-report.ts";
import { OLDER_DIALECTS } from "../support/dialects.ts";
import { REPOSITORY } from "../support/doc-pages.ts";
import { pictureOfExample } from "../../scripts/gen/example-picture.ts";
import { plant, PLANTED, PLANTED_POLICY } from "../support/planted-organization.ts";
import { writeProgram } from "../support/fake-tools.ts";
import { pulumiState, terraformState } from "../support/state-files.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { type Ran, runHere } from "./run-here.ts";

const { found: FOUND } = PLANTED["2026-09"];

const folder = mkdtempSync(join(tmpdir(), "orgform-check-"));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const EMPTY_PLAN = file("empty-plan.json", '{"steps":[]}');
/** A policy with one rule, and an exception from it that has run out. */
const RAN_OUT = `
rules: { ${RULES.map(({ id }) => `${id}: ${id === "owners-count" ? "{ min: 1 }" : "off"}`).join(", ")} }
exceptions:
  - { rule: owners-count, object: elsewhere, reason: we moved, until: 2026-01-31, by: ann@acme.example }
`;
/** A policy with only one custom rule, which fails. */
const ownRule = (that: string): string =>
  `ownRules:
  - id: robots-are-members
    title: Robots are members
    severity: error
    why: A robot's key can do what the robot can.
    each: people
    when: self.email.startsWith("robot-")
    that: ${that}
    remedy: Make the robot a member.
`;
const reportIn = ({ stdout }: Ran): CheckReport => JSON.parse(stdout) as CheckReport;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(OLDER_DIALECTS)(
  "in %s, what is planted is found, and what the service doesn't show never passes",
  async (dialect) => {
    const world = await startWorld(dialect);
    try {
      await plant(world, dialect);
      const { host, control } = world.sandbox;
      const environment = {
        ORGFORM_HOST: host,
        ORGFORM_API_KEY: world.apiKey,
        ORGFORM_ORGANIZATION_ID: world.organizationId,
      };
      control.clearRequests();
      const policy = file("older.policy.yaml", PLANTED_POLICY);
      const ran = await runHere(["check", "--policy", policy, "--format", "json"], environment);
      expect(control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
      const { findings, unjudged, passed } = reportIn(ran);
      expect([ran.code, countsOf(findings)]).toEqual([2, PLANTED[dialect].found]);
      // What code declares can't be known without a state.
      const declared = ["deletion-protected", "inline-credentials", "managed-by-code"];
      const hidden = [...PLANTED[dialect].hidden, ...declared].toSorted();
      expect([...new Set(unjudged.map(({ rule }) => rule))].toSorted()).toEqual(hidden);
      expect(passed.filter((rule) => hidden.includes(rule) || rule in PLANTED[dialect].found)).toEqual([]);
    } finally {
      await world.sandbox.close();
    }
  },
);

/** How often each rule is in findings. */
function countsOf(findings: CheckReport["findings"]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { rule } of findings) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}

describe("`orgform check` of an organization with twenty faults", () => {
  let world: World;
  let environment: Record<string, string>;
  let policy: string;
  let picture: string;
  beforeAll(async () => {
    world = await startWorld("2026-09");
    await plant(world, "2026-09");
    environment = {
      ORGFORM_HOST: world.sandbox.host,
      ORGFORM_API_KEY: world.apiKey,
      ORGFORM_ORGANIZATION_ID: world.organizationId,
    };
    policy = file("orgform.policy.yaml", PLANTED_POLICY);
    picture = file("picture.json", (await runHere(["picture"], environment)).stdout);
  });
  afterAll(() => world.sandbox.close());

  test("finds exactly those, names object, field and remedy, and only reads", async () => {
    world.sandbox.control.clearRequests();
    const ran = await runHere(["check", "--policy", policy, "--format", "json"], environment);
    expect(world.sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    const { findings, outcome } = reportIn(ran);
    expect(countsOf(findings)).toEqual(FOUND);
    expect(findings).toHaveLength(20);
    expect({ outcome, code: ran.code }).toEqual({ outcome: "failed", code: 2 });
    expect(findings).toContainEqual(
      expect.objectContaining({
        rule: "sso-enforced",
        object: { resourceName: "Domain", id: expect.stringContaining(world.organizationId), name: "acme.example" },
        field: "ssoEnforcement",
        is: "not set",
        remedy: "Set `ssoEnforcement` of the domain.",
      }),
    );
  });

  test("its picture is as documented, and other JSON isn't", () => {
    const schema = JSON.parse(readFileSync(join(REPOSITORY, "docs/picture.schema.json"), "utf8")) as object;
    const isValid = new Ajv().compile(schema);
    const shown = JSON.parse(readFileSync(picture, "utf8")) as Picture;
    expect([isValid(shown), isValid.errors]).toEqual([true, null]);
    expect(isValid({ ...shown, version: 2 })).toBe(false);
    expect(isValid({ ...shown, living: { ...shown.living, people: null } })).toBe(false);
    expect(isValid({ ...shown, living: { ...shown.living, people: { unknown: "no scope" } } })).toBe(true);
  });

  test.each([
    [
      "text",
      /^7 errors, .*\n[^]*Domain acme\.example sso-enforced\n {6}ssoEnforcement: not set; should be google-oauth2/u,
    ],
    ["markdown", /^<!-- orgform-check -->\n### Check: .*\n[^]*\| Domain `acme\.example` \| sso-enforced \| /u],
    ["junit", /failures="20" errors="4"[^]*<failure type="error" message="Every verified domain enforces/u],
    ["html", /<h1>The check failed<\/h1>[^]*<h3>acme\.example <span class="kind">Domain, sso-enforced/u],
  ])("prints %s of a picture, without a request", async (format, pattern) => {
    const ran = await runHere(["check", "--picture", picture, "--policy", policy, "--format", format]);
    expect(ran.stdout).toMatch(pattern);
    expect(ran.code).toBe(2);
  });

  test("writes SARIF with a rule for each kind of finding, and what nobody can tell as notifications", async () => {
    const out = join(folder, "check.sarif");
    const words = ["check", "--picture", picture, "--policy", policy, "--format", "sarif", "--out", out];
    expect((await runHere(words)).stderr).toMatch(/^7 errors, .*; see .*check\.sarif\n$/u);
    const [run] = (JSON.parse(readFileSync(out, "utf8")) as Log).runs;
    expect(run?.results).toHaveLength(20);
    expect(run?.tool.driver.rules).toHaveLength(Object.keys(FOUND).length);
    expect(run?.invocations?.[0]?.toolExecutionNotifications).toHaveLength(4);
    const pages = new Map(run?.tool.driver.rules?.map(({ id, helpUri }) => [id, helpUri]));
    expect(pages.get("orgform/sso-enforced")).toMatch(/\/reference\/rules\/sso-enforced\/$/u);
    expect(pages.get("orgform/exception-run-out")).not.toContain("rules");
  });
});

test("a rule of one's own is judged and reported as those that are built in", async () => {
  const people = [
    { email: "robot-1@acme.example", level: "admin" },
    { email: "robot-2@acme.example", level: "member" },
    { email: "ann@acme.example", level: "owner" },
    { email: "robot-3@acme.example" },
  ];
  const picture = file("robots.json", JSON.stringify(pictureOfExample({ sections: { people } })));
  const policy = file("robots.yaml", ownRule('self.level == "member"'));
  const ran = await runHere(["check", "--picture", picture, "--policy", policy, "--format", "json"]);
  const { findings, unjudged } = reportIn(ran);
  const own = [...findings, ...unjudged].filter(({ rule }) => rule === "robots-are-members");
  expect(own.map(({ kind, object: { name }, field }) => [kind, name, field])).toEqual([
    ["violation", "robot-1@acme.example", "level"],
    ["unknown", "robot-3@acme.example", "level"],
  ]);
  expect(own[0]).toMatchObject({ is: "admin", shouldBe: 'self.level == "member"', remedy: "Make the robot a member." });
  expect(ran.code).toBe(2);
});

test("overrides for labels that nobody gave are named, and count with --labels", async () => {
  const policy = file(
    "labels.yaml",
    "rules: { owners-count: { min: 1 } }\noverrides:\n  - { labels: { stage: production }, rules: { owners-count: { min: 2 } } }\n",
  );
  const owned = { organization: { enforce2fa: true }, sections: { people: [{ level: "owner" }] } };
  const picture = file("labels.json", JSON.stringify(pictureOfExample(owned)));
  const checkOf = (...flags: readonly string[]): Promise<Ran> =>
    runHere(["check", "--picture", picture, "--policy", policy, "--format", "json", ...flags]);
  const bare = await checkOf();
  expect(bare.stderr).toContain(
    `The overrides for stage=production in ${policy} don't apply here. To apply those of your organization, give --labels.\n`,
  );
  expect(countsOf(reportIn(bare).findings)).not.toHaveProperty("owners-count");
  const labelled = await checkOf("--labels", "stage=production");
  expect(labelled.stderr).not.toContain("overrides");
  expect(countsOf(reportIn(labelled).findings)).toHaveProperty("owners-count", 1);
});

describe("the exit code of `orgform check`", () => {
  const calm = { organization: { enforce2fa: true }, sections: { people: [] } };
  const only = file("only.yaml", "rules: { owners-count: { min: 1 }, invites-by-admins: note }");
  const owned = { organization: { enforce2fa: true }, sections: { people: [{ level: "owner" }] } };
  const ranOut = ["--policy", file("ran-out.yaml", RAN_OUT)];
  test.each([
    ["2 for a finding that fails", calm, [], 2],
    ["0 where an exception that has run out is the only fault", owned, ranOut, 0],
    ["2 where such a fault is to fail", owned, [...ranOut, "--fail-on", "warning"], 2],
    ["0 where it was one before the plan", owned, [...ranOut, "--fail-on", "warning", "--plan", EMPTY_PLAN], 0],
    ["2 where all is to fail", owned, [...ranOut, "--fail-on", "warning", "--plan", EMPTY_PLAN, "--all"], 2],
    [
      "1 where nobody can tell whether something fails",
      { sections: { people: { unknown: "no scope" } }, organization: { enforce2fa: true } },
      [],
      1,
    ],
    [
      "2 where a mild finding is to fail",
      {
        ...calm,
        sections: { people: [{ level: "owner" }] },
        organization: { enforce2fa: true, membersCanInvite: true },
      },
      ["--fail-on", "note"],
      2,
    ],
    [
      "0 where only mild ones are left",
      {
        ...calm,
        sections: { people: [{ level: "owner" }] },
        organization: { enforce2fa: true, membersCanInvite: true },
      },
      [],
      0,
    ],
  ])("is %s", async (name, example, words, code) => {
    const picture = file("exit.json", JSON.stringify(pictureOfExample(example)));
    const ran = await runHere(["check", "--picture", picture, "--policy", only, ...words]);
    expect({ name, ...ran }).toMatchObject({ name, code });
  });
});

describe("`orgform check --plan`", () => {
  const picture = file(
    "before.json",
    JSON.stringify(
      pictureOfExample({
        organization: { organizationId: "o1", enforce2fa: false, membersCanInvite: true },
        sections: { domains: [{ domain: "acme.example", isVerified: true }], people: [] },
      }),
    ),
  );
  const step = (type: string, inputs: object) => ({
    op: "create",
    urn: `urn:pulumi:dev::p::orgform:index:${type}::one`,
    newState: { type: `orgform:index:${type}`, inputs: { organizationId: "o1", ...inputs } },
  });
  const organization = (inputs: object) => ({ type: "orgform:index:Organization", id: "o1", inputs });
  const settings = {
    op: "update",
    urn: "urn:pulumi:dev::p::orgform:index:Organization::acme",
    oldState: organization({ name: "Acme", membersCanInvite: true, deletionProtection: false }),
    newState: organization({ name: "Acme", membersCanInvite: false, deletionProtection: false }),
  };
  const plan = (name: string, ...steps: object[]): string => file(name, JSON.stringify({ steps }));
  const checked = (planFile: string, ...words: string[]) =>
    runHere(["check", "--picture", picture, "--plan", planFile, ...words]);
  const bad = plan("bad.json", settings, step("Invite", { email: "eve@mail.example", level: "member" }));
  const good = plan("good.json", settings);

  test("says which findings are new by the plan, which stay, and which it resolves", async () => {
    const ran = await checked(bad, "--format", "json");
    const { findings, resolved } = reportIn(ran);
    const changes = Object.fromEntries(findings.map(({ rule, change }) => [rule, change]));
    expect(changes).toMatchObject({
      "invites-to-own-domains": "new",
      "second-factor-enforced": "stays",
      "deletion-protected": "stays",
    });
    expect(resolved.map(({ rule }) => rule)).toEqual(["invites-by-admins"]);
    expect(ran.code).toBe(2);
  });

  test("fails for what the plan brings alone, unless all is to fail", async () => {
    expect((await checked(good)).code).toBe(0);
    expect((await checked(good, "--all")).code).toBe(2);
  });

  test.each([
    [
      "text",
      /invites-to-own-domains \(new by this plan\)[^]*Resolved by this plan\n {2}invites-by-admins: Organization Acme/u,
    ],
    ["markdown", /\| invites-to-own-domains \(new by this plan\) \|[^]*#### Resolved by this plan/u],
    ["junit", /invites-to-own-domains \(new by this plan\)/u],
    ["sarif", /"baselineState": "new"[^]*"baselineState": "unchanged"|"baselineState": "unchanged"[^]*"new"/u],
    ["html", /invites-to-own-domains \(new by this plan\)[^]*<h2>Resolved by this plan/u],
  ])("shows it as %s", async (format, pattern) => {
    expect((await checked(bad, "--format", format)).stdout).toMatch(pattern);
  });
});

describe("`orgform check --plan` with changes by the vendor's provider", () => {
  const picture = file(
    "beside.json",
    JSON.stringify(
      pictureOfExample({
        organization: { organizationId: "0191aaaa-0000-7000-8000-000000000001" },
        sections: { people: [{ email: "ann@acme.example", level: "owner" }], roles: [], hogFunctions: [] },
      }),
    ),
  );
  const only = file("beside.yaml", "rules: { owners-count: { min: 2 }, people-in-roles: error }");
  const change = (type: string, actions: string[], values: object = {}) => ({
    address: `${type}.one`,
    mode: "managed",
    type,
    change: { actions, before: null, after: values, after_unknown: {} },
  });
  const checked = async (...changes: object[]) => {
    const plan = file(
      "beside-plan.json",
      JSON.stringify({ format_version: "1.2", planned_values: {}, resource_changes: changes }),
    );
    const words = ["check", "--picture", picture, "--policy", only, "--plan", plan];
    const { code, stdout } = await runHere([...words, "--format", "json"]);
    return { code, report: JSON.parse(stdout) as CheckReport, text: (await runHere(words)).stdout };
  };

  test("can't tell about what they touch, names them, and calls nothing resolved", async () => {
    const { code, report, text } = await checked(
      change("posthog_organization_member", ["create"]),
      change("posthog_role_membership", ["update"]),
    );
    const told = report.unjudged.filter(({ rule }) => ["owners-count", "people-in-roles"].includes(rule));
    expect(told.map(({ rule, change: since }) => [rule, since])).toEqual([
      ["owners-count", "new"],
      ["people-in-roles", "new"],
    ]);
    expect(text).toContain(
      "people: can't tell: posthog/posthog changes it in this plan: posthog_organization_member.one\n",
    );
    expect(text).toContain(
      "Changes of this plan that nobody checked\n  posthog_organization_member.one, by posthog/posthog\n",
    );
    expect(report.notLaidOver).toHaveLength(2);
    expect(report.resolved).toEqual([]);
    expect(code).toBe(1);
  });

  test.each([
    ["kinds that no rule needs", change("posthog_hog_function", ["create"]), 1],
    ["kinds that no picture shows", change("posthog_dashboard", ["create"]), 0],
    ["what stays as it is", change("posthog_role", ["no-op"]), 0],
    ["what the state forgets", change("posthog_project_settings", ["forget"]), 0],
    [
      "another organization",
      change("posthog_role", ["create"], { organization_id: "0191aaaa-0000-7000-8000-000000000002" }),
      0,
    ],
  ])("judges all the rest: %s", async (_what, planned, named) => {
    const { report } = await checked(planned);
    expect(report.notLaidOver).toHaveLength(named);
    expect(report.findings.map(({ rule, change: since }) => [rule, since])).toContainEqual(["owners-count", "stays"]);
  });
});

describe("`orgform check --state`", () => {
  const picture = file(
    "stated.json",
    JSON.stringify(
      pictureOfExample({
        organization: { organizationId: "o1" },
        sections: {
          projects: [{ id: "o1/1", projectId: "1", name: "shop" }],
          domains: [
            { id: "o1/d1", domain: "acme.example" },
            { id: "o1/d2", domain: "by-hand.example" },
          ],
          exports: [{ id: "o1/1/e1", projectId: "1", name: "lake" }],
        },
      }),
    ),
  );
  const common = { organizationId: "o1", stateVersion: 1 };
  const stored = (resource: string, name: string, id: string, given: Record<string, unknown>) => ({
    resource,
    name,
    inputs: given,
    entry: { id, state: { ...common, ...given } },
  });
  const destination = { postgres: { host: "db.example", database: "d", user: "u", password: "state-canary-5521" } };
  const stack = [
    stored("Project", "shop", "o1/1", { organizationId: "o1", name: "shop", deletionProtection: false }),
    stored("Domain", "acme", "o1/d1", { organizationId: "o1", domain: "acme.example" }),
    stored("BatchExport", "lake", "o1/1/e1", { organizationId: "o1", projectId: "1", name: "lake", destination }),
    stored("Domain", "other", "o2/d1", { organizationId: "o2", domain: "other.example" }),
  ];

  test.each([
    ["Pulumi", pulumiState(stack)],
    ["Pulumi with secrets in clear", pulumiState(stack, { clear: true })],
    ["Terraform", terraformState(stack)],
  ])("answers what the code of %s declares, without a secret", async (engine, text) => {
    const state = file(`${engine.replaceAll(" ", "-")}.json`, text);
    const ran = await runHere(["check", "--picture", picture, "--state", state, "--format", "json"]);
    const { findings, unjudged } = reportIn(ran);
    const rules = ["deletion-protected", "inline-credentials", "managed-by-code"];
    const found = findings.filter(({ rule }) => rules.includes(rule));
    expect(found.map(({ rule, object, field }) => [rule, object.id, field])).toEqual([
      ["inline-credentials", "o1/1/e1", "destination.postgres.user, destination.postgres.password"],
      ["deletion-protected", "o1/1", "deletionProtection"],
      ["managed-by-code", "o1/d2", "declared"],
    ]);
    expect(unjudged.filter(({ rule }) => rules.includes(rule))).toEqual([]);
    expect(ran.stdout).not.toContain("state-canary");
  });
});

const REFUSING = {
  ORGFORM_HOST: "http://127.0.0.1:9",
  ORGFORM_API_KEY: "k",
  ORGFORM_ORGANIZATION_ID: undefined,
};

describe("`orgform check` beside a program", () => {
  const home = process.cwd();
  afterAll(() => process.chdir(home));

  /** The folder of a program, whose engine is a script that ends in a given way. */
  const programOf = (name: string, manifest: string, engine: string, body: string) => {
    const program = mkdtempSync(join(folder, `${name}-`));
    writeFileSync(join(program, manifest), "name: acme\n");
    writeProgram(join(program, "bin"), engine, body);
    const environment = { ...REFUSING, PATH: `${join(program, "bin")}:${process.env["PATH"] ?? ""}` };
    return { program, environment };
  };
  const organizationId = "o1";
  const given = { organizationId, name: "shop", deletionProtection: false };
  const entry = { id: "o1/1", state: { ...given, stateVersion: 1 } };
  const stack = [{ resource: "Project", name: "shop", inputs: given, entry }];
  const picture = file(
    "beside-program.json",
    JSON.stringify(
      pictureOfExample({ organization: { organizationId }, sections: { projects: [{ id: "o1/1", projectId: "1" }] } }),
    ),
  );
  const printing = (text: string): string => `echo "$@" >&2\ncat '${file("printed.json", text)}'`;
  const protectionIn = (ran: Ran) => {
    const { findings, unjudged } = reportIn(ran);
    return [...findings, ...unjudged].filter(({ rule }) => rule === "deletion-protected");
  };

  test.each([
    ["Pulumi", "Pulumi.yaml", "pulumi", pulumiState(stack)],
    ["Terraform", "main.tf", "terraform", terraformState(stack)],
  ])("reads its state through %s", async (name, manifest, engine, text) => {
    const { program, environment } = programOf(name, manifest, engine, printing(text));
    const words = ["check", "--picture", picture, "--format", "json"];
    const ran = await runHere([...words, "--cwd", program], environment);
    expect(protectionIn(ran)).toEqual([expect.objectContaining({ kind: "violation", field: "deletionProtection" })]);
    // A picture is judged without a program, unless one is named.
    process.chdir(program);
    expect(protectionIn(await runHere(words, environment))).toEqual([expect.objectContaining({ kind: "unknown" })]);
  });

  test("says why, where the engine fails; a named program must be readable", async () => {
    const world = await startWorld("2026-09");
    try {
      const { program, environment } = programOf(
        "failing",
        "Pulumi.yaml",
        "pulumi",
        "echo no stack selected >&2; exit 1",
      );
      process.chdir(program);
      const reached = { ...environment, ORGFORM_HOST: world.sandbox.host, ORGFORM_API_KEY: world.apiKey };
      const words = ["check", "--organization", world.organizationId, "--format", "json"];
      const [told] = protectionIn(await runHere(words, reached));
      expect(told).toMatchObject({
        kind: "unknown",
        why: expect.stringMatching(
          /^the state of the program here can't be used: `pulumi stack export.*no stack selected$/u,
        ),
      });
      const named = await runHere([...words, "--stack", "production"], reached);
      expect(named).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("no stack selected") });
    } finally {
      await world.sandbox.close();
    }
  });
});

test.each([
  [["--policy", "gone.yaml"], /--policy gone\.yaml can't be read: ENOENT/u],
  [
    ["--policy", file("bad.yaml", "rules:\n  owner-count: off\n")],
    /bad\.yaml:2: rules\.owner-count: is no field of a policy file here/u,
  ],
  [
    ["--policy", file("own.yaml", ownRule("person.level == 'owner'"))],
    /own\.yaml:8: ownRules\[0\]\.that: Unknown variable: person \(character 1\); there are self, now, /u,
  ],
  [["--plan", "gone.json"], /--plan: gone\.json can't be read: ENOENT/u],
  [
    ["--plan", file("failed.json", '{"steps":[],"diagnostics":[{"severity":"error","message":"HUSH"}]}')],
    /--plan: .*failed\.json is of a preview or plan that failed, so it lacks changes\. Fix the errors/u,
  ],
  [
    ["--plan", file("errored.json", '{"format_version":"1.2","planned_values":{},"errored":true}')],
    /--plan: .*errored\.json is of a preview or plan that failed/u,
  ],
  [["--state", "gone.json"], /The state gone\.json cannot be read: ENOENT/u],
  [["--state", "s.json", "--plan", "p.json"], /--plan and --state both say what the code declares/u],
  [["--cwd", ".", "--plan", "p.json"], /--plan already says what the code declares\. Leave out --cwd and --stack/u],
  [["--state", "s.json", "--stack", "dev"], /--state names a file, but --cwd and --stack name a stack/u],
  [["--cwd", "gone"], /There is no folder .*gone\. Give the program's folder with --cwd/u],
  [["--all"], /--all requires a plan: give --plan/u],
  [["--picture", "gone.json"], /--picture gone\.json can't be read: ENOENT/u],
  [["--picture", file("no.json", "{")], /no\.json isn't JSON\. Make a picture with `orgform picture`\./u],
  [
    ["--picture", file("other.json", "{}")],
    /other\.json isn't a picture: version: .*Make one with `orgform picture`\./u,
  ],
  [["--format", "xml"], /--format is xml; it must be text or json/u],
  [["--fail-on", "fatal"], /--fail-on is fatal; it must be error or warning or note/u],
  [[], /The organization is missing: give --organization/u],
])("`orgform check %j` is refused", async (words, message) => {
  const ran = await runHere(["check", ...words], REFUSING);
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { addMember, memberIn } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { type Ran, runHere } from "./run-here.ts";

const ANN = "ann@acme.example";
const CID = "cid@acme.example";
const FOUNDER = "founder@acme.example";

const folder = mkdtempSync(join(tmpdir(), "orgform-access-command-"));
const at = (name: string): string => join(folder, name);
const file = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

let world: World;
let environment: Record<string, string>;
let projectId: string;
beforeAll(async () => {
  world = await startWorld("2026-09");
  const { organizationId, send, sandbox, apiKey } = world;
  world.settleIn(organizationId);
  projectId = String(world.project(organizationId));
  addMember(world, ANN, 1);
  addMember(world, CID, 1);
  const rules = `projects/${projectId}/access_controls/`;
  await send("PUT", rules, { access_level: "none" });
  await send("PUT", rules, { access_level: "admin", organization_member: memberIn(world, ANN)?.["id"] });
  await send("PUT", `projects/${projectId}/resource_access_controls/`, {
    resource: "dashboard",
    access_level: "viewer",
  });
  await send("POST", `organizations/${organizationId}/projects/`, { name: "Open" });
  environment = {
    ORGFORM_HOST: sandbox.host,
    ORGFORM_API_KEY: apiKey,
    ORGFORM_ORGANIZATION_ID: organizationId,
    POSTHOG_API_KEY: "",
  };
});
afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const access = (...args: readonly string[]): Promise<Ran> => runHere(["access", ...args], environment);

interface Shown {
  readonly people: readonly {
    readonly email: string;
    readonly access: readonly { readonly project: string; readonly kind: string; readonly level: string }[];
  }[];
  readonly changes?: readonly { readonly email: string; readonly kind: string; readonly change: string }[];
}

/** What the JSON report shows, a word for each place: who, where, what kind, and the level. */
async function placesWith(...args: readonly string[]): Promise<string[]> {
  const { code, stdout } = await access("--format", "json", ...args);
  expect(code).toBe(0);
  const { people } = JSON.parse(stdout) as Shown;
  return people.flatMap(({ email, access: own }) =>
    own.map(({ project, kind, level }) => `${email} ${project} ${kind} ${level}`),
  );
}

/** A preview that takes Ann's rule away, and gives one to Cid. */
const plan = (): string => {
  const { organizationId } = world;
  const urn = (name: string): string => `urn:pulumi:dev::acme::orgform:index:ProjectAccess::${name}`;
  const state = (email: string) => ({
    type: "orgform:index:ProjectAccess",
    id: `${projectId}/member:${email}`,
    inputs: { projectId, email, level: "admin" },
    outputs: { projectId, organizationId, email, level: "admin" },
  });
  const steps = [
    { op: "delete", urn: urn("ann"), oldState: state(ANN) },
    { op: "create", urn: urn("cid"), newState: state(CID) },
  ];
  return file("plan.json", JSON.stringify({ steps }));
};

describe("`orgform access` shows", () => {
  test("every person in every project and kind with rules, without a flag", async () => {
    world.sandbox.control.clearRequests();
    expect((await placesWith()).toSorted()).toEqual(
      [
        `${ANN} Default project dashboard viewer`,
        `${ANN} Default project project admin`,
        `${ANN} Open dashboard editor`,
        `${ANN} Open project admin`,
        `${CID} Default project dashboard none`,
        `${CID} Default project project none`,
        `${CID} Open dashboard editor`,
        `${CID} Open project admin`,
        `${FOUNDER} Default project dashboard manager`,
        `${FOUNDER} Default project project admin`,
        `${FOUNDER} Open dashboard manager`,
        `${FOUNDER} Open project admin`,
      ].toSorted(),
    );
    expect(world.sandbox.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test.each<readonly [string, readonly string[], readonly string[]]>([
    [
      "one person, however the address is written",
      ["--person", "ANN@acme.example", "--kind", "project"],
      [`${ANN} Default project project admin`, `${ANN} Open project admin`],
    ],
    [
      "one project by its name",
      ["--project", "Open", "--person", CID],
      [`${CID} Open dashboard editor`, `${CID} Open project admin`],
    ],
    [
      "a kind that no rule is about",
      ["--project", "Open", "--person", CID, "--kind", "notebook"],
      [`${CID} Open notebook editor`, `${CID} Open project admin`],
    ],
    [
      "levels of projects from one up, and none of kinds, which lack it",
      ["--at-least", "admin", "--project", "Default project"],
      [`${ANN} Default project project admin`, `${FOUNDER} Default project project admin`],
    ],
    [
      "levels of kinds from one up",
      ["--at-least", "viewer", "--project", "Default project"],
      [`${ANN} Default project dashboard viewer`, `${FOUNDER} Default project dashboard manager`],
    ],
  ])("%s", async (_what, flags, expected) => {
    expect((await placesWith(...flags)).toSorted()).toEqual(expected.toSorted());
  });

  test("one project by its number", async () => {
    const places = await placesWith("--project", projectId);
    expect(new Set(places.map((place) => place.includes(" Default project ")))).toEqual(new Set([true]));
  });

  test.each([
    ["text", /^.+: 3 people, 2 projects\. What counts: most specific rule\.\n/u],
    ["csv", /^email,name,level,roles,project_id,project,kind,access,reason\r\n/u],
    ["json", /^\{\n/u],
    ["markdown", /^# Access: /u],
    ["html", /^<!doctype html>/iu],
  ])("the answer as %s, the same on standard output and in a file", async (format, start) => {
    const { code, stdout } = await access("--format", format);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(start) });
    for (const email of [ANN, CID, FOUNDER]) expect(stdout).toContain(email);
    const out = file("report", "an older report");
    const written = await access("--format", format, "--out", out);
    expect(written).toMatchObject({ code: 0, stdout: "" });
    const withoutTime = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "");
    expect(withoutTime(readFileSync(out, "utf8"))).toBe(withoutTime(stdout));
  });
});

describe("with a plan", () => {
  const changesWith = async (...args: readonly string[]): Promise<string[]> => {
    const { code, stdout } = await access("--format", "csv", "--plan", plan(), ...args);
    expect(code).toBe(0);
    const [, ...lines] = stdout.trimEnd().split("\r\n");
    return lines.map((line) => line.split(",")).map(([change, email, , , kind]) => `${change} ${email} ${kind}`);
  };

  test("it says who gains and who loses, of everybody and of those who are asked for", async () => {
    const lost = [`lost ${ANN} dashboard`, `lost ${ANN} project`];
    const gained = [`gained ${CID} dashboard`, `gained ${CID} project`];
    expect((await changesWith()).toSorted()).toEqual([...gained, ...lost]);
    expect((await changesWith("--person", ANN)).toSorted()).toEqual(lost);
    expect(await changesWith("--kind", "project", "--person", CID)).toEqual([`gained ${CID} project`]);
    expect((await changesWith("--at-least", "admin")).toSorted()).toEqual([
      `gained ${CID} project`,
      `lost ${ANN} project`,
    ]);
    expect(await changesWith("--at-least", "manager")).toEqual([]);
    expect(await changesWith("--project", "Open")).toEqual([]);
  });

  test("it also takes a person whom the plan removes", async () => {
    const { organizationId } = world;
    const step = (op: string, key: string, email: string): object => ({
      op,
      urn: `urn:pulumi:dev::acme::orgform:index:Member::${email}`,
      [key]: {
        type: "orgform:index:Member",
        inputs: { organizationId, email, level: "member" },
        outputs: { organizationId, email, level: "member" },
      },
    });
    const people = file("people.json", JSON.stringify({ steps: [step("delete", "oldState", ANN)] }));
    const { code, stdout } = await access("--plan", people, "--person", ANN, "--kind", "project");
    expect(code).toBe(0);
    expect(stdout).toContain(`lost: ${ANN}, Open: admin -> none`);
  });
});

describe("a mistake", () => {
  beforeEach(() => world.sandbox.control.clearRequests());

  /** Flags, what is said, and whether the service has to be asked before. */
  const MISTAKES: readonly (readonly [flags: readonly string[], said: string, isAsked: boolean])[] = [
    [["--format", "pdf"], "--format is pdf; it must be text or csv or json or markdown or html.", false],
    [
      ["--at-least", "boss"],
      "--at-least is boss; it must be one of none, member, admin, viewer, editor, manager.",
      false,
    ],
    [
      ["--person", "zoe@acme.example"],
      "--person: nobody in the organization has the email address zoe@acme.example.",
      true,
    ],
    [["--project", "Nowhere"], "--project: the key sees no project with the name or number Nowhere.", true],
    [["--kind", "dashbord"], "--kind: there is no kind of resource dashbord. Did you mean dashboard?", true],
    [
      ["--kind", "x"],
      '--kind: there is no kind of resource x. Give one as the service names it, such as "dashboard".',
      true,
    ],
    [["--plan", at("none.json")], `--plan: ${at("none.json")} can't be read: ENOENT.`, false],
    [["--plan", at("half.json")], `--plan: ${at("half.json")} isn't complete JSON.`, false],
    [["--plan", at("other.json")], `--plan: ${at("other.json")} doesn't contain a plan.`, false],
    [
      ["--out", at("none/report")],
      `--out ${at("none/report")} could not be written: ENOENT (its folder does not exist).`,
      true,
    ],
    [["--out", folder], `--out ${folder} is a folder. Give the path of a file in it.`, true],
    [["--out"], "orgform access: Option '--out <value>' argument missing. Run `orgform access --help`.", false],
    [["--persons", ANN], "orgform access has no flag --persons. Did you mean --person?", false],
    [["acme"], "orgform access: Unexpected argument 'acme'. Run `orgform access --help`.", false],
    [["--organization", "Nobody Inc"], "Nobody Inc", true],
  ];
  file("half.json", '{"steps": [');
  file("other.json", '{"planted": "HUSH"}');

  test.each(MISTAKES)("%j: %s", async (flags, said, isAsked) => {
    const { code, stdout, stderr } = await access(...flags);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(said);
    expect(stderr).not.toContain("HUSH");
    expect(world.sandbox.control.requests().length > 0).toBe(isAsked);
  });

  test.each([
    ["ORGFORM_HOST", /host/iu],
    ["ORGFORM_API_KEY", /ORGFORM_API_KEY/u],
    ["ORGFORM_ORGANIZATION_ID", /^The organization is missing: give --organization with its ID, slug, or name\.\n$/u],
  ])("without %s it says what is missing, and asks nobody", async (name, said) => {
    const without = { ...environment, [name]: undefined, POSTHOG_HOST: undefined, POSTHOG_API_KEY: undefined };
    const { code, stdout, stderr } = await runHere(["access"], without);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(said) });
    expect(world.sandbox.control.requests()).toEqual([]);
  });
});

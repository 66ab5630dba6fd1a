import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { functions } from "../../src/catalog/functions/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { kebabName } from "../../src/model/names.ts";
import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { FOUNDER } from "../support/scenario-world.ts";
import { type Ran, runHere } from "./run-here.ts";

jest.setTimeout(120_000);

const WORDS = "reset the token of project 1";
const PROJECT = ["--project-id", "@current"];

interface Row {
  readonly uuid: string;
  readonly distinctIds: readonly string[];
}

const rowsIn = (text: string): Row[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);

describe.each(SCENARIO_DIALECTS)("orgform call with the %s dialect", (dialect) => {
  let sandbox: Sandbox;
  let folder: string;

  beforeEach(async () => {
    sandbox = await startSandbox({ dialect });
    folder = mkdtempSync(join(tmpdir(), "orgform-call-"));
  });

  afterEach(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = (...args: string[]): Promise<Ran> =>
    runHere(["call", ...args], {
      ORGFORM_HOST: sandbox.host,
      ORGFORM_API_KEY: sandbox.apiKey,
      ORGFORM_ORGANIZATION_ID: sandbox.organizationId,
      ORGFORM_INTENTS_DIR: folder,
    });

  const writes = (): string[] =>
    sandbox.control
      .requests()
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path.split("?")[0] ?? ""}`);

  test("lists persons as lines of JSON, as CSV and as one array", async () => {
    const lines = await call("list-persons", ...PROJECT, "--limit", "2");
    const csv = await call("list-persons", ...PROJECT, "--format", "csv");
    const array = await call("list-persons", ...PROJECT, "--json");
    const all = JSON.parse(array.stdout) as Row[];
    expect(rowsIn(lines.stdout)).toEqual(all.slice(0, 2));
    expect(csv.stdout.split("\r\n")[0]).toBe("uuid,name,distinctIds,properties,createdAt");
    expect(csv.stdout).toContain(`${all[0]?.uuid ?? ""},cam@example.com,"[""cam""]",`);
    expect(csv.stdout.split("\r\n")).toHaveLength(all.length + 2);
  });

  test("deletes persons only when that is confirmed, from a file of ids, and says what a dry run would do", async () => {
    const ids = join(folder, "ids.txt");
    writeFileSync(ids, "ada\r\nben\n\nada\n");
    const args = ["bulk-delete-persons", ...PROJECT, "--distinct-ids-file", ids];
    const dry = await call(...args, "--dry-run");
    const unsure = await call(...args, "--confirm", "3");
    expect(dry).toMatchObject({
      code: 0,
      stdout:
        'bulkDeletePersons would delete 2 persons. Nothing was sent.\nConfirm with --confirm "delete 2 persons".\n',
    });
    expect(unsure.code).toBe(1);
    expect(unsure.stderr).toBe(
      `--confirm must be "delete 2 persons" or "2", because this can't be undone; found "3"\n`,
    );
    expect(sandbox.control.requests()).toEqual([]);
    const done = await call(...args, "--confirm", "delete 2 persons", "--json");
    expect(JSON.parse(done.stdout)).toMatchObject({
      requested: 2,
      items: [
        { id: "ada", outcome: "accepted" },
        { id: "ben", outcome: "accepted" },
      ],
    });
    expect(writes()).toEqual(["POST /api/projects/@current/persons/bulk_delete/"]);
    const left = await call("list-persons", ...PROJECT);
    expect(rowsIn(left.stdout).map(({ distinctIds }) => distinctIds)).toEqual([["cam"]]);
  });

  test("says what a dry run would do as JSON, too", async () => {
    const args = ["bulk-delete-persons", ...PROJECT, "--distinct-ids", "ada", "--dry-run", "--json"];
    const { code, stdout } = await call(...args);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        function: "bulkDeletePersons",
        effect: "destructive",
        planned: true,
        plan: "would delete 1 person",
        confirm: "delete 1 person",
      },
    ]);
    expect(sandbox.control.requests()).toEqual([]);
  });

  test("takes an organization by its id, its slug and its name, and says which there are", async () => {
    const [organization] = sandbox.control.organizations().filter(({ id }) => id === sandbox.organizationId);
    const { id = "", name = "", slug = "" } = organization ?? {};
    const listed = await Promise.all([id, slug, name].map((one) => call("list-domains", "--organization-id", one)));
    expect(listed.map(({ code, stderr }) => [code, stderr])).toEqual([0, 0, 0].map((code) => [code, ""]));
    expect(new Set(listed.map(({ stdout }) => stdout)).size).toBe(1);
    const strange = await call("list-domains", "--organization-id", "nowhere");
    expect([strange.code, strange.stderr]).toEqual([
      1,
      expect.stringMatching(/^The key sees no organization of the ID, slug, or name "nowhere"; it sees Acme \(acme, /u),
    ]);
    const dry = await call("bulk-create-invites", "--organization-id", slug, "--emails", "a@b.example", "--dry-run");
    expect(dry).toMatchObject({ code: 0, stderr: "" });
  });

  test("writes down a call that must not be repeated, and refuses the second one", async () => {
    const { control, organizationId } = sandbox;
    const founder = control.createKey({ email: FOUNDER, scopes: null });
    const token = (): unknown => JSON.stringify(control.snapshot()).match(/phc_\w+/gu)?.[0];
    const before = token();
    const reset = (...more: string[]): Promise<Ran> =>
      runHere(["call", "reset-project-token", "--project-id", "1", "--confirm", WORDS, ...more], {
        ORGFORM_HOST: sandbox.host,
        ORGFORM_API_KEY: founder.apiKey,
        ORGFORM_ORGANIZATION_ID: organizationId,
        ORGFORM_INTENTS_DIR: folder,
      });
    control.addFault({ kind: "reset-after", method: "PATCH" });
    const lost = await reset();
    expect([lost.code, lost.stdout]).toEqual([1, ""]);
    expect(lost.stderr).toContain("It's unknown whether resetProjectToken was carried out");
    const second = await reset();
    expect(second.stderr).toContain("resetProjectToken was called with these arguments before");
    expect(writes()).toHaveLength(1);
    const [file = ""] = readdirSync(folder);
    expect(readFileSync(join(folder, file), "utf8")).not.toContain("phc_");
    const again = await reset("--rerun", "--json");
    const { apiToken } = JSON.parse(again.stdout) as { apiToken: string };
    expect(apiToken).toMatch(/^phc_/u);
    expect(apiToken).not.toBe(before);
    // Only the requested output contains the token.
    expect(readFileSync(join(folder, file), "utf8")).not.toContain(apiToken);
    expect(again.stderr).toBe("");
  });

  test("names the object that a refusal is about, and an argument as its user writes it", async () => {
    const [project] = sandbox.control.call("GET", `projects?organization=${sandbox.organizationId}`) as Values[];
    const alias = { event: "$create_alias", distinct_id: "ada", properties: { alias: "ada-2" } };
    const body = JSON.stringify({ api_key: project?.["api_token"], batch: [alias] });
    await fetch(`${sandbox.host}/batch/`, { method: "POST", body });
    const people = rowsIn((await call("list-persons", ...PROJECT)).stdout);
    const ada = people.find(({ distinctIds }) => distinctIds.includes("ada-2"));
    const person = ["--person-id", ada?.uuid ?? "", "--main-distinct-id", "nobody"];
    const split = await call("split-person", ...PROJECT, ...person, "--confirm", "split 1 person");
    expect(split.stderr).toContain(`Person ${ada?.uuid} does not have "nobody" among its `);
    expect(split.stderr).toContain("Set --main-distinct-id to a distinct ID of the person");
    const files = ["--item-id", "1", "--family", "plugins", "--files", '{"plugin.json": "{"}', "--dry-run"];
    const source = await call("update-plugin-source", ...files);
    expect(source.stderr).toContain('--files["plugin.json"] must be JSON');
  });

  test("explains an operation that is closed to the key, without the key", async () => {
    const refused = await call("query-persons-trends", ...PROJECT, "--entity-id", "$pageview");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("Could not call queryPersonsTrends\n");
    expect(refused.stderr).toContain("save the insight's persons as a cohort");
    expect(refused.stdout + refused.stderr).not.toContain(sandbox.apiKey);
  });
});

describe("orgform call without a service", () => {
  const call = (...args: string[]): Promise<Ran> =>
    runHere(["call", ...args], { ORGFORM_HOST: undefined, ORGFORM_API_KEY: undefined });

  test("lists every function for people and for programs", async () => {
    const table = await call("--list");
    const json = await call("--list", "--json");
    const lines = table.stdout.trimEnd().split("\n");
    const named = lines.flatMap((line) => /^ {2}(\S+) +(?:read|write|destructive) +\S/u.exec(line)?.[1] ?? []);
    expect(named.toSorted()).toEqual(functions.map(({ name }) => kebabName(name)).toSorted());
    const groups = lines.filter((line) => /^\S/u.test(line));
    expect(groups).toEqual(expect.arrayContaining(["Batch exports:", "Domains:", "Persons:", "Projects:"]));
    expect(groups.length).toBeLessThanOrEqual(20);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
    const facts = JSON.parse(json.stdout) as { name: string; effect: string; scopes: string[]; arguments: object }[];
    expect(facts.map(({ name }) => name)).toEqual(functions.map(({ name }) => name));
    expect(facts.find(({ name }) => name === "bulkDeletePersons")).toMatchObject({
      effect: "destructive",
      scopes: ["person:write"],
      arguments: { projectId: { required: true, schema: { type: "string" } }, confirm: { required: false } },
    });
  });

  test.each([
    [["bulk-delete-persns"], "There is no function bulk-delete-persns. Did you mean bulk-delete-persons?\n"],
    [["--lst"], "orgform call has no flag --lst. Did you mean --list?\n"],
    [["list-persons", "--dry-run"], "orgform call list-persons has no flag --dry-run."],
    [
      ["split-person", "--dry-run", "--project-id", "x", "--person-id", "1"],
      "--project-id expected a number or @current",
    ],
    [["update-person", "--dry-run", "--properties", "{"], "--properties isn't JSON."],
    [["update-person", "--dry-run", "--properties-file", "/nowhere/x"], "--properties-file cannot be read: ENOENT"],
    [["get-person", ...PROJECT, "--person-id", "1"], "The host is missing: give `--host <address>`"],
  ])("refuses %j", async (args, message) => {
    const { code, stdout, stderr } = await call(...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });

  test("shows the arguments of a function", async () => {
    const { code, stdout } = await call("backfill-batch-export", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: orgform call backfill-batch-export [flags]");
    expect(stdout).toContain("  --end-at TEXT           Required. End, ISO 8601 with an offset.");
  });
});

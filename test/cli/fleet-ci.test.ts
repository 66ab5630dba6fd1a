import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Ajv } from "ajv";

import { writeProgram } from "../support/fake-tools.ts";
import { type Ran, runHere } from "./run-here.ts";

const KEY = "phx_fleet_canary_0987654321";

/** Fails for one organization, with markup and its key; changes two objects of each other one. */
const ENGINE = `
case "$1:$(basename "$(dirname "$TF_DATA_DIR")")" in
  apply:org-7)
    echo '{"@level":"error","type":"diagnostic","diagnostic":{"severity":"error","summary":"No <b>seat</b>","detail":"with '$ORGFORM_API_KEY'"}}'
    exit 1;;
  plan:*|apply:*)
    echo '{"type":"change_summary","changes":{"add":2,"change":0,"remove":0}}';;
  show:*) echo '{}';;
esac`;

const folder = mkdtempSync(join(tmpdir(), "orgform-fleet-ci-"));
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  mkdirSync(at("module"));
  writeFileSync(at("module/main.tf"), "");
  writeProgram(at("bin"), "terraform", ENGINE);
  const organizations = Array.from({ length: 24 }, (_, index) => `  - { name: org-${index + 1}, template: small }`);
  const rest = "stop: { failures: 5 }\nwaves:\n  - { share: 20% }\n  - { share: 100% }";
  const templates = "templates:\n  small: { engine: terraform, path: ./module, sharedProvider: false }";
  writeFileSync(at("fleet.yaml"), [templates, "organizations:", ...organizations, rest, ""].join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = {
  PATH: `${at("bin")}:${process.env["PATH"]}`,
  ORGFORM_API_KEY: KEY,
  ORGFORM_HOST: "http://127.0.0.1:9",
};

const fleet = (command: string, ...words: readonly string[]): Promise<Ran> =>
  runHere(["fleet", command, "--file", at("fleet.yaml"), ...words], environment);

test("a matrix has the shards that hold an organization, in the form of each forge", async () => {
  const all = ["1/4", "2/4", "3/4", "4/4"].map((shard) => ({ shard }));
  expect(JSON.parse((await fleet("matrix", "--shards", "4")).stdout)).toEqual({ include: all });
  const gitlab = await fleet("matrix", "--shards", "2", "--for", "gitlab");
  expect(gitlab.stdout).toBe('parallel:\n  matrix:\n    - FLEET_SHARD: ["1/2", "2/2"]\n');
  const few = await fleet("matrix", "--shards", "200", "--only", "org-1,org-2");
  expect((JSON.parse(few.stdout) as { include: object[] }).include).toHaveLength(2);
  expect(await fleet("matrix", "--shards", "0")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--shards is 0"),
  });
});

test("shards write their results, which become one comment and one page; one that is missing or doubled is said", async () => {
  const files = [1, 2, 3].map((index) => at(`shard-${index}.json`));
  const schema = JSON.parse(readFileSync(join(__dirname, "../../docs/fleet-results.schema.json"), "utf8")) as object;
  const isValid = new Ajv().compile(schema);
  for (const [index, file] of files.entries()) {
    const record = ["--record", at(`runs-${index + 1}.sqlite`)];
    await fleet("up", "--yes", "--shard", `${index + 1}/3`, "--report", file, "--page", at("shard.html"), ...record);
    expect([isValid(JSON.parse(readFileSync(file, "utf8"))), isValid.errors]).toEqual([true, null]);
  }
  const joined = await fleet("report", ...files, "--page", at("page.html"));
  expect(joined).toMatchObject({ code: 1, stderr: "" });
  expect(joined.stdout).toMatch(/^<!-- orgform-fleet -->\n### Fleet `fleet`: 23 succeeded, 1 failed\n/u);
  expect(joined.stdout).toContain("- `org-7`<br>\n  `No ");
  expect(joined.stdout.indexOf("No <b>seat</b>")).toBeLessThan(joined.stdout.indexOf("#### All"));
  expect(joined.stdout).toMatch(/\n\| `org-1` \| \d \| succeeded \| 2 created \| 0? \| /u);
  const page = readFileSync(at("page.html"), "utf8");
  expect(page).toContain("No &lt;b&gt;seat&lt;/b&gt;");
  expect(page).toContain("All organizations (24)");
  for (const text of [joined.stdout, page, ...[...files, at("shard.html")].map((file) => readFileSync(file, "utf8"))])
    expect(text).not.toContain(KEY);

  const missing = await fleet("report", files[0]!, files[0]!, files[2]!, "--out", at("comment.md"));
  expect([missing.code, missing.stdout]).toEqual([1, ""]);
  expect(readFileSync(at("comment.md"), "utf8")).toContain(
    "> `Shard 2/3 is missing.`\n\n> `Shard 1/3 appears more than once.`",
  );
  writeFileSync(at("cut.json"), readFileSync(files[0]!, "utf8").slice(0, 100));
  expect((await fleet("report", at("cut.json"))).stderr).toBe(`${at("cut.json")} isn't complete JSON.\n`);
  expect((await fleet("report")).stderr).toContain("There are no results to join.");
});

test("the page of a run is there when it ends and by `status`, and a place where it cannot be written ends no run", async () => {
  const record = ["--record", at("page.sqlite")];
  const done = await fleet(
    "up",
    "--yes",
    "--only",
    "org-1,org-2",
    "--page",
    at("no/such/page.html"),
    "--report",
    at("one.json"),
    ...record,
  );
  expect(done).toMatchObject({ code: 0, stderr: expect.stringMatching(/^--page .* could not be written: ENOENT/u) });
  expect((JSON.parse(readFileSync(at("one.json"), "utf8")) as { state: string }).state).toBe("ended");
  await fleet("status", "--page", at("status.html"), ...record);
  expect(readFileSync(at("status.html"), "utf8")).toContain('<h1 class="succeeded">All organizations are up</h1>');
  expect(existsSync(at("no"))).toBe(false);
});

test("a promotion is shown, written into the file, and applied by nobody", async () => {
  const text = `${readFileSync(at("fleet.yaml"), "utf8").replace("  - { name: org-2, ", "  - { name: org-2, labels: { stage: x }, ")}overrides:
  - { labels: { stage: x }, values: {} } # nothing yet
`;
  writeFileSync(at("module/main.tf"), 'variable "title" {\n  default = "none"\n}\n');
  writeFileSync(at("promote.yaml"), text.replace("- { name: org-1, ", "- { name: org-1, values: { title: One }, "));
  const run = (...words: readonly string[]): Promise<Ran> =>
    runHere(["fleet", "promote", "org-1", "x", "--file", at("promote.yaml"), ...words], environment);
  const before = readFileSync(at("promote.yaml"), "utf8");
  expect(await run("--dry-run")).toMatchObject({
    stdout: "There is nothing to promote.\n",
    stderr: expect.stringContaining("values.title: left out: only org-1 has this value."),
  });
  const dry = await run("--dry-run", "--only", "values.title");
  expect(dry).toMatchObject({ code: 0, stderr: "" });
  expect(dry.stdout).toContain("\n-  - { labels: { stage: x }, values: {} } # nothing yet\n");
  expect(dry.stdout).toContain("\n+  - { labels: { stage: x }, values: { title: One } } # nothing yet\n");
  expect(readFileSync(at("promote.yaml"), "utf8")).toBe(before);
  const done = await run("--only", "values.title");
  expect(done.stdout).toContain("1 field written to");
  expect(readFileSync(at("promote.yaml"), "utf8")).toBe(before.replace("values: {} }", "values: { title: One } }"));
  expect((await run()).stdout).toBe("There is nothing to promote.\n");
  const wrong = await run("--only", "credential");
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("promote.yaml:4: organizations[0]: has no credential."),
  });
});

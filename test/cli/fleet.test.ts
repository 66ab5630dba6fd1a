import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";

import { blocksOfKind } from "../support/doc-kinds.ts";
import { writeProgram } from "../support/fake-tools.ts";
import { type Ran, runHere } from "./run-here.ts";
import { startOrgform } from "./spawn-orgform.ts";

/**
 * An engine that identifies its organization by its data folder. It records each `plan` and `apply`. With a file of the
 * organization's name in `fail`, it fails and prints its key. With one in `hold`, it waits. It prints the contents of
 * `planned`, and for a saved plan the contents of `shown`.
 */
const ENGINE = `
name=$(basename "$(dirname "$TF_DATA_DIR")")
case "$1" in
  plan|apply)
    echo "$1 $name" >> "$FAKE/log"
    trap 'exit 1' INT
    while [ -e "$FAKE/hold/$name" ]; do sleep 0.05; done
    if [ -e "$FAKE/fail/$name" ]; then
      echo '{"@level":"error","type":"diagnostic","diagnostic":{"severity":"error","summary":"No seat","detail":"for '$name' with '$ORGFORM_API_KEY'"}}'
      exit 1
    fi
    if [ -e "$FAKE/planned/$name" ]; then cat "$FAKE/planned/$name"; fi
    echo '{"type":"apply_complete"}'
    if [ -e "$FAKE/summary" ]; then cat "$FAKE/summary"
    else echo '{"type":"change_summary","changes":{"add":2,"change":1,"remove":0}}'; fi;;
  show)
    if [ -e "$FAKE/shown/$name" ]; then cat "$FAKE/shown/$name"; else echo '{}'; fi;;
esac`;

const KEY = "phx_fleet_canary_1234567890";
const folder = mkdtempSync(join(tmpdir(), "orgform-fleet-"));
const fake = join(folder, "fake");

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["fail", "hold", "planned", "shown"]) mkdirSync(join(fake, name), { recursive: true });
  mkdirSync(join(folder, "module"));
  writeFileSync(join(folder, "module/main.tf"), 'variable "title" {\n  type = string\n}\n');
  writeProgram(join(folder, "bin"), "terraform", ENGINE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = {
  PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
  FAKE: fake,
  ORGFORM_API_KEY: KEY,
  ORGFORM_HOST: "http://127.0.0.1:9",
};

const fleet = (...words: readonly string[]): Promise<Ran> =>
  runHere(["fleet", words[0]!, "--file", join(folder, "fleet.yaml"), ...words.slice(1)], environment);

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `org-${index + 1}`);

function writeFleet(organizations: readonly string[], rest: string): void {
  const lines = organizations.map((name) => {
    const stage = name === "org-1" ? "canary" : "production";
    return `  - { name: ${name}, template: small, values: { title: ${name} }, labels: { stage: ${stage} } }`;
  });
  const templates = "templates:\n  small: { engine: terraform, path: ./module, sharedProvider: false }";
  writeFileSync(join(folder, "fleet.yaml"), [templates, "organizations:", ...lines, rest, ""].join("\n"));
}

const WAVES = "waves:\n  - { labels: { stage: canary } }\n  - { share: 40% }\n  - { share: 100% }";
const log = (): string[] =>
  existsSync(join(fake, "log")) ? readFileSync(join(fake, "log"), "utf8").trim().split("\n") : [];
const events = ({ stdout }: Ran): Record<string, unknown>[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
/** How many organizations a run or a resumption says that it runs. */
const begun = (ran: Ran): unknown => events(ran).find(({ event }) => event === "start")?.["organizations"];
const fail = (name: string): void => writeFileSync(join(fake, "fail", name), "");
const mend = (name: string): void => rmSync(join(fake, "fail", name));

test("the smallest fleet ends with the event that is promised", async () => {
  writeFleet(["acme"], "waves:\n  - { share: 5% }\n  - { share: 100% }");
  const done = await fleet("up", "--yes", "--json");
  expect(done.code).toBe(0);
  expect(done.stdout.trim().split("\n").at(-1)).toBe('{"event":"end","succeeded":1,"failed":0,"notStarted":0}');
  expect(blocksOfKind("fleet event").map(({ text }) => text.trim())).toEqual([done.stdout.trim().split("\n").at(-1)]);
  const values = join(folder, ".orgform/fleet/organizations/acme/values.tfvars.json");
  expect(JSON.parse(readFileSync(values, "utf8"))).toEqual({ title: "acme" });
  expect(readFileSync(join(folder, ".orgform/fleet/.gitignore"), "utf8")).toBe("*\n");
});

test("100 organizations: a failure of the canary stops, one in the third wave stops at the limit, and resume runs what is left", async () => {
  writeFleet(names(100), `${WAVES}\nstop: { failures: 2 }\nparallel: 8`);
  const stopAtOne = readFileSync(join(folder, "fleet.yaml"), "utf8").replace("failures: 2", "failures: 1");
  writeFileSync(join(folder, "fleet.yaml"), stopAtOne);
  fail("org-1");
  const first = await fleet("up", "--yes", "--json");
  expect(first.code).toBe(1);
  expect(events(first).at(-1)).toEqual({ event: "end", succeeded: 0, failed: 1, notStarted: 99 });
  expect(begun(first)).toBe(100);
  expect(log()).toEqual(["apply org-1"]);
  expect(first.stdout).toContain("No seat");
  expect(first.stdout + first.stderr).not.toContain(KEY);

  mend("org-1");
  const third = JSON.parse((await fleet("plan", "--waves-only", "--json")).stdout) as {
    organizations: { name: string; wave: number }[];
  };
  const late = third.organizations.filter(({ wave }) => wave === 3).map(({ name }) => name);
  fail(late[5]!);
  const second = await fleet("resume", "--yes", "--json");
  expect(second.code).toBe(1);
  const stopped = events(second);
  expect(stopped.at(-2)).toMatchObject({ event: "stopped", reason: expect.stringContaining("1 organization failed") });
  const end = stopped.at(-1) as { succeeded: number; failed: number; notStarted: number };
  expect(end.failed).toBe(1);
  expect(end.notStarted).toBeGreaterThan(30);
  expect(begun(second)).toBe(100);

  mend(late[5]!);
  const last = await fleet("resume", "--yes", "--json");
  expect(last.code).toBe(0);
  expect(begun(last)).toBe(end.failed + end.notStarted);
  expect(events(last).at(-1)).toEqual({ event: "end", succeeded: 100, failed: 0, notStarted: 0 });
  // Each once, but the two that failed.
  expect(log().toSorted()).toEqual([...names(100), "org-1", late[5]!].map((name) => `apply ${name}`).toSorted());
  const nothing = await fleet("resume", "--yes");
  expect(nothing).toMatchObject({ code: 1, stderr: "All of run 1 succeeded: there is nothing to resume.\n" });
});

test("a wave waits for a person, whose word lets it begin", async () => {
  writeFleet(names(6), WAVES);
  const held = await fleet("up", "--yes", "--approve");
  expect(held.code).toBe(3);
  expect(log()).toEqual(["apply org-1"]);
  expect(held.stdout).toContain("Wave 2 is waiting for approval: `orgform fleet approve --file ");
  expect((await fleet("resume", "--yes", "--json")).code).toBe(3);
  expect(log()).toEqual(["apply org-1"]);
  expect((await fleet("status")).stdout).toContain(": held: wave 2 is waiting for approval");
  expect((await fleet("approve")).stdout).toContain("Wave 2 can start");
  const second = await fleet("resume", "--yes", "--json");
  expect(events(second).filter(({ state }) => state === "held")).toEqual([expect.objectContaining({ wave: 3 })]);
  await fleet("approve");
  expect((await fleet("resume", "--yes")).code).toBe(0);
  expect(log()).toHaveLength(6);
  expect(await fleet("approve")).toMatchObject({ code: 1, stderr: "No run is waiting for approval.\n" });
});

test("a second run during one from the build is refused and changes nothing; status shows the first", async () => {
  writeFleet(["org-1", "org-2"], "parallel: 1");
  writeFileSync(join(fake, "hold/org-1"), "");
  const going = startOrgform(["fleet", "up", "--file", join(folder, "fleet.yaml"), "--yes", "--json"], [], environment);
  await going.printed('"state":"started"');
  const second = await fleet("up", "--yes");
  expect(second.code).toBe(1);
  expect(second.stderr).toContain("Another run of this fleet is in progress, so this one changed nothing.");
  const shown = JSON.parse((await fleet("status", "--json")).stdout) as { state: string; notStarted: number };
  expect(shown).toMatchObject({ state: "running", notStarted: 2 });
  rmSync(join(fake, "hold/org-1"));
  expect((await going.finished).code).toBe(0);
  expect(log()).toEqual(["apply org-1", "apply org-2"]);
});

test.each([
  ["SIGKILL", "", ": cut off"],
  ["SIGTERM", "a person stopped it", ": stopped: a person stopped it"],
] as const)("after %s to a run from the build, nothing that succeeded runs again", async (signal, said, state) => {
  writeFleet(["org-1", "org-2", "org-3"], "parallel: 1");
  writeFileSync(join(fake, "hold/org-2"), "");
  const going = startOrgform(["fleet", "up", "--file", join(folder, "fleet.yaml"), "--yes", "--json"], [], environment);
  await going.printed('"name":"org-2","wave":1,"state":"started"');
  while (!log().includes("apply org-2")) await new Promise((done) => setTimeout(done, 20));
  going.child.kill(signal);
  const { stdout } = await going.finished;
  expect(stdout).toContain(said);
  expect((await fleet("status")).stdout).toContain(state);
  rmSync(join(fake, "hold/org-2"));
  const resumed = await fleet("resume", "--yes", "--json");
  expect(events(resumed).at(-1)).toEqual({ event: "end", succeeded: 3, failed: 0, notStarted: 0 });
  expect(log()).toEqual(["apply org-1", "apply org-2", "apply org-2", "apply org-3"]);
});

test("shards share all organizations out among them, and each knows its part of the limits", async () => {
  writeFleet(names(20), "parallel: 8");
  for (const shard of ["1/3", "2/3", "3/3"]) expect((await fleet("up", "--yes", "--shard", shard)).code).toBe(0);
  expect(log().toSorted()).toEqual(
    names(20)
      .map((name) => `apply ${name}`)
      .toSorted(),
  );
  const chosen = await fleet("plan", "--waves-only", "--labels", "stage=canary");
  expect(chosen.stdout).toContain("Wave 1: 1 organization\n  org-1  small (terraform)  default  same\n");
});

test("1,000 organizations are expanded, and one that is added moves no other", async () => {
  const runPlan = async (): Promise<Map<string, unknown>> => {
    const { stdout } = await fleet("plan", "--waves-only", "--json");
    const { organizations } = JSON.parse(stdout) as { organizations: { name: string }[] };
    return new Map(organizations.map((one) => [one.name, one]));
  };
  writeFleet(names(1000), WAVES);
  const before = await runPlan();
  writeFleet(["another", ...names(1000)], WAVES);
  const after = await runPlan();
  after.delete("another");
  expect(before.size).toBe(1000);
  expect(after).toEqual(before);
});

test("a plan applies nothing, and what is wrong on the command line or in the file is said before anything runs", async () => {
  writeFleet(["org-1"], "");
  const plan = await fleet("plan");
  expect(plan.stdout).toContain("2 to create, 1 to update");
  expect(log()).toEqual(["plan org-1"]);
  expect(await fleet("up")).toMatchObject({
    code: 1,
    stderr: "Orgform can't ask for confirmation here. Use --yes to start without it.\n",
  });
  expect((await fleet("up", "--yes", "--only", "other")).stderr).toBe("The fleet file has no organization other.\n");
  expect((await fleet("up", "--yes", "--shard", "3/2")).stderr).toContain("--shard is 3/2; expected");
  writeFleet(["org-1", "org-1"], "");
  expect((await fleet("up", "--yes")).stderr).toMatch(
    /fleet\.yaml:5: organizations\[1\]\.name: "org-1" is already used in line 4/u,
  );
  expect(log()).toEqual(["plan org-1"]);
});

test("the page of a plan goes on with the organizations that were planned, and a changed template is a change", async () => {
  writeFleet(["org-1", "org-2"], "");
  const page = join(folder, "page.html");
  await fleet("plan", "--only", "org-1", "--labels", "stage=canary", "--page", page);
  expect(readFileSync(page, "utf8")).toMatch(
    /<code>orgform fleet up --file \S+ --only org-1 --labels stage=canary<\/code>/u,
  );
  await fleet("up", "--yes");
  const standings = async (): Promise<unknown[]> => {
    const [{ organizations } = { organizations: [] }] = events(await fleet("plan", "--waves-only", "--json"));
    return (organizations as readonly { readonly standing: string }[]).map(({ standing }) => standing);
  };
  expect(await standings()).toEqual(["same", "same"]);
  writeFileSync(join(folder, "module/.terraform.lock.hcl"), "# what an engine writes");
  writeFileSync(join(folder, "module/terraform.tfstate"), "{}");
  expect(await standings()).toEqual(["same", "same"]);
  mkdirSync(join(folder, "part"));
  writeFileSync(join(folder, "module/part.tf"), 'module "part" {\n  source = "../part"\n}\n');
  expect(await standings()).toEqual(["changed", "changed"]);
  await fleet("up", "--yes");
  writeFileSync(join(folder, "part/main.tf"), "# of a module that the module names\n");
  expect(await standings()).toEqual(["changed", "changed"]);
});

test("no file of a run holds a key", async () => {
  writeFleet(["org-1"], "");
  fail("org-1");
  expect((await fleet("up", "--yes")).code).toBe(1);
  const own = join(folder, ".orgform");
  const files = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect(readFileSync(join(file.parentPath, file.name), "latin1")).not.toContain(KEY);
});

/** What Terraform says in advance of so many objects. */
const planned = (type: string, action: string, number: number): string =>
  `${JSON.stringify({ type: "planned_change", change: { action, resource: { resource_type: type } } })}\n`.repeat(
    number,
  );

test("a plan says which organizations have more invites than may be sent at once, and when the last one can be", async () => {
  writeFleet(names(3), "");
  const invites = planned("orgform_invite", "create", 40) + planned("orgform_membership", "replace", 20);
  writeFileSync(join(fake, "planned/org-1"), invites);
  writeFileSync(join(fake, "planned/org-2"), planned("orgform_invite", "create", 50));
  writeFileSync(
    join(fake, "planned/org-3"),
    planned("orgform_role_membership", "create", 60) + planned("orgform_invite", "delete", 60),
  );
  const said = events(await fleet("plan", "--json"));
  expect(
    Object.fromEntries(said.flatMap(({ name, invites }) => (invites === undefined ? [] : [[name, invites]]))),
  ).toEqual({
    "org-1": 60,
    "org-2": 50,
  });
  expect(said.filter(({ event }) => event === "note")).toEqual([
    {
      event: "note",
      text: "More invites than the 50 that an organization can send in an hour: org-1 (60). The rest stay deferred until later runs send them. The last one can be sent 60 min after the first.",
    },
  ]);
});

const SECRET = "canary-of-a-plan";

/** A saved plan as `show -json` prints it. */
const shown = (
  ...changes: readonly (readonly [address: string, actions: readonly string[], before: object, after: object])[]
) =>
  JSON.stringify({
    resource_changes: changes.map(([address, actions, before, after]) => ({
      address,
      mode: "managed",
      change: { actions, before, after, after_sensitive: { api_token: true } },
    })),
  });

test("a plan names every object, deletions first, and says once what many organizations have in common", async () => {
  writeFleet(names(5), "");
  const common = ["orgform_role.support", ["update"], { name: "Support", a: 1 }, { name: "Helpers", a: 1 }] as const;
  for (const name of names(5)) writeFileSync(join(fake, "shown", name), shown([...common]));
  const more = shown(
    [...common],
    ["orgform_project.web", ["delete"], { name: "Web", api_token: SECRET }, {}],
    ["orgform_domain.a|`<b>`", ["delete", "create"], { domain: "a.example" }, { domain: "b.example" }],
    ["orgform_invite.ann", ["no-op"], {}, {}],
  );
  writeFileSync(join(fake, "shown/org-2"), more);
  const said = await fleet("plan", "--page", join(folder, "plan.html"), "--report", join(folder, "plan.json"));
  expect(said.stdout).toContain(`
To delete: 1 object
  orgform_project.web  in org-2

To replace: 1 object
  orgform_domain.a|\`<b>\`: domain  in org-2

To update: 5 objects
  orgform_role.support: name  in 5 organizations
`);
  const page = readFileSync(join(folder, "plan.html"), "utf8");
  expect(page).toContain("<code>orgform_domain.a|`&lt;b&gt;`: domain</code> <span>in org-2</span>");
  const comment = await fleet("report", join(folder, "plan.json"));
  expect(comment.stdout).toContain("\n#### To delete: 1 object\n\n- `orgform_project.web` `in org-2`\n");
  const told = events(await fleet("plan", "--json"));
  expect(told.find(({ event }) => event === "summary")?.["objects"]).toMatchObject([
    { operation: "delete", address: "orgform_project.web", organizations: ["org-2"] },
    { operation: "replace", organizations: ["org-2"] },
    { operation: "update", address: "orgform_role.support", fields: ["name"], organizations: names(5) },
  ]);
  const event = told.find((one) => one["name"] === "org-2" && "objects" in one);
  expect(event?.["objects"]).toEqual([
    { operation: "update", address: "orgform_role.support", fields: ["name"] },
    { operation: "delete", address: "orgform_project.web", fields: [] },
    { operation: "replace", address: "orgform_domain.a|`<b>`", fields: ["domain"] },
  ]);
  const files = readdirSync(join(folder, ".orgform"), { recursive: true, withFileTypes: true });
  expect(files.filter(({ name }) => name.endsWith(".tfplan"))).toEqual([]);
  for (const text of [said.stdout, page, comment.stdout]) expect(text).not.toContain(SECRET);
});

test("what an engine replaces isn't counted as one more created and one more deleted", async () => {
  writeFleet(["org-1"], "");
  const summary = JSON.stringify({ type: "change_summary", changes: { add: 3, change: 0, remove: 1 } });
  writeFileSync(join(fake, "planned/org-1"), planned("orgform_domain", "replace", 1));
  writeFileSync(join(fake, "summary"), summary);
  const said = events(await fleet("plan", "--json")).find((one) => "changes" in one);
  expect(said?.["changes"]).toEqual({ create: 2, update: 0, replace: 1, delete: 0 });
});

test("a run stops after as many deleted or replaced objects in a wave as the file allows, and goes on when it is resumed", async () => {
  const removing = `${planned("orgform_domain", "replace", 1)}{"type":"change_summary","changes":{"add":1,"change":0,"remove":3}}\n`;
  for (const [rule, reason] of [
    ["deletions: 2", "2 objects deleted in the wave; the run stops at 2"],
    ["replacements: 1", "1 object replaced in the wave; the run stops at 1"],
  ] as const) {
    writeFleet(names(3), `parallel: 1\nstop: { ${rule} }`);
    writeFileSync(join(fake, "planned/org-1"), removing);
    writeFileSync(join(fake, "summary"), "");
    const stopped = await fleet("up", "--yes", "--json");
    expect(events(stopped).filter(({ event }) => event === "stopped")).toEqual([{ event: "stopped", reason }]);
    expect([stopped.code, events(stopped).at(-1)]).toEqual([
      1,
      { event: "end", succeeded: 1, failed: 0, notStarted: 2 },
    ]);
    expect((await fleet("resume", "--yes")).code).toBe(0);
  }
});

test("what was deleted in one wave doesn't count in the next one", async () => {
  writeFleet(names(3), `${WAVES}\nparallel: 1\nstop: { deletions: 3, replacements: 3 }`);
  const two = planned("orgform_domain", "replace", 2);
  const summary = JSON.stringify({ type: "change_summary", changes: { add: 2, change: 0, remove: 4 } });
  for (const name of names(3)) writeFileSync(join(fake, "planned", name), two);
  writeFileSync(join(fake, "summary"), summary);
  expect((await fleet("up", "--yes")).code).toBe(0);
  expect(log()).toHaveLength(3);
});

test("a cause that several organizations share is told once, in text, JSON, comment, and page", async () => {
  writeFleet(names(3), "stop: { failures: 3 }\nparallel: 1");
  for (const name of names(3)) fail(name);
  const [page, report] = [join(folder, "page.html"), join(folder, "report.json")];
  const said = await fleet("up", "--yes", "--page", page, "--report", report);
  const cause = "No seat: for ORGANIZATION with [secret]";
  expect(said.stdout).toContain(`\n3 organizations: org-1, org-2, org-3\n  ${cause}\n`);
  expect(readFileSync(page, "utf8")).toMatch(
    /<h3><b id="failed-org-1">org-1<\/b>, .*<span>3 organizations<\/span><\/h3><pre>No seat: for ORGANIZATION/u,
  );
  expect((await fleet("report", report)).stdout).toContain(`- \`org-1, org-2, org-3\`<br>\n  \`${cause}\`\n`);
  const summary = events(await fleet("up", "--yes", "--json")).find(({ event }) => event === "summary");
  expect(summary).toEqual({ event: "summary", objects: [], causes: [{ message: cause, organizations: names(3) }] });
});

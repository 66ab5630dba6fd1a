import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";

import { writeProgram } from "../support/fake-tools.ts";
import { type Ran, runHere } from "./run-here.ts";
import { ANN, BOB } from "../support/plan-keys.ts";
import { quickPassphrases } from "../support/quick-passphrases.ts";
import { runOrgform, startOrgform } from "./spawn-orgform.ts";

/**
 * An engine whose plan contains a secret and the number of its state, and which applies no plan of another state. It
 * fails if `fail` contains a file with the organization's name, and writes down the key of plans if it sees it.
 */
const ENGINE = `
name=$(basename "$(dirname "$TF_DATA_DIR")")
serial=$(cat "$FAKE/serial/$name" 2>/dev/null || echo 0)
summary='{"type":"change_summary","changes":{"add":1,"change":0,"remove":0}}'
for last; do :; done
echo "$ORGFORM_PLAN_KEY" >> "$FAKE/seen"
case "$1" in
  plan)
    for word; do case "$word" in -out=*) echo "$SECRET $serial" > "\${word#-out=}";; esac; done
    echo "$summary";;
  show) cat "$FAKE/shown";;
  apply)
    if [ -e "$FAKE/hold" ]; then
      while [ -e "$FAKE/hold" ]; do sleep 0.05; done
      exit 1
    fi
    if [ -e "$FAKE/fail/$name" ]; then
      echo '{"@level":"error","type":"diagnostic","diagnostic":{"severity":"error","summary":"No seat","detail":""}}'
      exit 1
    fi
    if [ -f "$last" ] && [ "$(cat "$last")" != "$SECRET $serial" ]; then
      echo '{"@level":"error","type":"diagnostic","diagnostic":{"severity":"error","summary":"Saved plan is stale","detail":"It was changed."}}'
      exit 1
    fi
    echo "apply $name $(basename "$last")" >> "$FAKE/log"
    echo $((serial + 1)) > "$FAKE/serial/$name"
    echo "$summary";;
esac`;

const SECRET = "canary-of-a-kept-plan";
const KEY = ANN.identity;
const PASSPHRASE = "a key of more than sixteen";
const folder = mkdtempSync(join(tmpdir(), "orgform-bound-"));
const fake = join(folder, "fake");
const plan = join(folder, "plan.fleet");

const shown = (address: string): string =>
  JSON.stringify({ resource_changes: [{ address, mode: "managed", change: { actions: ["create"], after: {} } }] });

quickPassphrases();
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["fail", "serial"]) mkdirSync(join(fake, name), { recursive: true });
  mkdirSync(join(folder, "module"));
  writeFileSync(join(folder, "module/main.tf"), 'variable "title" {\n  type = string\n}\n');
  writeFileSync(join(fake, "shown"), shown("orgform_role.support"));
  writeProgram(join(folder, "bin"), "terraform", ENGINE);
  writeFleet(["org-1", "org-2"]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = {
  PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
  FAKE: fake,
  SECRET,
  ORGFORM_API_KEY: "phx_bound_canary_1234567890",
  ORGFORM_HOST: "http://127.0.0.1:9",
  ORGFORM_PLAN_KEY: KEY,
};

const fleet = (words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  runHere(["fleet", words[0]!, "--file", join(folder, "fleet.yaml"), ...words.slice(1)], { ...environment, ...more });

function writeFleet(organizations: readonly string[], rest = "", title = "one"): void {
  const lines = organizations.map((name) => `  - { name: ${name}, template: small, values: { title: ${title} } }`);
  const templates = "templates:\n  small: { engine: terraform, path: ./module, sharedProvider: false }";
  writeFileSync(join(folder, "fleet.yaml"), [templates, "organizations:", ...lines, rest, ""].join("\n"));
}

const log = (): string[] =>
  existsSync(join(fake, "log")) ? readFileSync(join(fake, "log"), "utf8").trim().split("\n") : [];
const written = async (): Promise<Ran> => fleet(["plan", "--out", plan]);

test("what was planned is applied from its file, which only its owner reads and which is deleted then", async () => {
  const planned = await written();
  expect(planned.code).toBe(0);
  expect(planned.stdout).toMatch(
    /plan\.fleet has the plan of 2 organizations \(bound: exact\):\n {2}sha256:[0-9a-f]{64}\n/u,
  );
  expect(statSync(plan).mode & 0o777).toBe(0o600);
  const digest = /sha256:[0-9a-f]{64}/u.exec(planned.stdout)![0];
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const inClear = kept.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(SECRET));
  expect(inClear).toEqual([]);
  const page = join(folder, "page.html");
  const done = await fleet(["up", "--plan", plan, "--yes", "--page", page]);
  expect([done.code, done.stdout.trimEnd().split("\n").at(-1)]).toEqual([
    0,
    `The plan was applied. ${plan} is deleted.`,
  ]);
  expect(log().toSorted()).toEqual(["apply org-1 plan.tfplan", "apply org-2 plan.tfplan"]);
  expect(existsSync(plan)).toBe(false);
  expect((await fleet(["status"])).stdout).toContain(`\nPlan ${digest}, bound: exact\n`);
  expect(readFileSync(page, "utf8")).toContain(digest);
});

const [identityFile, passphraseFile] = [join(folder, "ann.key"), join(folder, "passphrase")];
const BOTH = `${BOB.recipient},${ANN.recipient}`;

test.each([
  ["recipients of a flag", ["--recipients", BOTH], {}, ["--key-file", identityFile], {}],
  ["recipients of a variable", [], { ORGFORM_PLAN_RECIPIENTS: BOTH }, ["--key-file", identityFile], {}],
  [
    "recipients of a flag rather than of variables",
    ["--recipients", ANN.recipient],
    { ORGFORM_PLAN_RECIPIENTS: BOB.recipient, ORGFORM_PLAN_KEY: PASSPHRASE },
    [],
    { ORGFORM_PLAN_KEY: ANN.identity },
  ],
  ["an identity in a file", ["--key-file", identityFile], {}, ["--key-file", identityFile], {}],
  ["an identity in a variable", [], { ORGFORM_PLAN_KEY: ANN.identity }, [], { ORGFORM_PLAN_KEY: ANN.identity }],
  [
    "a passphrase in a file rather than variables",
    ["--key-file", passphraseFile],
    { ORGFORM_PLAN_RECIPIENTS: BOB.recipient, ORGFORM_PLAN_KEY: BOB.identity },
    ["--key-file", passphraseFile],
    { ORGFORM_PLAN_KEY: BOB.identity },
  ],
  ["a passphrase in a variable", [], { ORGFORM_PLAN_KEY: PASSPHRASE }, [], { ORGFORM_PLAN_KEY: `${PASSPHRASE}\n` }],
])(
  "a plan is encrypted for %s, and no key is anywhere afterwards",
  async (_what, planFlags, planVariables, upFlags, upVariables) => {
    writeFileSync(identityFile, `# public key: ${ANN.recipient}\n${ANN.identity}\n`, { mode: 0o600 });
    writeFileSync(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
    writeFleet(["org-1"]);
    const page = join(folder, "page.html");
    const files = ["--page", page, "--report", join(folder, "report.json")];
    const none = { ORGFORM_PLAN_KEY: "", ORGFORM_PLAN_RECIPIENTS: "" };
    const planned = await fleet(["plan", "--out", plan, ...planFlags], { ...none, ...planVariables });
    expect(planned).toMatchObject({ code: 0, stderr: "" });
    const done = await fleet(["up", "--plan", plan, "--yes", ...files, ...upFlags], { ...none, ...upVariables });
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("The plan was applied.") });
    for (const file of [identityFile, passphraseFile]) rmSync(file);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const texts = left.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));
    expect(existsSync(page)).toBe(true);
    for (const key of [ANN.identity, BOB.identity, PASSPHRASE])
      expect([planned.stdout, done.stdout, ...texts].filter((text) => text.includes(key))).toEqual([]);
  },
);

test("each shard applies its part of a plan of the whole fleet, whose file stays for the others", async () => {
  const names = ["org-1", "org-10", "org-2", "org-6"];
  writeFleet(names);
  await written();
  for (const shard of ["1/2", "2/2"]) {
    const done = await fleet(["up", "--plan", plan, "--yes", "--shard", shard]);
    expect([done.code, done.stdout.trimEnd().split("\n").at(-1)]).toEqual([
      0,
      `Shard ${shard} of the plan was applied. ${plan} holds secrets. Delete it after all shards.`,
    ]);
    expect(log()).toHaveLength(shard === "1/2" ? 2 : 4);
  }
  expect(log().toSorted()).toEqual(names.map((name) => `apply ${name} plan.tfplan`));
  await fleet(["plan", "--out", plan, "--shard", "1/2"]);
  const refused = await fleet(["up", "--plan", plan, "--yes", "--shard", "2/2"]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("The plan is of shard 1/2 alone")]);
});

test("an organization whose state moved since is stopped and told of what differs; the others go on", async () => {
  writeFleet(["org-1", "org-2"], "stop: { failures: 2 }");
  await written();
  writeFileSync(join(fake, "serial/org-1"), "7");
  writeFileSync(join(fake, "shown"), shown("orgform_project.web"));
  const done = await fleet(["up", "--plan", plan, "--yes"]);
  expect(done.code).toBe(1);
  expect(done.stdout).toContain(`org-1
  Changed since the plan, so nothing was applied: the state of the workspace has changed.
  now also: create orgform_project.web
  no longer: create orgform_role.support
  Plan again, and apply the new plan.`);
  expect(done.stdout).toContain(`plan.fleet holds secrets. Keep it for \`orgform fleet resume --plan `);
  expect(log()).toEqual(["apply org-2 plan.tfplan"]);
});

test.each([
  [
    "files",
    () => writeFileSync(join(folder, "module/more.tf"), "# more\n"),
    "files of the template small have changed.",
  ],
  ["values", () => writeFleet(["org-1", "org-2"], "", "two"), "other values of title."],
] as const)("an organization whose %s changed since is stopped", async (_what, change, reason) => {
  await written();
  change();
  const done = await fleet(["up", "--plan", plan, "--yes"]);
  expect(done.stdout).toContain(`Changed since the plan, so nothing was applied: ${reason}`);
  expect([done.code, log()]).toEqual([1, []]);
});

test("a run that failed goes on with its plan, and with no other", async () => {
  await written();
  copyFileSync(plan, join(folder, "first.fleet"));
  await written();
  writeFileSync(join(fake, "fail/org-1"), "");
  expect((await fleet(["up", "--plan", plan, "--yes"])).code).toBe(1);
  rmSync(join(fake, "fail/org-1"));
  expect((await fleet(["status"])).stdout).toContain(" --plan FILE`.");
  expect((await fleet(["resume", "--yes"])).stderr).toMatch(
    /applies the plan sha256:\w+: give its file with --plan, or plan again\./u,
  );
  expect((await fleet(["resume", "--yes", "--plan", join(folder, "first.fleet")])).stderr).toContain(
    "Give the file of the run.",
  );
  expect((await fleet(["resume", "--yes", "--plan", plan])).code).toBe(0);
  expect(log().toSorted()).toEqual(["apply org-1 plan.tfplan", "apply org-2 plan.tfplan"]);
  expect(existsSync(plan)).toBe(false);
  writeFileSync(join(fake, "fail/org-2"), "");
  await fleet(["up", "--yes"]);
  expect((await fleet(["resume", "--yes", "--plan", join(folder, "first.fleet")])).stderr).toContain(
    "leave out --plan.",
  );
});

test("one command applies a plan, and goes on with it after a failure, as CI runs it again", async () => {
  const apply = (): Promise<Ran> => fleet(["up", "--plan", plan, "--resume", "--yes"]);
  await written();
  writeFileSync(join(fake, "fail/org-1"), "");
  expect((await apply()).stdout).toContain("Run 2: 2 organizations in 1 wave\n");
  rmSync(join(fake, "fail/org-1"));
  expect(await apply()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Run 2: 1 organization in 1 wave\n"),
  });
  // Another plan is another run, and so is a plan whose run is finished.
  await written();
  copyFileSync(plan, join(folder, "same.fleet"));
  expect((await apply()).stdout).toContain("Run 4: 2 organizations");
  copyFileSync(join(folder, "same.fleet"), plan);
  expect((await apply()).stdout).toContain("Run 5: 2 organizations");
});

test.each([
  [
    "is finished if the plan covers the remaining changes",
    "orgform_role.support",
    0,
    /"name":"org-1"[^\n]*"bound":"checked"/u,
  ],
  ["is stopped if it needs more than the plan", "orgform_project.web", 1, /now also: create orgform_project\.web/u],
])(
  "an organization in which a run of the plan, from the build, was interrupted %s",
  async (_what, address, code, says) => {
    const words = (...more: readonly string[]): string[] => [
      "fleet",
      ...more,
      "--file",
      join(folder, "fleet.yaml"),
      "--json",
    ];
    await written();
    writeFileSync(join(fake, "hold"), "");
    const going = startOrgform(words("up", "--plan", plan, "--yes"), [], environment);
    await going.printed('"name":"org-1","wave":1,"state":"started"');
    going.child.kill("SIGKILL");
    await going.finished;
    rmSync(join(fake, "hold"));
    // Its own run has changed the state, as far as anybody can tell.
    writeFileSync(join(fake, "serial/org-1"), "7");
    writeFileSync(join(fake, "shown"), shown(address));
    const resumed = await runOrgform(words("up", "--plan", plan, "--resume", "--yes"), [], environment);
    expect([resumed.code, log().includes("apply org-1 plan.tfplan")]).toEqual([code, code === 0]);
    expect(resumed.stdout).toMatch(says);
  },
);

test("what is wrong is said before anything runs", async () => {
  const said = async (words: readonly string[], more?: Readonly<Record<string, string>>): Promise<string> => {
    const ran = await fleet(words, more);
    expect(ran.code).toBe(1);
    return ran.stderr;
  };
  const key = join(folder, "key");
  writeFileSync(key, KEY, { mode: 0o644 });
  chmodSync(key, 0o644);
  expect(await said(["plan", "--out", plan], { ORGFORM_PLAN_KEY: "" })).toContain(
    "so it's encrypted: give --key-file FILE, or --recipients age1..., or set ORGFORM_PLAN_KEY.",
  );
  expect(await said(["plan", "--out", plan], { ORGFORM_PLAN_KEY: "short" })).toContain(
    "The passphrase in ORGFORM_PLAN_KEY has 5 characters; expected at least 16.",
  );
  for (const [recipients, says] of [
    [ANN.identity, "Recipient 1 of --recipients is a secret key."],
    [`${ANN.recipient},age1`, "Recipient 2 of --recipients is no public key of age"],
  ] as const)
    expect(await said(["plan", "--out", plan, "--recipients", recipients])).toContain(says);
  expect(await said(["plan", "--out", plan], { ORGFORM_PLAN_RECIPIENTS: "ssh-ed25519 AAAA" })).toContain(
    "Recipient 1 of ORGFORM_PLAN_RECIPIENTS is an SSH key",
  );
  expect(await said(["plan", "--out", plan, "--recipients", ANN.recipient, "--key-file", key])).toContain(
    "Leave out one of them.",
  );
  expect(await said(["plan", "--out", plan, "--key-file", key])).toContain("run `chmod 600 ");
  expect(await said(["plan", "--out", plan, "--waves-only"])).toContain("--waves-only runs no engine");
  expect(await said(["plan", "--key-file", key])).toContain("Add --out.");
  expect(await said(["plan", "--recipients", ANN.recipient])).toContain(
    "--recipients encrypts a plan file. Add --out.",
  );
  expect(existsSync(plan)).toBe(false);
  expect(await said(["up", "--yes", "--plan", plan])).toContain("cannot be read: ENOENT. Nothing was run.");
  await written();
  for (const [other, has] of [
    [PASSPHRASE, "a passphrase"],
    [BOB.identity, "the identity of none of them"],
  ] as const) {
    const refused = await said(["up", "--yes", "--plan", plan], { ORGFORM_PLAN_KEY: other });
    expect(refused).toContain(`ORGFORM_PLAN_KEY has ${has}. Give its key with --key-file.`);
    expect(refused).not.toContain(other);
  }
  expect(await said(["up", "--yes", "--plan", plan], { ORGFORM_PLAN_KEY: ANN.recipient })).toContain(
    "The key in ORGFORM_PLAN_KEY is a recipient, which can't decrypt.",
  );
  expect(await said(["up", "--yes", "--plan", plan, "--only", "org-1"])).toContain("The plan already decides --only");
  expect(await said(["up", "--yes", "--resume"])).toContain("Add --plan, or run `orgform fleet resume`.");
  expect(await said(["up", "--yes", "--plan", plan, "--shard", "1/2", "--temporal"])).toContain(
    "--shard is for runs on this machine",
  );
  writeFleet(["org-1", "org-2"], "stop: { failures: 2 }");
  expect(await said(["up", "--yes", "--plan", plan])).toContain(
    "The waves or the stop rules of the fleet file have changed",
  );
  writeFleet(["org-1"]);
  expect(await said(["up", "--yes", "--plan", plan])).toContain("no longer has org-2, which the plan has. Plan again.");
  copyFileSync(join(folder, "fleet.yaml"), join(folder, "other.yaml"));
  const other = await runHere(
    ["fleet", "up", "--yes", "--file", join(folder, "other.yaml"), "--plan", plan],
    environment,
  );
  expect(other.stderr).toContain("The plan is of the fleet fleet, not of other.");
  expect(log()).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";

import { writeProgram } from "../support/fake-tools.ts";
import { type Ran, runHere } from "./run-here.ts";
import { startOrgform } from "./spawn-orgform.ts";

/**
 * An engine that records each `plan` and `apply` with the planned changes, and whose plan to destroy has the contents
 * of `shown`. With a file of the organization's name in `protected`, it refuses that plan. With one in `fail`, it fails
 * to apply it. With one in `hold`, it waits.
 */
const ENGINE = `
name=$(basename "$(dirname "$TF_DATA_DIR")")
kind=up
for last; do case "$last" in -destroy) kind=destroy;; esac; done
error() { echo '{"@level":"error","type":"diagnostic","diagnostic":{"severity":"error","summary":"'$1'","detail":"'$ORGFORM_API_KEY'"}}'; exit 1; }
case "$1" in
  plan)
    for word; do case "$word" in -out=*) echo "$kind" > "\${word#-out=}";; esac; done
    echo "plan $kind $name" >> "$FAKE/log"
    if [ $kind = destroy ] && [ -e "$FAKE/protected/$name" ]; then error deletion_protection; fi;;
  show) if [ "$(cat "$last")" = destroy ]; then cat "$FAKE/shown"; else echo '{}'; fi; exit;;
  apply)
    while [ -e "$FAKE/hold/$name" ]; do sleep 0.05; done
    if [ -f "$last" ]; then kind=$(cat "$last"); fi
    echo "apply $kind $name" >> "$FAKE/log"
    if [ -e "$FAKE/fail/$name" ]; then error refused; fi;;
esac
echo '{"type":"change_summary","changes":{"add":0,"change":0,"remove":2}}'`;

const KEY = "phx_retire_canary_1234567890";
const folder = mkdtempSync(join(tmpdir(), "orgform-retire-"));
const fake = join(folder, "fake");

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["protected", "fail", "hold"]) mkdirSync(join(fake, name), { recursive: true });
  for (const name of ["module", "other"]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "main.tf"), "");
  }
  writeProgram(join(folder, "bin"), "terraform", ENGINE);
  showDeletions("orgform_project.web", "orgform_role.support");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = {
  PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
  FAKE: fake,
  ORGFORM_API_KEY: KEY,
  OLD_KEY: KEY,
  ORGFORM_HOST: "http://127.0.0.1:9",
};

const fleet = (...words: readonly string[]): Promise<Ran> =>
  runHere(["fleet", words[0]!, ...words.slice(1), "--file", join(folder, "fleet.yaml")], environment);
const log = (): string[] =>
  existsSync(join(fake, "log")) ? readFileSync(join(fake, "log"), "utf8").trim().split("\n") : [];
const destroyed = (): string[] => log().filter((line) => line.startsWith("apply destroy"));

function showDeletions(...addresses: readonly string[]): void {
  const changes = addresses.map((address) => ({ address, mode: "managed", change: { actions: ["delete"] } }));
  writeFileSync(join(fake, "shown"), JSON.stringify({ resource_changes: changes }));
}

interface Declared {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** A fleet of these organizations: of the template `small`, and of the second wave, if they say nothing else. */
function writeFleet(organizations: readonly Declared[], rest: Readonly<Record<string, unknown>> = {}): void {
  const file = {
    templates: {
      small: { engine: "terraform", path: "./module", sharedProvider: false },
      other: { engine: "terraform", path: "./other", sharedProvider: false },
    },
    organizations: organizations.map((one) => ({ template: "small", ...one })),
    ...rest,
  };
  writeFileSync(join(folder, "fleet.yaml"), JSON.stringify(file));
}

const STAYS = { name: "stays" };
const ACME = { name: "acme" };

/** A fleet that acme has left after a run. */
async function left(rest: Readonly<Record<string, unknown>> = {}, acme: Declared = ACME): Promise<void> {
  writeFleet([STAYS, acme], rest);
  expect((await fleet("up", "--yes")).code).toBe(0);
  writeFleet([STAYS], rest);
}

const WORDS = "delete 2 objects of acme";
const SHOWN = `To delete: 2 objects
  orgform_project.web
  orgform_role.support
Nothing was deleted. The request is recorded.
`;

test("an organization that left the file is listed, and deleted in two steps", async () => {
  await left();
  expect((await fleet("plan", "--waves-only")).stdout).toContain("until `orgform fleet retire acme`.");
  expect((await fleet("status")).stdout).toContain("acme is no longer in the file: `orgform fleet retire acme --file ");
  const page = join(folder, "page.html");
  await fleet("status", "--page", page);
  expect(readFileSync(page, "utf8")).toContain("<h2>No longer in the file (1)</h2>");

  const early = await fleet("retire", "acme", "--confirm", WORDS);
  expect(early.stderr).toBe("Nobody has requested to retire acme. Run `orgform fleet retire acme` first.\n");
  const first = await fleet("retire", "acme");
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toBe(
    `${SHOWN}Then delete them: \`orgform fleet retire acme --file ${join(folder, "fleet.yaml")} --confirm '${WORDS}'\`.\n`,
  );
  const held = await fleet("status", "--page", page, "--json");
  expect(JSON.parse(held.stdout)).toMatchObject({ action: "retire", state: "held", left: ["acme"] });
  expect(readFileSync(page, "utf8")).toContain("<code>orgform_role.support</code> <span>in acme</span>");
  const other = await fleet("retire", "acme", "--confirm", "delete 3 objects of acme");
  expect(other.stderr).toBe(`--confirm is "delete 3 objects of acme"; expected "${WORDS}".\n`);
  expect(destroyed()).toEqual([]);

  const done = await fleet("retire", "acme", "--confirm", WORDS);
  expect(done.code).toBe(0);
  expect(done.stdout).toMatch(/\[1\/1\] acme {2}succeeded {2}2 deleted/u);
  expect(destroyed()).toEqual(["apply destroy acme"]);
  expect(JSON.parse((await fleet("status", "--json")).stdout)).toMatchObject({ state: "ended", left: [] });
  const again = await fleet("retire", "acme");
  expect(again).toMatchObject({ code: 1, stderr: "acme is retired already, by run 2.\n" });
  writeFleet([STAYS, ACME]);
  expect((await fleet("plan", "--waves-only")).stdout).toMatch(/ acme .* new\n/u);
});

test("nothing is deleted that was not shown, and a failed retirement is repeated", async () => {
  await left();
  await fleet("retire", "acme");
  showDeletions("orgform_project.web", "orgform_role.support", "orgform_project.later");
  const moved = await fleet("retire", "acme", "--confirm", WORDS);
  expect(moved.code).toBe(1);
  expect(moved.stdout).toContain("Changed since the request, so nothing was deleted: orgform_project.later.");
  expect(moved.stdout).not.toContain("fleet resume");
  expect(destroyed()).toEqual([]);

  showDeletions("orgform_role.support");
  writeFileSync(join(fake, "fail/acme"), "");
  const failed = await fleet("retire", "acme", "--confirm", WORDS);
  expect(failed.code).toBe(1);
  expect(failed.stdout + failed.stderr).not.toContain(KEY);
  expect((await fleet("status")).stdout).toContain("acme is no longer in the file");
  rmSync(join(fake, "fail/acme"));
  expect((await fleet("retire", "acme", "--confirm", WORDS)).code).toBe(0);
  expect(destroyed()).toHaveLength(2);
});

test("one that was renamed and then left is listed under its last name", async () => {
  writeFleet([STAYS, { name: "beta" }]);
  await fleet("up", "--yes");
  await left({}, { ...ACME, formerNames: ["beta"] });
  const listed = async () => (JSON.parse((await fleet("status", "--json")).stdout) as { left: unknown }).left;
  expect(await listed()).toEqual(["acme"]);
  await fleet("retire", "acme");
  expect((await fleet("retire", "acme", "--confirm", WORDS)).code).toBe(0);
  expect(await listed()).toEqual([]);
});

test("a retirement waits for the approvals of its wave, and a signature is of its own text", async () => {
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, "ann")]);
  const ann = readFileSync(join(folder, "ann.pub"), "utf8").trim();
  const canary = { labels: { stage: "canary" } };
  await left();
  const rule = { waves: [canary, { share: "100%", approve: { by: { ann } } }] };
  writeFleet([{ ...STAYS, ...canary }], rule);
  const first = await fleet("retire", "acme");
  expect(first.stdout).toContain("Wave 2 waits for 1 signature of ann. Approve it: `orgform fleet approve ");
  const confirm = () => fleet("retire", "acme", "--confirm", WORDS);
  expect(await confirm()).toMatchObject({ code: 3, stdout: expect.stringContaining("Nothing was deleted: wave 2") });
  const { stdout: statement } = await fleet("approve", "--retire", "acme", "--statement");
  expect(statement).toMatch(/^orgform fleet approval\nfleet: fleet\nretire: acme\nwave: 2\ndigest: sha256:\S{64}\n$/u);
  expect((await fleet("approve", "--retire", "acme")).stderr).toContain("Wave 2 needs a signature of ann");
  expect((await fleet("approve", "--key", join(folder, "ann"))).stderr).toBe("No run is waiting for approval.\n");
  const signed = await fleet("approve", "--retire", "acme", "--key", join(folder, "ann"));
  expect(signed.stdout).toMatch(/^Signed by ann\. You can now retire acme: `orgform fleet retire acme /u);

  // A new request is another text.
  await fleet("retire", "acme");
  expect((await confirm()).code).toBe(3);
  await fleet("approve", "--retire", "acme", "--key", join(folder, "ann"));
  expect((await confirm()).code).toBe(0);
  expect((await fleet("status")).stdout).toMatch(/Wave 2 approved by ann \(signed\)/u);
});

test("anyone's word is enough where the wave says so, and a file of approvers guards every retirement", async () => {
  await left();
  writeFleet([STAYS], { waves: [{ share: "100%", approve: true }] });
  await fleet("retire", "acme");
  expect((await fleet("retire", "acme", "--confirm", WORDS)).code).toBe(3);
  expect((await fleet("approve", "--retire", "acme", "--by", "ann")).stdout).toContain("You can now retire acme");

  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, "ann")]);
  const approvers = join(folder, "approvers.yaml");
  writeFileSync(approvers, `by:\n  ann: ${readFileSync(join(folder, "ann.pub"), "utf8")}`);
  writeFleet([STAYS]);
  await fleet("retire", "acme", "--approvers", approvers);
  const guarded = await fleet("retire", "acme", "--confirm", WORDS);
  expect(guarded.stderr).toContain("was started with a file of approvers: give it with --approvers.");
  expect((await fleet("retire", "acme", "--confirm", WORDS, "--approvers", approvers)).code).toBe(3);
  await fleet("approve", "--retire", "acme", "--key", join(folder, "ann"), "--approvers", approvers);
  expect((await fleet("retire", "acme", "--confirm", WORDS, "--approvers", approvers)).code).toBe(0);
});

test("what can't be retired is refused with cause and next step, before anything is deleted", async () => {
  const credentials = { old: { environment: "OLD_KEY" } };
  await left({ credentials }, { ...ACME, template: "other", credential: "old" });
  const said = async (...words: readonly string[]): Promise<string> => {
    const ran = await fleet("retire", ...words);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    return ran.stderr;
  };
  const before = log();
  expect(await said()).toBe("Name one organization: `orgform fleet retire NAME`.\n");
  expect(await said("acme", "beta")).toBe("Name one organization: `orgform fleet retire NAME`.\n");
  expect(await said("stays")).toBe("stays is in the fleet file. Remove it there first, and then retire it.\n");
  expect(await said("beta")).toBe("The record has no `orgform fleet up` of beta. These left it: acme.\n");
  writeFleet([STAYS]);
  expect(await said("acme")).toContain("acme has the credential old, which isn't in the field credentials");
  writeFleet([{ ...STAYS, formerNames: ["acme"] }]);
  expect(await said("acme")).toBe("acme is a former name of stays, which is in the fleet file.\n");
  writeFleet([STAYS], { credentials });
  renameSync(join(folder, "other"), join(folder, "moved"));
  const kept = JSON.parse(readFileSync(join(folder, "fleet.yaml"), "utf8")) as { templates: Record<string, unknown> };
  delete kept.templates["other"];
  writeFileSync(join(folder, "fleet.yaml"), JSON.stringify(kept));
  expect(await said("acme")).toMatch(/The template of acme, other, was in \S+other, and isn't there\. Restore/u);
  renameSync(join(folder, "moved"), join(folder, "other"));
  expect(log()).toEqual(before);

  writeFileSync(join(fake, "protected/acme"), "");
  const guarded = await said("acme");
  expect(guarded).toContain("acme can't be retired, and nothing was deleted:\ndeletion_protection: ");
  expect(guarded).not.toContain(KEY);
  expect(await said("acme", "--confirm", WORDS)).toContain("Nobody has requested to retire acme.");
  expect(destroyed()).toEqual([]);
});

test("during a run from the build nothing is retired", async () => {
  await left();
  writeFileSync(join(fake, "hold/stays"), "");
  const words = ["fleet", "up", "--file", join(folder, "fleet.yaml"), "--yes", "--json"];
  const going = startOrgform(words, [], environment);
  await going.printed('"state":"started"');
  expect((await fleet("retire", "acme")).stderr).toContain("Another run of this fleet is in progress");
  rmSync(join(fake, "hold/stays"));
  await going.finished;
});

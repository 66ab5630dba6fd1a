import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";

import { writeProgram } from "../support/fake-tools.ts";
import { ANN } from "../support/plan-keys.ts";
import { type Ran, runHere } from "./run-here.ts";

const ENGINE = `
name=$(basename "$(dirname "$TF_DATA_DIR")")
for last; do :; done
case "$1" in
  plan) for word; do case "$word" in -out=*) echo plan > "\${word#-out=}";; esac; done;;
  show) echo '{}'; exit;;
  apply) echo "$name" >> "$FAKE/log";;
esac
echo '{"type":"change_summary","changes":{"add":1,"change":0,"remove":0}}'`;

const keys = mkdtempSync(join(tmpdir(), "orgform-keys-"));
const folder = mkdtempSync(join(tmpdir(), "orgform-approvals-"));
const fake = join(folder, "fake");

beforeAll(() => {
  for (const name of ["ann", "bob", "eve"]) {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", `${name} of acme`, "-f", join(keys, name)]);
  }
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(fake, { recursive: true });
  mkdirSync(join(folder, "module"));
  writeFileSync(join(folder, "module/main.tf"), "");
  writeProgram(join(folder, "bin"), "terraform", ENGINE);
});
afterAll(() => {
  for (const one of [keys, folder]) rmSync(one, { recursive: true, force: true });
});

const environment = {
  PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
  FAKE: fake,
  ORGFORM_API_KEY: "phx_approvals_canary_1234567890",
  ORGFORM_HOST: "http://127.0.0.1:9",
  ORGFORM_PLAN_KEY: ANN.identity,
};

const fleet = (...words: readonly string[]): Promise<Ran> =>
  runHere(["fleet", words[0]!, "--file", join(folder, "fleet.yaml"), ...words.slice(1)], environment);
const publicKey = (name: string): string => readFileSync(join(keys, `${name}.pub`), "utf8").trim();
const log = (): string[] =>
  existsSync(join(fake, "log")) ? readFileSync(join(fake, "log"), "utf8").trim().split("\n") : [];

/** Two organizations. The second one's wave has this `approve`. */
function writeFleet(approve: unknown): void {
  const file = {
    templates: { small: { engine: "terraform", path: "./module", sharedProvider: false } },
    organizations: [
      { name: "org-1", template: "small", labels: { stage: "canary" } },
      { name: "org-2", template: "small" },
    ],
    waves: [{ labels: { stage: "canary" } }, { share: "100%", approve }],
  };
  writeFileSync(join(folder, "fleet.yaml"), JSON.stringify(file));
}

const RULE = () => ({ by: { ann: publicKey("ann"), bob: publicKey("bob") }, atLeast: 2 });

test("a wave begins after two people have signed the digest of the plan, and nobody counts twice", async () => {
  writeFleet(RULE());
  const plan = join(folder, "plan.fleet");
  const planned = await fleet("plan", "--out", plan);
  const digest = /sha256:[0-9a-f]{64}/u.exec(planned.stdout)![0];
  const held = await fleet("up", "--yes", "--plan", plan);
  expect([held.code, log()]).toEqual([3, ["org-1"]]);
  expect(held.stdout).toContain("Wave 2 waits for 2 signatures of ann, bob: `orgform fleet approve ");
  const statement = await fleet("approve", "--statement");
  expect(statement.stdout).toBe(`orgform fleet approval\nfleet: fleet\nwave: 2\ndigest: ${digest}\n`);

  const first = await fleet("approve", "--key", join(keys, "ann"), "--comment", "seen <b>");
  expect(first.stdout).toBe("Signed by ann. Still wave 2 waits for 2 signatures of ann, bob; signed by ann.\n");
  await fleet("approve", "--key", join(keys, "ann"));
  expect((await fleet("resume", "--yes", "--plan", plan)).code).toBe(3);
  expect(log()).toEqual(["org-1"]);

  writeFileSync(join(folder, "statement"), statement.stdout);
  execFileSync(
    "ssh-keygen",
    ["-q", "-Y", "sign", "-n", "orgform-fleet", "-f", join(keys, "bob"), join(folder, "statement")],
    { stdio: "ignore" },
  );
  const second = await fleet("approve", "--signature", join(folder, "statement.sig"));
  expect(second.stdout).toMatch(/^Signed by bob\. Wave 2 can start: `orgform fleet resume /u);
  const page = join(folder, "page.html");
  const done = await fleet("resume", "--yes", "--plan", plan, "--page", page);
  expect([done.code, log()]).toEqual([0, ["org-1", "org-2"]]);
  expect((await fleet("status")).stdout).toMatch(/\nWave 2 approved by ann \(signed\), \S+Z: seen <b>\n/u);
  expect(readFileSync(page, "utf8")).toMatch(
    /<span>ann \(signed\), <time [^>]+>[^<]+<\/time>: seen &lt;b&gt;<\/span>/u,
  );
});

test("signatures of something else, or for something else, don't count, and the file's change lifts those there are", async () => {
  writeFleet({ by: { ann: publicKey("ann") } });
  await fleet("up", "--yes");
  const said = async (...words: readonly string[]): Promise<string> => {
    const ran = await fleet("approve", ...words);
    expect(ran.code).toBe(1);
    return ran.stderr;
  };
  expect(await said("--key", join(keys, "eve"))).toContain(
    "The signature doesn't count for wave 2: its key isn't one of those of ann",
  );
  const sign = (namespace: string, text: string): string => {
    const file = join(folder, "other");
    writeFileSync(file, text);
    rmSync(`${file}.sig`, { force: true });
    execFileSync("ssh-keygen", ["-q", "-Y", "sign", "-n", namespace, "-f", join(keys, "ann"), file], {
      stdio: "ignore",
    });
    return `${file}.sig`;
  };
  const { stdout: statement } = await fleet("approve", "--statement");
  expect(await said("--signature", sign("git", statement))).toContain("doesn't count");
  expect(await said("--signature", sign("orgform-fleet", statement.replace("wave: 2", "wave: 3")))).toContain(
    "doesn't count",
  );
  writeFileSync(join(folder, "none"), "no signature");
  expect(await said("--signature", join(folder, "none"))).toContain("doesn't count");
  expect(await said("--signature", join(folder, "absent"))).toContain("cannot be read: ENOENT.");
  expect(await said("--key", join(keys, "absent"))).toMatch(/The key \S+absent can't sign: /u);
  expect(await said("--by", "ann")).toBe("Wave 2 needs a signature of ann: give --key or --signature.\n");
  expect(await said("--key", join(keys, "ann"), "--signature", join(folder, "none"))).toContain(
    "Leave out one of them",
  );
  expect(await said("--key", join(keys, "ann"), "--by", "bob")).toContain("leave out --by");
  expect((await fleet("resume", "--yes")).code).toBe(3);

  expect((await fleet("approve", "--key", join(keys, "ann"))).code).toBe(0);
  writeFileSync(join(folder, "module/more.tf"), "# more\n");
  expect((await fleet("resume", "--yes")).code).toBe(3);
  rmSync(join(folder, "module/more.tf"));
  expect((await fleet("resume", "--yes")).code).toBe(0);
});

test("anyone's word is recorded with name, comment, and digest, and is marked unverified", async () => {
  writeFleet(true);
  await fleet("up", "--yes");
  expect((await fleet("approve", "--key", join(keys, "ann"))).stderr).toContain("Wave 2 needs no signature");
  // Temporal knows neither shards nor retirements.
  for (const [flag, value] of [
    ["--shard", "1/2"],
    ["--retire", "org-1"],
  ] as const)
    expect((await fleet("approve", flag, value, "--temporal")).stderr).toContain(`${flag} is for runs on this machine`);
  await fleet("approve", "--by", "ann", "--comment", "on the phone");
  expect((await fleet("status")).stdout).toMatch(/\nWave 2 approved by ann \(unverified\), \S+Z: on the phone\n/u);
  const report = join(folder, "report.json");
  expect((await fleet("resume", "--yes", "--report", report)).code).toBe(0);
  expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({
    approvals: [{ wave: 2, by: "ann", isSigned: false, digest: expect.stringMatching(/^sha256:/u) }],
  });
});

test("a file of approvers guards the first wave, and whatever the fleet file says", async () => {
  writeFleet({ by: { eve: publicKey("eve") } });
  const approvers = join(folder, "approvers.yaml");
  writeFileSync(approvers, `by:\n  ann: ${publicKey("ann")}\n`);
  expect((await fleet("up", "--yes", "--approvers", approvers)).code).toBe(3);
  expect(log()).toEqual([]);
  expect((await fleet("resume", "--yes")).stderr).toContain(
    "was started with a file of approvers: give it with --approvers.",
  );
  expect((await fleet("approve", "--key", join(keys, "eve"), "--approvers", approvers)).code).toBe(1);
  for (const wave of [1, 2]) {
    const approved = await fleet("approve", "--key", join(keys, "ann"), "--approvers", approvers);
    expect(approved.stdout).toContain(`Wave ${wave} can start`);
    expect((await fleet("resume", "--yes", "--approvers", approvers)).code).toBe(wave === 1 ? 3 : 0);
  }
  expect(log()).toEqual(["org-1", "org-2"]);
  // Leaving out the first wave doesn't bypass the approval.
  writeFleet(false);
  const later = await fleet("up", "--yes", "--approvers", approvers, "--only", "org-2");
  expect([later.code, later.stdout]).toEqual([3, expect.stringContaining("Wave 2 waits for 1 signature of ann")]);
  const approved = await fleet("approve", "--key", join(keys, "ann"), "--approvers", approvers);
  expect(approved.stdout).toContain("Wave 2 can start");
  expect((await fleet("resume", "--yes", "--approvers", approvers)).code).toBe(0);
});

test("rules that can't be kept are refused with field and cause", async () => {
  const ann = readFileSync(join(keys, "ann.pub"), "utf8").trim();
  for (const [approve, reason] of [
    [
      { by: { ann: "ssh-ed25519 short" } },
      'waves[1].approve.by.ann: expected an SSH public key such as "ssh-ed25519 AAAA..."',
    ],
    [{ by: { ann, ann2: `${ann} again` } }, "waves[1].approve.by: has one key under two names"],
    [{ by: { ann }, atLeast: 2 }, "waves[1].approve.atLeast: is more than the number of keys in by"],
    [{ by: {} }, "waves[1].approve.atLeast: is more than the number of keys in by"],
    [{ by: { ann }, atleast: 2 }, "waves[1].approve.atleast: is no field of a fleet file here"],
  ] as const) {
    writeFleet(approve);
    expect((await fleet("up", "--yes")).stderr).toContain(reason);
  }
  writeFleet(true);
  const file = join(folder, "approvers.yaml");
  expect((await fleet("up", "--yes", "--approvers", file)).stderr).toContain(
    "approvers.yaml can't be read: ENOENT. Nothing was run.",
  );
  writeFileSync(file, "by: [");
  expect((await fleet("up", "--yes", "--approvers", file)).stderr).toContain("approvers.yaml can't be read: ");
  writeFileSync(file, "atLeast: 1");
  expect((await fleet("up", "--yes", "--approvers", file)).stderr).toMatch(/approvers\.yaml can't be used: by: /u);
  expect(log()).toEqual([]);
});

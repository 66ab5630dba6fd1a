import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine } from "../support/engine-under-test.ts";
import { startWorld, type World, writesOf } from "../support/scenario-world.ts";
import { type StoredObject, terraformState } from "../support/state-files.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";
import { type Ran, runHere } from "./run-here.ts";
import { startOrgform } from "./spawn-orgform.ts";

const [dynamic] = ENGINES as [Engine];

const WATCH_FILE = `
policy: orgform.policy.yaml
channels:
  hook: { type: webhook, url: { environment: HOOK_URL }, secret: { environment: HOOK_SECRET } }
`;

const POLICY = `
rules:
  owners-count: off
  second-factor-enforced: off
  second-factor-missing: off
  verified-domains-enforced: off
  people-in-own-domains: off
  public-sharing-off: off
  addresses-anonymized: off
  invites-by-admins: off
  managed-by-code: off
  project-names: { pattern: "[A-Z].*", severity: error }
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-watch-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("`orgform watch --once`", () => {
  let world: World;
  let stored: StoredObject[];
  let receiver: WebhookReceiver;
  let serial = 1;
  beforeAll(async () => {
    world = await startWorld("2026-09");
    world.settleIn(world.organizationId);
    receiver = await WebhookReceiver.start();
    const run = world.start(dynamic);
    stored = [];
    for (const [resource, name, further] of [
      ["Role", "readers", { name: "Readers" }],
      ["Project", "web", { name: "Web", productDescription: "A shop" }],
    ] as const) {
      const { inputs } = await run.check(resource, undefined, { organizationId: world.organizationId, ...further });
      stored.push({ resource, name, inputs, entry: await run.create(resource, inputs) });
    }
    writeFileSync(join(folder, "orgform.watch.yaml"), WATCH_FILE);
    writeFileSync(join(folder, "orgform.policy.yaml"), POLICY);
    writeFileSync(join(folder, ".orgformignore"), "Member *\nMembership *\nProject Default project\n");
  });
  afterAll(async () => {
    await receiver.close();
    await world.sandbox.close();
  });

  /** Looks once, by a state with the serial. */
  async function look(further: readonly string[] = []): Promise<Ran> {
    const state = { ...(JSON.parse(terraformState(stored)) as object), serial };
    writeFileSync(join(folder, "acme.tfstate"), JSON.stringify(state));
    const environment = {
      ORGFORM_HOST: world.sandbox.host,
      ORGFORM_API_KEY: world.apiKey,
      HOOK_URL: receiver.url,
      HOOK_SECRET: "secret",
    };
    return runHere(
      ["watch", "--once", "--cwd", folder, "--state", join(folder, "acme.tfstate"), ...further],
      environment,
    );
  }
  const history = async (...further: string[]): Promise<Ran> =>
    runHere(["watch", "history", "--cwd", folder, ...further]);
  /** The output, without the time. */
  const linesOf = ({ stdout }: Ran): string[] =>
    stdout
      .trim()
      .split("\n")
      .map((line) => line.replace(/^\S+Z {2}/u, ""));
  const idOf = (name: string): string =>
    stored
      .find((one) => one.name === name)
      ?.entry.id.split("/")
      .at(-1) ?? "";
  const project = (): string => `organizations/${world.organizationId}/projects/${idOf("web")}/`;

  test("says what changed and nothing else, writes nothing, and tells rules from drift", async () => {
    world.sandbox.control.clearRequests();
    expect(linesOf(await look())).toEqual(["acme: nothing changed, no findings"]);
    await world.send("PATCH", project(), { product_description: "A bank", name: "web" });
    world.sandbox.control.clearRequests();
    const changed = await look();
    expect(writesOf(world)).toEqual([]);
    expect(linesOf(changed)).toEqual([
      expect.stringMatching(/^acme {2}new {2}Project orgform_project\.web: name: "Web" → "web"; by .+ at 20/u),
      expect.stringMatching(
        /^acme {2}new {2}Project orgform_project\.web: productDescription: "A shop" → "A bank"; by/u,
      ),
      expect.stringMatching(/^acme {2}new {2}Project web, rule project-names: name: .+ → web$/u),
    ]);
    expect({ code: changed.code, stderr: changed.stderr }).toEqual({ code: 0, stderr: "" });
    const collector = await WebhookReceiver.start();
    const same = await look(["--otlp", collector.url]);
    await collector.close();
    expect([linesOf(same), same.stderr]).toEqual([["acme: nothing changed"], ""]);
    expect(collector.received.map(({ path }) => path)).toEqual(["/v1/metrics", "/v1/traces"]);
    expect(receiver.received).toHaveLength(1);
  });

  test("says nothing of what an update of the stack did", async () => {
    await world.send("PATCH", project(), { product_description: "A shop", name: "Web" });
    serial += 1;
    expect(linesOf(await look())).toEqual(["acme: nothing changed, no findings"]);
    expect(receiver.received).toHaveLength(1);
  });

  test("tells what somebody deletes, and that nothing can be told with another key", async () => {
    world.sandbox.control.call("DELETE", `roles/${idOf("readers")}`);
    expect(linesOf(await look())).toEqual([
      expect.stringMatching(/^acme {2}new {2}Role orgform_role\.readers: was deleted/u),
    ]);
    const { apiKey } = world;
    world = { ...world, apiKey: "phx_somebody_elses" };
    const refused = await look();
    expect(refused.stdout).toContain("can't be checked");
    expect(refused.stdout).not.toContain("resolved");
    world = { ...world, apiKey };
    const again = await look();
    expect(again.stdout).toContain("can be checked again");
    expect(again.stdout).not.toMatch(/new|resolved/u);
  });

  test("keeps a history for people, programs, and browsers, which is the user's alone", async () => {
    const text = (await history()).stdout;
    expect(text).toMatch(/^acme: 1 open, last look /u);
    expect(text).toContain("(not told: update)");
    const json = JSON.parse((await history("--format", "json", "--name", "acme")).stdout) as object;
    expect(json).toMatchObject({ version: 1, organizations: [{ name: "acme", looks: 7, open: { missing: 1 } }] });
    const page = join(folder, "history.html");
    expect((await history("--format", "html", "--out", page)).code).toBe(0);
    expect(readFileSync(page, "utf8")).toContain("<h1>1 open</h1>");
    expect(statSync(join(folder, ".orgform/watch.sqlite")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, ".orgform/.gitignore"), "utf8")).toBe("*\n");
  });

  test("started from the build, goes on until SIGTERM with --every, serves metrics meanwhile, and lets the next watcher begin at once", async () => {
    const state = join(folder, "acme.tfstate");
    const { child, finished } = startOrgform(
      ["watch", "--every", "1h", "--cwd", folder, "--state", state, "--name", "often", "--metrics", "0"],
      [],
      {
        ORGFORM_HOST: world.sandbox.host,
        ORGFORM_API_KEY: world.apiKey,
        HOOK_URL: receiver.url,
        HOOK_SECRET: "secret",
      },
    );
    const url = await new Promise<string>((found) => {
      child.stderr?.on("data", (text: string) => found(/^Metrics: (\S+)$/mu.exec(text)?.[1] ?? text));
    });
    await new Promise((looked) => child.stdout?.once("data", looked));
    expect(await (await fetch(url)).text()).toContain(
      'orgform_watch_open_findings{organization="often",kind="missing"} 1',
    );
    child.kill("SIGTERM");
    expect(await finished).toMatchObject({ code: 0, stderr: `Metrics: ${url}\n` });
    expect(linesOf(await look(["--name", "often"]))).toEqual(["often: nothing changed"]);
  });

  test.each<[string, readonly string[], RegExp]>([
    ["no collector", ["--otlp", "4318"], /^--otlp must be the base URL of a collector, such as http:/mu],
    [
      "metrics of one look",
      ["--metrics", "9464"],
      /^--metrics needs a watch that keeps running, but --once exits after one check\./mu,
    ],
    [
      "both ways to run",
      ["--every", "1h"],
      /^--once checks once, but --every checks repeatedly\. Give one of them\.$/mu,
    ],
    ["a state and a stack", ["--stack", "dev"], /^--state names a file, but --stack names a stack/mu],
    [
      "a watch file that isn't there",
      ["--config", "nowhere.yaml"],
      /^The watch file nowhere\.yaml can't be read: ENOENT\./mu,
    ],
    ["a policy that isn't there", ["--policy", "nowhere.yaml"], /nowhere\.yaml/u],
  ])("refuses %s, and makes no request", async (_name, words, message) => {
    world.sandbox.control.clearRequests();
    const ran = await look(words);
    expect(ran.stderr).toMatch(message);
    expect({ code: ran.code, requests: world.sandbox.control.requests() }).toEqual({ code: 1, requests: [] });
  });
});

test.each<[string, readonly string[], string]>([
  [
    "a duration that is none",
    ["watch", "--every", "soon"],
    "--every is soon; it must be a duration such as 30m, 1h, or 1d.\n",
  ],
  [
    "an invalid port",
    ["watch", "--metrics", "70000"],
    "--metrics is 70000; it must be a port such as 9464, or an address and a port such as 0.0.0.0:9464.\n",
  ],
  [
    "metrics of a worker without checks",
    ["fleet", "worker", "--temporal", "--metrics", "9464"],
    "--metrics is for a worker that makes checks. Add --watch.\n",
  ],
  [
    "a collector for a worker without checks",
    ["fleet", "worker", "--temporal", "--otlp", "http://127.0.0.1:4318"],
    "--otlp is for a worker that makes checks. Add --watch.\n",
  ],
  [
    "a folder that isn't there",
    ["watch", "--once", "--cwd", "nowhere"],
    "There is no folder nowhere. Give the program's folder with --cwd.\n",
  ],
  [
    "a history that isn't there",
    ["watch", "history", "--history", "nowhere.sqlite"],
    "There is no history nowhere.sqlite. Run `orgform watch --once` first, or name another file with --history.\n",
  ],
  [
    "a time that is none",
    ["watch", "history", "--since", "ever"],
    "--since is ever; it must be a duration such as 12h or 7d.\n",
  ],
])("refuses %s", async (_name, words, message) => {
  expect(await runHere(words)).toMatchObject({ code: 1, stderr: message });
});

test.each<[string, string, readonly string[], RegExp]>([
  [
    "whose variable is missing",
    "{ environment: NO_SUCH_DATABASE }",
    [],
    /^The history has no database: the variable NO_SUCH_DATABASE is missing or empty\. Set it, or leave out `database`\.$/mu,
  ],
  [
    "beside a file",
    "{ environment: DATABASE_URL }",
    ["--history", "other.sqlite"],
    /^--history names a file, and the watch file a database\. Leave out one of them\.$/mu,
  ],
  [
    "that isn't there",
    "{ environment: DATABASE_URL }",
    [],
    /^The database 127\.0\.0\.1:1\/watch can't be used: ECONNREFUSED\. Check the URL, the server, and the rights of the user\.$/mu,
  ],
  ["that stands in the file", "postgres://orgform:canary@db/watch", [], /database: expected \{environment: NAME\}/u],
])("refuses a database %s, without its password", async (_name, database, further, message) => {
  const file = join(folder, "database.watch.yaml");
  writeFileSync(file, `database: ${database}\n`);
  const service = { ORGFORM_HOST: "http://127.0.0.1:1", ORGFORM_API_KEY: "phx_none" };
  const environment = { ...service, DATABASE_URL: "postgres://orgform:canary@127.0.0.1:1/watch" };
  for (const words of [
    ["watch", "history"],
    ["watch", "--once", "--state", "none.tfstate"],
  ]) {
    const ran = await runHere([...words, "--cwd", folder, "--config", file, ...further], environment);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
    expect(ran.stderr).not.toContain("canary");
  }
});

test("a channel without its secret is refused before the first look, with the name of the variable", async () => {
  const file = join(folder, "other.watch.yaml");
  writeFileSync(file, "channels:\n  team: { type: slack, url: { environment: NO_SUCH_URL } }\n");
  const words = ["watch", "--once", "--cwd", folder, "--state", "none.tfstate", "--config", file];
  expect(await runHere(words, { ORGFORM_HOST: "http://127.0.0.1:1", ORGFORM_API_KEY: "phx_none" })).toMatchObject({
    code: 1,
    stderr: "Channel team: the variable NO_SUCH_URL is missing or empty. Set it, or leave out the channel.\n",
  });
});

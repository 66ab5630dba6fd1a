import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { runHere } from "./run-here.ts";

const MAIN = `terraform {
  required_providers {
    posthog = { source = "posthog/posthog" }
  }
  backend "s3" {}
}
resource "posthog_role" "eng" {
  name = "Engineering"
}
module "team" {
  source = "../modules/team"
}
`;

const TEAM = `resource "posthog_project" "web" {
  name = "Web"
}
output "number" {
  value = posthog_project.web.id
}
`;

const STATE = '{"version": 4, "serial": 12345678901234567890, "resources": []}';

/** An engine that records its requests, and the contents of its folder. */
const ENGINE = `#!/bin/sh
echo "$@ in $TF_DATA_DIR with [$TF_WORKSPACE] [$TF_CLI_ARGS_init]" >> "$NOTES/commands"
case "$1" in
  init) cp -R . "$NOTES/copy"; stat -c %a . terraform.tfstate.d/eu/terraform.tfstate > "$NOTES/modes"; cp -R ../modules "$NOTES/modules" ;;
  plan) if [ -n "$HANG" ]; then echo $$ > "$NOTES/pid"; exec sleep 60; fi; [ -z "$FAILS" ] || { echo "Error: No key" >&2; exit 1; } ;;
  show) cat "$NOTES/plan.json" ;;
esac
`;

let base: string;
let folder: string;

const note = (...path: readonly string[]): string => join(base, "notes", ...path);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "orgform-trial-test-"));
  folder = join(base, "infra", "prod");
  for (const one of ["notes", "bin", "infra/prod/.terraform/modules", "infra/modules/team"]) {
    mkdirSync(join(base, one), { recursive: true });
  }
  writeFileSync(join(base, "bin/terraform"), ENGINE);
  chmodSync(join(base, "bin/terraform"), 0o755);
  const modules = { Modules: [{ Key: "team", Source: "../modules/team", Dir: "../modules/team" }] };
  writeFileSync(join(folder, ".terraform/modules/modules.json"), JSON.stringify(modules));
  writeFileSync(join(folder, ".terraform/environment"), "eu");
  writeFileSync(join(folder, "main.tf"), MAIN);
  writeFileSync(join(folder, "old.tfstate.backup"), "{}");
  writeFileSync(join(base, "infra/modules/team/main.tf"), TEAM);
  writeFileSync(join(base, "state.json"), STATE);
  planSays([]);
});
afterEach(() => rmSync(base, { recursive: true }));

const planSays = (changes: readonly object[], outputs: object = {}): void =>
  writeFileSync(
    note("plan.json"),
    JSON.stringify({ format_version: "1.2", resource_changes: changes, output_changes: outputs }),
  );

const change = (address: string, actions: readonly string[], further: object = {}, change: object = {}) => ({
  address,
  mode: "managed",
  change: { actions, ...change },
  ...further,
});

const run = (environment: Readonly<Record<string, string>> = {}) =>
  runHere(["migrate", "--from", "posthog", "--cwd", folder, "--state", join(base, "state.json")], {
    ORGFORM_HOST: "https://eu.acme.example",
    PATH: `${join(base, "bin")}:${String(process.env["PATH"])}`,
    NOTES: note(),
    ...environment,
  });

const MACHINE = hostname().replaceAll(/[^\w-]/gu, "_");

/** Copies of this process that are still there. */
const copies = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`orgform-trial.${MACHINE}.${process.pid}.`));

describe("the plan in a copy", () => {
  test("is of the program with the new code and the pulled state, and nothing of it stays", async () => {
    planSays([
      change("orgform_role.eng", ["no-op"], { previous_address: "posthog_role.eng" }),
      change("posthog_project_settings.web", ["forget"]),
    ]);
    const backend = "-backend-config=bucket=b -upgrade";
    const { code, stdout } = await run({ TF_CLI_ARGS_init: backend, TF_DATA_DIR: join(folder, ".terraform") });
    expect(stdout).toContain(
      "A plan in a copy says: 0 to add, 0 to change, 0 to destroy; 1 moved; 1 removed from the state.",
    );
    expect(code).toBe(0);
    expect(copies()).toEqual([]);
    const commands = readFileSync(note("commands"), "utf8");
    expect(commands).toMatch(
      /^init -input=false -no-color in \S+\/orgform-trial\.\S+\/program\/prod\/\.terraform with \[\] \[ -upgrade\]$/mu,
    );
    expect(commands).toMatch(/^plan -input=false -no-color -lock=false -refresh=true -out=trial\.plan /mu);
    expect(readFileSync(note("modes"), "utf8")).toMatch(/^\d+\n600\n$/u);
    expect(readFileSync(note("copy/terraform.tfstate.d/eu/terraform.tfstate"), "utf8")).toBe(STATE);
    expect(readFileSync(note("copy/main.tf"), "utf8")).not.toContain("posthog_role");
    expect(readFileSync(note("copy/orgform.tf"), "utf8")).toContain('resource "orgform_role" "eng"');
    const override = readFileSync(note("copy/orgform_trial_override.tf"), "utf8");
    expect(override).toContain('backend "local" {}');
    expect(override).toContain('orgform = { source = "orgform/orgform" }');
    expect(existsSync(note("copy/old.tfstate.backup"))).toBe(false);
    expect(readFileSync(note("modules/team/main.tf"), "utf8")).toContain(
      "value = tonumber(orgform_project.web.project_id)",
    );
    expect(readFileSync(note("modules/team/orgform_trial_override.tf"), "utf8")).not.toContain("backend");
    // Nothing of the user's is another.
    expect(readFileSync(join(folder, "main.tf"), "utf8")).toBe(MAIN);
    expect(readFileSync(join(base, "infra/modules/team/main.tf"), "utf8")).toBe(TEAM);
    expect(readFileSync(join(folder, ".terraform/environment"), "utf8")).toBe("eu");
  });

  test("tells what would change, by field and without a value", async () => {
    const before = { name: "Web", secret: "hunter2", same: 1 };
    planSays(
      [
        change(
          "orgform_role.eng",
          ["update"],
          {},
          { before, after: { ...before, secret: "x" }, after_unknown: { made: true } },
        ),
        change("terraform_data.n", ["delete", "create"], {}, { before: { input: 2 }, after: { input: "2" } }),
        change("orgform_member.new", ["create"], {}, { before: null, after: {} }),
        change("posthog_role.eng", ["delete"], {}, { before: {}, after: null }),
        { ...change("data.posthog_user.p", ["update"]), mode: "data" },
      ],
      { number: { actions: ["update"] }, same: { actions: ["no-op"] } },
    );
    const { code, stdout } = await run();
    expect(code).toBe(2);
    expect(stdout).toContain("A plan in a copy says: 2 to add, 1 to change, 2 to destroy.");
    expect(stdout).toContain("  orgform_role.eng: change (secret, made)");
    expect(stdout).toContain("  terraform_data.n: replace (input)");
    expect(stdout).toContain("Outputs with another value: number.");
    expect(stdout).not.toContain("hunter2");
    expect(stdout).not.toContain("data.posthog_user");
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["that fails", { FAILS: "1" }, "Error: No key"],
    ["of an engine that isn't there", { PATH: "/nonexistent" }, "the program isn't on PATH"],
  ])("%s proves nothing, and leaves nothing but the new code", async (_what, environment, text) => {
    const { code, stdout } = await run(environment);
    expect([code, copies()]).toEqual([1, []]);
    expect(stdout).toContain("Not proved.");
    expect(stdout).toContain(text);
    expect(readdirSync(join(folder, "orgform-migration"))).toContain("orgform.tf");
  });

  test("of a form that nobody knows proves nothing", async () => {
    writeFileSync(note("plan.json"), "{}");
    expect(await run()).toMatchObject({ code: 1, stdout: expect.stringContaining("a plan of an unknown form") });
    expect(copies()).toEqual([]);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends at %s with its copy, and with the engine",
    async (signal) => {
      const running = run({ HANG: "1" });
      // A shell creates the file before it writes the number.
      while (!existsSync(note("pid")) || readFileSync(note("pid"), "utf8") === "") await wait(20);
      const pid = Number(readFileSync(note("pid"), "utf8"));
      process.emit(signal);
      const { code, stdout } = await running;
      expect(code).toBe(1);
      expect(stdout).toContain("interrupted, and the copy was removed");
      expect(copies()).toEqual([]);
      expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    },
  );

  test("removes what a killed process left, and nothing else", async () => {
    // No process has the highest number.
    const names = [`${MACHINE}.4194304.a`, `${MACHINE}.${process.pid}.b`, "elsewhere.4194304.c", `${MACHINE}.x.d`];
    const paths = names.map((name) => join(tmpdir(), `orgform-trial.${name}`));
    try {
      for (const path of paths) mkdirSync(path);
      await run();
      expect(paths.map((path) => existsSync(path))).toEqual([false, true, true, true]);
    } finally {
      for (const path of paths) rmSync(path, { recursive: true, force: true });
    }
  });

  test("is left out on demand, and where the new code isn't complete", async () => {
    const args = ["migrate", "--from", "posthog", "--cwd", folder, "--state", join(base, "state.json"), "--skip-plan"];
    expect((await runHere(args, { NOTES: note() })).code).toBe(0);
    rmSync(join(folder, "orgform-migration"), { recursive: true });
    writeFileSync(join(folder, "more.tf.json"), '{"resource":{"posthog_role":{"x":{"name":"X"}}}}');
    const { code, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toContain("Not proved. Complete the code first");
    expect(existsSync(note("commands"))).toBe(false);
  });
});

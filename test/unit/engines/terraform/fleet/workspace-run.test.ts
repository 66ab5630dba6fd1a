import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { EngineRun, EngineStack, PlanToApply } from "../../../../../packages/fleet/src/fleet-engine.ts";
import { plannedObjects } from "../../../../../src/engines/terraform/fleet/planned-objects.ts";
import { namesIn, workspaceRuns } from "../../../../../src/engines/terraform/fleet/workspace-run.ts";
import { engineRun, engineStack } from "../../../../support/engine-run.ts";
import { writeProgram } from "../../../../support/fake-tools.ts";
import { until } from "../../../../support/until.ts";

/**
 * An engine that notes its calls. It prints what a file by the name of the command holds; a file `<command>.once` is
 * the output of a first call, which fails. It has a state for each workspace.
 */
const ENGINE = `
echo "$*" >> "$FAKE/log"
[ "$1" != plan ] || { env | grep ^TF_ | sort > "$FAKE/environment"; pwd > "$FAKE/cwd"; }
for last; do :; done
case "$1 $2" in
  "workspace select") echo "$last" > "$FAKE/current"; exit 0;;
  "workspace list") ls "$FAKE/states"; exit 0;;
  "workspace delete") rm "$FAKE/states/$last"; exit 0;;
  "state pull") cat "$FAKE/states/$(cat "$FAKE/current")" 2>/dev/null; exit 0;;
  "state push") cp "$last" "$FAKE/states/$(cat "$FAKE/current")"; exit 0;;
esac
for word; do case "$word" in -out=*) printf planned >> "\${word#-out=}";; esac; done
[ "$1" != apply ] || [ ! -f "$last" ] || cp "$last" "$FAKE/applied"
if [ -e "$FAKE/$1.once" ]; then cat "$FAKE/$1.once"; rm "$FAKE/$1.once"; exit 3; fi
if [ -e "$FAKE/$1.words" ]; then cat "$FAKE/$1.words" >&2; exit 4; fi
[ ! -e "$FAKE/$1" ] || cat "$FAKE/$1"`;

let folder: string;
let fake: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-workspace-"));
  fake = join(folder, "fake");
  for (const name of ["fake/states", "fleet/runs/acme", "module"]) mkdirSync(join(folder, name), { recursive: true });
  writeProgram(join(folder, "bin"), "terraform", ENGINE);
});
afterEach(() => rmSync(folder, { recursive: true }));

const note = (name: string, ...lines: readonly object[]): void =>
  writeFileSync(join(fake, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const own = (): string => join(folder, "fleet/runs/acme");

/** What the engine was called with, without the names of folders. */
const calls = (): string[] =>
  existsSync(join(fake, "log"))
    ? readFileSync(join(fake, "log"), "utf8").replaceAll(`${own()}/`, "").trim().split("\n")
    : [];

const stack = (changes: Partial<EngineStack> = {}): EngineStack =>
  engineStack(join(folder, "module"), { values: { seats: 7, name: "é" }, ...changes });
const run = (changes: Partial<EngineRun> = {}): EngineRun =>
  engineRun(own(), { PATH: `${join(folder, "bin")}:/bin:/usr/bin`, FAKE: fake }, changes);

const START = ["init -input=false -no-color", "init -input=false -no-color", "workspace select -or-create acme"];
const PLAN = "plan -json -input=false -var-file=values.tfvars.json -out=plan.tfplan -lock=false";
const APPLY = "apply -json -input=false -var-file=values.tfvars.json -auto-approve";
const summary = (add: number, change: number, remove: number) => ({
  type: "change_summary",
  changes: { add, change, remove },
});
const planned = (action: string, type = "orgform_role") => ({
  type: "planned_change",
  change: { action, resource: { resource_type: type } },
});
const failed = (text: string, detail = "") => ({
  "@level": "error",
  "@message": `Error: ${text}`,
  type: "diagnostic",
  diagnostic: { severity: "error", summary: text, detail },
});
const NO_CHANGES = { create: 0, update: 0, replace: 0, delete: 0 };

describe("a plan of an organization", () => {
  const shown = (...actions: readonly string[]) => ({
    resource_changes: [
      { address: "orgform_role.a", mode: "managed", change: { actions, before: { name: "a" }, after: { name: "b" } } },
      { address: "data.orgform_role.b", mode: "data", change: { actions: ["read"] } },
    ],
  });

  test("starts the engine twice for the first one of a module, once for others, and in each workspace", async () => {
    const { plan } = workspaceRuns("terraform");
    await plan(stack(), run());
    expect(calls()).toEqual([...START, PLAN]);
    writeFileSync(join(folder, "module/.terraform.lock.hcl"), "");
    await plan(stack({ name: "globex" }), run());
    expect(calls().slice(4)).toEqual([
      "init -input=false -no-color -lockfile=readonly",
      "workspace select -or-create globex",
      PLAN,
    ]);
  });

  test("is told even if the engine removes its file", async () => {
    writeProgram(
      join(folder, "bin"),
      "terraform",
      `${ENGINE}\n[ "$1" != plan ] || rm "$PWD/../fleet/runs/acme/plan.tfplan"`,
    );
    expect(await workspaceRuns("terraform").plan(stack(), run())).toEqual({ changes: NO_CHANGES, invites: 0 });
  });

  test("works in the module, with values of its own, which nobody else reads, and leaves no plan", async () => {
    await workspaceRuns("terraform").plan(stack(), run());
    const values = join(own(), "values.tfvars.json");
    expect(JSON.parse(readFileSync(values, "utf8"))).toEqual({ seats: 7, name: "é" });
    expect(statSync(values).mode & 0o777).toBe(0o600);
    expect(readdirSync(own())).toEqual(["values.tfvars.json"]);
    expect(readFileSync(join(fake, "cwd"), "utf8").trim()).toMatch(/\/module$/u);
  });

  test.each([
    ["the fleet's", undefined, "fleet/providers"],
    ["the person's", "cache", "cache"],
  ])("gives the engine its folders, and sets TF_INPUT=0: with %s cache of providers", async (_whose, given, cache) => {
    const named = given === undefined ? {} : { TF_PLUGIN_CACHE_DIR: join(folder, given) };
    await workspaceRuns("terraform").plan(stack(), run({ environment: { ...run().environment, ...named } }));
    expect(readFileSync(join(fake, "environment"), "utf8").trim().split("\n")).toEqual([
      `TF_DATA_DIR=${join(own(), "terraform")}`,
      "TF_INPUT=0",
      "TF_IN_AUTOMATION=orgform-fleet",
      `TF_PLUGIN_CACHE_DIR=${join(folder, cache)}`,
    ]);
    expect(existsSync(join(folder, cache))).toBe(true);
  });

  test.each([
    [[summary(0, 0, 0)], NO_CHANGES, 0],
    [[planned("create"), planned("create", "orgform_invite"), summary(2, 0, 0)], { ...NO_CHANGES, create: 2 }, 1],
    [[planned("replace", "orgform_membership"), summary(1, 0, 1)], { ...NO_CHANGES, replace: 1 }, 1],
    [
      [planned("replace"), planned("update", "orgform_invite"), planned("delete", "orgform_invite"), summary(2, 1, 2)],
      { create: 1, update: 1, replace: 1, delete: 1 },
      0,
    ],
    [[summary(1, 2, 3)], { create: 1, update: 2, replace: 0, delete: 3 }, 0],
    // The old objects of some replacements are only forgotten, or are gone already.
    [[planned("replace"), summary(1, 0, 0)], { ...NO_CHANGES, create: 1 }, 0],
    [[planned("replace"), summary(0, 0, 1)], { ...NO_CHANGES, delete: 1 }, 0],
    [
      [planned("replace"), planned("replace"), planned("replace"), summary(3, 1, 2)],
      { create: 1, update: 1, replace: 2, delete: 0 },
      0,
    ],
    [[{ type: "change_summary", changes: {} }], NO_CHANGES, 0],
    // Drift is of no plan. A line without some of its parts, or of another form, counts for nothing.
    [
      [
        ...["create", "replace"].map((action) => ({ ...planned(action, "orgform_invite"), type: "resource_drift" })),
        { type: "planned_change" },
        { type: "planned_change", change: { action: "create" } },
        { type: "planned_change", change: { action: 7, resource: { resource_type: "orgform_invite" } } },
        { type: "other", changes: { add: 9, change: 9, remove: 9 } },
        summary(1, 0, 1),
      ],
      { ...NO_CHANGES, create: 1, delete: 1 },
      0,
    ],
  ])("counts what the engine says: %j", async (lines, changes, invites) => {
    note("plan", { type: "version" }, ...lines);
    note("show", shown("update"));
    const told = await workspaceRuns("terraform").plan(stack(), run());
    const isChanged = JSON.stringify(changes) !== JSON.stringify(NO_CHANGES);
    const objects = [{ operation: "update", address: "orgform_role.a", fields: ["name"] }];
    expect(told).toEqual({ changes, invites, ...(isChanged ? { objects } : {}) });
    expect(calls().slice(4)).toEqual(isChanged ? ["show -json plan.tfplan"] : []);
  });

  test("is counted beside lines that are no JSON", async () => {
    note("plan", planned("create", "orgform_invite"), summary(1, 0, 0));
    note("show", shown("create"));
    const lines = readFileSync(join(fake, "plan"), "utf8");
    writeFileSync(join(fake, "plan"), `a "warning": {\n${lines}7\nnull\n\n`);
    expect(await workspaceRuns("terraform").plan(stack(), run())).toMatchObject({
      changes: { ...NO_CHANGES, create: 1 },
      invites: 1,
    });
  });

  test("is kept as the file that the engine wrote, where the run wants that", async () => {
    const { saved } = await workspaceRuns("terraform").plan(stack(), run({ isKept: true, isRepair: true }));
    expect(calls().at(-1)).toBe(PLAN);
    expect(saved).toEqual({ bound: "exact", content: Buffer.from("planned").toString("base64") });
  });

  test("is of a destroy, or as JSON, where the run wants that", async () => {
    note("show", { format_version: "1.2" });
    const { plan, planJson } = workspaceRuns("terraform");
    await plan(stack(), run({ isDestroy: true }));
    expect(calls().at(-1)).toBe(PLAN.replace("-out", "-destroy -out"));
    expect(JSON.parse(await planJson(stack(), run()))).toEqual({ format_version: "1.2" });
    expect(calls().slice(-2)).toEqual([PLAN, "show -json plan.tfplan"]);
  });
});

describe("an update of an organization", () => {
  test.each([
    [{}, [APPLY]],
    [{ isDestroy: true }, [APPLY.replace("-auto", "-destroy -auto")]],
    [{ isRepair: true }, [`${APPLY} -lock-timeout=60s`]],
  ])("applies the module, and counts each object as it is done: %j", async (changes, last) => {
    note("apply", { type: "apply_complete" }, { type: "apply_start" }, { type: "apply_errored" }, summary(1, 0, 0));
    const done: number[] = [];
    const told = await workspaceRuns("terraform").up(stack(), run({ ...changes, onProgress: (n) => done.push(n) }));
    expect([told, done]).toEqual([{ changes: { ...NO_CHANGES, create: 1 }, invites: 0 }, [1, 2]]);
    expect(calls().slice(3)).toEqual(last);
  });

  const kept = (changes: Partial<PlanToApply> = {}): PlanToApply => ({
    bound: "exact",
    content: Buffer.from("kept").toString("base64"),
    moved: (reasons, now) => new Error(`moved: ${reasons.join()} ${now?.length}`),
    ...changes,
  });

  test.each([false, true])("applies a kept plan as it is; in a repair (%s) it waits for the lock", async (isRepair) => {
    await workspaceRuns("terraform").up(stack(), run({ planned: kept(), isRepair }));
    expect(calls().at(-1)).toBe(`apply -json -input=false ${isRepair ? "-lock-timeout=60s " : ""}plan.tfplan`);
    expect(readFileSync(join(fake, "applied"), "utf8")).toBe("kept");
    // The plan contains secrets; a copy has the mode of the file.
    expect(statSync(join(fake, "applied")).mode & 0o777).toBe(0o600);
    expect(readdirSync(own())).toEqual(["values.tfvars.json"]);
  });

  test.each(["Saved plan is stale", "Saved plan does not match the given state"])(
    "makes a new plan of a kept one whose state has changed, and applies only the rest of it: %s",
    async (words) => {
      const { up } = workspaceRuns("terraform");
      note("plan", summary(1, 0, 0));
      note("show", { resource_changes: [{ address: "a.b", mode: "managed", change: { actions: ["create"] } }] });
      for (const isRest of [undefined, () => false]) {
        note("apply.once", failed(words));
        await expect(up(stack(), run({ planned: kept({ isRest }) }))).rejects.toThrow(
          "moved: the state of the workspace has changed 1",
        );
      }
      note("apply.once", failed(words));
      const asked: unknown[] = [];
      const isRest = (now: unknown): boolean => asked.push(now) > 0;
      expect(await up(stack(), run({ planned: kept({ isRest }) }))).toMatchObject({ bound: "checked" });
      expect(asked).toEqual([[{ operation: "create", address: "a.b", fields: [] }]]);
      expect(readFileSync(join(fake, "applied"), "utf8")).toBe("planned");
      note("plan", summary(0, 0, 0));
      note("apply.once", failed(words));
      await up(stack(), run({ planned: kept({ isRest }) }));
      expect(asked.slice(1)).toEqual([[]]);
      note("apply.once", failed("No seat"), failed(words), failed("No room"));
      await up(stack(), run({ planned: kept({ isRest }) }));
      expect(asked.splice(2)).toEqual([[]]);
      for (const other of ["No seat", `No seat: ${words}`]) {
        note("apply.once", failed(other));
        await expect(up(stack(), run({ planned: kept({ isRest }) }))).rejects.toThrow(new Error(other));
      }
      expect(asked).toHaveLength(2);
    },
  );
});

describe("an engine that fails", () => {
  const up = (changes: Partial<EngineRun> = {}) => workspaceRuns("terraform").up(stack(), run(changes));

  test.each([
    [[failed("No seat"), failed("No room", "Ask Ann.")], "No seat\nNo room: Ask Ann."],
    [[{ "@level": "error", "@message": "Failed to load" }], "Failed to load"],
    [[{ "@level": "error", "@message": "role: errored", type: "apply_errored" }], "terraform ended with 3"],
    [[{ "@level": "warn", "@message": "old" }], "terraform ended with 3"],
    [[{ "@level": "error" }], "terraform ended with 3"],
    [[], "terraform ended with 3"],
  ])("is quoted with all its errors, or with its exit code: %j", async (lines, words) => {
    note("apply.once", ...lines);
    await expect(up()).rejects.toThrow(new Error(words));
    expect(calls()).toHaveLength(4);
  });

  test("before it plans is quoted with its command", async () => {
    writeFileSync(join(fake, "init.words"), "no network\n");
    await expect(up()).rejects.toThrow(new Error("`terraform init` failed:\nno network"));
    rmSync(join(fake, "init.words"));
    writeFileSync(join(fake, "init.once"), "\n  said on the output\n\n");
    await expect(up()).rejects.toThrow(new Error("`terraform init` failed:\nsaid on the output"));
  });

  test("because another program ends it is no success", async () => {
    writeProgram(join(folder, "bin"), "terraform", '[ "$1" != apply ] || kill -9 $$');
    await expect(up()).rejects.toThrow(new Error("terraform ended with -1"));
  });

  test("because it isn't there says what to install", async () => {
    const { up: missing } = workspaceRuns("no-such-engine");
    await expect(missing(stack(), run())).rejects.toThrow(
      new Error("A template needs no-such-engine, which is not on PATH: install it."),
    );
    await expect(workspaceRuns(folder).up(stack(), run())).rejects.toThrow(`${folder} cannot be run: `);
  });

  const locked = (host: string) =>
    failed(
      "Error acquiring the state lock",
      `Lock Info:\n  ID:        lock-7\n  Path:      x\n  Who:       ann@${host}\n`,
    );

  test("for a lock of this machine is repaired once; no lock of another machine, and none in another run", async () => {
    note("apply.once", locked(hostname()));
    await up({ isRepair: true });
    expect(calls().slice(-3)).toEqual([
      `${APPLY} -lock-timeout=60s`,
      "force-unlock -force lock-7",
      `${APPLY} -lock-timeout=60s`,
    ]);
    for (const [host, isRepair] of [
      [hostname(), false],
      ["elsewhere", true],
    ] as const) {
      note("apply.once", locked(host));
      await expect(up({ isRepair })).rejects.toThrow("Error acquiring the state lock");
    }
    expect(calls().filter((line) => line.startsWith("force-unlock"))).toHaveLength(1);
  });

  test("for a lock beside other errors, whose service names IDs of its own, is repaired with the lock's", async () => {
    const detail = `StatusCode: 400, RequestID: R7, Who: ann@${hostname()}\nLock Info:\n  ID:        lock-7\n  Operation: apply, ID: 8, Who: bob@elsewhere\n  Who:       ann@`;
    note("apply.once", failed("No seat"), failed("Error acquiring the state lock", `${detail}${hostname()}\n`));
    await up({ isRepair: true });
    expect(calls().at(-2)).toBe("force-unlock -force lock-7");
    const other = failed("Error acquiring the state lock", `${detail}elsewhere\n`);
    note("apply.once", other);
    await expect(up({ isRepair: true })).rejects.toThrow("Error acquiring the state lock");
  });

  test.each([
    [true, 1],
    [false, 0],
  ])("for a lock under a kept plan: a repair (%s) removes the lock, and never twice", async (isRepair, times) => {
    note("lock", locked(hostname()));
    writeProgram(
      join(folder, "bin"),
      "terraform",
      `echo "$*" >> "$FAKE/log"
[ "$1" != force-unlock ] || [ ! -e "$FAKE/unlocked" ] || rm "$FAKE/lock"
[ "$1" != force-unlock ] || touch "$FAKE/unlocked"
if [ "$1" = apply ] && [ -e "$FAKE/lock" ]; then cat "$FAKE/lock"; exit 1; fi`,
    );
    const planned = {
      bound: "exact" as const,
      content: "",
      moved: (reasons: readonly string[]) => new Error(reasons.join()),
    };
    await expect(up({ isRepair, planned })).rejects.toThrow("Error acquiring the state lock");
    expect(calls().filter((line) => line === "force-unlock -force lock-7")).toHaveLength(times);
  });
});

describe("an organization with another name", () => {
  const state = (...names: readonly string[]): string =>
    JSON.stringify({ serial: names.length, resources: names, outputs: {} });
  const keep = (workspace: string, text: string): void => writeFileSync(join(fake, "states", workspace), text);
  const states = (): object =>
    Object.fromEntries(
      readdirSync(join(fake, "states")).map((name) => [name, readFileSync(join(fake, "states", name), "utf8")]),
    );
  const renamed = () => workspaceRuns("terraform").up(stack({ formerNames: ["a", "b", "c"] }), run());
  const BOTH = '{"resources":["x"],"outputs":{"a":1}}';

  test.each([
    ["its newest workspace, whole", { a: state("x"), b: state("y") }, { a: state("x"), acme: state("y") }],
    ["none, where it had none", { other: state("x") }, { other: state("x") }],
    ["what an interrupted copy has left", { b: state("y"), acme: state("y") }, { acme: state("y") }],
    ["an empty one", { b: "" }, {}],
    ["one of blank lines", { b: " \n\n" }, {}],
    ["one with as many outputs as objects", { b: BOTH }, { acme: BOTH }],
    ["one that has outputs alone", { b: '{"outputs":{"a":1}}' }, { acme: '{"outputs":{"a":1}}' }],
    [
      "nothing into its own that is as empty",
      { b: '{"serial":3}', acme: '{"serial":1,"resources":[],"outputs":{}}' },
      { acme: '{"serial":1,"resources":[],"outputs":{}}' },
    ],
    [
      "a state that only its count of writes tells apart",
      { b: '{"serial":3,"resources":["x"]}', acme: '{"resources":["x"],"serial":1}' },
      { acme: '{"resources":["x"],"serial":1}' },
    ],
  ])("takes over %s", async (_what, before: object, after) => {
    for (const [name, text] of Object.entries(before)) keep(name, text);
    await renamed();
    expect(states()).toEqual(after);
    expect(readdirSync(own())).toEqual(["values.tfvars.json"]);
    expect(calls().at(-1)).toBe(APPLY);
  });

  test("copies the state through a file that nobody else reads", async () => {
    keep("b", state("y"));
    await renamed();
    expect(statSync(join(fake, "states", "acme")).mode & 0o777).toBe(0o600);
  });

  test.each([
    ["in an object", state("y"), state("z")],
    ["in an output", '{"outputs":{"a":1}}', '{"outputs":{"a":2}}'],
    ["in an output beside an equal object", BOTH, BOTH.replace("1", "2")],
    ["because one is empty", '{"serial":1}', state("z")],
  ])("keeps both where they differ %s, and changes nothing", async (_where, b, acme) => {
    const both = { b, acme };
    for (const [name, text] of Object.entries(both)) keep(name, text);
    await expect(renamed()).rejects.toThrow(
      "The workspaces b and acme both exist and differ. Remove the one that you don't want, then run again.",
    );
    expect(states()).toEqual(both);
    expect(calls()).not.toContain(APPLY);
  });
});

test("an engine has nobody to ask, and signals of the terminal don't reach it", async () => {
  writeProgram(
    join(folder, "bin"),
    "terraform",
    `[ "$1" != apply ] || cat > "$FAKE/input"
kill -0 -$$ 2>/dev/null && echo "$1 leads a group" >> "$FAKE/log"
exit 0`,
  );
  await workspaceRuns("terraform").up(stack(), run());
  expect(readFileSync(join(fake, "input"), "utf8")).toBe("");
  expect(calls()).toEqual(["init", "init", "workspace", "apply"].map((command) => `${command} leads a group`));
});

describe("a state that a killed engine left empty", () => {
  const state = (): string => join(folder, "module/terraform.tfstate.d/acme/terraform.tfstate");
  const left = (text: string, backup?: string): void => {
    mkdirSync(dirname(state()), { recursive: true });
    writeFileSync(state(), text);
    if (backup !== undefined) writeFileSync(`${state()}.backup`, backup);
  };

  test.each([
    ["is its backup again in a repair", true, "", "{}", "{}"],
    ["stays in a run that repairs nothing", false, "", "{}", ""],
    ["stays without a backup", true, "", undefined, ""],
    ["that isn't empty stays", true, "[]", "{}", "[]"],
  ])("%s", async (_what, isRepair, text, backup, after) => {
    left(text, backup);
    await workspaceRuns("terraform").up(stack(), run({ isRepair }));
    expect(readFileSync(state(), "utf8")).toBe(after);
  });

  test("is nothing to restore where there is no state", async () => {
    left("", "{}");
    rmSync(state());
    await workspaceRuns("terraform").up(stack(), run({ isRepair: true }));
    expect(existsSync(state())).toBe(false);
  });
});

test("a run that is ended tells its engine, which ends cleanly", async () => {
  writeProgram(
    join(folder, "bin"),
    "terraform",
    `[ "$1" = apply ] || exit 0
trap 'echo ended >> "$FAKE/log"; exit 130' INT
echo waiting >> "$FAKE/log"
while :; do sleep 0.05; done`,
  );
  const ending = new AbortController();
  const up = workspaceRuns("terraform").up(stack(), run({ signal: ending.signal }));
  await until(() => calls().includes("waiting"));
  ending.abort();
  await expect(up).rejects.toThrow("terraform ended with 130");
  expect(calls()).toEqual(["waiting", "ended"]);
});

test("the list of workspaces has their names, without the mark of the current one", () => {
  expect(namesIn("  default\n* acme\n  acme-2\n  é\n\n").filter((name) => name !== "")).toEqual([
    "default",
    "acme",
    "acme-2",
    "é",
  ]);
});

describe("the objects of a saved plan", () => {
  const told = (actions: readonly string[], more: object = {}, mode = "managed") =>
    plannedObjects(
      JSON.stringify({ resource_changes: [{ address: 'a.b["é|"]', mode, change: { actions, ...more } }] }),
    );
  const before = { same: [1], other: { a: 1 }, gone: "x", empty: null };
  const after = { same: [1], other: { a: 2 }, gone: null, new: "x", absent: null };

  test.each([
    [["create"], "create", []],
    [["delete"], "delete", []],
    [["update"], "update", ["gone", "new", "other"]],
    [["delete", "create"], "replace", ["gone", "new", "other"]],
    [["create", "delete"], "replace", ["gone", "new", "other"]],
  ])("with the actions %j are told with what changes", (actions, operation, fields) => {
    expect(told(actions, { before, after })).toEqual([{ operation, address: 'a.b["é|"]', fields }]);
    expect(told(actions, { before, after }, "data")).toEqual([]);
  });

  test.each([[["no-op"]], [["read"]], [["forget"]], [["create", "forget"]]])("with %j are left out", (actions) => {
    expect(told(actions, { before, after })).toEqual([]);
  });

  test("name each field once that forces a replacement, also one that only the apply tells", () => {
    const replace_paths = [["zone", 0], ["other"], ["other", "a"]];
    expect(told(["delete", "create"], { before, after, replace_paths })[0]?.fields).toEqual([
      "gone",
      "new",
      "other",
      "zone",
    ]);
    expect(told(["update"], { before: null })[0]?.fields).toEqual([]);
    expect(told(["update"], { after: { a: 1, b: null } })[0]?.fields).toEqual(["a"]);
    expect(plannedObjects("{}")).toEqual([]);
  });
});

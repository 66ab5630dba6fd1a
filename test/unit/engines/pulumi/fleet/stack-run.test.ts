import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import type { EngineRun, EngineStack, PlanToApply } from "../../../../../packages/fleet/src/fleet-engine.ts";
import { planJsonOfStack, planStack, upStack } from "../../../../../src/engines/pulumi/fleet/stack-run.ts";
import { engineRun, engineStack } from "../../../../support/engine-run.ts";
import { writeProgram } from "../../../../support/fake-tools.ts";

type Options = Readonly<Record<string, unknown>> & { readonly onEvent?: (event: object) => void };

/** What the fake package was called with, in order, and what it does. */
const log: string[] = [];
let options: Options = {};
let stacks: string[] = [];
let events: readonly object[] = [];
let failures: Error[] = [];
let pending: readonly unknown[] = [];
let program = "";
let backend: { url: string } | undefined;

class ConcurrentUpdateError extends Error {}

class FakeWorkspace {
  readonly workDir: string;
  readonly envVars: object;
  constructor({ workDir, envVars }: { workDir: string; envVars: object }) {
    this.workDir = workDir;
    this.envVars = envVars;
  }
  projectSettings = () => Promise.resolve({ name: "shop", runtime: "python", backend });
  whoAmI = () => Promise.resolve({ url: "s3://states" });
  listStacks = () => Promise.resolve(stacks.map((name) => ({ name: `acme-org/shop/${name}` })));
  createStack = (name: string) => note(`create ${name} in ${readFileSync(join(this.workDir, "Pulumi.yaml"), "utf8")}`);
}

class FakeStack {
  readonly name: string;
  readonly workspace: FakeWorkspace;
  constructor(name: string, workspace: FakeWorkspace) {
    this.name = name;
    this.workspace = workspace;
  }
  static async createOrSelect(name: string, workspace: FakeWorkspace): Promise<FakeStack> {
    if (!stacks.includes(name)) await workspace.createStack(name);
    return new FakeStack(name, workspace);
  }
  static select = (name: string, workspace: FakeWorkspace) => Promise.resolve(new FakeStack(name, workspace));
  rename = ({ stackName }: { stackName: string }) => note(`rename ${this.name} to ${stackName}`);
  preview = (given: Options) => acted("preview", given);
  previewDestroy = (given: Options) => acted("previewDestroy", given);
  up = (given: Options) => acted("up", given);
  destroy = (given: Options) => acted("destroy", given);
  refresh = (given: Options) => acted("refresh", given);
  cancel = () => note("cancel");
  exportStack = () => Promise.resolve({ deployment: { resources: [], pending_operations: pending } });
}

const note = (call: string): Promise<void> => Promise.resolve(void log.push(call));

async function acted(call: string, given: Options): Promise<void> {
  await note(call);
  options = given;
  for (const event of events) given.onEvent?.(event);
  const failure = failures.shift();
  if (failure !== undefined) throw failure;
}

jest.mock("@pulumi/pulumi/automation/index.js", () => ({
  PulumiCommand: { get: () => Promise.resolve({ version: "3.259.0", command: "pulumi" }) },
  LocalWorkspace: {
    create: (given: ConstructorParameters<typeof FakeWorkspace>[0]) => Promise.resolve(new FakeWorkspace(given)),
  },
  Stack: FakeStack,
  ConcurrentUpdateError,
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-stack-"));
  for (const name of ["run", "program", "bin"]) mkdirSync(join(folder, name));
  log.length = 0;
  [stacks, events, failures, pending, program] = [["acme"], [], [], [], join(folder, "program")];
  backend = { url: "file:///states" };
});
afterEach(() => rmSync(folder, { recursive: true }));

const stack = (changes: Partial<EngineStack> = {}): EngineStack =>
  engineStack(program, { values: { seats: 7, "aws:region": "eu" }, ...changes });
const run = (changes: Partial<EngineRun> = {}): EngineRun =>
  engineRun(join(folder, "run"), { PATH: `${join(folder, "bin")}:/bin:/usr/bin`, KEY: "phx|é" }, changes);

const ROLE = "orgform:index:Role";
const step = (op: string, type = ROLE, name = "a b", inputs: object = { name: "x" }) => ({
  resourcePreEvent: {
    metadata: { op, type, urn: `urn:pulumi:acme::shop::${type}::${name}`, old: { inputs: {} }, new: { inputs } },
  },
});
const summary = (resourceChanges: object) => ({ summaryEvent: { resourceChanges } });
const said = (message: string, more: object = {}) => ({ diagnosticEvent: { severity: "error", message, ...more } });

describe("a run of a stack", () => {
  test.each([
    ["plan", {}, ["preview"]],
    ["plan", { isDestroy: true }, ["previewDestroy"]],
    ["up", {}, ["up"]],
    ["up", { isDestroy: true }, ["destroy"]],
    ["up", { isRepair: true }, ["up"]],
  ])("%s %j calls the engine once, without secrets, colors, or questions", async (what, changes, calls) => {
    for (const isRefresh of [false, true]) {
      log.length = 0;
      const { signal } = run();
      await (what === "plan" ? planStack : upStack)(stack(), run({ ...changes, isRefresh, signal }));
      expect(log).toEqual(calls);
      expect(options).toEqual({
        configFile: join(folder, "run/Pulumi.acme.yaml"),
        refresh: isRefresh,
        signal,
        color: "never",
        suppressProgress: true,
        showSecrets: false,
        userAgent: "orgform-fleet",
        onEvent: expect.any(Function),
        ...(what === "up" ? { suppressOutputs: true } : {}),
      });
    }
  });

  test.each([
    [[], { create: 0, update: 0, replace: 0, delete: 0 }, 0],
    [[summary({ create: 1, same: 7 })], { create: 1, update: 0, replace: 0, delete: 0 }, 0],
    [[summary({ update: 2, replace: 3, delete: 4 })], { create: 0, update: 2, replace: 3, delete: 4 }, 0],
    [
      [
        "orgform:index:Invite",
        "orgform:index:Membership",
        "pulumi-nodejs:dynamic/orgform:invite",
        "aws:Invite",
        ROLE,
      ].map((type) => step("create", type)),
      { create: 0, update: 0, replace: 0, delete: 0 },
      3,
    ],
    [
      [step("create-replacement", "orgform:index:Invite"), step("update", "orgform:index:Invite")],
      { create: 0, update: 0, replace: 0, delete: 0 },
      1,
    ],
  ])("tells what the engine says, and whom it invites: %#", async (told, changes, invites) => {
    events = told;
    expect(await upStack(stack(), run())).toEqual({ changes, invites });
    expect(await planStack(stack(), run())).toMatchObject({ changes, invites });
  });

  test("counts each object as it is done, and tells the planned ones", async () => {
    events = [step("create"), { resOutputsEvent: {} }, step("same"), { resOpFailedEvent: {} }];
    const done: number[] = [];
    await upStack(stack(), run({ onProgress: (count) => done.push(count) }));
    expect(done).toEqual([1, 2]);
    const { objects, saved } = await planStack(stack(), run());
    expect([objects, saved]).toEqual([[{ operation: "create", address: `${ROLE} a b`, fields: [] }], undefined]);
  });

  test("prints its plan as JSON, in the program's folder and with the run's environment", async () => {
    writeProgram(join(folder, "bin"), "pulumi", `echo "$*"; echo "$KEY"; pwd`);
    const path = process.env["PATH"];
    process.env["PATH"] = run().environment["PATH"];
    for (const isRefresh of [false, true]) {
      const printed = (await planJsonOfStack(stack(), run({ isRefresh }))).trim().split("\n");
      const file = join(folder, "run/Pulumi.acme.yaml");
      const refresh = isRefresh ? " --refresh" : "";
      expect(printed.slice(0, 2)).toEqual([
        `preview --json --non-interactive --stack acme --config-file ${file}${refresh}`,
        "phx|é",
      ]);
      expect(printed[2]).toMatch(/\/program$/u);
    }
    process.env["PATH"] = path;
  });
});

describe("the configuration of a stack", () => {
  const written = (): unknown => JSON.parse(readFileSync(join(folder, "run/Pulumi.acme.yaml"), "utf8"));

  test("has the organization's values on top of the stack's own, and keeps what the engine wrote", async () => {
    await planStack(stack(), run());
    expect(written()).toEqual({ config: { "shop:seats": 7, "aws:region": "eu" } });
    expect(statSync(join(folder, "run/Pulumi.acme.yaml")).mode & 0o777).toBe(0o600);
    writeFileSync(
      join(folder, "run/Pulumi.acme.yaml"),
      JSON.stringify({ encryptionsalt: "s", config: { "shop:old": 1 } }),
    );
    await planStack(stack(), run());
    expect(written()).toEqual({ encryptionsalt: "s", config: { "shop:seats": 7, "aws:region": "eu" } });
    const own = { secretsprovider: "p", encryptionsalt: "t", config: { "shop:seats": 1, "shop:more": 2 } };
    writeFileSync(join(program, "Pulumi.acme.yaml"), JSON.stringify(own));
    await planStack(stack(), run());
    expect(written()).toEqual({ ...own, config: { "shop:seats": 7, "shop:more": 2, "aws:region": "eu" } });
    expect(JSON.parse(readFileSync(join(program, "Pulumi.acme.yaml"), "utf8"))).toEqual(own);
    for (const empty of ["null", "{}", '{"config":null}']) {
      writeFileSync(join(program, "Pulumi.acme.yaml"), empty);
      await planStack(stack(), run());
      expect(written()).toMatchObject({ config: { "shop:seats": 7, "aws:region": "eu" } });
    }
  });

  test("is of the stack that is there; a new one, and one with another name, are made beside the run", async () => {
    const beside = JSON.stringify({ name: "shop", runtime: "nodejs", backend: { url: "file:///states" } });
    await upStack(stack({ formerNames: ["old"] }), run());
    expect([log, existsSync(join(folder, "run/Pulumi.yaml"))]).toEqual([["up"], false]);
    log.length = 0;
    stacks = ["other"];
    await upStack(stack({ formerNames: ["old"] }), run());
    expect(log).toEqual([`create acme in ${beside}`, "up"]);
    log.length = 0;
    backend = undefined;
    await upStack(stack(), run());
    expect(log).toEqual([`create acme in ${JSON.stringify({ name: "shop", runtime: "nodejs" })}`, "up"]);
    log.length = 0;
    stacks = ["a", "b"];
    await upStack(stack({ formerNames: ["a", "b", "c"] }), run());
    expect(log).toEqual(["rename b to acme", "up"]);
    expect(existsSync(join(program, "Pulumi.yaml"))).toBe(false);
  });
});

describe("a kept plan", () => {
  const planned = async (changes: Partial<PlanToApply> = {}): Promise<PlanToApply> => {
    events = [step("create")];
    const { saved } = await planStack(stack(), run({ isKept: true }));
    log.length = 0;
    const moved: PlanToApply["moved"] = (reasons, now) => new Error(`moved: ${reasons.join()} (${now?.length})`);
    return { bound: "checked", content: "", ...saved, moved, ...changes };
  };

  test("is applied after a preview that says the same", async () => {
    await upStack(stack(), run({ planned: await planned() }));
    expect(log).toEqual(["preview", "up"]);
  });

  test.each([
    [
      "other steps",
      () => (events = [step("create"), step("create", ROLE, "c")]),
      "the program now takes other steps (2)",
    ],
    ["another state", () => (pending = [{ type: "creating" }]), "the state of the stack has changed (1)"],
    [
      "another value",
      () => (events = [step("create", ROLE, "a b", { name: "y" })]),
      "other values of orgform:index:Role a (1)",
    ],
  ])("is not applied after %s, unless that is the rest of it", async (_what, change, reason) => {
    const plan = await planned();
    change();
    await expect(upStack(stack(), run({ planned: plan }))).rejects.toThrow(`moved: ${reason}`);
    const asked: unknown[] = [];
    await expect(upStack(stack(), run({ planned: { ...plan, isRest: (now) => asked.push(now) < 0 } }))).rejects.toThrow(
      "moved",
    );
    expect(log).toEqual(["preview", "preview"]);
    expect(asked).toHaveLength(1);
    await upStack(stack(), run({ planned: { ...plan, isRest: () => true } }));
    expect(log.slice(2)).toEqual(["preview", "up"]);
  });
});

describe("an update after one that was interrupted", () => {
  const locked = () => new ConcurrentUpdateError("the stack is locked: created by ann@elsewhere (pid 7) at noon");

  test("removes a lock that is left, once", async () => {
    failures = [locked()];
    await upStack(stack(), run({ isRepair: true }));
    expect(log).toEqual(["up", "cancel", "up"]);
    log.length = 0;
    failures = [locked(), locked()];
    await expect(upStack(stack(), run({ isRepair: true }))).rejects.toThrow("the stack is locked");
    expect(log).toEqual(["up", "cancel", "up"]);
  });

  test("removes no lock after another failure, and none in another run", async () => {
    for (const [failure, isRepair] of [
      [new Error("No seat"), true],
      [locked(), false],
    ] as const) {
      log.length = 0;
      failures = [failure];
      await expect(upStack(stack(), run({ isRepair }))).rejects.toThrow(failure.message);
      expect(log).toEqual(["up"]);
    }
  });

  test("removes the engine's entries of objects that it has found, if there are any", async () => {
    pending = [{ type: "creating" }];
    await upStack(stack(), run());
    expect(log).toEqual(["up"]);
    log.length = 0;
    await upStack(stack(), run({ isRepair: true, isRefresh: true }));
    expect(log).toEqual(["up", "refresh"]);
    expect([options["clearPendingCreates"], "refresh" in options]).toEqual([true, false]);
  });
});

describe("an engine that fails", () => {
  test.each([
    [[said("No seat", { urn: `urn:pulumi:acme::shop::${ROLE}::a` })], `${ROLE} a: No seat`],
    [[said(" <{%fg 1%}>No seat<{%reset%}>\n"), said("update failed")], "No seat"],
    [[said("No seat"), said("No room"), said("No seat")], "No seat\nNo room"],
    [[said("preview failed")], "preview failed"],
    [[said("No seat", { ephemeral: true }), said("old", { severity: "warning" })], "The engine's words"],
    [[], "The engine's words"],
  ])("is quoted with its own errors, once each, and else with the package's words: %#", async (told, words) => {
    for (const act of [upStack, planStack]) {
      events = told;
      failures = [new Error("The engine's words")];
      await expect(act(stack(), run())).rejects.toMatchObject({ message: words });
    }
  });

  test("because its package isn't there says what to install", async () => {
    failures = [new Error("Cannot find package '@pulumi/pulumi' imported from x")];
    await expect(upStack(stack(), run())).rejects.toThrow("run `npm install @pulumi/pulumi`");
  });
});

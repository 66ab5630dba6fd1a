import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import type { TrialPlace } from "../../../../src/engines/engine.ts";
import { switchTrial } from "../../../../src/engines/terraform/switch-trial/trial.ts";

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "orgform-trial-flags-"));
  mkdirSync(join(base, "program"));
  writeFileSync(join(base, "program", "main.tf"), 'resource "terraform_data" "one" {}\n');
});
afterAll(() => rmSync(base, { recursive: true }));

let copies = 0;

/** The variables with which a plan in a copy is made. */
function variablesWith(environment: Readonly<Record<string, string>>) {
  copies += 1;
  const copy = join(base, `copy-${copies}`);
  mkdirSync(copy);
  const { commands } = switchTrial.lay({
    folder: join(base, "program"),
    program: "terraform",
    stack: undefined,
    environment,
    copy,
    state: '{"version":4,"resources":[]}',
    written: { files: [], edits: [], leaving: [] },
    without: [],
  });
  return commands.map((one) => one.environment);
}

const VARIABLES = ["TF_CLI_ARGS", "TF_CLI_ARGS_init", "TF_CLI_ARGS_plan"];

/** Flags that are about the usual state, that leave out a part of the plan, or that make it another kind of plan. */
const FLAGS = [
  "-target=module.a",
  "--target=module.a",
  "-target module.a",
  '-target=module.a["x"]',
  "-target-file=targets",
  "-exclude=module.a",
  "-exclude-file=others",
  "-out=my.plan",
  "-backend-config=bucket=b",
  "-detailed-exitcode",
  "-refresh-only",
];

describe.each(VARIABLES)("a plan in a copy, with %s", (name) => {
  test.each(FLAGS)("is made without %s, and with what stands beside it", (flag) => {
    for (const [given, left] of [
      [flag, ""],
      [`${flag} -var=a=1`, "-var=a=1"],
      [`-var=a=1 ${flag} ${flag} -parallelism=3`, "-var=a=1 -parallelism=3"],
    ] as const) {
      for (const environment of variablesWith({ [name]: given })) {
        expect(environment?.[name]?.trim().replaceAll(/\s+/gu, " ")).toBe(left);
      }
    }
  });

  test("keeps flags that only begin alike", () => {
    const given = "-var=target=1 -upgrade -compact-warnings";
    for (const environment of variablesWith({ [name]: given })) expect(environment?.[name]).toBe(given);
  });
});

describe("the copy of a program", () => {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), "orgform-trial-copy-"));
  });
  afterEach(() => rmSync(place, { recursive: true }));

  const put = (file: string, text = ""): void => {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), text);
  };
  /** Every file of a folder, with its text. */
  const filesIn = (folder: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => statSync(join(folder, name)).isFile())
        .toSorted()
        .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    );
  const PROGRAM = "infra/eu/prod";
  const EMPTY_STATE = '{"version":4,"resources":[]}';
  const lay = (changes: Partial<TrialPlace> = {}) => {
    mkdirSync(join(place, "copy"));
    return switchTrial.lay({
      folder: join(place, PROGRAM),
      program: "tofu",
      stack: undefined,
      environment: {},
      copy: join(place, "copy"),
      state: EMPTY_STATE,
      written: { files: [], edits: [] },
      without: [],
      ...changes,
    });
  };
  const withModules = (...folders: readonly string[]): void =>
    put(`${PROGRAM}/.terraform/modules/modules.json`, JSON.stringify({ Modules: folders.map((Dir) => ({ Dir })) }));

  test("has the program and its modules at their places, and neither states nor what is fetched or left out", () => {
    withModules("own", "../shared", "../../../far/module", ".terraform/modules/fetched");
    for (const [file, isKept] of [
      [`${PROGRAM}/a.tf`, true],
      [`${PROGRAM}/own/b.tf`, true],
      [`${PROGRAM}/own/.git/config`, false],
      [`${PROGRAM}/my.tfstate.md`, false],
      [`${PROGRAM}/my.tfstates`, true],
      [`${PROGRAM}/terraform.tfstate`, false],
      [`${PROGRAM}/terraform.tfstate.backup`, false],
      [`${PROGRAM}/terraform.tfstate.d/eu/terraform.tfstate`, false],
      [`${PROGRAM}/node_modules/x/index.js`, false],
      [`${PROGRAM}/.terraform/modules/fetched/c.tf`, false],
      [`${PROGRAM}/written/d.tf`, false],
      ["infra/eu/shared/e.tf", true],
      ["infra/eu/shared/written/f.tf", true],
      ["infra/eu/other/g.tf", false],
      ["far/module/h.tf", true],
    ] as const) {
      put(file, isKept ? `keeps ${file}` : "left");
    }
    symlinkSync(join(place, "far/module/h.tf"), join(place, PROGRAM, "link.tf"));
    symlinkSync(join(place, "nowhere"), join(place, PROGRAM, "broken.tf"));
    const { folder } = lay({ without: ["written"] });
    expect(folder).toBe(join(place, "copy/program", PROGRAM));
    const kept = Object.entries(filesIn(join(place, "copy/program"))).filter(([, text]) => text.startsWith("keeps"));
    expect(kept).toEqual(
      [
        "far/module/h.tf",
        "infra/eu/prod/a.tf",
        "infra/eu/prod/link.tf",
        "infra/eu/prod/my.tfstates",
        "infra/eu/prod/own/b.tf",
        "infra/eu/shared/e.tf",
        "infra/eu/shared/written/f.tf",
      ].map((file) => [file, `keeps ${file.replace("infra/eu/prod/link.tf", "far/module/h.tf")}`]),
    );
    expect(readdirSync(join(place, "copy/program"), { recursive: true })).not.toContain("infra/eu/prod/broken.tf");
  });

  test("has the new files and the edits of each file, from its end, and the program stays as it is", () => {
    const text = "one\ntwo\nthree\nfour\nfive\n";
    for (const file of ["a.tf", "b.tf"]) put(`${PROGRAM}/${file}`, text);
    chmodSync(join(place, PROGRAM, "a.tf"), 0o400);
    const edit = (file: string, first: number, last: number, changed?: string) => ({
      file,
      first,
      last,
      words: "",
      ...(changed === undefined ? {} : { text: changed }),
    });
    const edits = [edit("a.tf", 1, 1, "1\n1"), edit("a.tf", 4, 5), edit("a.tf", 3, 3, "é"), edit("b.tf", 1, 5, "all")];
    const { folder } = lay({ written: { files: [{ place: "new.tf", name: "new.tf", text: "new" }], edits } });
    const shown = filesIn(folder);
    expect([shown["a.tf"], shown["b.tf"], shown["new.tf"]]).toEqual(["1\n1\ntwo\né\n", "all\n", "new"]);
    expect(filesIn(join(place, PROGRAM))).toEqual({ "a.tf": text, "b.tf": text });
  });

  const required = (...names: readonly string[]): string =>
    names.length === 0
      ? ""
      : `  required_providers {\n${names.map((name) => `    ${name} = { source = "${name}/${name}" }\n`).join("")}  }\n`;

  test.each([
    ['resource "orgform_role" "x" {}', ["orgform"]],
    ['data "orgform_role" "x" {}\n  ephemeral "posthog_key" "y" {}', ["orgform", "posthog"]],
    ['provider "posthog" {\n}', ["posthog"]],
    ['# resource "orgform_role"', []],
    ['resource "my_orgform_role" "x" {}\nprovider "orgform2" {}', []],
    ['resource "orgform_role" "x" {}\nterraform {\n  required_providers {\n    orgform = {\n    }\n  }\n}', []],
    [
      'resource "orgform_role" "x" {}\nterraform {\n  required_providers {\n    own = {\n      source = "orgform/orgform"\n    }\n  }\n}',
      [],
    ],
  ])("keeps its state to itself, and names the providers that a folder's blocks need: %j", (text, names) => {
    withModules("own", "own/inner");
    put(`${PROGRAM}/main.tf`);
    put(`${PROGRAM}/own/main.tf`, text);
    put(`${PROGRAM}/own/inner/main.tf`, 'resource "terraform_data" "x" {}');
    const { folder } = lay();
    const override = "orgform_trial_override.tf";
    const overrides = Object.entries(filesIn(folder)).filter(([name]) => name.endsWith(override));
    expect(overrides).toEqual([
      [override, 'terraform {\n  backend "local" {}\n}\n'],
      ...(names.length === 0 ? [] : [[`own/${override}`, `terraform {\n${required(...names)}}\n`]]),
    ]);
  });

  test("looks for blocks and for the names of their providers in all files of a folder, and in no other folder", () => {
    withModules("own");
    put(`${PROGRAM}/main.tf`, "# nothing");
    put(`${PROGRAM}/roles.tf`, 'resource "orgform_role" "x" {}\n  provider "posthog" {}\n');
    put(`${PROGRAM}/versions.tf`, "locals {\n  my_posthog = {\n  }\n}\n");
    put(`${PROGRAM}/zone.tf`, "# last");
    put(`${PROGRAM}/own/roles.tf`, 'data "posthog_role" "x" {}\n  resource "orgform_role" "x" {}');
    put(`${PROGRAM}/own/versions.tf`, "terraform {\n  required_providers {\n    orgform = {\n    }\n  }\n}\n");
    put(`${PROGRAM}/own/zone.tf`, "# last");
    const shown = filesIn(lay().folder);
    const override = "orgform_trial_override.tf";
    expect(shown[override]).toBe(`terraform {\n  backend "local" {}\n${required("orgform", "posthog")}}\n`);
    expect(shown[`own/${override}`]).toBe(`terraform {\n${required("posthog")}}\n`);
  });

  const resources = (...addresses: readonly (readonly [string | undefined, string, string])[]) =>
    addresses.map(([module, type, name]) => ({ ...(module === undefined ? {} : { module }), type, name }));
  const STORED = resources(
    [undefined, "posthog_role", "x"],
    ["module.a", "posthog_role", "x"],
    [undefined, "posthog_role", "xy"],
  );

  test.each([
    ["of the default workspace", {}, undefined, "terraform.tfstate", undefined],
    ["of the named workspace", { stack: "a b", environment: { TF_WORKSPACE: "c" } }, "d", undefined, "a b"],
    ["of the environment's workspace", { environment: { TF_WORKSPACE: "c" } }, "d", undefined, "c"],
    ["of the selected workspace", { environment: { TF_WORKSPACE: "" } }, " d\n", undefined, "d"],
    ["of no selected workspace", {}, "\n", "terraform.tfstate", undefined],
  ])("has the state %s, which only its owner reads", (_what, changes, selected, at, workspace) => {
    put(`${PROGRAM}/main.tf`);
    if (selected !== undefined) put(`${PROGRAM}/.terraform/environment`, selected);
    const state = '{"version": 4, "serial": 12345678901234567890, "resources": [7]}';
    const { folder } = lay({ ...changes, state });
    const file = join(folder, at ?? `terraform.tfstate.d/${workspace}/terraform.tfstate`);
    expect(readFileSync(file, "utf8")).toBe(state);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(filesIn(folder)[".terraform/environment"]).toBe(workspace);
  });

  test("finds the selected workspace in the data folder that the environment names", () => {
    put(`${PROGRAM}/main.tf`);
    put("data/environment", "e");
    const { folder } = lay({ environment: { TF_DATA_DIR: join(place, "data") } });
    expect(filesIn(folder)[".terraform/environment"]).toBe("e");
  });

  test("has a state without the blocks that leave it, wherever the state can be read", () => {
    put(`${PROGRAM}/main.tf`);
    for (const [leaving, state, left] of [
      [["posthog_role.x"], { serial: 1, resources: [...STORED, 7] }, { serial: 1, resources: [...STORED.slice(1), 7] }],
      [["module.a.posthog_role.x"], { resources: STORED }, { resources: [STORED[0], STORED[2]] }],
      [["posthog_role.x"], { resources: "x" }, { resources: "x" }],
    ] as const) {
      const { folder } = lay({ state: JSON.stringify(state), written: { files: [], edits: [], leaving } });
      expect(JSON.parse(filesIn(folder)["terraform.tfstate"] ?? "")).toEqual(left);
      rmSync(join(place, "copy"), { recursive: true });
    }
  });

  test("is planned with its own data folder, workspace, and state, and never asks", () => {
    put(`${PROGRAM}/main.tf`);
    const { folder, commands } = lay({
      environment: { TF_DATA_DIR: "/other", PATH: "/bin", TF_CLI_ARGS_plan: "-var=a=1" },
    });
    const environment = {
      TF_IN_AUTOMATION: "1",
      TF_DATA_DIR: join(folder, ".terraform"),
      TF_WORKSPACE: "",
      TF_CLI_ARGS_plan: "-var=a=1",
    };
    expect(commands).toEqual(
      [
        ["init", "-input=false", "-no-color"],
        ["plan", "-input=false", "-no-color", "-lock=false", "-refresh=true", "-out=trial.plan"],
        ["show", "-json", "trial.plan"],
      ].map((args) => ({ program: "tofu", args, environment })),
    );
  });
});

describe("what a plan in a copy says", () => {
  const planned = (address: string, actions: readonly string[], more: object = {}, mode = "managed") => ({
    address,
    mode,
    ...("previous_address" in more ? more : {}),
    change: { actions, ...more },
  });
  const read = (changes: readonly object[], outputs: object = {}) =>
    switchTrial.read({ format_version: "1.2", resource_changes: changes, output_changes: outputs });

  test.each([
    [["no-op"], undefined],
    [["read"], undefined],
    [["forget"], undefined],
    [["create"], "add"],
    [["update"], "change"],
    [["delete"], "destroy"],
    [["delete", "create"], "replace"],
    [["create", "delete"], "replace"],
    [["create", "forget"], "add"],
    [["of a later version"], "change"],
  ])("of an object or an output with %j is %s", (actions, kind) => {
    const { changes, outputs } = read([planned("a.b", actions)], { url: { actions }, other: { actions: ["no-op"] } });
    expect(changes).toEqual(kind === undefined ? [] : [{ address: "a.b", kind, fields: [] }]);
    expect(outputs).toEqual(kind === undefined ? [] : ["url"]);
  });

  test("counts what moves, is imported, and is forgotten, and nothing that is only read", () => {
    const told = read([
      planned("a.moved", ["no-op"], { previous_address: "a.old" }),
      planned("a.both", ["no-op"], { previous_address: "a.older", importing: { id: "x" } }),
      planned("a.imported", ["no-op"], { importing: { id: "x" } }),
      planned("a.null", ["no-op"], { importing: null }),
      planned("a.gone", ["forget"]),
      planned("data.a.b", ["create", "forget"], { previous_address: "a.x", importing: {} }, "data"),
    ]);
    expect(told).toEqual({ moved: 2, imported: 2, forgotten: 1, changes: [], outputs: [] });
    expect(switchTrial.read({ format_version: "1.2" })).toEqual({
      moved: 0,
      imported: 0,
      forgotten: 0,
      changes: [],
      outputs: [],
    });
  });

  test("names the fields that differ, or that only the apply tells", () => {
    const before = { same: [1, { a: "x" }], other: "x", gone: "x", absent: null, open: "x" };
    const after = { same: [1, { a: "x" }], other: "y", new: "x" };
    const after_unknown = { open: true, computed: true, same: false };
    const fields = ["other", "gone", "open", "new", "computed"];
    expect(read([planned("a.b", ["update"], { before, after, after_unknown })]).changes).toEqual([
      { address: "a.b", kind: "change", fields },
    ]);
    for (const sides of [{ before }, { after }, { before: null, after }]) {
      expect(read([planned("a.b", ["update"], sides)]).changes[0]?.fields).toEqual([]);
    }
  });
});

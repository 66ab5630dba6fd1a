import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import * as z from "zod";

import { Pages } from "../../../src/cli/mcp/pages.ts";
import { toolsIn } from "../../../src/cli/mcp/tools.ts";
import { Workspace } from "../../../src/cli/mcp/workspace.ts";

/** Arguments that aren't paths. List new ones here, or the test tries them as paths. */
const NO_PATHS = [
  "arguments",
  "atLeast",
  "effect",
  "engine",
  "format",
  "function",
  "inputs",
  "kinds",
  "labels",
  "organization",
  "page",
  "person",
  "project",
  "query",
  "references",
  "resource",
  "stack",
];

/** The context of the tools, without a service: a path outside the folder is refused before any request. */
const PAGES = new Pages(join(__dirname, "../../../docs"));
const ENVIRONMENT = { ORGFORM_API_KEY: "phx_none", ORGFORM_HOST: "http://127.0.0.1:9", PATH: "/nowhere" };

let root: string;
let outside: string;

beforeEach(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "orgform-paths-")));
  root = join(folder, "work");
  outside = join(folder, "outside");
  for (const path of [join(root, "inside/deep"), join(outside, "deep")]) mkdirSync(path, { recursive: true });
  writeFileSync(join(outside, "secret.json"), '{"canary": "outside-canary"}');
});
afterEach(() => rmSync(join(root, ".."), { recursive: true, force: true }));

/** Ways out of the folder, each created below it: the link, and the path to use. */
const WAYS: Readonly<Record<string, (link: (name: string, to: string) => void) => string>> = {
  "a link to a file": (link) => (link("file.json", join(outside, "secret.json")), "file.json"),
  "a link to a folder": (link) => (link("away", outside), "away"),
  "a link that is relative": (link) => (link("inside/away", "../../outside"), "inside/away"),
  "what lies in a linked folder": (link) => (link("away", outside), "away/secret.json"),
  "what is not there yet in a linked folder": (link) => (link("away", outside), "away/new"),
  "what is not there yet, some folders below a link": (link) => (
    link("inside/away", outside),
    "inside/away/new/er/est"
  ),
  "a link to what is not there yet": (link) => (link("soon", join(outside, "soon")), "soon"),
  "below a link to what is not there yet": (link) => (link("soon", join(outside, "soon")), "soon/new/deep"),
  "a link to a link": (link) => (link("inside/away", outside), link("twice", "inside/away"), "twice"),
  "a link to a link to what is not there yet": (link) => (
    link("inside/soon", "../../outside/soon"),
    link("twice", "inside/soon"),
    "twice"
  ),
  "a link to the folder above": (link) => (link("up", ".."), "up/outside"),
  "the folder above": () => "../outside",
  "the folder above, by a way round": () => "inside/../../outside/secret.json",
  "a path from the top": () => join(outside, "secret.json"),
};

const workspace = (): Workspace => new Workspace(root, undefined, ENVIRONMENT);

/** Every argument of every tool that is or contains a string, except those that surely aren't paths. */
const PATHS = toolsIn(new Workspace(tmpdir(), undefined, {}), PAGES).flatMap(({ name: tool, inputs }) =>
  Object.entries(inputs.shape)
    .filter(([name, type]) => !NO_PATHS.includes(name) && z.safeParse(type, "x").success)
    .map(([name]) => ({ tool, name })),
);

test("every path of every tool is known", () => {
  expect(PATHS.map(({ tool, name }) => `${tool}.${name}`)).toEqual([
    "plan.folder",
    "drift.folder",
    "drift.stateFile",
    "doctor.stateFile",
    "access.planFile",
    "check.policyFile",
    "check.planFile",
    "check.stateFile",
    "adopt.out",
  ]);
});

async function refusalOf(tool: string, given: Readonly<Record<string, unknown>>): Promise<string> {
  const found = toolsIn(workspace(), PAGES).find(({ name }) => name === tool);
  const call = { signal: new AbortController().signal, report: () => undefined };
  return Promise.resolve(found?.run(given, call)).then(
    (answer) => `answered: ${String(answer)}`,
    (error: unknown) => String(error),
  );
}

test.each(PATHS.flatMap((path) => Object.keys(WAYS).map((way) => ({ ...path, way }))))(
  "$tool.$name leads out by no way: $way",
  async ({ tool, name, way }) => {
    const before = readdirSync(outside, { recursive: true });
    const given = WAYS[way]?.((link, to) => symlinkSync(to, join(root, link))) ?? "";
    const text = await refusalOf(tool, { [name]: given });
    expect(text).toContain(`${given} is outside the server's folder`);
    expect(text).not.toContain("canary");
    expect(readdirSync(outside, { recursive: true })).toEqual(before);
  },
);

test("the rules of a folder that are a link out of it are not read", async () => {
  writeFileSync(join(outside, "rules"), "nonsense");
  symlinkSync(join(outside, "rules"), join(root, "inside/.orgformignore"));
  expect(await refusalOf("drift", { folder: "inside" })).toContain("is outside the server's folder");
});

test("a policy that is a link out of the folder is not read, also where nobody names it", async () => {
  symlinkSync(join(outside, "secret.json"), join(root, "orgform.policy.yaml"));
  const text = await refusalOf("check", {});
  expect(text).toContain("is outside the server's folder");
  expect(text).not.toContain("canary");
});

test("a link that stays in the folder may be named", () => {
  symlinkSync("inside/deep", join(root, "near"));
  symlinkSync("inside/soon", join(root, "later"));
  const paths = ["near", "near/new", "later", "later/new", ".", "inside/..", "..name"];
  expect(paths.map((path) => workspace().path(path))).toEqual(
    ["near", "near/new", "later", "later/new", "", "", "..name"].map((path) => join(root, path)),
  );
  expect(existsSync(join(root, "inside/soon"))).toBe(false);
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "@jest/globals";

import { kebabName, modelName } from "../../../src/model/names.ts";

const MODULES = resolve("src/capabilities");
const TESTS = resolve("test/unit/capabilities");

/** Where the made-up resources of the crash table are declared. */
const MADE_UP = readFileSync(resolve("test/support/boxes/resources.ts"), "utf8");

/** Capabilities that no request of a create, update or delete depends on, or that a table of their own breaks. */
const APART: Readonly<Record<string, string>> = {
  activityLog: "drift alone asks for it",
  askedSecrets: "written programs alone ask for it",
  availability: "it refuses before anything is sent",
  confirmedAbsence: "faults/never-drop",
  defaultCreated: "drift alone asks for it",
  derivedList: "faults/never-drop",
  hiddenRows: "faults/hidden-members",
  incompleteList: "faults/never-drop",
  managedObjects: "claims are made without a request",
  nestedName: "it tells a natural key before anything is sent",
  partitionedList: "the client reads the parts as one list",
  pendingUpdate: "faults/integration-rotation",
  placeholderRow: "faults/never-drop",
  referencedObject: "the engine alone orders a replacement",
  separateLists: "it chooses a list before anything is sent",
  wait: "faults/waiting",
  warnings: "it says something and sends nothing",
};

/** Whether a text imports the capability. */
function imports(text: string, name: string): boolean {
  return [...text.matchAll(/import \{(?<names>[^}]*)\} from "[./]*\/src\/capabilities\//gu)].some(({ groups }) =>
    new RegExp(`\\b${name}\\b`, "u").test(groups?.["names"] ?? ""),
  );
}

/** Capabilities without a test that has their name and imports them. */
function untested(names: readonly string[]): string[] {
  const tests = readdirSync(TESTS);
  return names.filter((name) => {
    const file = `${kebabName(name)}.test.ts`;
    return !tests.includes(file) || !imports(readFileSync(resolve(TESTS, file), "utf8"), name);
  });
}

/** Capabilities that no made-up resource carries through the crash table, and no reason keeps apart. */
function uncrashed(names: readonly string[]): string[] {
  return names.filter((name) => !imports(MADE_UP, name) && APART[name] === undefined);
}

/** The text of each module, by the function that it should export: a module is one capability of its name. */
const modules = new Map(
  readdirSync(MODULES).map((file) => {
    const name = modelName(file.replace(/\.ts$/u, "").replaceAll("-", "_"));
    return [name, readFileSync(resolve(MODULES, file), "utf8")] as const;
  }),
);

const capabilities = [...modules.keys()];

/** The functions that a module exports. */
const exported = (text: string): string[] =>
  [...text.matchAll(/^export (?:async )?function (?<name>\w+)/gmu)].map(({ groups }) => groups?.["name"] ?? "");

/** The names of all hooks, as they are documented. */
const HOOKS = ["capability", "list-capability"]
  .map((file) => readFileSync(resolve(`src/model/hooks/${file}.ts`), "utf8"))
  .map((text) => text.slice(text.indexOf("export interface"), text.indexOf("\n}\n")))
  .flatMap((text) =>
    [...text.matchAll(/^ {2}readonly (?<hook>\w+)\?:/gmu)].map(({ groups }) => groups?.["hook"] ?? ""),
  );

/**
 * What is wrong with the places that a module names: one of its hooks has to run in each source, and its test has to be
 * named as well.
 */
function misplaced(name: string, text: string): string[] {
  const places = [...text.matchAll(/@see (?<place>\S+)/gu)].map(({ groups }) => groups?.["place"] ?? "");
  const hooks = HOOKS.filter((hook) => new RegExp(`readonly ${hook}\\??:`, "u").test(text));
  const isUse = (place: string): boolean =>
    existsSync(place) && hooks.some((hook) => new RegExp(`\\b${hook}\\b`, "u").test(readFileSync(place, "utf8")));
  const sources = places.filter((place) => place.startsWith("src/"));
  return [
    ...(sources.length === 0 ? ["names no place that runs it"] : []),
    ...sources.filter((place) => !isUse(place)),
    ...(places.includes(`test/unit/capabilities/${kebabName(name)}.test.ts`) ? [] : ["does not name its test"]),
  ];
}

test("a module is one capability: its function has the name of the file", () => {
  for (const [name, text] of modules) expect(exported(text)).toEqual([name]);
});

test("every capability says which files run its hooks, and which test shows it", () => {
  expect(HOOKS.length).toBeGreaterThan(40);
  for (const [name, text] of modules) expect([name, ...misplaced(name, text)]).toEqual([name]);
});

test("every capability has a test of its own, against a made-up resource", () => {
  expect(capabilities.length).toBeGreaterThan(0);
  expect(untested(capabilities)).toEqual([]);
});

test("every capability is in the crash table, or it is known why not", () => {
  expect(uncrashed(capabilities)).toEqual([]);
  expect(Object.keys(APART).filter((name) => imports(MADE_UP, name))).toEqual([]);
  expect(Object.keys(APART).filter((name) => !capabilities.includes(name))).toEqual([]);
});

/** A value that stands for anything that a capability reads from its rules. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_of, key) => (key === Symbol.iterator ? undefined : anything),
});

const moduleNames = readdirSync(MODULES).map((file) => file.replace(/\.ts$/u, ""));

test.each(moduleNames)("what %s makes has the name of its function, in words", async (module) => {
  // The modules of capabilities export functions that take rules, and constants.
  const exported = Object.entries<unknown>(await import(`../../../src/capabilities/${module}.ts`));
  const names = exported.flatMap(([name, make]) => {
    if (typeof make !== "function") return [];
    const { name: words } = make(anything);
    return [[kebabName(name), words.replaceAll(" ", "-")]];
  });
  expect(names.length).toBeGreaterThan(0);
  expect(names.map(([, words]) => words)).toEqual(names.map(([name]) => name));
});

test("one without a test, and one without a crash, is noticed", () => {
  expect(untested([...capabilities, "planted"])).toEqual(["planted"]);
  expect(uncrashed([...capabilities, "planted"])).toEqual(["planted"]);
});

/** Sources that ask a resource for a hook. */
const asking = (sources: Readonly<Record<string, string>>): string[] =>
  Object.entries(sources).flatMap(([file, text]) => (/\b(?:hookOf|listHookOf)\(/u.test(text) ? [file] : []));

test("no engine asks for a capability: the driver answers", () => {
  const files = readdirSync("src/engines", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const sources = files.map((file) => [file, readFileSync(resolve("src/engines", file), "utf8")] as const);
  expect(sources.length).toBeGreaterThan(100);
  expect(asking(Object.fromEntries(sources))).toEqual([]);
  expect(asking({ "planted.ts": 'const once = hookOf(definition, "shownOnce");' })).toEqual(["planted.ts"]);
});

test("a place that runs none of its hooks, or does not exist, is noticed", () => {
  const text = (...places: string[]) =>
    `${places.map((place) => ` * @see ${place}`).join("\n")}\nexport function quota(): { readonly quota: Quota } {}\n`;
  const own = "test/unit/capabilities/quota.test.ts";
  expect(misplaced("quota", text("src/driver/hooks/quota.ts", own))).toEqual([]);
  expect(misplaced("quota", text("src/driver/poll.ts", "src/driver/gone.ts", own))).toEqual([
    "src/driver/poll.ts",
    "src/driver/gone.ts",
  ]);
  expect(misplaced("quota", text())).toEqual(["names no place that runs it", "does not name its test"]);
});

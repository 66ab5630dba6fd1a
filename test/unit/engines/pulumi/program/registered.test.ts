import { createRequire } from "node:module";

import { beforeEach, afterEach, describe, expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";

import { served } from "../../../../../src/app/served.ts";
import { SETTINGS } from "../../../../../src/app/settings.ts";
import { functions } from "../../../../../src/catalog/functions/index.ts";
import { isAction } from "../../../../../src/model/action.ts";
import { ADOPT, type AnyResource, fieldsOf } from "../../../../../src/model/definition.ts";
import { deletesBeforeReplacement } from "../../../../../src/model/hook-of.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import { kebabName } from "../../../../../src/model/names.ts";
import { secretPaths } from "../../../../../src/model/secret-texts.ts";
import * as dynamic from "../../../../../src/pulumi.ts";
import * as plugin from "../../../../../src/pulumi-plugin.ts";

/** What marks a secret, and its kind. @source pulumi sdk/nodejs/runtime/rpc.ts */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

interface Request {
  setName(name: string): Request;
  getName(): string;
  getType(): string;
  getObject(): { toJavaScript(): Record<string, unknown> };
  getAdditionalsecretoutputsList(): string[];
  getDeletebeforereplace(): boolean;
  getAliasesList(): { getSpec(): { getType(): string } | undefined }[];
}
const { RegisterResourceRequest } = createRequire(__filename)("@pulumi/pulumi/proto/resource_pb.js") as {
  RegisterResourceRequest: { prototype: Request };
};
const { setName } = RegisterResourceRequest.prototype;

/** The registrations of a program, by the name of the resource. */
const registered = new Map<string, Request>();

beforeEach(async () => {
  registered.clear();
  RegisterResourceRequest.prototype.setName = function (name) {
    registered.set(name, this);
    return setName.call(this, name);
  };
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: { ...inputs } }),
    call: ({ token, inputs }) => ({ token, inputs, items: [{ a: token }, { a: inputs }] }),
  });
});
afterEach(() => {
  RegisterResourceRequest.prototype.setName = setName;
  pulumi.runtime.setAllConfig({}, []);
});

type Class = new (name: string, args?: object, options?: pulumi.CustomResourceOptions) => pulumi.Resource;

const settled = (resource: pulumi.Resource): Promise<unknown> =>
  new Promise((resolve) => void resource.urn.apply(resolve));

/** What the engine gets of a resource with these arguments. */
async function registrationOf(Resource: Class, args: object) {
  const resource = new Resource("x", args, {});
  await settled(resource);
  const request = registered.get("x");
  if (request === undefined) throw new Error("The program registers nothing");
  return {
    resource,
    type: request.getType(),
    inputs: request.getObject().toJavaScript(),
    secretOutputs: request.getAdditionalsecretoutputsList(),
    deletesFirst: request.getDeletebeforereplace(),
    aliases: request.getAliasesList().map((one) => one.getSpec()?.getType()),
  };
}

/** A value without the marks of secrets, which the engine takes off. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  if (Reflect.get(value, SIGNATURE) === SECRET) return plain(Reflect.get(value, "value"));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

const isSealed = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Reflect.get(value, SIGNATURE) === SECRET;

/** The paths of what is sealed in a value, from the outside. */
function sealedIn(value: unknown, at: readonly string[] = []): string[] {
  if (isSealed(value)) return [at.join(".")];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => sealedIn(inner, [...at, name]));
}

/** Arguments with a value at each of these paths. */
const valuesAt = (paths: readonly (readonly string[])[]): Values =>
  Object.fromEntries(
    [...new Set(paths.map(([step = ""]) => step))].map((step) => {
      const rest = paths.filter(([one]) => one === step).map((path) => path.slice(1));
      return [step, rest.some(({ length }) => length === 0) ? "canary" : valuesAt(rest)];
    }),
  );

const ENGINES = [
  ["dynamic", dynamic, (name: string) => `pulumi-nodejs:dynamic/orgform:${name}`],
  ["plugin", plugin, (name: string) => `orgform:index:${name}`],
] as const;

describe.each(ENGINES)("with the engine's %s", (engine, entry, tokenOf) => {
  const classOf = ({ name }: AnyResource): Class => Reflect.get(entry, name) as Class;

  describe.each(served.map((definition) => [definition.name, definition] as const))(
    "a program's %s",
    (name, definition) => {
      const inputs = fieldsOf(definition, "inputs").map(([field]) => field);
      const outputs = fieldsOf(definition, "outputs").map(([field]) => field);
      const given = secretPaths(definition).filter(([root = ""]) => inputs.includes(root));

      test("is known to the engine by its type, has what the program gives, and is replaced in its order", async () => {
        const args = { ...definition.example };
        const told = await registrationOf(classOf(definition), args);
        const own =
          engine === "dynamic"
            ? { __provider: `exports.handler = () => require("orgform/dyn/${kebabName(name)}.cjs");` }
            : {};
        expect([told.type, plain(told.inputs)]).toEqual([tokenOf(name), { ...args, ...own }]);
        expect(told.deletesFirst).toBe(deletesBeforeReplacement(definition));
        expect(told.aliases).toEqual(engine === "plugin" ? [`pulumi-nodejs:dynamic/orgform:${name}`] : []);
        expect(Object.keys(told.resource)).toEqual(
          expect.arrayContaining([...inputs, ...outputs].filter((field) => field !== ADOPT)),
        );
        expect(classOf(definition).name).toBe(name);
        expect("get" in classOf(definition)).toBe(!isAction(definition));
      });

      if (given.length === 0) return;

      test("is a secret where it has one: the plugin's at its place, of a dynamic resource the whole property", async () => {
        const [first = []] = given;
        const whole = given.filter(({ length }) => length === 1).map(([root = ""]) => root);
        for (const paths of [given, [first]]) {
          const args = valuesAt(paths);
          const told = await registrationOf(classOf(definition), args);
          const opened =
            engine === "dynamic" ? paths.filter(({ length }) => length > 1).map(([root = ""]) => root) : [];
          const places = engine === "dynamic" ? paths.map(([root = ""]) => root) : paths.map((path) => path.join("."));
          expect(sealedIn(told.inputs).toSorted()).toEqual([...new Set(places)].toSorted());
          expect(plain(told.inputs)).toMatchObject(args);
          const secret = told.secretOutputs.filter((name) => given.some(([root]) => root === name));
          expect(secret.toSorted()).toEqual([...new Set([...whole, ...opened])].toSorted());
        }
      });

      test("is a secret as a whole if its value comes later, and none where it has nothing", async () => {
        const roots = [...new Set(given.map(([root = ""]) => root))];
        for (const later of [pulumi.output({ a: 1 }), Promise.resolve({ a: 1 })]) {
          const told = await registrationOf(
            classOf(definition),
            Object.fromEntries(roots.map((root) => [root, later])),
          );
          expect(sealedIn(told.inputs).toSorted()).toEqual(roots.toSorted());
          expect(plain(told.inputs)).toMatchObject(Object.fromEntries(roots.map((root) => [root, { a: 1 }])));
        }
        const inside = given.filter(({ length }) => length > 1).map(([root]) => [root, null] as const);
        const told = await registrationOf(classOf(definition), Object.fromEntries(inside));
        expect(sealedIn(told.inputs)).toEqual([]);
      });
    },
  );

  test("a look-up takes an ID and no arguments", async () => {
    const found = entry.Domain.get("found", "o1/d1");
    await settled(found);
    expect(await new Promise((resolve) => void found.id.apply(resolve))).toBe("o1/d1");
    expect(registered.has("found")).toBe(false);
  });

  describe("a provider of its own", () => {
    const prefix = engine === "dynamic" ? "orgform:" : "";
    const text = (kind: string): unknown => (kind === "boolean" ? true : kind === "text" ? "é|x" : 7);
    const all = Object.fromEntries(SETTINGS.map(({ name, kind }) => [name, text(kind)]));
    const texts = Object.fromEntries(Object.entries(all).map(([name, value]) => [`${prefix}${name}`, String(value)]));
    const config = Object.fromEntries(Object.entries(all).map(([name, value]) => [`orgform:${name}`, String(value)]));
    const type = engine === "dynamic" ? "pulumi:providers:pulumi-nodejs" : "pulumi:providers:orgform";

    test.each([
      ["the program's settings", all, { "orgform:host": "https://other.example" }, texts],
      ["those of the stack", {}, config, texts],
      ["no settings, where there are none", undefined, {}, {}],
    ])("has %s, as texts, and its key is a secret", async (_whose, args, configured, shown) => {
      pulumi.runtime.setAllConfig(configured, []);
      const told = await registrationOf(entry.Provider, args as object);
      expect([told.type, plain(told.inputs)]).toEqual([type, shown]);
      expect(sealedIn(told.inputs)).toEqual(
        "apiKey" in { ...args } || "orgform:apiKey" in configured ? [`${prefix}apiKey`] : [],
      );
    });
  });

  test("there is a call of every function, and one as an output", () => {
    const names = functions.flatMap(({ name }) => [name, `${name}Output`]);
    for (const name of names) expect([name, Reflect.get(entry, name)]).toEqual([name, expect.any(Function)]);
    expect(names.filter((name) => (Reflect.get(entry, name) as { name: string }).name !== name)).toEqual([]);
  });
});

test("the plugin's functions are invoked by their names, and their rows come one after the other", async () => {
  const args = { projectId: "7" };
  expect(await plugin.getOrganization({ organizationId: "o1" })).toMatchObject({
    token: "orgform:index:getOrganization",
    inputs: { organizationId: "o1" },
  });
  const rows: unknown[] = [];
  for await (const row of plugin.listPersons(args)) rows.push(row);
  expect(rows).toEqual([{ a: "orgform:index:listPersons" }, { a: args }]);
});

describe("a key in the stack's configuration", () => {
  const key = "orgform:apiKey";
  test.each([
    ["dynamic", "pulumi", { [key]: "phx_canary" }, [], "configuration and state"],
    ["plugin", "pulumi-plugin", { [key]: "phx_canary" }, [], "configuration"],
    ["plugin", "pulumi-plugin", { [key]: "phx_canary" }, [key], undefined],
    ["plugin", "pulumi-plugin", { "orgform:host": "https://a.example" }, [], undefined],
  ])("is warned of once if it is readable: %s, %s, %j, %j", async (_engine, entry, config, secrets, places) => {
    const warnings: unknown[] = [];
    await jest.isolateModulesAsync(async () => {
      const sdk = await import("@pulumi/pulumi");
      await sdk.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) });
      sdk.runtime.setAllConfig(config, secrets);
      const warn = jest.spyOn(sdk.log, "warn").mockImplementation((text) => Promise.resolve(void warnings.push(text)));
      const { Domain } = (await import(`../../../../../src/${entry}.ts`)) as typeof plugin;
      for (const name of ["a", "b"]) {
        const made = new Domain(name, { organizationId: "o1", domain: "a.example" });
        await new Promise((resolve) => void made.urn.apply(resolve));
      }
      warn.mockRestore();
    });
    expect(warnings).toEqual(
      places === undefined
        ? []
        : [
            `The API key is in plain text in this stack's ${places}. Run \`pulumi config set --secret orgform:apiKey <key>\`, then replace the key: it has been readable.`,
          ],
    );
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";

import { fromEngine, toEngine } from "../../../../../src/engines/pulumi/plugin/values.ts";
import { functions } from "../../../../../src/catalog/functions/index.ts";
import type { AnyFunction } from "../../../../../src/model/function.ts";
import type { Values } from "../../../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../../../src/model/unknown.ts";
import { PluginProcess } from "../../../../support/plugin-process.ts";
import { startWorld, type World, writesOf } from "../../../../support/scenario-world.ts";

let world: World;
let plugin: PluginProcess;

beforeAll(async () => {
  world = await startWorld("documented");
});
beforeEach(async () => {
  plugin = new PluginProcess();
  await plugin.configure({ host: world.sandbox.host, apiKey: world.apiKey, organizationId: world.organizationId });
  await plugin.call("Handshake", { engineAddress: "", invokeWithPreview: true });
  await plugin.call("Configure", {
    args: { host: world.sandbox.host, apiKey: world.apiKey, organizationId: world.organizationId },
  });
  world.sandbox.control.clearRequests();
});
afterAll(() => world.sandbox.close());

const invoke = (name: string, args: Values, further: Values = {}) =>
  plugin.call("Invoke", { tok: `orgform:call:${name}`, args, ...further });
const opened = (message: Readonly<Record<string, unknown>>) => fromEngine(message["return"] as Values);

/** Arguments of a typical call, with a confirmation if needed. */
function typical({ example, confirmation }: AnyFunction): Values {
  const args = example as Values;
  return { ...args, ...(confirmation === undefined ? {} : { confirm: confirmation(args).words }) };
}

const ERASURE = { projectId: "@current", distinctIds: ["ada", "grace"], confirm: "2" };

describe.each(functions.filter(({ effect }) => effect !== "read"))("$name", (definition) => {
  test("gives its plan in a preview, and sends nothing", async () => {
    const args = { ...typical(definition), onEveryRun: true };
    const { values } = opened(await invoke(definition.name, args, { preview: true }));
    expect(values).toEqual({ planned: true, plan: expect.stringMatching(/^would \w+/u) });
    expect(world.sandbox.control.requests()).toEqual([]);
  });

  test.each([true, false])("is refused without permission, and names what runs once (preview: %p)", async (preview) => {
    const name = definition.name.slice(0, 1).toUpperCase() + definition.name.slice(1);
    await expect(invoke(definition.name, typical(definition), { preview })).rejects.toThrow(
      new RegExp(`writes, and Orgform can't tell[^]*the resource ${name}, which runs once`, "u"),
    );
    expect(world.sandbox.control.requests()).toEqual([]);
  });
});

test("writes where the program allows it, and gives what came of it", async () => {
  const { values } = opened(await invoke("bulkDeletePersons", { ...ERASURE, onEveryRun: true }));
  expect(values).toMatchObject({ planned: false, requested: 2 });
  expect(writesOf(world)).toHaveLength(1);
});

test("says by path what is wrong with arguments, in a preview already and before any request", async () => {
  const reasons = async (args: Values): Promise<unknown> => (await invoke("bulkDeletePersons", args))["failures"];
  expect(await reasons({ ...ERASURE, confirm: "3" })).toEqual([
    { property: "", reason: expect.stringMatching(/^confirm: must be "delete 2 persons" or "2"/u) },
  ]);
  expect(await reasons({ ...ERASURE, distinctIds: [""] })).toMatchObject([
    { reason: expect.stringMatching(/^distinctIds\[0\]: /u) },
  ]);
  expect(world.sandbox.control.requests()).toEqual([]);
});

test("writes for no engine that does not tell a preview from an update", async () => {
  await plugin.call("Handshake", { engineAddress: "" });
  await expect(invoke("bulkDeletePersons", { ...ERASURE, onEveryRun: true })).rejects.toThrow(
    /doesn't tell the provider whether it runs a preview/u,
  );
  expect(world.sandbox.control.requests()).toEqual([]);
});

test("gives rows as items, as many as are wanted", async () => {
  const { values } = opened(await invoke("listOrganizations", { limit: 1 }));
  expect(values).toEqual({ items: [expect.objectContaining({ name: "Acme", id: world.organizationId })] });
});

test("makes no call while an argument is unknown", async () => {
  await expect(invoke("getPerson", toEngine({ projectId: "1", personId: UNKNOWN }))).rejects.toThrow(
    /called before its arguments are known/u,
  );
});

test("keeps secret what came out of a secret, and what is one", async () => {
  const secret = toEngine({ ...ERASURE, onEveryRun: true }, [["distinctIds"]]);
  expect(opened(await invoke("bulkDeletePersons", secret)).secrets).toEqual(expect.arrayContaining([["items"]]));
  const definition = functions.find(({ name }) => name === "resetProjectToken")!;
  const [project] = world.sandbox.control.snapshot().tables["projects"] as unknown as { number: number }[]; // -- a row of that table
  const own = { organizationId: world.organizationId, projectId: String(project?.number), onEveryRun: true };
  const confirm = definition.confirmation?.(own).words;
  const answer = opened(await invoke("resetProjectToken", { ...own, confirm }));
  expect(answer).toMatchObject({ secrets: [["apiToken"]], values: { apiToken: expect.any(String) } });
});

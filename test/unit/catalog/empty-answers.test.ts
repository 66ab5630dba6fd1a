import { expect, test } from "@jest/globals";

import { functions } from "../../../src/catalog/functions/index.ts";
import { checkArguments, confirmedExample } from "../../../src/model/function.ts";

/** What a read of any object shows. */
const SHOWN = {
  paused: true,
  properties: {},
  distinct_ids: ["ada@acme.example"],
  api_token: "phc_1",
  inputs: {},
  inputs_schema: [],
};

/** A service that carries out every write without an answer, and has nothing in its lists. */
const api = new Proxy(
  {},
  {
    get: () =>
      new Proxy(
        {},
        {
          get: (_noun, call) => () =>
            call === "list" ? { all: () => Promise.resolve([]) } : Promise.resolve(call === "get" ? SHOWN : undefined),
        },
      ),
  },
);

const options = { served: async (_route: string, ask: () => Promise<unknown>) => ({ answer: await ask() }) };
const call = { api, options, pageSize: 100, progress: () => undefined, now: () => 0, sleep: () => Promise.resolve() };

const itemsWith = (outcome: string, key: string) =>
  ["ada@acme.example", "grace@acme.example"].map((one) => ({ [key]: one, outcome }));

/** The result of each write, if the service says only that it carried the request out. */
const RESULTS: Readonly<Record<string, unknown>> = {
  addProductIntent: { outcome: "noted" },
  backfillBatchExport: {},
  bulkCreateInvites: { items: itemsWith("invited", "email") },
  bulkDeletePersons: { requested: 2, items: itemsWith("accepted", "id") },
  checkPluginForUpdates: {},
  completeProductOnboarding: { outcome: "noted" },
  deletePerson: { outcome: "deleted" },
  deletePersonProperty: { outcome: "visible" },
  pauseBatchExport: { paused: true },
  resetProjectToken: { apiToken: "phc_1" },
  retryProxyRecord: { status: "waiting" },
  splitPerson: { outcome: "accepted" },
  testHogFunction: { status: "success", logs: [], errors: [] },
  unpauseBatchExport: { paused: false },
  updatePerson: { outcome: "accepted" },
  updatePersonProperty: { outcome: "accepted" },
  updatePluginSource: {},
  upgradePlugin: {},
  verifyDomain: {},
};

const writes = functions.filter(({ effect }) => effect !== "read");

test.each(writes)("$name has a result, though the service answers nothing", async (definition) => {
  const { inputs } = checkArguments(definition, confirmedExample(definition), { howToSet: String });
  const args = "visibleWithinSeconds" in inputs ? { ...inputs, visibleWithinSeconds: 0 } : inputs;
  const result: unknown = await definition.run?.(args, call as never); // -- all that functions use
  // Absent and undefined are the same.
  expect(JSON.parse(JSON.stringify(result))).toEqual(RESULTS[definition.name]);
});

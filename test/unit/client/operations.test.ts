import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { CALLS_AFTER_CONTRACT } from "../../../scripts/operations/reach.ts";
import { CLIENT_OPERATIONS } from "../../support/operations/client-operations.ts";
import { filledPath } from "../../support/operations/operation.ts";
import type { Step } from "../../support/scripted-server.ts";
import { openApi } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

let fixture: ApiFixture;
let next: Step = { status: 599 };
beforeAll(async () => (fixture = await openApi(() => next)));
afterAll(() => fixture.close());

/** Runs one call against one response. Returns its result and the request. */
async function run(operation: (typeof CLIENT_OPERATIONS)[number], step: Step) {
  const before = fixture.server.requests.length;
  next = step;
  const result = await operation.run(fixture.api);
  const sent = fixture.server.requests.slice(before).map(({ method, path }) => `${method} ${path.split("?")[0]}`);
  return { result, sent };
}

const rows = CLIENT_OPERATIONS.map((operation) => [operation.method, operation.path, operation] as const);

describe("the table of operations", () => {
  it("has the 141 of the contracts, each once and each with a call of its own", () => {
    expect(new Set(CLIENT_OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(141);
    expect(new Set(CLIENT_OPERATIONS.map(({ call }) => call)).size).toBe(141);
    expect(CLIENT_OPERATIONS).toHaveLength(141);
  });

  it("names calls that the client has, and every one of them", () => {
    const calls = Object.entries(fixture.api).flatMap(([noun, api]: [string, object | (() => void)]) =>
      typeof api === "object" && noun !== "account" ? Object.keys(api).map((call) => `${noun}.${call}`) : [],
    );
    expect(CLIENT_OPERATIONS.map(({ call }) => call).sort()).toEqual(calls.filter((call) => !BESIDE.has(call)).sort());
  });
});

/**
 * Calls that aren't operations of the contract: the last result of a list, a search in a list, and routes after the
 * contract.
 */
const BESIDE = new Set([
  "members.search",
  "accessControls.list",
  "accessControls.put",
  "proxyRecords.quota",
  "batchExports.createBackfill",
  "projects.getByNumber",
  "projects.activityLog",
  "organizations.activityLog",
  "hogFunctions.list",
  "hogFunctions.create",
  "hogFunctions.update",
  "hogFunctions.delete",
  ...["create", "delete", "get", "list", "update"].map((call) => `identityProviders.${call}`),
  "integrations.list",
  "integrations.get",
  "integrations.create",
  "integrations.delete",
  ...CALLS_AFTER_CONTRACT,
]);

describe.each(rows)("%s %s", (_method, _path, operation) => {
  it("is one request of this method to this path, and its answer is read whole", async () => {
    const [status, body] = operation.answer;
    const { result, sent } = await run(operation, { status, body });
    expect(sent).toEqual([`${operation.method} ${filledPath(operation)}`]);
    expect(result).toEqual(operation.result);
  });
});

describe.each(rows.filter(([, , { empty }]) => empty !== undefined))("%s %s", (_method, _path, operation) => {
  it("is a success without a body, as the contract shows it or because it is a write", async () => {
    const { result } = await run(operation, { status: 200 });
    expect([result]).toEqual(operation.empty);
  });
});

describe.each(rows.filter(([, , { empty }]) => empty === undefined))("%s %s", (_method, _path, operation) => {
  it("is no success without a body", async () => {
    await expect(run(operation, { status: 200 })).rejects.toMatchObject({ code: "answer_empty" });
  });
});

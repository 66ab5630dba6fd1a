import { expect, test } from "@jest/globals";

import { organizationLog } from "../../../src/catalog/resources/organization/organization-log.ts";
import type { Api } from "../../../src/client/client.ts";
import type { CallContext } from "../../../src/model/call-context.ts";
import { apiError } from "../../support/fake-service.ts";

const ENTRY = {
  user: { first_name: "Ann", email: "ann@acme.example" },
  activity: "updated",
  scope: "Role",
  item_id: "r1",
  detail: { changes: [{ field: "name" }] },
  client: "orgform",
  created_at: "2026-11-26T08:00:00Z",
};
const READ = {
  object: "r1",
  by: "ann@acme.example",
  at: "2026-11-26T08:00:00Z",
  client: "orgform",
  fields: ["name"],
};

let hosts = 0;

/** Looks with a client each at one service, as a watcher takes them. Each service has a host of its own. */
function service(answer: () => unknown) {
  hosts += 1;
  const host = `https://service-${hosts}.example`;
  const asked: string[] = [];
  const activityLog = async function* (organizationId: string) {
    asked.push(organizationId);
    const entry = answer();
    if (entry instanceof Error) throw entry;
    yield entry;
  };
  const served = async (_route: string, ask: () => Promise<unknown>) =>
    answer() === undefined ? undefined : { answer: await ask() };
  const look = (organizationId: string): Promise<unknown> => {
    const api = { host, organizations: { activityLog } } as unknown as Api; // -- the log asks nothing else
    const call = { served } as unknown as CallContext; // -- as above
    return organizationLog.activity.list(api, { organizationId }, call);
  };
  return { look, asked };
}

test("each look reads the log of an organization, with the client's own name for itself", async () => {
  const { look, asked } = service(() => ENTRY);
  expect([await look("o1"), await look("o1")]).toEqual([[READ], [READ]]);
  expect(asked).toEqual(["o1", "o1"]);
});

test.each([
  ["that the plan doesn't include", apiError({ category: "quota", status: 402 })],
  ["that the key can't read", apiError({ category: "permission", status: 403 })],
])("a log %s is asked for once, and other organizations have theirs", async (_what, error) => {
  let answer: unknown = error;
  const { look, asked } = service(() => answer);
  await expect(look("o1")).rejects.toBe(error);
  answer = ENTRY;
  expect(await look("o1")).toBeUndefined();
  expect(await look("o2")).toEqual([READ]);
  expect(asked).toEqual(["o1", "o2"]);
});

test("a log that failed for another reason is asked for again", async () => {
  const error = apiError({ category: "unavailable", status: 503 });
  const { look, asked } = service(() => error);
  await expect(look("o1")).rejects.toBe(error);
  await expect(look("o1")).rejects.toBe(error);
  expect(asked).toEqual(["o1", "o1"]);
});

test("a log that the service doesn't have is not asked for again", async () => {
  const answers: unknown[] = [];
  const { look, asked } = service(() => answers[0]);
  expect(await look("o1")).toBeUndefined();
  answers.push(ENTRY);
  expect(await look("o1")).toBeUndefined();
  expect(asked).toEqual([]);
});

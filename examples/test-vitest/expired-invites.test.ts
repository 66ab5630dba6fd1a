import { startTestSandbox, type TestSandbox } from "@orgform/sandbox/testing";
import { type Api, createClient } from "orgform";
import { afterEach, beforeEach, expect, test } from "vitest";

import { removeExpiredInvites } from "./expired-invites.js";

let sandbox: TestSandbox;
let client: Api;

beforeEach(async () => {
  sandbox = await startTestSandbox();
  client = createClient({ host: sandbox.host, apiKey: sandbox.apiKey });
});

afterEach(async () => {
  await client.close();
  await sandbox.close();
});

test("removes only the invites that have expired", async () => {
  await client.invites.create(sandbox.organizationId, { target_email: "ada@acme.example" });
  sandbox.advance({ days: 4 });
  await client.invites.create(sandbox.organizationId, { target_email: "grace@acme.example" });
  sandbox.forget();

  expect(await removeExpiredInvites(client, sandbox.organizationId)).toEqual(["ada@acme.example"]);
  expect(sandbox.requests({ method: "DELETE", path: "/invites/" })).toHaveLength(1);
});

test("writes nothing if no invite has expired", async () => {
  await client.invites.create(sandbox.organizationId, { target_email: "ada@acme.example" });
  sandbox.forget();

  expect(await removeExpiredInvites(client, sandbox.organizationId)).toEqual([]);
  expect(sandbox.writes()).toEqual([]);
});

test("finishes if the connection breaks after a delete", async () => {
  await client.invites.create(sandbox.organizationId, { target_email: "ada@acme.example" });
  sandbox.advance({ days: 4 });
  sandbox.control.addFault({ kind: "reset-after", method: "DELETE" });

  expect(await removeExpiredInvites(client, sandbox.organizationId)).toEqual(["ada@acme.example"]);
});

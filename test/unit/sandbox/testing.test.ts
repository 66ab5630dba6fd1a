import { expect, test } from "@jest/globals";

import { startTestSandbox } from "../../../packages/sandbox/src/testing/index.ts";
import { runSandboxCommand } from "../../../packages/sandbox/src/command/index.ts";

test("a test starts a sandbox, lets time pass, and asks what was sent", async () => {
  const sandbox = await startTestSandbox();
  try {
    const {
      ORGFORM_HOST: host = "",
      ORGFORM_API_KEY: key = "",
      ORGFORM_ORGANIZATION_ID: id = "",
    } = sandbox.environment;
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const send = (method: string, path: string, body?: object) =>
      fetch(`${host}/api/organizations/${id}/${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    await send("GET", "");
    expect(sandbox.writes()).toEqual([]);
    await send("POST", "invites/", { target_email: "ann@acme.example", level: 1 });
    expect(sandbox.writes()).toMatchObject([{ method: "POST", status: 201 }]);
    expect(sandbox.requests({ method: "POST", path: /\/invites\/$/u })).toHaveLength(1);
    expect(sandbox.requests({ path: "/domains/" })).toEqual([]);
    const before = Date.parse(sandbox.control.clock().now);
    sandbox.advance({ days: 4, minutes: 1 });
    expect(Date.parse(sandbox.control.clock().now) - before).toBeGreaterThanOrEqual((4 * 86_400 + 60) * 1_000);
    const { results } = (await (await send("GET", "invites/")).json()) as { results: { is_expired: boolean }[] };
    expect(results.map((one) => one.is_expired)).toContain(true);
    sandbox.forget();
    expect(sandbox.requests()).toEqual([]);
    expect(() => sandbox.advance({ hours: -1 })).toThrow("found hours: -1.");
  } finally {
    await sandbox.close();
  }
});

test.each([
  [
    `node -e "process.exit(process.env.ORGFORM_HOST.startsWith('http://127.0.0.1:') && process.env.ORGFORM_API_KEY ? 7 : 1)"`,
    7,
  ],
  ["node -e 0", 0],
])("a command runs beside the sandbox, which returns its exit code: %s", async (command, code) => {
  expect(await runSandboxCommand(["--exec", command])).toBe(code);
});

test.each([
  [["--exec="], "--exec is empty"],
  [["--exec", "true", "--json"], "Leave out one of them"],
])("%j is refused", async (flags, message) => {
  await expect(runSandboxCommand(flags)).rejects.toThrow(message);
});

import { expect, test } from "@jest/globals";

import { startSandbox } from "../../../packages/sandbox/src/index.ts";

test("sandboxOnly: each request waits for the configured time", async () => {
  const sandbox = await startSandbox({ latencyMs: 80 });
  try {
    const { host, apiKey } = sandbox;
    const timeOf = async (path: string): Promise<number> => {
      const began = performance.now();
      const answer = await fetch(`${host}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } });
      expect(answer.status).toBe(200);
      return performance.now() - began;
    };
    expect(await timeOf("/api/organizations/")).toBeGreaterThan(75);
    sandbox.control.changeSettings({ latencyMs: 0 });
    expect(sandbox.control.settings().latencyMs).toBe(0);
    expect(await timeOf("/api/organizations/")).toBeGreaterThan(0);
  } finally {
    await sandbox.close();
  }
});

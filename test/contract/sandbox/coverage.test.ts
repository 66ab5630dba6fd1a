import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { coverage } from "../../../packages/sandbox/src/coverage.ts";
import type { CoverageEntry } from "../../../packages/sandbox/src/coverage.ts";
import { ROUTER } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { type Fixture, openFixture } from "./client.ts";

const file = JSON.parse(readFileSync(join(__dirname, "../../../packages/sandbox/src/coverage.json"), "utf8")) as {
  total: number;
  served: number;
  operations: CoverageEntry[];
};

describe("sandboxOnly: coverage.json", () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture();
  });
  afterAll(() => fixture.close());

  test("lists the 141 operations of the contract, and how many are served", () => {
    expect(file.operations).toEqual(JSON.parse(JSON.stringify(coverage(ROUTER))));
    const served = file.operations.filter((entry) => entry.state === "served").length;
    expect([file.total, file.operations.length, file.served]).toEqual([141, 141, served]);
  });

  test("states for every operation what the server really does", async () => {
    const disagreeing: string[] = [];
    for (const { method, path, state, reason } of file.operations) {
      const real = path.replace(":organization_id", fixture.sandbox.organizationId).replace(/:\w+/g, "1");
      const answer = await fixture.call(method, real, method === "GET" ? undefined : {}, { key: "phx_unknown" });
      const isRefused = answer.status === 501 && answer.json.code === "not_implemented";
      const givesReason = isRefused && String(answer.json.detail).endsWith(String(reason));
      if (state === "refused" ? !givesReason : answer.status !== 401) disagreeing.push(`${method} ${path}`);
    }
    expect(disagreeing).toEqual([]);
  });
});

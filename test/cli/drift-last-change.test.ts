import { expect, jest, test } from "@jest/globals";

import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine } from "../support/engine-under-test.ts";
import { driftReport } from "../support/drift-report.ts";
import { FOUNDER, startWorld } from "../support/scenario-world.ts";
import { pulumiState, type StoredObject } from "../support/state-files.ts";

jest.setTimeout(60_000);

const [dynamic] = ENGINES as [Engine];

test("drift of a service of 2026 tells by its logs who changed a project, and with what", async () => {
  const world = await startWorld("2026-09");
  try {
    const { organizationId, sandbox } = world;
    world.settleIn(organizationId);
    const run = world.start(dynamic);
    const stored: StoredObject[] = [];
    for (const [resource, name, declared] of [
      ["Project", "web", { name: "Web", timezone: "UTC", productDescription: "A shop" }],
      ["Project", "app", { name: "App", timezone: "UTC" }],
      ["Role", "first", { name: "First" }],
      ["Role", "second", { name: "Second" }],
    ] as const) {
      const { inputs } = await run.check(resource, undefined, { organizationId, ...declared });
      stored.push({ resource, name, inputs, entry: await run.create(resource, inputs) });
    }
    const idOf = (index: number): string => stored[index]?.entry.id.split("/").at(-1) ?? "";
    const change = async (path: string, body: object, client?: string): Promise<void> => {
      const { status } = await fetch(`${sandbox.host}/api/${path}`, {
        method: "PATCH",
        headers: {
          authorization: `Bearer ${world.apiKey}`,
          "content-type": "application/json",
          ...(client === undefined ? {} : { "x-posthog-client": client }),
        },
        body: JSON.stringify(body),
      });
      expect(status).toBe(200);
    };
    await change(`projects/${idOf(0)}/`, { product_description: "A bank" }, "mcp");
    // Newer entries change nothing that is declared.
    await change(`projects/${idOf(0)}/`, { week_start_day: 1 });
    await change(`projects/${idOf(1)}/`, { timezone: "Europe/Paris" });
    for (const index of [2, 3])
      await change(`organizations/${organizationId}/roles/${idOf(index)}/`, { name: `R${index}` });

    // A key with scopes can read the log of a project, unlike in older services.
    const scopes = ["organization:read", "organization_member:read", "project:read", "activity_log:read"];
    const { apiKey } = sandbox.control.createKey({ email: FOUNDER, scopes });
    sandbox.control.clearRequests();
    const stack = readState(pulumiState(stored), "it");
    const { changed } = await driftReport(stack, { host: sandbox.host, apiKey }, new IgnoreRules("", "rules"));
    const at = expect.stringMatching(/^\d{4}-/u) as unknown;
    expect(changed.map(({ address, lastChange }) => [address, lastChange])).toEqual([
      ["web", { by: FOUNDER, at, client: "mcp" }],
      ["app", { by: FOUNDER, at }],
      ["first", undefined],
      ["second", undefined],
    ]);
    // The sandbox doesn't implement the log of the organization. It's requested once.
    const logs = sandbox.control.requests().filter(({ path }) => path.includes("activity_log"));
    expect(
      logs.map(({ method, path, status }) => `${method} ${path.replace(/\?.*/u, "")} ${status}`).toSorted(),
    ).toEqual(
      [
        `GET /api/organizations/${organizationId}/advanced_activity_logs/ 501`,
        ...[0, 0, 1, 1].map((index) => `GET /api/projects/${idOf(index)}/activity_log/ 200`),
      ].toSorted(),
    );
  } finally {
    await world.sandbox.close();
  }
});
